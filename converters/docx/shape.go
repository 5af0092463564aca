package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// emuTwip is a twentieth of a point in English Metric Units.
const emuTwip = drawing.Point / 20

// readPosition reads the place of a drawing along a side (20.4.2.10, 20.4.2.11).
func readPosition(s *xmlread.Scanner, p *drawing.Reach) error {
	from, _ := s.Attr(xmlread.None, "relativeFrom")
	p.Paper = from == "page"
	return s.Each(func() error {
		if s.Local() != "posOffset" {
			return s.Skip()
		}
		text, err := s.ReadElement(0)
		if err == nil {
			p.At, p.Known = emus(text.All(xmlread.Root)), true
		}
		return err
	})
}

// readExtent reads how large a drawing is (20.4.2.7), and reports whether that is too
// small to show text.
func readExtent(s *xmlread.Scanner, a *drawing.Anchor) bool {
	cx, _ := s.Attr(xmlread.None, "cx")
	cy, _ := s.Attr(xmlread.None, "cy")
	a.Across.Size, a.Down.Size = emus(cx), emus(cy)
	return a.IsTooSmall(drawing.FitClip)
}

// emus reads a length, 0 for what is none.
func emus(text string) int64 {
	n, _ := wordml.Number(strings.TrimSpace(text))
	return int64(n)
}

// pageSide returns how long the longest side of the pages is, in English Metric
// Units, as their sections say (17.6.13), which come behind what is on them. A
// document that says nothing has pages in the format Letter.
func (p *paper) pageSide() int64 {
	if p.side != 0 {
		return p.side
	}
	longest := int64(0)
	for rest := p.source; ; {
		_, after, found := strings.Cut(rest, "pgSz ")
		if !found {
			break
		}
		tag, _, _ := strings.Cut(after, ">")
		for _, name := range [...]string{`w="`, `h="`} {
			if _, value, ok := strings.Cut(tag, ":"+name); ok {
				value, _, _ = strings.Cut(value, `"`)
				n, _ := wordml.Number(value)
				longest = max(longest, int64(n))
			}
		}
		rest = after
	}
	const letter = 15840
	if longest <= 0 {
		longest = letter
	}
	p.side = longest * emuTwip
	return p.side
}

// isLayered reports whether something may be behind the text of a shape: it is
// one of several in a group or in a paragraph, or a drawing of the document
// is behind its text.
func (d *drawn) isLayered() bool {
	if d.st.doc.paper.below == layersUnknown {
		d.st.doc.paper.below = layersNone
		if strings.Contains(d.st.doc.paper.source, `behindDoc="1"`) || strings.Contains(d.st.doc.paper.source, "z-index:-") {
			d.st.doc.paper.below = layersSome
		}
	}
	return d.x.aside.drawings > 1 || d.st.doc.paper.below == layersSome
}

// vmlStyle is what the style of a shape in VML says of where it is
// (part 4, 19.1.2.19).
func vmlStyle(style string, page int64) visible.Way {
	v := vml{fit: drawing.FitClip}
	for part := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(part, ":")
		v.set(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	switch {
	case v.hidden:
		return visible.Shape
	case v.inner: // of a group: the numbers are those of its own space
	case v.floats && v.at.IsOff(page):
		return visible.OffPage
	case v.sized == 2 && v.at.IsTooSmall(v.fit):
		return visible.Size
	}
	return visible.Shown
}

// vml is the style of a shape in VML.
type vml struct {
	at     drawing.Anchor
	fit    drawing.Fit
	sized  int // how many of its sides are said
	hidden bool
	floats bool
	inner  bool // a length has no unit
}

// set takes a property.
func (v *vml) set(name, value string) {
	switch name {
	case "left", "top", "width", "height":
		v.inner = v.inner || isBare(value)
	}
	switch name {
	case "visibility":
		v.hidden = v.hidden || value == "hidden"
	case "display":
		v.hidden = v.hidden || value == "none"
	case "position":
		v.floats = value == "absolute"
	case "left", "margin-left":
		v.at.Across.At, v.at.Across.Known = v.at.Across.At+vmlLength(value), true
	case "top", "margin-top":
		v.at.Down.At, v.at.Down.Known = v.at.Down.At+vmlLength(value), true
	case "width":
		v.at.Across.Size, v.sized = vmlLength(value), v.sized+1
	case "height":
		v.at.Down.Size, v.sized = vmlLength(value), v.sized+1
	case "mso-position-horizontal-relative":
		v.at.Across.Paper = value == "page"
	case "mso-position-vertical-relative":
		v.at.Down.Paper = value == "page"
	case "mso-width-percent", "mso-height-percent", "mso-fit-shape-to-text":
		v.fit = drawing.FitGrow
	}
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
	n, _ := wordml.Number(text)
	return int64(n) * emuTwip
}
