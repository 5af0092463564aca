package markdown

import (
	"testing"
	"unicode/utf8"
)

func FuzzCharactersAreCounted(f *testing.F) {
	f.Add("plain text of more than eight bytes")
	f.Add("größer, 日本語, \U0001F600 und so weiter")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		if got, want := writeChars([]byte(text)), utf8.RuneCountInString(text); got != want {
			t.Errorf("%q: %d characters, want %d", text, got, want)
		}
	})
}
