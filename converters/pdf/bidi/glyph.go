package bidi

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// glyphLong is how many characters one glyph of a script from right to left
// stands for, at most.
const glyphLong = 8

// turnGlyphs turns the characters around that one glyph stands for, in text
// from right to left: PDFium gives those of a ligature, such as lam with alef,
// as if each had its own place. Where the font names the ligature by one character,
// which PDFium takes apart, they are in order.
func turnGlyphs(p *pdfium.Page) {
	lams := map[*pdfium.Font]int{}
	each := func(visit func(font *pdfium.Font, glyph []pdfium.Char)) {
		for i := 0; i < len(p.Chars); {
			end := i + 1
			for end < len(p.Chars) && isOneGlyph(&p.Chars[i], &p.Chars[end]) {
				end++
			}
			if n := end - i; n > 1 && n <= glyphLong {
				visit(p.Runs[p.Chars[i].Run].Font, p.Chars[i:end])
			}
			i = end
		}
	}
	const lam = 'ل'
	each(func(font *pdfium.Font, glyph []pdfium.Char) {
		lams[font] += script.Flag(glyph[0].Rune == lam) - script.Flag(glyph[len(glyph)-1].Rune == lam)
	})
	each(func(font *pdfium.Font, glyph []pdfium.Char) {
		if lams[font] > 0 {
			return
		}
		last := &glyph[len(glyph)-1]
		end := last.End
		last.End = 0
		slices.Reverse(glyph)
		last.End = end
	})
}

// isOneGlyph reports whether two characters of a script from right to left are
// of one glyph.
func isOneGlyph(a, b *pdfium.Char) bool {
	return a.Run >= 0 && a.Run == b.Run && a.X == b.X && a.Y == b.Y && a.Box == b.Box && script.IsRTL(a.Rune) && script.IsRTL(b.Rune)
}
