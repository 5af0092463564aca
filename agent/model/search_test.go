package model

import (
	"bytes"
	"testing"
)

// FuzzTerms: every term of a text stands in its small form, by which passages
// are chosen that are cut into words.
func FuzzTerms(f *testing.F) {
	for _, text := range []string{"It is ten o'clock’s END.", "北海の霧は'朝に深い。", "Straße İstanbul ÉCLAIR e\u0301a", "\xff\xfe a\x00b", "ſtrange K"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		small := lower(nil, text)
		splitTerms(text, func(term []byte) {
			if !bytes.Contains(small, term) {
				t.Errorf("%q is not in %q", term, small)
			}
		})
	})
}
