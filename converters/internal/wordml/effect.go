package wordml

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// IsExact reports whether a height is meant to be neither more nor less.
func IsExact(s *xmlread.Scanner, name string) bool {
	rule, _ := s.Attr(NsW, name)
	return rule == "exact"
}

// frameIsOff reports whether a frame is beside the page (17.3.1.11).
func frameIsOff(s *xmlread.Scanner) bool {
	for _, side := range [...]struct{ at, size string }{{"x", "w"}, {"y", "h"}} {
		text, ok := s.Attr(NsW, side.at)
		if !ok {
			continue
		}
		at, _ := Number(text)
		size, _ := s.Attr(NsW, side.size)
		long, _ := Number(size)
		if wordtext.IsPlacedOff(at, long) {
			return true
		}
	}
	return false
}

// TableIsOff reports whether an indent (17.4.50) or a place of its own (17.4.57)
// puts a table beside the page. How wide it is, is not asked: no page reaches as far.
func TableIsOff(s *xmlread.Scanner) bool {
	var names []string
	switch {
	case Is(s, "tblInd"):
		if kind, ok := s.Attr(NsW, "type"); !ok || kind == "dxa" {
			names = append(names, "w")
		}
	case Is(s, "tblpPr"):
		names = append(names, "tblpX", "tblpY")
	}
	return slices.ContainsFunc(names, func(name string) bool {
		text, _ := s.Attr(NsW, name)
		at, _ := Number(text)
		return wordtext.IsIndentedOff(at, 0)
	})
}

// readEffect reads what Word 2010 added to the properties of text
// ([MS-DOCX], 2.6): what its letters are filled with, which is in place of
// their colour, and what is around them.
func (t *theme) readEffect(s *xmlread.Scanner, d *Chars) error {
	switch s.Local() {
	case "textFill":
		return t.readFill(s, d)
	case "textOutline":
		return s.Each(func() error {
			switch s.Local() {
			case "noFill":
				d.set(bitLined, false)
			case "solidFill", "gradFill":
				d.set(bitLined, true)
			}
			return s.Skip() // how its line goes says nothing of whether there is one
		})
	case "shadow":
		d.set(bitLined, true)
	case "glow":
		size, _ := s.Attr(NsW14, "rad")
		if n, _ := Number(size); n > 0 { // which is 0 where nothing says it
			d.set(bitLined, true)
		}
	}
	return s.Skip()
}

// readFill reads what letters are filled with.
func (t *theme) readFill(s *xmlread.Scanner, d *Chars) error {
	return s.Each(func() error {
		switch s.Local() {
		case "noFill":
			d.set(bitClear, true)
		case "solidFill":
			d.set(bitClear, false)
			return s.Each(func() error { return t.readSolid(s, d) })
		default:
			d.set(bitClear, false)
			d.ink = ColorUnknown
		}
		return s.Skip()
	})
}

// maxTransparent is how transparent letters can be seen, in thousandths of a
// per cent.
const maxTransparent = 100_000 * (1 - visible.MinOpacity)

// readSolid reads a colour and what is done to it. Word writes how transparent
// it is, where drawings have how much it covers.
func (t *theme) readSolid(s *xmlread.Scanner, d *Chars) error {
	switch name, _ := s.Attr(NsW14, "val"); s.Local() {
	case "srgbClr":
		d.ink = ReadColor(name)
	case "schemeClr":
		d.ink = t.scheme(name)
	default:
		d.ink = ColorUnknown
	}
	return s.Each(func() error {
		text, _ := s.Attr(NsW14, "val")
		n, _ := Number(text)
		switch {
		case s.Local() != "alpha":
			d.ink = ColorUnknown
		case n > maxTransparent:
			d.set(bitClear, true)
		}
		return s.Skip()
	})
}

// scheme returns a colour of the theme by the name that drawings have for it.
func (t *theme) scheme(name string) int32 {
	switch name {
	case "bg1":
		name = "lt1"
	case "bg2":
		name = "lt2"
	case "tx1":
		name = "dk1"
	case "tx2":
		name = "dk2"
	}
	t.readTheme()
	if c, ok := t.colors[name]; ok {
		return c
	}
	return ColorUnknown
}
