package exchange_test

import (
	"testing"

	"github.com/seed353dc258/backstory/exchange"
)

// Texts of a persona are read in any encoding, and what is none comes as it is, to be
// cleaned.
func TestTextsInOtherEncodings(t *testing.T) {
	tree := exchange.NewTree(map[string][]byte{
		"utf8":    []byte("née\x00"),
		"utf16":   []byte("\xff\xfen\x00\xe9\x00e\x00\n\x00"),
		"windows": []byte("Die Wärterin heißt Sjöberg und prüft täglich für jedes Schiff das Öl.\n"),
		"binary":  []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
	})
	other := exchange.NewTree(map[string][]byte{"windows": []byte("Die W\xe4rterin hei\xdft Sj\xf6berg und pr\xfcft t\xe4glich f\xfcr jedes Schiff das \xd6l.\n")})
	for name, want := range map[string]string{"utf8": "née\x00", "utf16": "née\n", "binary": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"} {
		if got, _, err := tree.Text(name, 1<<10); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	want, _, err := tree.Text("windows", 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := other.Text("windows", 1<<10); err != nil || string(got) != string(want) {
		t.Errorf("%q, not %q, %v", got, want, err)
	}
}
