package style

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// readProperties reads the properties in a style.
func (s *Style) readProperties(from *xmlread.Scanner, fonts map[string]face) error {
	return from.Each(func() error {
		if from.Space() == ns.Style {
			switch from.Local() {
			case "text-properties":
				s.take(from, fonts, textProperties)
			case "paragraph-properties":
				s.take(from, fonts, paragraphProperties)
			case "table-properties", "table-cell-properties", "table-row-properties", "section-properties", "drawing-page-properties", "graphic-properties":
				s.readBox(from)
			}
		}
		return from.Skip()
	})
}

// name is the name of an attribute.
type name struct {
	space xmlread.Space
	local string
}

// property takes the value of an attribute into a style.
type property func(fonts map[string]face, out *Style, value string)

// take reads the attributes of the element that is the event.
func (s *Style) take(from *xmlread.Scanner, fonts map[string]face, properties map[name]property) {
	for i := range from.Attrs() {
		at := from.AttrName(i)
		if p := properties[name{at.Space, at.Local}]; p != nil {
			if value, err := from.AttrValue(i); err == nil {
				p(fonts, s, value)
			}
		}
	}
}

const (
	minOpacity = 100 * visible.MinOpacity // that can be seen, in per cent
	minSize    = 100 * visible.MinSize    // of letters and lines, in hundredths of a point
	minBeside  = 100 * visible.MaxIndent  // how far text is out of its place that cannot be seen, in hundredths of a point
)

// textProperties are the attributes of style:text-properties (ODF 1.3 part 3,
// 16.29.28).
var textProperties = map[name]property{
	{ns.Fo, "font-weight"}:                facet(Bold, isBold),
	{ns.Fo, "font-style"}:                 facet(Italic, isOneOf("italic", "oblique")),
	{ns.Fo, "text-shadow"}:                facet(Outlined, isNot("none")),
	{ns.Style, "font-relief"}:             facet(Outlined, isNot("none")),
	{ns.Style, "text-line-through-style"}: facet(Struck, isNot("none")),
	{ns.Style, "text-line-through-type"}:  facet(Struck, isNot("none")),
	{ns.Style, "text-scale"}:              facet(Pressed, isBelow(visible.MinScale)),
	{ns.Text, "display"}:                  facet(Hidden, isOneOf("none")),
	{ns.Ext, "opacity"}:                   facet(Transparent, isBelow(minOpacity)),
	{ns.Style, "font-name"}: func(fonts map[string]face, out *Style, value string) {
		face, declared := fonts[value]
		if !declared {
			face = faceOf(value)
		}
		out.Chars.State(Mono, face.mono)
		out.Chars.Font = face.signs
	},
	{ns.Fo, "font-family"}: func(_ map[string]face, out *Style, value string) {
		face := faceOf(value)
		out.Chars.State(Mono, face.mono)
		out.Chars.Font = face.signs
	},
	{ns.Style, "text-position"}: func(_ map[string]face, out *Style, value string) {
		rise, high, _ := strings.Cut(value, " ")
		p, ok := percent(rise)
		out.Chars.State(raised, rise == "super" || ok && p > 0)
		out.Chars.State(lowered, rise == "sub" || ok && p < 0)
		out.Chars.State(Pressed, isBelow(visible.MinScale)(high))
	},
	{ns.Fo, "color"}: func(_ map[string]face, out *Style, value string) {
		if c := color(value); c != visible.Unset {
			out.Chars.Color = c
		}
	},
	{ns.Style, "use-window-font-color"}: func(_ map[string]face, out *Style, value string) {
		if value == "true" {
			out.Chars.Color = visible.Auto
			out.Chars.State(Transparent, false)
		}
	},
	{ns.Fo, "background-color"}: func(_ map[string]face, out *Style, value string) {
		if out.Chars.Ground = color(value); out.Chars.Ground == visible.Unset {
			out.Chars.Ground = visible.Auto
		}
	},
	{ns.Fo, "font-size"}: func(_ map[string]face, out *Style, value string) {
		if p, ok := percent(value); ok {
			out.Chars.Size = -int32(max(p, 1))
		} else {
			out.Chars.Size = max(Length(value), 1)
		}
	},
	{ns.Fo, "letter-spacing"}: func(_ map[string]face, out *Style, value string) {
		out.Chars.State(hasSpacing, true)
		out.Chars.Spacing = Length(value)
	},
}

