package lid

import (
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// group is where the parts of a group are: a part's place is in its own space (20.1.7.5).
type group struct {
	paper.Rect
	space paper.Rect
}

// in returns a place of the group's space in that of the whole drawing.
func (g *group) in(r paper.Rect) paper.Rect {
	wide, high := g.space.Right-g.space.Left, g.space.Bottom-g.space.Top
	if wide <= 0 || high <= 0 {
		return g.Rect
	}
	sx, sy := (g.Right-g.Left)/wide, (g.Bottom-g.Top)/high
	return paper.Rect{
		Left: g.Left + (r.Left-g.space.Left)*sx, Top: g.Top + (r.Top-g.space.Top)*sy,
		Right: g.Left + (r.Right-g.space.Left)*sx, Bottom: g.Top + (r.Bottom-g.space.Top)*sy,
	}
}

// graphic reads what a drawing shows: at is its place, of one in a group after what it
// says itself.
func (r *reader) graphic(sh *shape, at paper.Rect, in *group) error {
	inner := in
	return r.s.Each(func() error {
		switch space, name := r.s.Space(), r.s.Local(); {
		case space == wordml.NsMC:
			return r.understood(func() error { return r.graphic(sh, at, inner) })
		case name == "wsp":
			return r.box(sh, at, inner)
		case space == wordml.NsPic && name == "pic":
			return r.box(sh, at, inner)
		case name == "grpSpPr":
			g := group{Rect: at}
			fill := look{at: at, in: in, space: &g.space}
			err := fill.read(r.s)
			if in != nil {
				g.Rect = fill.at
			}
			inner = &g
			return err
		case name == "graphicFrame" || space == wordml.NsC || space == wordml.NsCX || space == wordml.NsDgm:
			sh.cover(at)
			return r.s.Skip()
		case name == "graphicData" || name == "wgp" || name == "grpSp" || name == "wpc":
			return r.graphic(sh, at, inner)
		}
		return r.s.Skip()
	})
}

// look is how a shape is filled, and where it is.
type look struct {
	at     paper.Rect
	in     *group
	space  *paper.Rect // to read that of its parts
	filled bool
	open   bool // what is drawn is a line or a frame
	clear  bool
	said   bool
	line   float64 // how wide its line is
}

// box reads a shape or a picture.
func (r *reader) box(sh *shape, at paper.Rect, in *group) error {
	l := look{at: at, in: in}
	sh.order = min(sh.order+1, orders-1)
	done := false
	end := func() {
		if !done {
			l.close(sh)
		}
		done = true
	}
	err := r.s.Each(func() error {
		switch r.s.Local() {
		case "spPr":
			return l.read(r.s)
		case "blipFill":
			l.filled = true
			return l.through(r.s)
		case "style":
			return r.s.Each(func() error {
				if index, ok := r.s.Attr(xmlread.None, "idx"); ok && r.s.Local() == "fillRef" && index != "0" && !l.said {
					l.filled = true
				}
				return r.s.Skip()
			})
		case "txbx":
			end()
			return r.s.Each(func() error { return r.text(sh, l.at) })
		}
		return r.s.Skip()
	})
	end()
	return err
}

// close adds the shape to those that nothing is seen through.
func (l *look) close(sh *shape) {
	thick := l.line / 2
	wide, high := l.at.Right-l.at.Left, l.at.Bottom-l.at.Top
	if l.line > 0 && 2*l.line >= min(wide, high) && l.line > thickLine || l.filled && !l.clear && !l.open {
		sh.cover(paper.Rect{Left: l.at.Left - thick, Top: l.at.Top - thick, Right: l.at.Right + thick, Bottom: l.at.Bottom + thick})
	}
}

// thickLine is how wide a line is that text can be under, in points.
const thickLine = 6

// text reads the text in a shape.
func (r *reader) text(sh *shape, at paper.Rect) error {
	const across, down = 7.2, 3.6
	mark := r.sheet.Mark()
	flow := paper.Flow{Left: at.Left + across, Width: max(at.Right-at.Left-2*across, across), Y: at.Top + down}
	err := r.flow(&flow)
	r.sheet.Lift(mark, r.sheet.Mark(), 0, 0, sh.order)
	return err
}

// read reads the properties of a shape (20.1.2.2.35).
func (l *look) read(s *xmlread.Scanner) error {
	return s.Each(func() error {
		switch s.Local() {
		case "xfrm":
			return l.transform(s)
		case "prstGeom":
			l.open = isOpen(s)
		case "noFill":
			l.said, l.filled = true, false
		case "solidFill", "gradFill", "pattFill", "blipFill", "grpFill":
			l.said, l.filled = true, true
			return l.through(s)
		case "ln":
			line := points(s, "w")
			return s.Each(func() error {
				if s.Local() == "solidFill" || s.Local() == "gradFill" || s.Local() == "pattFill" {
					l.line = line
				}
				return s.Skip()
			})
		}
		return s.Skip()
	})
}

// isOpen reports whether a form has no inside, or a hole.
func isOpen(s *xmlread.Scanner) bool {
	form, _ := s.Attr(xmlread.None, "prst")
	switch form {
	case "line", "lineInv", "straightConnector1", "bentConnector2", "bentConnector3", "bentConnector4", "bentConnector5",
		"curvedConnector2", "curvedConnector3", "curvedConnector4", "curvedConnector5", "arc", "frame", "halfFrame", "donut",
		"noSmoking", "blockArc", "leftBracket", "rightBracket", "leftBrace", "rightBrace", "bracketPair", "bracePair", "corner", "diagStripe":
		return true
	}
	return false
}

// through reads a fill, and notes whether it is seen through.
func (l *look) through(s *xmlread.Scanner) error {
	const opaque = 80_000 // in thousandths of a per cent
	clearest, colors := int32(0), 0
	var walk func() error
	walk = func() error {
		return s.Each(func() error {
			switch name := s.Local(); name {
			case "srgbClr", "schemeClr", "sysClr", "prstClr", "scrgbClr", "hslClr", "blip":
				colors++
				alpha := int32(100_000)
				err := s.Each(func() error {
					if name := s.Local(); name == "alpha" || name == "alphaModFix" {
						text, _ := s.Attr(xmlread.None, map[string]string{"alpha": "val", "alphaModFix": "amt"}[name])
						if n, ok := wordml.Number(text); ok {
							alpha = n
						}
					}
					return s.Skip()
				})
				clearest = max(clearest, alpha)
				return err
			}
			return walk()
		})
	}
	err := walk()
	l.clear = colors > 0 && clearest < opaque
	return err
}

// transform reads where a shape of a group is, and the space of a group (20.1.7.6).
func (l *look) transform(s *xmlread.Scanner) error {
	var own, parts paper.Rect
	err := s.Each(func() error {
		switch s.Local() {
		case "off":
			own.Left, own.Top = points(s, "x"), points(s, "y")
		case "ext":
			own.Right, own.Bottom = own.Left+points(s, "cx"), own.Top+points(s, "cy")
		case "chOff":
			parts.Left, parts.Top = points(s, "x"), points(s, "y")
		case "chExt":
			parts.Right, parts.Bottom = parts.Left+points(s, "cx"), parts.Top+points(s, "cy")
		}
		return s.Skip()
	})
	if l.in != nil {
		l.at = l.in.in(own)
	}
	if l.space != nil {
		*l.space = parts
	}
	return err
}
