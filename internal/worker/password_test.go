package worker_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// TestPasswordsOpenWhatTheyShould goes through files that qpdf encrypted in
// every way that there is, with the user's and the owner's password.
func TestPasswordsOpenWhatTheyShould(t *testing.T) {
	p := readerPool(t)
	const text = "The berth of the ship is the fourth."
	for _, c := range []struct {
		file, password string
		refused        string // what the error says
		warned         bool   // that copying is not allowed
	}{
		{"locked-rc4-40.pdf", "seaman", "", false},
		{"locked-rc4-40.pdf", "captain", "", false},
		{"locked-rc4-40.pdf", "", "locked with a password: give it in --password-file", false},
		{"locked-rc4-40.pdf", "Seaman", "none that was given is the one", false},
		{"locked-rc4-128.pdf", "seaman", "", false},
		{"locked-rc4-128.pdf", "captain", "", false},
		{"locked-aes-128.pdf", "seaman", "", false},
		{"locked-aes-128.pdf", "captain", "", false},
		{"locked-aes-256.pdf", "seaman", "", false},
		{"locked-aes-256.pdf", "captain", "", false},
		{"locked-aes-256.pdf", "captain\x00", "none that was given is the one", false},
		{"locked-aes-256.pdf", strings.Repeat("x", 1<<16), "none that was given is the one", false},
		{"locked-unicode.pdf", "mörkö船", "", false},
		{"locked-unicode.pdf", "mörkö", "none that was given is the one", false},
		{"owner-only.pdf", "", "", true},
		{"owner-only.pdf", "captain", "", true}, // it opens without one
		{"owner-only.pdf", "that of another file", "", true},
	} {
		var given converters.Passwords
		if c.password != "" {
			given = converters.Passwords{c.password}
		}
		got, err := p.Convert(t.Context(), fileJob(t, filepath.Join("testdata", c.file), converters.Options{}, given))
		if c.refused != "" {
			if !errors.Is(err, converters.ErrEncrypted) || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%s with %.10q: the error is %v", c.file, c.password, err)
			}
			continue
		}
		if err != nil || got.Text != text {
			t.Errorf("%s with %.10q: %+v, %v", c.file, c.password, got, err)
			continue
		}
		if warned := len(got.Warnings) == 1 && got.Warnings[0].Code == "copying-not-allowed"; warned != c.warned {
			t.Errorf("%s with %.10q: the warnings are %+v", c.file, c.password, got.Warnings)
		}
	}
}
