package pptx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// shapesAtOnce is how many shapes are made at once.
const shapesAtOnce = 16

// newShape returns a shape that is made of an element.
func (sc *scratch) newShape(n xmlread.NodeID) *shape {
	if len(sc.shapes) == 0 {
		sc.shapes = make([]shape, shapesAtOnce)
	}
	sh := &sc.shapes[0]
	sc.shapes = sc.shapes[1:]
	sh.node = n
	return sh
}

// shape reads a child of a shape tree or a group. For what is not a shape it
// returns nil.
func (sc *scratch) shape(s *source, n xmlread.NodeID, space drawing.Space) *shape {
	name := s.Name(n)
	if name.Space != drawing.P {
		return nil
	}
	switch name.Local {
	case "sp", "cxnSp", "pic", "graphicFrame", "grpSp":
	default:
		return nil
	}
	sh := sc.newShape(n)
	properties := s.Child(n, drawing.P, "spPr")
	xfrm := s.Child(properties, drawing.A, "xfrm")
	about := xmlread.NodeID(0)
	switch name.Local {
	case "sp":
		sh.kind, about = kindShape, s.Child(n, drawing.P, "nvSpPr")
		sh.text = s.Child(n, drawing.P, "txBody")
	case "cxnSp":
		sh.kind, about = kindShape, s.Child(n, drawing.P, "nvCxnSpPr")
	case "pic":
		sh.kind, about = kindPicture, s.Child(n, drawing.P, "nvPicPr")
	case "graphicFrame":
		sh.kind, about = kindFrame, s.Child(n, drawing.P, "nvGraphicFramePr")
		xfrm = s.Child(n, drawing.P, "xfrm")
	case "grpSp":
		sh.kind, about = kindGroup, s.Child(n, drawing.P, "nvGrpSpPr")
		properties = s.Child(n, drawing.P, "grpSpPr")
		xfrm = s.Child(properties, drawing.A, "xfrm")
		sh.inner = space.Group(s.Tree, xfrm)
	}
	sh.frame = space.Map(drawing.ReadFrame(s.Tree, xfrm)).Turned(s.Attr(xfrm, xmlread.None, "rot"))
	sh.about(s, about)
	sh.paint(s, properties)
	return sh
}

// about reads what a shape says of itself.
func (sh *shape) about(s *source, n xmlread.NodeID) {
	properties := s.Child(n, drawing.P, "cNvPr")
	if name := s.Attr(properties, xmlread.None, "name"); name != "" {
		sh.place = "shape " + strconv.Quote(oneline.Short(name, maxPlace))
	} else {
		sh.place = "shape without a name"
	}
	sh.alt, sh.decorative = drawing.Alt(s.Tree, properties)
	sh.hidden = drawing.Bool(s.Attr(properties, xmlread.None, "hidden"))
	if click := s.Child(properties, drawing.A, "hlinkClick"); click != 0 {
		sh.url = s.links.url(s.Attr(click, drawing.R, "id"))
	}
	sh.holder = readHolder(s.Tree, s.Child(n, drawing.P, "nvPr"))
}

// paint reads what a shape is filled with.
func (sh *shape) paint(s *source, properties xmlread.NodeID) {
	sh.looks.fill = drawing.ReadPaint(s.Tree, properties)
	switch sh.kind {
	case kindPicture, kindFrame:
		sh.looks.fill = drawing.Paint{Kind: drawing.PaintOther}
	}
	style := s.Child(sh.node, drawing.P, "style")
	if style == 0 {
		return
	}
	sh.looks.style = drawing.StyleLevels(s.Tree, style)
	ref := s.Child(style, drawing.A, "fillRef")
	if idx := s.Attr(ref, xmlread.None, "idx"); sh.looks.fill.Kind == drawing.PaintUnset && idx != "" && idx != "0" {
		sh.looks.fill = drawing.ReadColor(s.Tree, ref)
		if idx != "1" {
			sh.looks.fill.Kind = drawing.PaintOther
		}
	}
}

// maxPlace is how many characters of a shape's name a place has.
const maxPlace = 60

// hasText reports whether a text body holds anything but blanks.
func hasText(t *xmlread.Tree, body xmlread.NodeID) bool {
	found := false
	drawing.Each(t, body, func(p xmlread.NodeID) {
		if t.Name(p).Local != "p" {
			return
		}
		drawing.Each(t, p, func(r xmlread.NodeID) {
			switch name := t.Name(r).Local; {
			case name == "m", name == "AlternateContent":
				found = true
			case name == "r", name == "fld" && t.Attr(r, xmlread.None, "type") != "slidenum":
				found = found || !blank(t.All(t.Child(r, drawing.A, "t")))
			}
		})
	})
	return found
}

func blank(s string) bool {
	for i := range len(s) {
		if s[i] > ' ' {
			return false
		}
	}
	return true
}
