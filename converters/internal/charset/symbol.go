package charset

import (
	"strings"
	"unicode"
)

// A price is how unlikely something is, in tenths of a bit. Prices are whole numbers, so that every machine adds them up to
// the same sum.
type price int

// bit is one bit.
const bit price = 10

// A kind is how a character behaves beside others.
type kind uint8

const (
	letter kind = iota
	space
	digit
	punct
	quote    // “ ” „ « »: at a word's edge, either side
	tick     // ’ ־: within words too
	low      // „ ‚: before words
	micro    // µ: before the unit of a number
	opener   // ¿ ¡
	dash     // –
	longDash // —
	dots     // …
	bullet   // •
	middot   // ·: within Catalan words, too
	money    // € £
	degree   // °
	raised   // º ª ²
	trade    // ® ™
	numeral  // digits of other scripts
	heading  // © § №
	operator // ± × ÷
	fraction
	hardSpace
	softHyphen
	box
	stray // what hardly any text has
	void  // control characters and bytes without meaning
	kinds
)

// symbolKind looks up a character beyond ASCII.
func symbolKind(r rune) (kind, price) {
	for i := range symbols {
		if s := &symbols[i]; r >= s.first && r <= s.last {
			return s.kind, s.cost
		}
	}
	switch {
	case r == unicode.ReplacementChar:
		return void, 300
	case r < 0xA0:
		return void, 220
	case r >= 0xE000 && r <= 0xF8FF:
		return void, 220
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return letter, 0
	}
	return stray, 170
}

func asciiKind(r rune) kind {
	switch {
	case 'a' <= r|0x20 && r|0x20 <= 'z':
		return letter
	case '0' <= r && r <= '9':
		return digit
	case r <= ' ' || r == 0x7F:
		return space
	}
	return punct
}

// draws says whether a line or a gap is made of the symbol.
func (k kind) draws() bool {
	switch k {
	case dash, longDash, bullet, middot, hardSpace:
		return true
	}
	return false
}

// beside is what a symbol costs more for the character before it and after it.
func beside(left, right kind) price {
	var cost price
	if right >= quote {
		cost += before[right][min(left, quote)]
	}
	if left >= quote {
		cost += after[left][min(right, quote)]
	}
	return cost
}

// drawing is what two box-drawing characters beside one another cost more: less than nothing where the line of the one
// goes on in the other, or both are the same, as shades are.
func drawing(a, b *glyph) price {
	if a.kind != box || b.kind != box {
		return 0
	}
	if a.r == b.r || arms(lineRight, a.r) == arms(lineLeft, b.r) {
		return -6 * bit
	}
	return broken
}

// broken is what it costs that the line of one box-drawing character ends in another.
const broken = 4 * bit

// The box-drawing characters of the code pages of DOS by the line that leaves them to the right and to the left: first those
// with a single one, then those with a double one.
var (
	lineRight = [2]string{"─┌└├┬┴┼╓╙╟╥╨╫", "═╒╔╘╚╞╠╤╦╧╩╪╬"}
	lineLeft  = [2]string{"─┐┘┤┬┴┼╖╜╢╥╨╫", "═╕╗╛╝╡╣╤╦╧╩╪╬"}
)

// arms says which line leaves r: 0 for none, 1 for a single one, 2 for a double one.
func arms(lines [2]string, r rune) int {
	for i, line := range lines {
		if strings.ContainsRune(line, r) {
			return i + 1
		}
	}
	return 0
}

// local says whether a symbol belongs to the texts of one script that is not Latin.
func local(r rune) bool {
	return r >= 0x590 && r < 0x700 || r >= 0xE00 && r < 0xE80 || r >= 0x200C && r <= 0x200F || r == '₪'
}

// turn is what a pair of letters costs by their case: small letters do not turn into capitals within a word.
func turn(a, b shape) price {
	switch {
	case a == lower && b == upper:
		return 90
	case a == edge && b == upper:
		return 20
	case a == upper && b == upper:
		return 6
	case a == edge && b == lower, a == upper && b == lower:
		return 4
	}
	return 0
}

// A glyph is a character as the contest sees it.
type glyph struct {
	r      rune
	letter letterNumber
	kind   kind
	shape  shape
	cost   price // of a symbol: what it costs at all; of a letter: what it costs where it does not belong
}

// shape is the case of a letter.
type shape uint8

const (
	edge shape = iota // no letter
	lower
	upper
	caseless
)

// apostrophe is a letter in the languages of Latin script, which have it in other places and more or less often.
const apostrophe = '’'

// A letterNumber is a letter of the table's languages, counted from firstLetter on.
type letterNumber uint16
