package pdfium

import "math"

// boxAt is where a text object has its box: left, bottom, right and top, in the coordinates
// of the page. So it is of this module alone.
const boxAt = 24

// widen gives a text a width of which PDFium knows no glyphs: it is written down, in a font
// that is not in the file. Text without a width has no characters for PDFium.
func (r *objectReader) widen(text uint64) {
	const flat = .01
	left, _ := r.memory.ReadFloat32Le(uint32(text + boxAt))
	right, ok := r.memory.ReadFloat32Le(uint32(text + boxAt + 8))
	if !ok || right-left >= flat || r.font(r.ptr(fnObjFont, text)).Embedded {
		return
	}
	if !r.ok(fnObjSize, text, r.at(0)) {
		return
	}
	size := r.f32(0)
	if r.ok(fnObjectMatrix, text, r.at(0)) {
		// What is pressed flat by its matrix is not seen.
		r.memory.WriteFloat32Le(uint32(text+boxAt+8), left+float32(size*math.Abs(r.matrix().a)))
	}
}

// fit gives a character of a script that can be written down the box that its like have, where
// PDFium knows no glyph of it.
func (t *textReader) fit(c *Char) {
	const flat, above, below = .1, .88, .12 // points; of the size
	run := &t.runs[c.Run]
	if min(c.Box.W(), c.Box.H()) > flat || run.Turn != 0 || run.Font.Embedded || !isWide(c.Rune) {
		return
	}
	c.Box = Box{c.X, c.Y - above*run.Size, c.X + run.Size, c.Y + below*run.Size}
	c.Bodiless = true
}

// isWide reports whether a character is of a script that can be written down, or a mark of
// one.
func isWide(r rune) bool {
	for _, block := range [...][2]rune{{0x2e80, 0x9fff}, {0xac00, 0xd7af}, {0xf900, 0xfaff}, {0xfe10, 0xfe4f}, {0xff00, 0xffef}, {0x20000, 0x3ffff}} {
		if r >= block[0] && r <= block[1] {
			return true
		}
	}
	return false
}
