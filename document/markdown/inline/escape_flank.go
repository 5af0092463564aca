package inline

import (
	"unicode"
	"unicode/utf8"
)

// escSide is what is beside a run of delimiters, for the flanking rule of
// CommonMark 6.2.
type escSide uint8

const (
	escSpace  escSide = iota // white space, or the end of the text
	escPunct                 // punctuation in every reading
	escSymbol                // punctuation since CommonMark 0.31, a letter before
	escLetter                // anything else
	escAny                   // readers differ
)

// escSideOf returns the class of a character.
func escSideOf(r rune) escSide {
	switch {
	case r == '~':
		return escAny // cmark-gfm looks through it at what is behind
	case r < utf8.RuneSelf:
		switch {
		case r == ' ' || r >= '\t' && r <= '\r' && r != '\v':
			return escSpace
		case escIsPunct(byte(r)):
			return escPunct
		}
		return escLetter
	case r == 0x85 || r == 0x2028 || r == 0x2029:
		return escAny
	case unicode.IsSpace(r):
		return escSpace
	case unicode.IsPunct(r):
		return escPunct
	case unicode.IsSymbol(r):
		return escSymbol
	}
	return escLetter
}

// escIsPunct reports whether a byte is ASCII punctuation: what a backslash
// escapes (CommonMark 2.1).
func escIsPunct(c byte) bool {
	return c > ' ' && c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c < 0x7f
}

// escLeft reports whether a run between two characters is left-flanking in
// any reading, so that it may open.
func escLeft(before, after escSide) bool {
	return after != escSpace && (after != escPunct || before != escLetter)
}

// escMayOpen reports whether a run of c may open in any reading.
func escMayOpen(c byte, before, after escSide) bool {
	if c == '_' && before == escLetter && after == escLetter {
		return false
	}
	return escLeft(before, after)
}

// escMayClose reports whether a run of c may close in any reading.
func escMayClose(c byte, before, after escSide) bool {
	return escMayOpen(c, after, before)
}
