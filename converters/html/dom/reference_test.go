package dom

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/net/html"
)

// Character references mean what they mean to the reader of the Go project.
func TestReferencesAreTheirs(t *testing.T) {
	pieces := []string{
		"&", "#", "&#", "&#x", ";", "=", "x", "X", "a", "G", "0", "1", "7", "F", " ", "&not", "&notin;", "&notit;", "&nbsp", "&copy", "&amp;", "lt;",
		"&NotEqualTilde;", "&fjlig;", "&#128;", "&#x80", "&#0;", "&#xD800;", "&#x110000;", "&#99999999999;",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		text := ""
		for range 1 + random.IntN(8) {
			text += pieces[random.IntN(len(pieces))]
		}
		if got, want := Unescape(text), html.UnescapeString(text); got != want {
			t.Fatalf("%q: %q, not %q", text, got, want)
		}
	}
}
