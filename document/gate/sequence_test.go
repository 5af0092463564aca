package gate_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document/gate"
)

// TestSequencesOfTheStandardStay reads lists of sequences from the folder named
// by BACKSTORY_UNICODE, in the format of the standard's files: code points in
// hexadecimal, then a semicolon. Files to put there: emoji-test.txt,
// emoji-zwj-sequences.txt, emoji-variation-sequences.txt, StandardizedVariants.txt,
// IVD_Sequences.txt.
func TestSequencesOfTheStandardStay(t *testing.T) {
	dir := os.Getenv("BACKSTORY_UNICODE")
	if dir == "" {
		t.Skip("BACKSTORY_UNICODE names no folder with the standard's lists of sequences")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no lists in %s (%v)", dir, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(data)) {
			text := sequence(line)
			if text == "" {
				continue
			}
			n++
			var g gate.Gate
			if got := g.Text(text); got != text || len(g.Findings()) > 0 {
				t.Errorf("%s: Text(%+q) = %+q, %v", filepath.Base(file), text, got, g.Findings())
			}
		}
		t.Logf("%s: %d sequences", filepath.Base(file), n)
	}
}

// sequence reads the first field of a line, or returns "".
func sequence(line string) string {
	field, _, ok := strings.Cut(line, ";")
	if !ok || strings.HasPrefix(line, "#") {
		return ""
	}
	var b strings.Builder
	for _, code := range strings.Fields(field) {
		n, err := strconv.ParseUint(code, 16, 21)
		if err != nil {
			return ""
		}
		b.WriteRune(rune(n))
	}
	return b.String()
}
