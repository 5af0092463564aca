package lexical

import (
	"unicode"
	"unicode/utf8"
)

// IsSpaceRune reports whether r is Unicode white space as CommonMark 2.1
// has it.
func IsSpaceRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || r >= '\t' && r <= '\r' && r != '\v'
	}
	return unicode.Is(unicode.Zs, r)
}

// IsPunctRune reports whether r is Unicode punctuation: of a category P
// or S.
func IsPunctRune(r rune) bool {
	if r < utf8.RuneSelf {
		return IsPunct(byte(r))
	}
	return unicode.IsPunct(r) || unicode.IsSymbol(r)
}

// Trim narrows a piece of the source by the spaces and tabs around it.
func Trim(src string, from, to int) (int, int) {
	for from < to && IsBlank(src[from]) {
		from++
	}
	for to > from && IsBlank(src[to-1]) {
		to--
	}
	return from, to
}

// IsBlank reports whether c is a space or a tab.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' }

// IsSpace reports whether c is white space in a label.
func IsSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// IsPunct reports whether c is an ASCII punctuation character.
func IsPunct(c byte) bool {
	return c > ' ' && c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c < 0x7f
}

// IsAlpha reports whether c is an ASCII letter.
func IsAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// IsAlnum reports whether c is an ASCII letter or digit.
func IsAlnum(c byte) bool { return IsAlpha(c) || c >= '0' && c <= '9' }

// HasFold reports whether text begins with prefix, which is in lower
// case, in any case of ASCII letters.
func HasFold(text, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if lower(text[i]) != prefix[i] {
			return false
		}
	}
	return true
}

// lower returns an ASCII letter in lower case, and other bytes as they are.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
