package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// family is what a style is for (ODF 1.3 part 3, 19.480).
type family uint8

const (
	familyNone family = iota
	familyParagraph
	familyText
	familyTable
	familyColumn
	familyRow
	familyCell
	familyGraphic
	familyPresentation
	familyPage
	familySection
)

// familyOf returns the family that an attribute names.
func familyOf(name string) family {
	switch name {
	case "paragraph":
		return familyParagraph
	case "text":
		return familyText
	case "table":
		return familyTable
	case "table-column":
		return familyColumn
	case "table-row":
		return familyRow
	case "table-cell":
		return familyCell
	case "graphic":
		return familyGraphic
	case "presentation":
		return familyPresentation
	case "drawing-page":
		return familyPage
	case "section":
		return familySection
	}
	return familyNone
}

type styleKey struct {
	family family
	name   string
}

// style is a style with what it states, and after it was resolved with what
// it has of its parents.
type style struct {
	parent  string
	list    string // name of its list style
	data    string // name of its number format
	chars   chars  // the ones that are emphasis
	looks   chars  // all of them
	outline int8   // level of its headings, 0 for none
	role    role
	align   document.Align
	has     aspects

	left, first int32 // indents, in hundredths of a point
	state       uint8 // 0 as read, 1 while it is resolved, 2 resolved
	auto        bool
}

// aspects is a set of what else a style states.
type aspects uint16

const (
	hasList aspects = 1 << iota
	hasAlign
	hasLeft
	hasFirst
	hasBorder // a line below
	isHidden  // table:display or presentation:visibility says so
	hasHidden // it states that
)

// sheet holds the styles that one part can use: its own automatic ones and
// those that are common to the document.
type sheet struct {
	env          *converters.Env
	common       *sheet // nil for the common one
	styles       map[styleKey]*style
	lists        map[string]*listStyle
	outline      *listStyle // of headings
	monoFonts    map[string]bool
	formats      map[string]*numberFormat
	defaults     [familySection + 1]style
	masters      []masterPage // in order
	layouts      map[string]pageSize
	hiddenLayers map[string]bool
	furnished    bool // a master page has headers or footers
	used         map[string]bool
}

// masterPage is what is known of a master page.
type masterPage struct{ name, layout string }

// pageSize is the size of a page, in points.
type pageSize struct{ wide, high float32 }

// sizeOf returns the size of the pages that follow a master page; zero where
// it is not known.
func (st *sheet) sizeOf(master string) pageSize {
	for _, m := range st.masters {
		if m.name == master {
			return st.layouts[m.layout]
		}
	}
	return pageSize{}
}

func newSheet(env *converters.Env, common *sheet) *sheet {
	st := &sheet{env: env, common: common, styles: map[styleKey]*style{}, lists: map[string]*listStyle{}, formats: map[string]*numberFormat{}}
	if common == nil {
		st.monoFonts, st.used = map[string]bool{}, map[string]bool{}
		st.layouts, st.hiddenLayers = map[string]pageSize{}, map[string]bool{}
	} else {
		st.monoFonts, st.used = common.monoFonts, common.used
	}
	return st
}

// find returns a style by name as it was read, or nil.
func (st *sheet) find(f family, name string) *style {
	if name == "" {
		return nil
	}
	if s := st.styles[styleKey{f, name}]; s != nil {
		return s
	}
	if st.common != nil {
		return st.common.styles[styleKey{f, name}]
	}
	return nil
}

// get returns a style with all that it inherits. The style of a name that
// nothing has is that of its family.
func (st *sheet) get(f family, name string) *style {
	s := st.find(f, name)
	if s == nil {
		return st.unknown(f, name)
	}
	if s.state == 2 {
		return s
	}
	return st.resolve(f, s)
}

// unknown returns a style that is named and not defined, as programs do with
// styles that every other program has: what its name says over the default of
// its family.
func (st *sheet) unknown(f family, name string) *style {
	role, level := roleOf(name)
	if f != familyParagraph && f != familyText || role == roleNone && level == 0 {
		return st.standard(f)
	}
	s := &style{role: role, outline: int8(level)}
	s.inherit(st.standard(f))
	s.state = 2
	st.styles[styleKey{f, name}] = s
	return s
}

// standard returns the default style of a family.
func (st *sheet) standard(f family) *style {
	if st.common != nil {
		return st.common.standard(f)
	}
	return &st.defaults[f]
}

// resolve fills in what a style and those above it inherit. A chain that
// leads back into itself ends there.
func (st *sheet) resolve(f family, s *style) *style {
	chain := []*style{s}
	s.state = 1
	above := st.standard(f)
	for {
		next := st.find(f, chain[len(chain)-1].parent)
		if next == nil || next.state == 1 {
			break
		}
		if next.state == 2 {
			above = next
			break
		}
		next.state = 1
		chain = append(chain, next)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i].inherit(above)
		chain[i].state = 2
		above = chain[i]
	}
	return s
}

// inherit takes what the style does not state from the one above.
func (s *style) inherit(above *style) {
	own := s.chars
	if s.role != roleNone {
		own.stated &^= bold | italic
		own.on &^= bold | italic
	}
	s.chars = above.chars.over(own)
	s.looks = above.looks.over(s.looks)
	if s.has&hasList == 0 {
		s.list = above.list
		s.has |= above.has & hasList
	}
	if s.has&hasAlign == 0 {
		s.align = above.align
	}
	if s.has&hasLeft == 0 {
		s.left = above.left
		s.has |= above.has & hasLeft
	}
	if s.has&hasFirst == 0 {
		s.first = above.first
	}
	if s.has&hasHidden == 0 {
		s.has |= above.has & (isHidden | hasHidden)
	}
	s.has |= above.has & hasBorder
	if s.outline == 0 {
		s.outline = above.outline
	}
	if s.data == "" {
		s.data = above.data
	}
	switch {
	case s.auto:
		s.role = above.role
	case s.role == roleNone || s.role == roleLook:
		switch above.role {
		case roleQuote, roleCode, roleMono, roleTerm, roleDetail, roleHead:
			s.role = above.role
		case roleTitle:
			s.role = roleLook // a subtitle
		case roleRule:
			s.role = roleRule
		}
	}
}

// readStyle reads a style:style or style:default-style, whose start tag is
// the event.
func (st *sheet) readStyle(s *xmlread.Scanner, auto bool) error {
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
func (st *sheet) styleHead(s *xmlread.Scanner, out *style, name string) {
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
func (st *sheet) readProperties(s *xmlread.Scanner, out *style) error {
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
		case "text-indent":
			out.has |= hasFirst
			out.first = length(value)
		case "border-bottom":
			if value != "none" && value != "" {
				out.has |= hasBorder
			}
		case "background-color":
			if rgb, ok := color(value); ok && out.chars.stated&grounded == 0 {
				out.chars.state(grounded, true)
				out.chars.ground = rgb
			}
		}
	}
}

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
	if v, _ := s.Attr(nsDraw, "fill"); v == "solid" {
		if v, ok := s.Attr(nsDraw, "fill-color"); ok {
			if rgb, ok := color(v); ok {
				out.chars.state(grounded, true)
				out.chars.ground = rgb
			}
		}
	} else if v != "" && v != "none" {
		out.chars.state(grounded, true)
		out.chars.ground = groundUnknown
	}
	if v, ok := s.Attr(nsFo, "border-bottom"); ok && !strings.HasPrefix(v, "none") {
		out.has |= hasBorder
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
