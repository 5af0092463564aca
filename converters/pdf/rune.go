package pdf

import (
	"unicode"
	"unicode/utf8"
)

func abs(x float64) float64 { return max(x, -x) }

func runeCount(s string) int { return utf8.RuneCountInString(s) }

// hasLetter reports whether a text has a letter.
func hasLetter(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

// hasDigit reports whether a text has a digit.
func hasDigit(s string) bool {
	for _, r := range s {
		if unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// lastRune returns the last character that is no closing quote or bracket.
func lastRune(s string) rune {
	for len(s) > 0 {
		r, n := utf8.DecodeLastRuneInString(s)
		switch r {
		case '"', '\'', ')', ']', '”', '’', '»':
			s = s[:len(s)-n]
		default:
			return r
		}
	}
	return 0
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// ends reports whether a text ends a sentence.
func ends(s string) bool {
	switch lastRune(s) {
	case '.', '!', '?', ':', '。', '！', '？', '：', '；', '؟', '।', ';':
		return true
	}
	return false
}
