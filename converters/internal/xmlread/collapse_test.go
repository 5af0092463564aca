package xmlread_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Collapse is what the standard library makes of the fields, for every white
// space of Unicode at every distance from others.
func TestCollapseIsOneBlankBetweenFields(t *testing.T) {
	pieces := []string{" ", "  ", "a", "bc", "\x01", "\x7f", "é", "’", "日本", "\u2010", "\u200b", "\U0001F600", "\xe2", "\xc2", "a longer run of text without more than blanks"}
	for r := range unicode.MaxRune {
		if unicode.IsSpace(r) {
			pieces = append(pieces, string(r))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		if got, want := xmlread.Collapse(text), strings.Join(strings.Fields(text), " "); got != want {
			t.Fatalf("%q collapses to %q, not %q", text, got, want)
		}
	}
}

func TestCollapseCopiesNothingThatStands(t *testing.T) {
	text := "\n  Some words – with “single” blanks between them.\n"
	if n := testing.AllocsPerRun(10, func() { _ = xmlread.Collapse(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
