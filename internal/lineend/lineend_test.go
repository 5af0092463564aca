package lineend_test

import (
	"bytes"
	"crypto/sha256"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed353dc258/backstory/internal/lineend"
)

func TestUnix(t *testing.T) {
	for _, tt := range []struct{ name, raw, want string }{
		{"nothing", "", ""},
		{"line ends of Unix", "a\nb\n", "a\nb\n"},
		{"line ends of Windows", "a\r\nb\r\n", "a\nb\n"},
		{"both", "a\r\nb\nc\r\n", "a\nb\nc\n"},
		{"a CR that ends no line", "a\rb\r\n", "a\rb\n"},
		{"a CR before it", "a\r\r\nb", "a\r\nb"},
		{"a CR at the end", "a\r\nb\r", "a\nb\r"},
		{"a NUL", "a\x00\r\n", "a\x00\r\n"},
		{"the last NUL that git sees", strings.Repeat("a", 7999) + "\x00\r\n", strings.Repeat("a", 7999) + "\x00\r\n"},
		{"a NUL that git does not see", strings.Repeat("a", 8000) + "\x00\r\n", strings.Repeat("a", 8000) + "\x00\n"},
		{"UTF-16 without a NUL", "\xFE\xFF\x0D\x0A", "\xFE\xFF\x0D\x0A"},
		{"data of RTF", "{\\rtf1\r\n\\bin4 a\r\nb\r\n}", "{\\rtf1\r\n\\bin4 a\r\nb\r\n}"},
		{"RTF without data", "{\\rtf1\r\n\\binary\r\n}", "{\\rtf1\n\\binary\n}"},
		{"a part of a mail as it is", "A: b\r\nContent-Transfer-Encoding:  BINARY\r\n\r\nx", "A: b\r\nContent-Transfer-Encoding:  BINARY\r\n\r\nx"},
		{"a mail that begins so", "content-transfer-encoding:binary\r\n", "content-transfer-encoding:binary\r\n"},
		{"a mail in eight bits", "Content-Transfer-Encoding: 8bit\r\n", "Content-Transfer-Encoding: 8bit\n"},
		{"a text about mails", "see Content-Transfer-Encoding: binary and \\bin4\r\n", "see Content-Transfer-Encoding: binary and \\bin4\n"},
		{"a mark of UTF-8", "\xEF\xBB\xBFa\r\n", "\xEF\xBB\xBFa\n"},
	} {
		given := []byte(tt.raw)
		if got := string(lineend.Unix(given)); got != tt.want || string(given) != tt.raw {
			t.Errorf("%s: %q, and %q of what was given", tt.name, got, given)
		}
		if lineend.Sum(given) != sha256.Sum256([]byte(tt.want)) {
			t.Errorf("%s: another digest", tt.name)
		}
	}
}

// texts gives texts of which every second one is longer than a block, with line
// ends of both kinds also where a block ends.
func texts(yield func(*rand.Rand, []byte) bool) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 120 {
		n := r.IntN(40)
		if i%2 == 1 {
			n = r.IntN(300 << 10)
		}
		text := make([]byte, n)
		for i := range text {
			text[i] = "\r\n\r\nab"[r.IntN(6)]
		}
		if i%16 == 3 {
			text = append([]byte{0}, text...)
		}
		for at := 64<<10 - 1; at+1 < len(text); at += 64 << 10 {
			copy(text[at:], []string{"\r\n", "\n\r", "a\n", "\r\r"}[r.IntN(4)])
		}
		switch at := r.IntN(1 + len(text)); i % 16 {
		case 5:
			text = slices.Insert(text, at, []byte("\nContent-Transfer-Encoding: binary\r\n")...)
		case 7:
			text = append([]byte(`{\rtf1`), slices.Insert(text, at, []byte(`\bin7 `)...)...)
		}
		if !yield(r, text) {
			return
		}
	}
}

// What is read in pieces is described, and read again from anywhere, as what is in
// memory.
func TestScan(t *testing.T) {
	for r, raw := range texts {
		var scan lineend.Scan
		for rest := raw; len(rest) > 0; {
			n := min(len(rest), 1+r.IntN(1+len(raw)/3))
			_, _ = scan.Write(rest[:n])
			rest = rest[n:]
		}
		want, unix := lineend.ContentOf(raw)
		if got := scan.Content(); got != want {
			t.Fatalf("%d bytes: %x, not %x", len(raw), got, want)
		}
		section := scan.Reader(bytes.NewReader(raw))
		if got, err := io.ReadAll(section); err != nil || !bytes.Equal(got, unix) {
			t.Fatalf("%d bytes: %d, not %d, %v", len(raw), len(got), len(unix), err)
		}
		for range 20 {
			from := r.IntN(1 + len(unix))
			p := make([]byte, r.IntN(1+len(unix)-from))
			if n, err := section.ReadAt(p, int64(from)); n < len(p) || !bytes.Equal(p, unix[from:from+n]) {
				t.Fatalf("%d bytes from %d: %v", len(p), from, err)
			}
		}
	}
}

func TestAFileThatBecameShorterHasAnEnd(t *testing.T) {
	var scan lineend.Scan
	text := strings.Repeat("a line\r\n", 20_000)
	_, _ = scan.Write([]byte(text))
	scan.Content()
	if n, err := scan.Reader(strings.NewReader(text[:100_000])).ReadAt(make([]byte, 140_000), 0); n >= 100_000 || err != io.EOF {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// TestReader compares what is read in small steps with what is in memory.
func TestReader(t *testing.T) {
	for _, text := range texts {
		if len(text) > 1<<10 || !lineend.IsText(text) {
			continue
		}
		for name, r := range map[string]io.Reader{
			"bytes": iotest.OneByteReader(bytes.NewReader(text)), "halves": iotest.HalfReader(bytes.NewReader(text)),
			"end with data": iotest.DataErrReader(bytes.NewReader(text)),
		} {
			if got, err := io.ReadAll(lineend.NewReader(r)); err != nil || string(got) != string(lineend.Unix(text)) {
				t.Fatalf("%s of %q: %q, %v", name, text, got, err)
			}
		}
	}
}
