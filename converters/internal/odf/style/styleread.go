package style

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// readStyle reads a style:style or style:default-style, whose start tag is
// the event.
func (st *Sheet) readStyle(s *xmlread.Scanner, auto bool) error {
	if err := st.env.Spend(converters.LimitNodes, styleNodes, s.Pos()); err != nil {
		return err
	}
	def := s.Local() == "default-style"
	key := styleKey{familyOf(s.Value(ns.Style, "family")), s.Value(ns.Style, "name")}
	if key.family == familyNone {
		return s.Skip()
	}
	out := &Style{auto: auto}
	if !def {
		st.styleHead(s, out, key)
	}
	if err := st.readProperties(s, out); err != nil {
		return err
	}
	out.Looks = out.Chars
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
func (st *Sheet) styleHead(s *xmlread.Scanner, out *Style, key styleKey) {
	out.parent, _ = s.Attr(ns.Style, "parent-style-name")
	out.Data, _ = s.Attr(ns.Style, "data-style-name")
	if list, ok := s.Attr(ns.Style, "list-style-name"); ok {
		out.List = list
		out.Has |= HasList
	}
	if master, _ := s.Attr(ns.Style, "master-page-name"); master != "" {
		st.Used[master] = true
	}
	level, _ := s.Attr(ns.Style, "default-outline-level")
	if len(level) == 1 && level[0] >= '1' && level[0] <= '9' {
		out.Outline = int8(level[0] - '0')
	}
	if out.auto {
		return
	}
	shown, ok := s.Attr(ns.Style, "display-name")
	if !ok {
		shown = key.name
	}
	byName, n := roleOf(key.family, shown)
	out.Role = byName
	if out.Outline == 0 {
		out.Outline = int8(n)
	}
	if s.Value(ns.Style, "class") != "" && out.Role == roleNone {
		out.Role = roleLook
	}
}

// readProperties reads the properties in a style.
func (st *Sheet) readProperties(s *xmlread.Scanner, out *Style) error {
	return s.Each(func() error {
		if s.Space() == ns.Style {
			switch s.Local() {
			case "text-properties":
				st.readChars(s, &out.Chars)
			case "paragraph-properties":
				out.readParagraph(s)
			case "table-properties", "table-cell-properties", "table-row-properties", "section-properties", "drawing-page-properties", "graphic-properties":
				out.readBox(s)
			}
		}
		return s.Skip()
	})
}

// readParagraph reads style:paragraph-properties (17.6).
func (out *Style) readParagraph(s *xmlread.Scanner) {
	for i := range s.Attrs() {
		name := s.AttrName(i)
		if name.Space != ns.Fo {
			continue
		}
		value, err := s.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Local {
		case "text-align":
			out.Has |= hasAlign
			out.Align = alignOf(value)
		case "margin-left", "margin":
			out.Has |= HasLeft
			out.Left = Length(value)
			out.Chars.State(OffPage, out.Left <= -minBeside || out.Left >= 2*minBeside)
		case "text-indent":
			out.Has |= hasFirst
			out.First = Length(value)
		case "border-bottom":
			if value != "none" && value != "" {
				out.Has |= hasBorder
			}
		case "line-height":
			_, share := percent(value)
			out.Chars.State(Flat, !share && value != "normal" && Length(value) < minSize)
		case "background-color":
			if rgb, ok := color(value); ok && out.Chars.stated&HasGround == 0 {
				out.Chars.State(HasGround, true)
				out.Chars.Ground = rgb
			}
		}
	}
}

// minBeside is how far text is out of its place that cannot be seen, in
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
func (out *Style) readBox(s *xmlread.Scanner) {
	if v, ok := s.Attr(ns.Table, "display"); ok {
		out.hide(v == "false")
	}
	if v, ok := s.Attr(ns.Presentation, "visibility"); ok {
		out.hide(v == "hidden")
	}
	if v, ok := s.Attr(ns.Text, "display"); ok {
		out.hide(v == "none")
	}
	if v, ok := s.Attr(ns.Fo, "background-color"); ok {
		if rgb, ok := color(v); ok {
			out.Chars.State(HasGround, true)
			out.Chars.Ground = rgb
		}
	}
	if v, ok := s.Attr(ns.Style, "row-height"); ok && Length(v) < minSize {
		if s.Value(ns.Style, "use-optimal-row-height") != "true" {
			out.Has |= IsFlat
		}
	}
	if v, ok := s.Attr(ns.Style, "horizontal-pos"); ok && !strings.HasPrefix(v, "from-") {
		out.Has |= IsAligned
	}
	if v, ok := s.Attr(ns.Draw, "textarea-vertical-align"); ok {
		out.Has |= hasAnchor
		switch v {
		case "middle":
			out.Has |= IsMiddle
		case "bottom":
			out.Has |= IsBottom
		}
	}
	out.fill(s)
	if v, ok := s.Attr(ns.Fo, "border-bottom"); ok && !strings.HasPrefix(v, "none") {
		out.Has |= hasBorder
	}
}

// fill reads what shapes, slides and cells of slides are filled with.
func (out *Style) fill(s *xmlread.Scanner) {
	v, ok := s.Attr(ns.Draw, "fill")
	if !ok {
		return
	}
	out.Has = out.Has&^IsClear | hasFill
	if opacity, ok := s.Attr(ns.Draw, "opacity"); ok && v != "none" {
		switch p, _ := percent(opacity); {
		case p < minOpacity:
			v = "none"
		case p < 100-minOpacity:
			v = "bitmap" // what is seen through it is not told
		}
	}
	switch v {
	case "none":
		out.Has |= IsClear
		if _, ok := s.Attr(ns.Fo, "background-color"); !ok {
			out.Chars.State(HasGround, false)
		}
	case "solid":

		if v, ok := s.Attr(ns.Draw, "fill-color"); ok {
			if rgb, ok := color(v); ok {
				out.Chars.State(HasGround, true)
				out.Chars.Ground = rgb
			}
		}
	default:
		out.Chars.State(HasGround, true)
		out.Chars.Ground = GroundUnknown
	}
}

func (out *Style) hide(hidden bool) {
	out.Has |= hasHidden
	if hidden {
		out.Has |= IsHidden
	}
}
