package pdf

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	maxBullet    = 8.0 // points
	minBullet    = 1.5 // points
	bulletGap    = 2.2 // of the size, to its text
	bulletShapes = 400 // of a page that may be bullets
)

// drawnBullets puts bullets before the words that have one drawn to their left:
// browsers paint them as shapes.
func drawnBullets(p *pdfium.Page, words []glyph.Word) []glyph.Word {
	at := map[int]pdfium.Box{}
	shapes := bulletShaped(p)
	if len(shapes) == 0 {
		return words
	}
	for _, s := range shapes {
		if i := bulletWord(s, words); i >= 0 {
			at[i] = s
		}
	}
	if len(at) == 0 {
		return words
	}
	out := make([]glyph.Word, 0, len(words)+len(at))
	for i := range words {
		if s, ok := at[i]; ok {
			w := words[i]
			b := w
			b.Text, b.Box.X0, b.Box.X1, b.Start, b.End = "•", s.X0, s.X1, (s.X0+s.X1)/2, (s.X0+s.X1)/2
			b.Face.Styles, b.Face.Fixed, b.Hyphen, b.Link, b.Source.Actual, b.RTL, b.Glued = 0, false, false, -1, nil, false, false
			out = append(out, b)
			words[i].Glued, words[i].Source.Gap = false, 0
		}
		out = append(out, words[i])
	}
	return out
}

// bulletShaped returns the shapes of a page that are as small and as high as
// they are wide.
func bulletShaped(p *pdfium.Page) []pdfium.Box {
	var out []pdfium.Box
	add := func(b pdfium.Box) {
		w, h := b.W(), b.H()
		if w >= minBullet && w <= maxBullet && h >= minBullet && h <= maxBullet && w < 1.4*h && h < 1.4*w && len(out) < bulletShapes {
			out = append(out, b)
		}
	}
	for _, b := range p.Objects.Curves {
		add(b)
	}
	for _, f := range p.Objects.Fills {
		add(f.Box)
	}
	return slices.Clip(out)
}

// bulletWord returns the word that a shape is a bullet of, or -1: the first one
// of its line, right beside it.
func bulletWord(s pdfium.Box, words []glyph.Word) int {
	best := -1
	y := (s.Y0 + s.Y1) / 2
	for i := range words {
		w := &words[i]
		if y < w.Base-.8*w.Face.Size || y > w.Base+.1*w.Face.Size || s.W() > .75*w.Face.Size {
			continue
		}
		gap := w.Box.X0 - s.X1
		if w.RTL {
			gap = s.X0 - w.Box.X1
		}
		if gap > 0 && gap < bulletGap*w.Face.Size {
			if best < 0 || w.Box.X0 < words[best].Box.X0 {
				best = i
			}
		} else if w.Box.X1 > s.X0-3*w.Face.Size && w.Box.X0 < s.X1+.2*w.Face.Size {
			return -1 // in the middle of a line
		}
	}
	return best
}

// levelBullets puts bullets that are set smaller, and higher, than the text
// after them on its line.
func levelBullets(words []glyph.Word) {
	for i := 0; i+1 < len(words); i++ {
		b, w := &words[i], &words[i+1]
		off := w.Base - b.Base
		if b.Face.Size > .8*w.Face.Size || off < 0 || off > .6*w.Face.Size || !script.IsBullet(b.Text) || w.Box.X0 < b.Box.X1 || w.Box.X0-b.Box.X1 > 3*w.Face.Size {
			continue
		}
		b.Base, b.Face.Size, b.Box.Y0, b.Box.Y1 = w.Base, w.Face.Size, w.Box.Y0, w.Box.Y1
	}
}
