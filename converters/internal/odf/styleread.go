package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// readStyle reads a style:style or style:default-style, whose start tag is
// the event.
func (st *stylesheet) readStyle(s *xmlread.Scanner, auto bool) error {
	if err := st.env.Spend(converters.LimitNodes, holdStyle, s.Pos()); err != nil {
		return err
	}
	def := s.Local() == "default-style"
	name, _ := s.Attr(nsStyle, "name")
	fam, _ := s.Attr(nsStyle, "family")
	key := styleKey{familyOf(fam), name}
	if key.family == familyNone {
		return s.Skip()
	}
	out := &style{auto: auto}
	if !def {
		st.styleHead(s, out, name)
	}
	if err := st.readProperties(s, out); err != nil {
		return err
	}
	out.looks = out.chars
	switch {
	case def:
		out.state = 2
		st.defaults[key.family] = *out
	case st.styles[key] == nil:
		st.styles[key] = out
	}
	return nil
}

// styleHead reads the attributes of a style.
func (st *stylesheet) styleHead(s *xmlread.Scanner, out *style, name string) {
	out.parent, _ = s.Attr(nsStyle, "parent-style-name")
	out.data, _ = s.Attr(nsStyle, "data-style-name")
	if list, ok := s.Attr(nsStyle, "list-style-name"); ok {
		out.list = list
		out.has |= hasList
	}
	if master, _ := s.Attr(nsStyle, "master-page-name"); master != "" {
		st.used[master] = true
	}
	level, _ := s.Attr(nsStyle, "default-outline-level")
	if len(level) == 1 && level[0] >= '1' && level[0] <= '9' {
		out.outline = int8(level[0] - '0')
	}
	if out.auto {
		return
	}
	shown, ok := s.Attr(nsStyle, "display-name")
	if !ok {
		shown = name
	}
	byName, n := roleOf(shown)
	out.role = byName
	if out.outline == 0 {
		out.outline = int8(n)
	}
	if class, _ := s.Attr(nsStyle, "class"); class != "" && out.role == roleNone {
		out.role = roleLook
	}
}

// readProperties reads the properties in a style.
func (st *stylesheet) readProperties(s *xmlread.Scanner, out *style) error {
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if s.Space() == nsStyle {
			switch s.Local() {
			case "text-properties":
				st.readChars(s, &out.chars)
			case "paragraph-properties":
				out.readParagraph(s)
			case "table-properties", "table-cell-properties", "table-row-properties", "section-properties", "drawing-page-properties", "graphic-properties":
				out.readBox(s)
			}
		}
		if err := s.Skip(); err != nil {
			return err
		}
	}
}

// readParagraph reads style:paragraph-properties (17.6).
func (out *style) readParagraph(s *xmlread.Scanner) {
	for i := range s.Attrs() {
		name := s.AttrName(i)
		if name.Space != nsFo {
			continue
		}
		value, err := s.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Local {
		case "text-align":
			out.has |= hasAlign
			out.align = alignOf(value)
		case "margin-left", "margin":
			out.has |= hasLeft
			out.left = length(value)
			out.chars.state(beside, out.left <= -minBeside || out.left >= 2*minBeside)
		case "text-indent":
			out.has |= hasFirst
			out.first = length(value)
		case "border-bottom":
			if value != "none" && value != "" {
				out.has |= hasBorder
			}
		case "line-height":
			_, share := percent(value)
			out.chars.state(flat, !share && value != "normal" && length(value) < minSize)
		case "background-color":
			if rgb, ok := color(value); ok && out.chars.stated&grounded == 0 {
				out.chars.state(grounded, true)
				out.chars.ground = rgb
			}
		}
	}
}

// minBeside is how far text stands out of its place that cannot be seen, in
// hundredths of a point.
const minBeside = 10 * 72 * 100

func alignOf(value string) document.Align {
	switch value {
	case "center":
		return document.AlignCenter
	case "end", "right":
		return document.AlignRight
	}
	return document.AlignNone
}

// readBox reads the properties of tables and their parts, sections, pages and
// shapes.
func (out *style) readBox(s *xmlread.Scanner) {
	if v, ok := s.Attr(nsTable, "display"); ok {
		out.hide(v == "false")
	}
	if v, ok := s.Attr(nsPresentation, "visibility"); ok {
		out.hide(v == "hidden")
	}
	if v, ok := s.Attr(nsText, "display"); ok {
		out.hide(v == "none")
	}
	if v, ok := s.Attr(nsFo, "background-color"); ok {
		if rgb, ok := color(v); ok {
			out.chars.state(grounded, true)
			out.chars.ground = rgb
		}
	}
	if v, ok := s.Attr(nsStyle, "row-height"); ok && length(v) < minSize {
		if optimal, _ := s.Attr(nsStyle, "use-optimal-row-height"); optimal != "true" {
			out.has |= isFlat
		}
	}
	if v, ok := s.Attr(nsStyle, "horizontal-pos"); ok && !strings.HasPrefix(v, "from-") {
		out.has |= isAligned
	}
	if v, ok := s.Attr(nsDraw, "textarea-vertical-align"); ok {
		out.has |= hasAnchor
		switch v {
		case "middle":
			out.has |= isMiddle
		case "bottom":
			out.has |= isBottom
		}
	}
	out.fill(s)
	if v, ok := s.Attr(nsFo, "border-bottom"); ok && !strings.HasPrefix(v, "none") {
		out.has |= hasBorder
	}
}

// fill reads what shapes, slides and cells of slides are filled with.
func (out *style) fill(s *xmlread.Scanner) {
	v, ok := s.Attr(nsDraw, "fill")
	if !ok {
		return
	}
	out.has = out.has&^isClear | hasFill
	if opacity, ok := s.Attr(nsDraw, "opacity"); ok && v != "none" {
		switch p, _ := percent(opacity); {
		case p < minOpacity:
			v = "none"
		case p < 100-minOpacity:
			v = "bitmap" // what is seen through it is not told
		}
	}
	switch v {
	case "none":
		out.has |= isClear
		if _, ok := s.Attr(nsFo, "background-color"); !ok {
			out.chars.state(grounded, false)
		}
	case "solid":

		if v, ok := s.Attr(nsDraw, "fill-color"); ok {
			if rgb, ok := color(v); ok {
				out.chars.state(grounded, true)
				out.chars.ground = rgb
			}
		}
	default:
		out.chars.state(grounded, true)
		out.chars.ground = groundUnknown
	}
}

// groundUnknown is a ground whose colour cannot be told, as of a picture.
const groundUnknown = -1

func (out *style) hide(hidden bool) {
	out.has |= hasHidden
	if hidden {
		out.has |= isHidden
	}
}
