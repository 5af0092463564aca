package glyph

import (
	"math"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	curveTurn  = 30  // degrees from one letter of a curve to the next, at most
	curveGap   = 2.6 // of the size, between them
	curveSpace = 1.6 // of the first step of a curve, from which there is a space
	widthOfOne = .5  // of the size, of a slanted letter where nothing tells it
)

// uprightChars places each character that goes in another direction than the
// page as it is in a view in which it is upright.
func uprightChars(p *pdfium.Page) {
	var slants slantReader
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run < 0 || p.Runs[c.Run].Turn == 0 {
			continue
		}
		run := &p.Runs[c.Run]
		v := asideView(p, run)
		if run.Turn == SlantTurn {
			slants.place(p, i, v)
			continue
		}
		c.End = v.end(c, 0)
		c.X, c.Y = v.point(c.X, c.Y)
		c.Box = v.box(c.Box)
	}
}

// slantReader places slanted letters. Those of a curve, each turned a little
// further than the one before it, go on in the view of the first of them.
type slantReader struct {
	x, y   float64 // of the last one on the page
	slant  int     // of the last one, as it is on the page
	first  int     // the slant of the view that it was placed in
	end    float64 // where it ends there
	step   float64 // from the first letter of a curve to the second one
	base   float64
	placed bool
}

// place places the character i, which is slanted.
func (s *slantReader) place(p *pdfium.Page, i int, v View) {
	c := &p.Chars[i]
	run := &p.Runs[c.Run]
	x, y := c.X, c.Y
	away := math.Hypot(x-s.x, y-s.y)
	turned := (run.Slant-s.slant+540)%360 - 180
	width := slantWidth(p, i)
	if s.placed && turned != 0 && max(turned, -turned) <= curveTurn && away < curveGap*run.Size {
		if s.step == 0 {
			s.step = away
		}
		s.slant, run.Slant = run.Slant, s.first
		c.X, c.Y = s.end, s.base
		if away > curveSpace*s.step {
			c.X += run.Size
		}
	} else {
		s.slant, s.first, s.step = run.Slant, run.Slant, 0
		c.X, c.Y = v.point(x, y)
	}
	s.x, s.y, s.base, s.placed = x, y, c.Y, true
	c.Box = pdfium.Box{X0: c.X, Y0: c.Y - Above*run.Size, X1: c.X + width, Y1: c.Y + Below*run.Size}
	s.end, c.End = c.Box.X1, c.Box.X1
}

// slantWidth returns how wide a slanted character is: as far as the next one is
// away.
func slantWidth(p *pdfium.Page, i int) float64 {
	c := &p.Chars[i]
	usual := widthOfOne * p.Runs[c.Run].Size
	if i+1 == len(p.Chars) || p.Chars[i+1].Run != c.Run {
		return usual
	}
	return min(math.Hypot(p.Chars[i+1].X-c.X, p.Chars[i+1].Y-c.Y), 2*usual)
}
