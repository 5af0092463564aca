package glyph

import (
	"math"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/converters/pdf/bidi"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// accents are the signs that old fonts, such as TeX's first ones, paint over
// or under a letter, each with the mark that combines with a letter. They are
// signs by themselves, too, where no letter is in their place.
var accents = map[rune]rune{
	'`': 0x300, '\u00b4': 0x301, '\u02c6': 0x302, '^': 0x302, '\u02dc': 0x303, '~': 0x303, '\u00af': 0x304, '\u02c9': 0x304, '\u02d8': 0x306,
	'\u02d9': 0x307, '\u00a8': 0x308, '\u02da': 0x30a, '\u02dd': 0x30b, '\u02c7': 0x30c, '\u00b8': 0x327, '\u02db': 0x328,
}

const (
	maxAccents  = 20_000 // of a page
	accentRow   = 12     // points
	accentLooks = 400    // letters of a row that an accent is compared with
)

// composeAccents makes one character of a letter and the accent that is painted
// over or under it as a character of its own.
func composeAccents(p *pdfium.Page) {
	var at []int
	for i := range p.Chars {
		if c := &p.Chars[i]; c.Run >= 0 && accents[c.Rune] != 0 && p.Runs[c.Run].Turn == 0 && len(at) < maxAccents {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	rows := letterRows(p)
	gone := make([]bool, len(p.Chars))
	for _, i := range at {
		letter := accented(p, rows, i)
		if letter < 0 {
			continue
		}
		whole := withAccent(p.Chars[letter].Rune, p.Chars[i].Rune)
		if whole == 0 {
			continue
		}
		p.Chars[letter].Rune, gone[i] = whole, true
		before, after := noSpaces(p, i, letter)
		if before {
			gone[i-1] = true
		}
		if after {
			gone[i+1] = true
		}
	}
	k := 0
	p.Chars = slices.DeleteFunc(p.Chars, func(pdfium.Char) bool { k++; return gone[k-1] })
}

// withAccent returns the character that a letter with an accent is, or 0.
func withAccent(letter, accent rune) rune {
	switch letter { // the dot gives way to an accent
	case 'ı':
		letter = 'i'
	case 'ȷ':
		letter = 'j'
	}
	if whole := []rune(norm.NFC.String(string([]rune{letter, accents[accent]}))); len(whole) == 1 {
		return whole[0]
	}
	return 0
}

// noSpaces reports whether the space before an accent, and that after it, are none:
// that between it and its letter, and those around an accent that PDFium gives elsewhere.
func noSpaces(p *pdfium.Page, i, letter int) (before, after bool) {
	isBefore, isAfter := isInferredSpace(p, i-1), isInferredSpace(p, i+1)
	before = isBefore && (isAfter || letter == i-2 || letter == i+1 && !hasGap(p, i-2, letter))
	after = isAfter && (isBefore && !hasGap(p, i-2, i+2) || letter == i+2)
	return before, after
}

// isInferredSpace reports whether a character is a space that is not in the file.
func isInferredSpace(p *pdfium.Page, i int) bool {
	return i >= 0 && i < len(p.Chars) && p.Chars[i].Generated && p.Chars[i].Rune == ' '
}

// hasGap reports whether there is room for a space between two characters.
func hasGap(p *pdfium.Page, i, k int) bool {
	if i < 0 || k >= len(p.Chars) || p.Chars[i].Run < 0 || p.Chars[k].Run < 0 {
		return true
	}
	a, b := &p.Chars[i], &p.Chars[k]
	return b.X-max(a.End, a.Box.X1) > bidi.WordGap*p.Runs[b.Run].Size
}

// letterRows returns the letters of a page by the height of their middle.
func letterRows(p *pdfium.Page) map[int][]int {
	rows := map[int][]int{}
	for i := range p.Chars {
		if c := &p.Chars[i]; c.Run >= 0 && unicode.IsLetter(c.Rune) && !script.IsWide(c.Rune) && c.Rune < 0x250 {
			row := int((c.Box.Y0 + c.Box.Y1) / 2 / accentRow)
			rows[row] = append(rows[row], i)
		}
	}
	return rows
}

// accented returns the letter that an accent is painted over or under, or -1.
func accented(p *pdfium.Page, rows map[int][]int, i int) int {
	a := &p.Chars[i]
	size := p.Runs[a.Run].Size
	x, y := (a.Box.X0+a.Box.X1)/2, (a.Box.Y0+a.Box.Y1)/2
	for row := int((y - size) / accentRow); row <= int((y+size)/accentRow); row++ {
		letters := rows[row]
		// The letters of a row are in the order of the file: the one that is meant is mostly beside the accent.
		near, _ := slices.BinarySearch(letters, i)
		for _, k := range letters[max(near-accentLooks/2, 0):min(near+accentLooks/2, len(letters))] {
			if isOver(a, &p.Chars[k], x, size) {
				return k
			}
		}
	}
	return -1
}

// isOver reports whether an accent is right over a letter, or right under it
// where it is one that hangs.
func isOver(a, letter *pdfium.Char, x, size float64) bool {
	const (
		aside = .1  // of the size, that the middle of an accent is beside the letter at most
		apart = .25 // between their ink
		into  = .1  // that their ink overlaps
	)
	b := letter.Box
	if x < b.X0-aside*size || x > b.X1+aside*size || math.Abs(x-(b.X0+b.X1)/2) > .3*size {
		return false
	}
	gap := b.Y0 - a.Box.Y1
	if m := accents[a.Rune]; m == 0x327 || m == 0x328 {
		gap = a.Box.Y0 - b.Y1
	}
	return gap > -into*size && gap < apart*size && a.Box.H() < .5*size
}
