package pdfium

import (
	"maps"
	"slices"
)

const (
	maxPieces  = 5000 // of text that are looked at, of a page
	silentFont = 10   // times as many pieces of a font have no characters as have some
)

// countSilent counts the pieces of text that have no characters, of fonts of which hardly
// any piece has: such a font is not embedded, and its encoding is not known. What has none
// beside text of its font is a space.
func (p *openPage) countSilent(o *Objects, chars []Char, runs []Run) {
	spoken := map[uint64]bool{}
	for i := range runs {
		spoken[runs[i].object] = true
	}
	silent := withoutChars(o, spoken)
	if 2*len(silent) < o.Pieces { // most pages
		return
	}
	with, without := map[uint64]int{}, map[uint64]int{} // pieces by font
	for text := range spoken {
		if text != 0 {
			with[p.ptr(fnObjFont, text)]++
		}
	}
	for _, text := range silent {
		without[p.ptr(fnObjFont, text)]++
	}
	r := objectReader{machine: p.machine, frame: &p.frame}
	for _, text := range silent {
		if font := p.ptr(fnObjFont, text); without[font] < silentFont*with[font] {
			continue
		}
		if b, ok := r.bounds(text, level{matrix: identity}); ok && !overlaid(b, chars) {
			o.Silent++
		}
	}
}

// withoutChars returns the pieces of text that have no characters, and counts all pieces.
func withoutChars(o *Objects, spoken map[uint64]bool) (silent []uint64) {
	for _, text := range slices.Sorted(maps.Keys(o.texts)) {
		if o.Pieces++; o.Pieces > maxPieces {
			break
		}
		// Of a form the place is not known here; what is masked or cut may not be seen.
		if c := o.texts[text]; !spoken[text] && !c.Form && !c.Veiled && c.Clip == nil && !c.Layer {
			silent = append(silent, text)
		}
	}
	return silent
}

// overlaid reports whether there is a character on a piece of text: it may be painted twice.
func overlaid(b Box, chars []Char) bool {
	return slices.ContainsFunc(chars, func(c Char) bool {
		return b.Holds((c.Box.X0+c.Box.X1)/2, (c.Box.Y0+c.Box.Y1)/2) || c.Box.Holds((b.X0+b.X1)/2, (b.Y0+b.Y1)/2)
	})
}
