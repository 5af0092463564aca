package glyph

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// joinCopies makes one text of those that paint the same letters, in the place of the
// first, with its letters in the order of their places.
func joinCopies(p *pdfium.Page) {
	of := map[int][]pdfium.Char{}
	for i := range p.Chars {
		if c := copiesOf(p, i); c != 0 {
			of[c] = append(of[c], p.Chars[i])
		}
	}
	if len(of) == 0 {
		return
	}
	var out []pdfium.Char
	last := 0
	for i := range p.Chars {
		c := copiesOf(p, i)
		switch {
		case c == 0 && p.Chars[i].Generated && last != 0 && i+1 < len(p.Chars) && copiesOf(p, i+1) == last: // between letters of one
		case c == 0:
			out = append(out, p.Chars[i])
		case of[c] != nil:
			out = append(out, inPlaces(p, of[c])...)
			of[c] = nil
		}
		if c != 0 || !p.Chars[i].Generated {
			last = c
		}
	}
	p.Chars = out
}

// copiesOf returns the number of the copies that a character is of; 0 of what is not upright.
func copiesOf(p *pdfium.Page, i int) int {
	if run := p.Chars[i].Run; run >= 0 && p.Runs[run].Turn == 0 {
		return p.Runs[run].Around.Copy
	}
	return 0
}

// inPlaces returns characters from left to right, each once.
func inPlaces(p *pdfium.Page, chars []pdfium.Char) []pdfium.Char {
	const near = .3 // points
	slices.SortStableFunc(chars, func(a, b pdfium.Char) int {
		return cmp.Or(cmp.Compare(math.Round(a.Y), math.Round(b.Y)), cmp.Compare(a.X, b.X))
	})
	return slices.CompactFunc(chars, func(a, b pdfium.Char) bool {
		return a.Rune == b.Rune && math.Abs(a.X-b.X) < near && math.Abs(a.Y-b.Y) < near
	})
}
