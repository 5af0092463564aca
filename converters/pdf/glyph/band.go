package glyph

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

const (
	bandHeight = 24.0       // points, at least
	maxBands   = 64         // of a page
	maxBanded  = 400_000    // places in bands
	maxLooks   = 16_000_000 // of characters at what is in their band
)

// bands are the filled boxes of a page and what else may cover its text, by
// height, so that a character is compared with those alone that are about it.
type bands struct {
	height float64   // of one, in points
	fills  [][]int32 // of the page's fills
	covers [][]int32 // of shapes
	shapes []pdfium.Blob
	looks  int  // that are left
	cut    bool // there is more than was sorted
}

// makeBands sorts what a page paints into bands. Past a bound a shape is in
// none, and cut is set.
func makeBands(p *pdfium.Page) bands {
	height := max(bandHeight, p.Height/maxBands)
	n := max(1, min(int(max(p.Height, 0)/height)+1, maxBands))
	b := bands{height: height, fills: make([][]int32, n), covers: make([][]int32, n), looks: maxLooks}
	left := maxBanded
	over := func(box pdfium.Box, add func(band int)) {
		for k := b.index(box.Y0); k <= b.index(box.Y1) && left > 0; k++ {
			add(k)
			left--
		}
		b.cut = left == 0
	}
	o := &p.Objects
	for i := range o.Fills {
		over(o.Fills[i].Box, func(k int) { b.fills[k] = append(b.fills[k], int32(i)) })
	}
	cover := func(c pdfium.Blob) {
		i := int32(len(b.shapes))
		b.shapes = append(b.shapes, c)
		over(c.Box, func(k int) { b.covers[k] = append(b.covers[k], i) })
	}
	for i := range o.Images {
		cover(pdfium.Blob{Box: o.Images[i].Box, Order: o.Images[i].Order})
	}
	for i := range o.Blobs {
		cover(o.Blobs[i])
	}
	return b
}

// index returns the band of a height.
func (b *bands) index(y float64) int {
	return min(max(int(max(y, 0)/b.height), 0), len(b.fills)-1)
}

// at returns the fills and the other shapes that may hold something at a
// height, by index. Once characters have looked at too many, cut is set.
func (b *bands) at(y float64) (fills, covers []int32) {
	k := b.index(y)
	if b.looks -= len(b.fills[k]) + len(b.covers[k]); b.looks < 0 {
		b.cut = true
	}
	return b.fills[k], b.covers[k]
}
