package pdf

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	bulletMost   = 8.0 // points
	bulletLeast  = 1.5 // points
	bulletGap    = 2.2 // of the size, to its text
	bulletShapes = 400 // of a page that may be bullets
)

// drawnBullets puts bullets before the words that have one drawn to their left:
// browsers paint them as shapes.
func drawnBullets(p *pdfium.Page, words []word) []word {
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
	out := make([]word, 0, len(words)+len(at))
	for i := range words {
		if s, ok := at[i]; ok {
			w := words[i]
			b := w
			b.text, b.box.X0, b.box.X1, b.start, b.end = "•", s.X0, s.X1, (s.X0+s.X1)/2, (s.X0+s.X1)/2
			b.styles, b.fixed, b.hyphen, b.link, b.actual, b.rtl, b.glued = 0, false, false, -1, nil, false, false
			out = append(out, b)
			words[i].glued, words[i].jump = false, false
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
		if w >= bulletLeast && w <= bulletMost && h >= bulletLeast && h <= bulletMost && w < 1.4*h && h < 1.4*w && len(out) < bulletShapes {
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
func bulletWord(s pdfium.Box, words []word) int {
	best := -1
	y := (s.Y0 + s.Y1) / 2
	for i := range words {
		w := &words[i]
		if y < w.base-.8*w.size || y > w.base+.1*w.size || s.W() > .75*w.size {
			continue
		}
		gap := w.box.X0 - s.X1
		if w.rtl {
			gap = s.X0 - w.box.X1
		}
		if gap > 0 && gap < bulletGap*w.size {
			if best < 0 || w.box.X0 < words[best].box.X0 {
				best = i
			}
		} else if w.box.X1 > s.X0-3*w.size && w.box.X0 < s.X1+.2*w.size {
			return -1 // in the middle of a line
		}
	}
	return best
}

// levelBullets puts bullets that are set smaller, and higher, than the text
// after them on its line.
func levelBullets(words []word) {
	for i := 0; i+1 < len(words); i++ {
		b, w := &words[i], &words[i+1]
		off := w.base - b.base
		if b.size > .8*w.size || off < 0 || off > .6*w.size || !isBullet(b.text) || w.box.X0 < b.box.X1 || w.box.X0-b.box.X1 > 3*w.size {
			continue
		}
		b.base, b.size, b.box.Y0, b.box.Y1 = w.base, w.size, w.box.Y0, w.box.Y1
	}
}
