package lid

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// drawing reads a drawing in a run.
func (r *reader) drawing(x *para) error {
	return r.s.Each(func() error {
		switch r.s.Space() {
		case wordml.NsMC:
			return r.understood(func() error { return r.drawing(x) })
		case wordml.NsWP:
			return r.placed(x)
		case wordml.NsV:
			return r.vml(x)
		}
		return r.s.Skip()
	})
}

// placed reads a drawing of DrawingML: one in a line, or one that floats (20.4.2.3).
func (r *reader) placed(x *para) error {
	s := r.s
	f := float{before: x.Ink()}
	f.floats = s.Local() == "anchor"
	height, _ := s.Attr(xmlread.None, "relativeHeight")
	behind, _ := s.Attr(xmlread.None, "behindDoc")
	n, _ := wordml.Number(height)
	f.level = levelOf(int64(max(n, 0)), behind != "" && wordml.IsOn(behind, true))
	f.mark = r.sheet.Mark()
	simple, _ := s.Attr(xmlread.None, "simplePos")
	f.simple = simple != "" && wordml.IsOn(simple, true)
	err := s.Each(func() error { return r.placedPart(&f.shape) })
	f.marked = r.sheet.Mark()
	if !f.floats {
		x.Least = max(x.Least, f.down.size)
		f.lids = nil
	}
	x.float(r.sheet, f)
	return err
}

// placedPart reads a part of such a drawing.
func (r *reader) placedPart(sh *shape) error {
	s := r.s
	switch name := s.Local(); name {
	case "simplePos":
		if sh.simple {
			sh.across, sh.down = side{from: "page", at: points(s, "x")}, side{from: "page", at: points(s, "y")}
		}
	case "positionH", "positionV":
		if sh.simple {
			return s.Skip()
		}
		if name == "positionH" {
			return sh.across.read(s)
		}
		return sh.down.read(s)
	case "extent":
		sh.across.size, sh.down.size = points(s, "cx"), points(s, "cy")
	case "wrapTopAndBottom":
		sh.pushes = true
	case "wrapSquare":
		sh.around = true
	case "wrapTight", "wrapThrough":
		small, err := isNarrow(s)
		sh.around = !small
		return err
	case "docPr":
		hidden, ok := s.Attr(xmlread.None, "hidden")
		sh.hidden = ok && wordml.IsOn(hidden, true)
	case "graphic":
		return r.graphic(sh, paper.Rect{Right: sh.across.size, Bottom: sh.down.size}, nil)
	case "sizeRelH", "sizeRelV":
		return r.relative(sh)
	}
	return s.Skip()
}

// relative reads a size that is a part of the page's.
func (r *reader) relative(sh *shape) error {
	to, page := &sh.across.size, r.sheet.Width
	if r.s.Local() == "sizeRelV" {
		to, page = &sh.down.size, r.sheet.Height
	}
	return r.s.Each(func() error {
		text, err := r.s.InnerText()
		n, _ := wordml.Number(text)
		size := max(*to, float64(n)/100_000*page)
		for i := range sh.lids {
			l := &sh.lids[i]
			if to == &sh.across.size && l.Right == *to {
				l.Right = size
			} else if to == &sh.down.size && l.Bottom == *to {
				l.Bottom = size
			}
		}
		*to = size
		return err
	})
}

// position reads a place along a side (20.4.2.10, 20.4.2.11).
func (p *side) read(s *xmlread.Scanner) error {
	p.from, _ = s.Attr(xmlread.None, "relativeFrom")
	return s.Each(func() error {
		text, err := s.InnerText()
		switch s.Local() {
		case "align":
			p.align = strings.TrimSpace(text)
		case "posOffset":
			n, _ := wordml.Number(strings.TrimSpace(text))
			p.at = float64(n) / float64(drawing.Point)
		}
		return err
	})
}

// isNarrow reports whether the line that text flows around is much smaller than its
// shape (20.4.2.16), so that text is under it.
func isNarrow(s *xmlread.Scanner) (bool, error) {
	const whole, part = 21600, .35 // pictures may be clear at their sides
	low, high := [2]float64{whole, whole}, [2]float64{}
	err := s.Each(func() error {
		return s.Each(func() error {
			for i, name := range [...]string{"x", "y"} {
				text, _ := s.Attr(xmlread.None, name)
				n, _ := wordml.Number(text)
				at := min(max(float64(n), 0), whole)
				low[i], high[i] = min(low[i], at), max(high[i], at)
			}
			return s.Skip()
		})
	})
	return (high[0]-low[0])*(high[1]-low[1]) < part*whole*whole, err
}
