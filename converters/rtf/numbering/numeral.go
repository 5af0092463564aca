package numbering

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
)

// The kinds of numbers that lists know by name (RTF 1.9.1, \levelnfc).
const (
	kindUpperRoman = 1
	kindLowerRoman = 2
	kindUpper      = 3
	kindLower      = 4
	kindOrdinal    = 5
	kindZero       = 22
	kindBullet     = 23
	kindNone       = 255
)

// inNumerals writes a number as a level does.
func inNumerals(n, kind int) string {
	switch kind {
	case kindUpperRoman:
		return numeral.Roman(n)
	case kindLowerRoman:
		return strings.ToLower(numeral.Roman(n))
	case kindUpper:
		return strings.ToUpper(numeral.Repeated(n, numeral.Latin))
	case kindLower:
		return numeral.Repeated(n, numeral.Latin)
	case kindOrdinal:
		return numeral.Ordinal(n)
	case kindZero:
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case kindNone:
		return ""
	}
	return strconv.Itoa(n)
}

// Word6 is a numbered list of Word 6 (RTF 1.9.1, Word 6.0 and Word 95 bullets and
// numbering).
type Word6 struct {
	Kind          int // as \levelnfc
	Start         int32
	Before, After string
}

// Marker returns the marker of an item by its number.
func (l *Word6) Marker(n int32) string { return l.Before + inNumerals(int(n), l.Kind) + l.After }
