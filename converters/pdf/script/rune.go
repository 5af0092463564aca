// Package script holds what is known of characters and short texts, whatever
// document they are of: their script, how a sentence ends, what marks an item.
package script

import (
	"unicode"
	"unicode/utf8"
)

// RuneCount returns the number of characters of a text.
func RuneCount(s string) int { return utf8.RuneCountInString(s) }

// HasLetter reports whether a text has a letter.
func HasLetter(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

// HasDigit reports whether a text has a digit.
func HasDigit(s string) bool {
	for _, r := range s {
		if unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// LastRune returns the last character that is not a closing quote or bracket.
func LastRune(s string) rune {
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

// FirstRune returns the first character of a text.
func FirstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// Ends reports whether a text ends a sentence or a clause.
func Ends(s string) bool {
	switch LastRune(s) {
	case '.', '!', '?', ':', '。', '！', '？', '：', '；', '؟', '।', ';':
		return true
	}
	return false
}

// IsRTL reports whether a character is written from right to left.
func IsRTL(r rune) bool {
	return r >= 0x590 && (r <= 0x8FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFC)
}

// IsWide reports whether a character is of a wide script without spaces: Chinese, Japanese.
func IsWide(r rune) bool {
	return r >= 0x2E80 && (r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF00 && r <= 0xFF60 || r >= 0x20000 && r <= 0x3FFFF)
}

// Ligature returns the letters of a ligature.
func Ligature(r rune) (string, bool) {
	if r < 0xFB00 || r > 0xFB06 {
		return "", false
	}
	return [...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[r-0xFB00], true
}

// InWord reports whether a character is of a word whose letters belong
// together.
func InWord(r rune) bool { return IsAlnum(r) && !IsWide(r) }

// IsAlnum reports whether a character is a letter or a digit.
func IsAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Flag returns 1 for true.
func Flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
