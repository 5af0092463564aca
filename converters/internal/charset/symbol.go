package charset

import "unicode"

// A kind is how a character behaves beside others.
type kind uint8

const (
	letter kind = iota
	space
	digit
	punct
	quote    // “ ” „ « »: at a word's edge, either side
	tick     // ’: within words too
	low      // „ ‚: before words
	opener   // ¿ ¡
	dash     // – —
	dots     // …
	bullet   // •
	money    // € £
	raised   // ° º ª ² ™
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
func symbolKind(r rune) (kind, float32) {
	for i := range symbols {
		if s := &symbols[i]; r >= s.first && r <= s.last {
			return s.kind, s.bits
		}
	}
	switch {
	case r == unicode.ReplacementChar:
		return void, 30
	case r < 0xA0:
		return void, 22
	case r >= 0xE000 && r <= 0xF8FF:
		return void, 22
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return letter, 0
	}
	return stray, 17
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

// beside is what a symbol costs more for the character before it and after it.
func beside(left, right kind) float32 {
	bits := float32(0)
	if right >= quote {
		bits += before[right][min(left, quote)]
	}
	if left >= quote {
		bits += after[left][min(right, quote)]
	}
	return bits
}

// draws says whether two box-drawing characters go together: the same ones, or one that is part of a line.
func draws(a, b *glyph) bool {
	return a.kind == box && b.kind == box && (a.r == b.r || a.r == '─' || a.r == '═' || b.r == '─' || b.r == '═')
}

// turn is what a pair of letters costs by their case: small letters do not turn into capitals within a word.
func turn(a, b shape) float32 {
	switch {
	case a == lower && b == upper:
		return 9
	case a == edge && b == upper:
		return 2.5
	case a == upper && b == upper:
		return 1
	case a == edge && b == lower, a == upper && b == lower:
		return 0.4
	}
	return 0
}
