package draw

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

func wrapped(text string, width, piece int) string {
	var out strings.Builder
	w := NewLines(&out, width)
	for len(text) > 0 {
		n := min(piece, len(text))
		_, _ = io.WriteString(w, text[:n])
		text = text[n:]
	}
	_ = w.Close()
	return out.String()
}

func TestLinesBreakBetweenWords(t *testing.T) {
	for _, c := range [][2]string{
		{"the narrow pilots of the north", "the narrow pilots of\nthe north"},
		{"• the narrow pilots of the north", "• the narrow pilots\n  of the north"},
		{"12. the narrow pilots of the north", "12. the narrow\n    pilots of the\n    north"},
		{"a\n\n  b c", "a\n\n  b c"},
		{"\x1b[2m│ \x1b[0mthe narrow pilots of the north", "\x1b[2m│ \x1b[0mthe narrow pilots\n│ of the north"},
		{"\x1b[1mbold words\x1b[0m that go on and on", "\x1b[1mbold words\x1b[0m that go\non and on"},
		{"灯台の光は七秒 で一周します", "灯台の光は七秒\nで一周します"},
	} {
		for piece := 1; piece < 9; piece++ {
			if got := wrapped(c[0], 20, piece); got != c[1] {
				t.Errorf("%q in pieces of %d: %q", c[0], piece, got)
			}
		}
	}
}

// No word is broken, none is lost, and no line is wider than the terminal but
// where one word is.
func TestNoWordIsBroken(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"fog", "lighthouse", "•", "1.", "灯台", "e\u0301tude", "\x1b[1mbold\x1b[0m", "a-very-long-word-without-any-end-in-sight", "is", "  in"}
	for range 300 {
		var text strings.Builder
		for range 60 {
			text.WriteString(words[r.IntN(len(words))])
			text.WriteString([]string{" ", " ", " ", "\n"}[r.IntN(4)])
		}
		width := 40 + r.IntN(161)
		got := wrapped(text.String(), width, 1+r.IntN(30))
		if a, b := strings.Fields(got), strings.Fields(text.String()); strings.Join(a, " ") != strings.Join(b, " ") {
			t.Fatalf("words were broken at %d:\n%s\n%s", width, text.String(), got)
		}
		for line := range strings.Lines(got) {
			n := columns(strings.TrimRight(line, "\n "))
			if n > width && len(strings.Fields(line)) > 1 {
				t.Fatalf("%d columns at %d: %q", n, width, line)
			}
		}
	}
}
