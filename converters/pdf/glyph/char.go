package glyph

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

// The extent of a line above and below its baseline, as parts of the size.
const (
	Above = .78
	Below = .22
)

// charBox returns the place of a character: as wide as its ink, as high as its
// font.
func charBox(c *pdfium.Char, run *pdfium.Run) pdfium.Box {
	b := pdfium.Box{X0: c.Box.X0, X1: c.Box.X1, Y0: c.Y - Above*run.Size, Y1: c.Y + Below*run.Size}
	if b.X1 <= b.X0 {
		b.X0, b.X1 = c.X, c.X+run.Size/4
	}
	return b
}

// isStacked reports whether a character is of a script, of those from India to
// Cambodia, that sets signs above and below its letters.
func isStacked(r rune) bool { return r >= 0x900 && r < 0x10A0 || r >= 0x1780 && r < 0x1800 }