// facet returns the property that states a facet of characters.
func facet(f Facets, on func(string) bool) property {
	return func(_ map[string]face, out *Style, value string) { out.Chars.State(f, on(value)) }
}

func isBold(value string) bool {
	return value == "bold" || value == "bolder" || len(value) == 3 && value >= "600" && value <= "900"
}

func isNot(word string) func(string) bool { return func(value string) bool { return value != word } }

func isOneOf(words ...string) func(string) bool {
	return func(value string) bool {
		for _, w := range words {
			if value == w {
				return true
			}
		}
		return false
	}
}

// isBelow returns whether a value is a percentage below one.
func isBelow(least int) func(string) bool {
	return func(value string) bool {
		p, ok := percent(value)
		return ok && p < least
	}
}

// paragraphProperties are the attributes of style:paragraph-properties (17.6).
var paragraphProperties = map[name]property{
	{ns.Fo, "margin"}:      marginLeft,
	{ns.Fo, "margin-left"}: marginLeft,
	{ns.Fo, "text-align"}: func(_ map[string]face, out *Style, value string) {
		out.set(hasAlign, true)
		out.Align = aligns[value]
	},
	{ns.Fo, "text-indent"}: func(_ map[string]face, out *Style, value string) {
		out.set(hasFirst, true)
		out.First = Length(value)
	},
	{ns.Fo, "line-height"}: func(_ map[string]face, out *Style, value string) {
		_, share := percent(value)
		out.Chars.State(Flat, !share && value != "normal" && Length(value) < minSize)
	},
	{ns.Fo, "background-color"}: func(_ map[string]face, out *Style, value string) {
		if out.Chars.Ground == visible.Unset {
			out.Chars.Ground = color(value)
		}
	},
}

var aligns = map[string]document.Align{"center": document.AlignCenter, "end": document.AlignRight, "right": document.AlignRight}

func marginLeft(_ map[string]face, out *Style, value string) {
	out.set(HasLeft, true)
	out.Left = Length(value)
	out.Chars.State(OffPage, out.Left <= -minBeside || out.Left >= 2*minBeside)
}

// boxProperties are attributes of the properties of tables and their parts,
// sections, pages and shapes.
var boxProperties = map[name]property{
	{ns.Table, "display"}:           aspect(IsHidden, isOneOf("false")),
	{ns.Presentation, "visibility"}: aspect(IsHidden, isOneOf("hidden")),
	{ns.Text, "display"}:            aspect(IsHidden, isOneOf("none")),
	{ns.Style, "row-height"}:        aspect(IsFlat, func(value string) bool { return Length(value) < minSize }),
	{ns.Style, "horizontal-pos"}:    aspect(IsAligned, func(value string) bool { return !strings.HasPrefix(value, "from-") }),
	{ns.Draw, "textarea-vertical-align"}: func(_ map[string]face, out *Style, value string) {
		out.set(IsMiddle, value == "middle")
		out.set(IsBottom, value == "bottom")
	},
	{ns.Fo, "background-color"}: func(_ map[string]face, out *Style, value string) { out.fill.behind = color(value) },
	{ns.Draw, "fill-color"}:     func(_ map[string]face, out *Style, value string) { out.fill.color = color(value) },
}

// aspect returns the property that states an aspect.
func aspect(a Aspects, on func(string) bool) property {
	return func(_ map[string]face, out *Style, value string) { out.set(a, on(value)) }
}

// readBox reads the properties of a table or a part of one, a section, a page or
// a shape.
func (s *Style) readBox(from *xmlread.Scanner) {
	s.take(from, nil, boxProperties)
	if from.Value(ns.Style, "use-optimal-row-height") == "true" {
		s.set(IsFlat, false)
	}
	opacity, some := percent(from.Value(ns.Draw, "opacity"))
	switch kind := from.Value(ns.Draw, "fill"); {
	case kind == "":
	case kind == "none", some && opacity < minOpacity:
		s.fill.kind = fillNone
		if s.fill.behind == visible.Unset {
			s.fill.behind = visible.Auto
		}
	case kind == "solid" && (!some || opacity >= 100-minOpacity):
		s.fill.kind = fillSolid
	default:
		s.fill.kind = fillOther
	}
}
