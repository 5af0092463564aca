package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Bounds of shapes that can be seen, in English Metric Units: 914,400 an inch.
const (
	emuInch  = 914_400
	emuTwip  = 635
	emuLeast = 12_700 // a side of a shape with text
	// emuMargin is how far what a place counts from, such as a margin or a
	// column, may be from the edge of the page.
	emuMargin = 4 * emuInch
)

// side is the place of a shape along one side of the page.
type side struct {
	at, size int64
	known    bool // a place is given
	paper    bool // it counts from the edge of the page
}

// isOff reports whether a shape is beside a page, which is so long at most.
func (p side) isOff(page int64) bool {
	slack := int64(emuMargin)
	if p.paper {
		slack = 0
	}
	return p.known && (p.at+p.size <= -slack || p.at >= page)
}

// anchor is where a drawing stands that floats (20.4.2.3).
type anchor struct{ across, down side }

// isOff reports whether it is beside the page.
func (a *anchor) isOff(page int64) bool { return a.across.isOff(page) || a.down.isOff(page) }

// position reads the place of a drawing along a side (20.4.2.10, 20.4.2.11).
func (st *story) position(p *side) error {
	s := st.s
	from, _ := s.Attr(xmlread.None, "relativeFrom")
	p.paper = from == "page"
	return each(s, func() error {
		if s.Local() != "posOffset" {
			return s.Skip()
		}
		text, err := s.ReadElement()
		if err == nil {
			p.at, p.known = emus(text.All(xmlread.Root)), true
		}
		return err
	})
}

// extent reads how large a drawing is (20.4.2.7).
func (st *story) extent(a *anchor) bool {
	cx, _ := st.s.Attr(xmlread.None, "cx")
	cy, _ := st.s.Attr(xmlread.None, "cy")
	a.across.size, a.down.size = emus(cx), emus(cy)
	return a.across.size < emuLeast || a.down.size < emuLeast
}

// emus reads a length, 0 for what is none.
func emus(text string) int64 {
	n, _ := number(strings.TrimSpace(text))
	return int64(n)
}

// pageSide returns how long the longest side of the pages is, in English Metric
// Units, as their sections say (17.6.13), which come behind what is on them. A
// document that says nothing has pages in the format Letter.
func (r *reader) pageSide() int64 {
	if r.paper != 0 {
		return r.paper
	}
	longest := int64(0)
	for rest := r.source; ; {
		_, after, found := strings.Cut(rest, "pgSz ")
		if !found {
			break
		}
		tag, _, _ := strings.Cut(after, ">")
		for _, name := range [...]string{`w="`, `h="`} {
			if _, value, ok := strings.Cut(tag, ":"+name); ok {
				value, _, _ = strings.Cut(value, `"`)
				n, _ := number(value)
				longest = max(longest, int64(n))
			}
		}
		rest = after
	}
	const letter = 15840
	if longest <= 0 {
		longest = letter
	}
	r.paper = longest * emuTwip
	return r.paper
}

// isLayered reports whether something may be behind the text of a shape: it is
// one of several in a group or in a paragraph, or a drawing of the document
// stands behind its text.
func (st *story) isLayered(x *para, d *drawn) bool {
	if st.below == layersUnknown {
		st.below = layersNone
		if strings.Contains(st.source, `behindDoc="1"`) || strings.Contains(st.source, "z-index:-") {
			st.below = layersSome
		}
	}
	return d.grouped || x.drawings > 1 || st.below == layersSome
}

// layers says whether drawings stand behind the text of a document.
type layers uint8

const (
	layersUnknown layers = iota
	layersNone
	layersSome
)

// vmlStyle is what the style of a shape in VML says of where it stands
// (part 4, 19.1.2.19).
func vmlStyle(style string, page int64) hiding {
	var a anchor
	hidden, sized, floats, grows, inner := false, 0, false, false, false
	for part := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(part, ":")
		value = strings.TrimSpace(value)
		switch name = strings.TrimSpace(name); name {
		case "left", "top", "width", "height":
			inner = inner || isBare(value)
		}
		switch name {
		case "visibility":
			hidden = hidden || value == "hidden"
		case "display":
			hidden = hidden || value == "none"
		case "position":
			floats = value == "absolute"
		case "left", "margin-left":
			a.across.at, a.across.known = a.across.at+vmlLength(value), true
		case "top", "margin-top":
			a.down.at, a.down.known = a.down.at+vmlLength(value), true
		case "width":
			a.across.size, sized = vmlLength(value), sized+1
		case "height":
			a.down.size, sized = vmlLength(value), sized+1
		case "mso-position-horizontal-relative":
			a.across.paper = value == "page"
		case "mso-position-vertical-relative":
			a.down.paper = value == "page"
		case "mso-width-percent", "mso-height-percent", "mso-fit-shape-to-text":
			grows = true
		}
	}
	switch {
	case hidden:
		return hiddenText
	case inner: // of a group: the numbers are those of its own space
	case floats && a.isOff(page):
		return hiddenOff
	case sized == 2 && !grows && (a.across.size < emuLeast || a.down.size < emuLeast):
		return hiddenSize
	}
	return notHidden
}

// isBare reports whether a value is a number without a unit, but for 0.
func isBare(value string) bool {
	return strings.Trim(value, "0") != "" && strings.TrimLeft(value, "+-.0123456789") == ""
}

// vmlLength reads a length as styles of VML have it, in English Metric Units.
func vmlLength(text string) int64 {
	if pixels, ok := strings.CutSuffix(text, "px"); ok {
		text = pixels + "pt"
	}
	n, _ := number(text)
	return int64(n) * emuTwip
}
