package lid

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// vml reads a drawing in VML (part 4, 19).
func (r *reader) vml(x *para) error {
	s := r.s
	if s.Local() == "shapetype" {
		id, _ := s.Attr(xmlread.None, "id")
		if isOff(s, "filled") {
			r.unfilled["#"+id] = true
		}
		return s.Skip()
	}
	f := float{before: x.Ink()}
	style, _ := s.Attr(xmlread.None, "style")
	f.styled(style)
	f.mark = r.sheet.Mark()
	at := paper.Rect{Right: f.across.size, Bottom: f.down.size}
	err := r.vmlShape(&f.shape, at)
	f.marked = r.sheet.Mark()
	if !f.floats {
		x.Least = max(x.Least, f.down.size)
	}
	x.float(r.sheet, f)
	return err
}

// vmlShape reads a shape, or a group, whose parts are taken as large as it is.
func (r *reader) vmlShape(sh *shape, at paper.Rect) error {
	s := r.s
	kind, _ := s.Attr(xmlread.None, "type")
	_, colored := s.Attr(xmlread.None, "fillcolor")
	filled := false
	switch s.Local() {
	case "shape", "rect", "roundrect", "oval", "polyline":
		filled = !isOff(s, "filled") && (!r.unfilled[kind] || colored)
	case "image":
		filled = true
	}
	clear := false
	err := s.Each(func() error {
		switch s.Local() {
		case "fill":
			opacity, _ := s.Attr(xmlread.None, "opacity")
			clear = isOff(s, "on") || isClear(opacity)
		case "imagedata":
			filled, clear = true, false
		case "textbox":
			return s.Each(func() error { return r.text(sh, at) })
		case "wrap":
			kind, _ := s.Attr(xmlread.None, "type")
			sh.around, sh.pushes = kind != "none" && kind != "", kind == "topAndBottom"
		case "shape", "rect", "roundrect", "oval", "polyline", "group", "line", "image":
			return r.vmlShape(sh, at)
		}
		return s.Skip()
	})
	if filled && !clear {
		sh.cover(at)
	}
	return err
}

// isOff reports whether an attribute says no.
func isOff(s *xmlread.Scanner, name string) bool {
	v, ok := s.Attr(xmlread.None, name)
	return ok && !wordml.IsOn(v, true)
}

// isClear reports whether something is seen through a fill.
func isClear(opacity string) bool {
	const opaque = .8
	if opacity == "" {
		return false
	}
	per := 100.0 * 20
	text, fixed := strings.CutSuffix(opacity, "f")
	if fixed {
		per = 65536 * 20
	} else if rest, ok := strings.CutSuffix(text, "%"); ok {
		text, per = rest, 100*20
	} else {
		per = 20
	}
	n, ok := wordml.Number(text + "pt")
	return ok && float64(n)/per < opaque
}

// styled reads where a shape is (part 4, 19.1.2.19).
func (sh *shape) styled(style string) {
	height, behind := int64(0), false
	for part := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(part, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch name {
		case "position":
			sh.floats = value == "absolute"
		case "visibility", "display":
			sh.hidden = sh.hidden || value == "hidden" || value == "none"
		case "z-index":
			n, _ := wordml.Number(value)
			height, behind = int64(max(n, 0)), n < 0
		}
		sh.across.styled(name, value, "left", "width", "horizontal")
		sh.down.styled(name, value, "top", "height", "vertical")
	}
	sh.level = levelOf(height, behind)
}

// styled takes a property, if it is one of the side, by the names that it has there.
func (p *side) styled(name, value, start, size, axis string) {
	switch name {
	case start, "margin-" + start:
		p.at += length(value)
	case size:
		p.size = length(value)
	case "mso-position-" + axis:
		p.align = aligned(value)
	case "mso-position-" + axis + "-relative":
		p.from = relativeTo(value)
	}
}

func aligned(value string) string {
	if value == "absolute" {
		return ""
	}
	return value
}

// relativeTo returns what a place counts from, as DrawingML has it.
func relativeTo(value string) string {
	switch value {
	case "text":
		return "" // the column, or the paragraph
	case "char":
		return "character"
	}
	name, rest, ok := strings.Cut(value, "-margin-area")
	if ok && rest == "" {
		return name + "Margin"
	}
	return value
}

// length returns a length in points.
func length(text string) float64 {
	if pixels, ok := strings.CutSuffix(text, "px"); ok {
		text = pixels + "pt"
	}
	n, _ := wordml.Number(text)
	return float64(n) / 20
}
