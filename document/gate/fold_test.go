package gate_test

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document/gate"
)

// foldGlyphs are what rules look at neighbours for, and neighbours that matter.
var foldGlyphs = []string{
	"\u200B", "\u200C", "\u200D", "\uFE0F", "\u2066", "\u2067", "\u2069", "\u200E", "\u200F", "\u061C", "\u202E", "\u00AD",
	"\u2800", "\u2801", "א", "ب", "و", "क", "ក", "👩", "❤", "é", "\u0301", "’", "\u034F", "\x1b[1m",
}

// Long ASCII is folded while a line is judged. What is beside it is judged
// as beside ASCII that is too short for it: blanks in the middle change nothing.
func TestLongASCIIIsJudgedAsShort(t *testing.T) {
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 0))
		var short, long strings.Builder
		for range 1 + r.IntN(6) {
			for range r.IntN(4) {
				s := foldGlyphs[r.IntN(len(foldGlyphs))]
				short.WriteString(s)
				long.WriteString(s)
			}
			run := foldRun(r)
			middle := strings.Repeat(".", r.IntN(30))
			short.WriteString(run + "." + run)
			long.WriteString(run + "." + middle + run)
		}
		for name, pass := range map[string]func(*gate.Gate, string) string{
			"text": (*gate.Gate).Text, "code": (*gate.Gate).Code, "line": (*gate.Gate).Line,
		} {
			var a, b gate.Gate
			inShort, inLong := pass(&a, short.String()), pass(&b, long.String())
			if foldView(inShort) != foldView(inLong) {
				t.Fatalf("seed %d: %s %+q becomes %+q, but %+q %+q", seed, name, short.String(), inShort, long.String(), inLong)
			}
			if !reflect.DeepEqual(a.Findings(), b.Findings()) {
				t.Fatalf("seed %d: %s %+q: %v, but %+q: %v", seed, name, short.String(), a.Findings(), long.String(), b.Findings())
			}
		}
	}
}

// foldRun returns half of ASCII that is too short to be folded.
func foldRun(r *rand.Rand) string {
	const chars = "ab1 (-"
	s := make([]byte, r.IntN(4))
	for i := range s {
		s[i] = chars[r.IntN(len(chars))]
	}
	return string(s)
}

// foldView is a text with the dots in the middle of ASCII made one.
func foldView(s string) string { return foldDots.ReplaceAllString(s, ".") }

var foldDots = regexp.MustCompile(`\.+`)

// A letter and soft hyphens in long words count as in short ones.
func TestLongWordsKeepCountOfHyphens(t *testing.T) {
	word := strings.Repeat("letters", 5)
	for text, want := range map[string]int{
		word + "\u00AD" + word + "\u00AD" + word + "\u00AD" + word:       3,
		word + "\u00AD" + word + " \u00AD" + word + "\u00AD" + word:      0,
		word + "\u00AD" + word + " " + word + "\u00AD\u00AD" + word:      0,
		word + "\u00AD" + word + "-" + word + "\u00AD\u00AD\u00AD" + "a": 3,
	} {
		var g gate.Gate
		g.Text(text)
		got := 0
		for _, f := range g.Findings() {
			got += f.Count
		}
		if got != want {
			t.Errorf("%+q: %d, want %d", text, got, want)
		}
	}
}
