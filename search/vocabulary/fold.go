package vocabulary

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsASCII reports whether all of a text is ASCII.
func IsASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Fold takes the marks off the letters of a word.
func Fold(text string) []byte {
	if IsASCII(text) {
		return []byte(text)
	}
	var out []byte
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß':
			out = append(out, "ss"...)
		case r == 'ø':
			out = append(out, 'o')
		case r == 'ł':
			out = append(out, 'l')
		case r == 'ı':
			out = append(out, 'i')
		case r == 'ς':
			out = append(out, "σ"...)
		default:
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return out
}
