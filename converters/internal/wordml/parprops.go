package wordml

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// over puts the properties that other has in place of these.
func (p *Pars) over(other *Pars) {
	if other.has&givenLeft != 0 {
		p.Left = other.Left
	}
	if other.has&givenFirst != 0 {
		p.First = other.First
	}
	if other.has&givenAlign != 0 {
		p.Align = other.Align
	}
	if other.has&givenGround != 0 {
		p.Ground = other.Ground
	}
	if other.has&givenFlat != 0 {
		p.Flat = other.Flat
	}
	p.has |= other.has
	p.Border, p.Off = p.Border || other.Border, p.Off || other.Off
	p.Removed = other.Removed
}

// border reads the lines around a paragraph.
func (p *Pars) border(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if v := Value(s); Is(s, "bottom") && v != "nil" && v != "none" {
			p.Border = true
		}
		return s.Skip()
	})
}

// mark reads the properties of the mark that ends a paragraph: without it, the next
// one goes on.
func (p *Pars) mark(s *xmlread.Scanner) error {
	return s.Each(func() error {
		p.Removed = p.Removed || Is(s, "del") || Is(s, "moveFrom")
		return s.Skip()
	})
}

// readParaProps reads the properties of a paragraph (17.3.1). The id of its style
// goes to styleID.
func (defs *Definitions) readParaProps(s *xmlread.Scanner, p *Pars, m *marker, level *int8, styleID *string) error {
	return s.Each(func() error {
		if s.Space() != NsW {
			return s.Skip()
		}
		switch s.Local() {
		case "numPr":
			return readNumber(s, m)
		case "outlineLvl":
			if n, ok := Number(Value(s)); ok && n >= 0 && n <= wordtext.NoLevel {
				*level = int8(n)
			}
		case "shd":
			if c := defs.Theme.Shade(s); c != 0 {
				p.Ground, p.has = c, p.has|givenGround
			}
		case "ind", "spacing", "framePr", "jc":
			p.place(s)
		case "pBdr":
			return p.border(s)
		case "rPr":
			return p.mark(s)
		case "sectPr":
			return defs.Section(s)
		case "pStyle":
			if styleID != nil {
				*styleID = Value(s)
			}
		}
		return s.Skip()
	})
}

// place reads a property that says where a paragraph is and how high its lines are.
func (p *Pars) place(s *xmlread.Scanner) {
	switch s.Local() {
	case "ind":
		indent(s, p)
		p.Off = p.Off || wordtext.IsIndentedOff(p.Left, p.First)
	case "spacing":
		if line, ok := s.Attr(NsW, "line"); ok {
			n, _ := Number(line)
			p.Flat, p.has = n < wordtext.MinTwips && IsExact(s, "lineRule"), p.has|givenFlat
		}
	case "framePr":
		p.Off = p.Off || frameIsOff(s)
		if h, ok := s.Attr(NsW, "h"); ok {
			n, _ := Number(h)
			p.Flat, p.has = p.Flat || n < wordtext.MinTwips && IsExact(s, "hRule"), p.has|givenFlat
		}
	case "jc":
		p.Align, p.has = alignment(Value(s)), p.has|givenAlign
	}
}

// readNumber reads which list numbers a paragraph (17.3.1.19).
func readNumber(s *xmlread.Scanner, m *marker) error {
	return s.Each(func() error {
		n, ok := Number(Value(s))
		switch {
		case Is(s, "shown"):
			m.shown = Value(s)
		case !ok:
		case Is(s, "numId"):
			m.num, m.set = n, true
		case Is(s, "ilvl"):
			m.level = int8(min(max(n, 0), wordtext.ListLevels-1))
		}
		return s.Skip()
	})
}

// indent reads the indents of a paragraph (17.3.1.12).
func indent(s *xmlread.Scanner, p *Pars) {
	for i := range s.Attrs() {
		text, _ := s.AttrValue(i)
		n, ok := Number(text)
		if !ok {
			continue
		}
		switch s.AttrName(i).Local {
		case "left", "start":
			p.Left, p.has = n, p.has|givenLeft
		case "firstLine":
			p.First, p.has = n, p.has|givenFirst
		case "hanging":
			p.First, p.has = -n, p.has|givenFirst
		}
	}
}

func alignment(value string) document.Align {
	switch value {
	case "center":
		return document.AlignCenter
	case "right", "end":
		return document.AlignRight
	}
	return document.AlignNone
}
