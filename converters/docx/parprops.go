package docx

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// pars are the properties of a paragraph that matter to its reader.
type pars struct {
	left, first        int32 // indents in twips
	hasLeft, hasFirst  bool
	align              document.Align
	hasAlign           bool
	ground             int32 // shading, see colour
	border             bool  // a line below
	hasGround, removed bool  // removed: the paragraph's end was deleted
	flat, off          bool  // its lines have no height; it is beside the page
	hasFlat            bool
}

// over puts the properties that other has in place of these.
func (p *pars) over(other *pars) {
	if other.hasLeft {
		p.left, p.hasLeft = other.left, true
	}
	if other.hasFirst {
		p.first, p.hasFirst = other.first, true
	}
	if other.hasAlign {
		p.align, p.hasAlign = other.align, true
	}
	if other.hasGround {
		p.ground, p.hasGround = other.ground, true
	}
	if other.hasFlat {
		p.flat, p.hasFlat = other.flat, true
	}
	p.border, p.off = p.border || other.border, p.off || other.off
	p.removed = other.removed
}

// marker says which list numbers a paragraph, as properties or styles do.
type marker struct {
	set   bool
	num   int32  // 0 is none
	level int8   // -1 unset
	style string // that says so; the list may have a level for it
	shown string // beside the list, as Word 2003 writes what it shows
}

// readParaProps reads the properties of a paragraph (17.3.1) but for its
// style, which [paragraph] asks for itself.
func (r *reader) readParaProps(s *xmlread.Scanner, p *pars, m *marker, level *int8) error {
	return each(s, func() error {
		if s.Space() != nsW {
			return s.Skip()
		}
		switch s.Local() {
		case "numPr":
			return readNumber(s, m)
		case "outlineLvl":
			if n, ok := number(value(s)); ok && n >= 0 && n <= wordtext.NoLevel {
				*level = int8(n)
			}
		case "ind":
			indent(s, p)
			p.off = p.off || p.left+min(p.first, 0) <= -maxIndent || p.left >= 2*maxIndent
		case "spacing":
			if line, ok := s.Attr(nsW, "line"); ok {
				n, _ := number(line)
				p.flat, p.hasFlat = n < minTwips && exactly(s, "lineRule"), true
			}
		case "framePr":
			p.off = p.off || frameIsOff(s)
			if h, ok := s.Attr(nsW, "h"); ok {
				n, _ := number(h)
				p.flat, p.hasFlat = p.flat || n < minTwips && exactly(s, "hRule"), true
			}
		case "jc":
			p.align, p.hasAlign = alignment(value(s)), true
		case "shd":
			if c := r.shade(s); c != 0 {
				p.ground, p.hasGround = c, true
			}
		case "pBdr":
			return each(s, func() error {
				if v := value(s); is(s, "bottom") && v != "nil" && v != "none" {
					p.border = true
				}
				return s.Skip()
			})
		case "rPr":
			return each(s, func() error {
				p.removed = p.removed || is(s, "del") || is(s, "moveFrom")
				return s.Skip()
			})
		case "sectPr":
			return r.section(s)
		case "pStyle":
			r.named = value(s)
		}
		return s.Skip()
	})
}

// readNumber reads which list numbers a paragraph (17.3.1.19).
func readNumber(s *xmlread.Scanner, m *marker) error {
	return each(s, func() error {
		n, ok := number(value(s))
		switch {
		case is(s, "shown"):
			m.shown = value(s)
		case !ok:
		case is(s, "numId"):
			m.num, m.set = n, true
		case is(s, "ilvl"):
			m.level = int8(min(max(n, 0), levelCount-1))
		}
		return s.Skip()
	})
}

// indent reads the indents of a paragraph (17.3.1.12).
func indent(s *xmlread.Scanner, p *pars) {
	for i := range s.Attrs() {
		text, _ := s.AttrValue(i)
		n, ok := number(text)
		if !ok {
			continue
		}
		switch s.AttrName(i).Local {
		case "left", "start":
			p.left, p.hasLeft = n, true
		case "firstLine":
			p.first, p.hasFirst = n, true
		case "hanging":
			p.first, p.hasFirst = -n, true
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
