package order

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Skeleton returns a word with Latin letters in the place of those that look like
// them, and whether all of it is ASCII then.
func Skeleton(word string) (string, bool) {
	var b strings.Builder
	for _, r := range word {
		if c, ok := alike()[r]; ok {
			r = rune(c)
		} else if IsStyled(r) {
			r = []rune(norm.NFKC.String(string(r)))[0]
		}
		if r > unicode.MaxASCII {
			return "", false
		}
		b.WriteRune(r)
	}
	return b.String(), true
}

// IsStyled reports whether a letter is a Latin one in another form: as wide as an ideograph,
// or of the alphabets for formulas.
func IsStyled(r rune) bool {
	return r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ' || r >= 0x1D400 && r <= 0x1D6A3
}
