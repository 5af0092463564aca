package odf

import (
	"github.com/seed353dc258/backstory/converters"
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
	isClear   // it is filled with nothing
	hasFill   // it states that, or what it is filled with
	isFlat    // a row that has no height
	isAligned // its place is told by words, not by where it begins
	hasAnchor // it states where in a shape its text stands
	isMiddle  // in the middle
	isBottom  // at the foot
)

// stylesheet holds the styles that one part can use: its own automatic ones and
// those that are common to the document.
type stylesheet struct {
	env          *converters.Env
	common       *stylesheet // nil for the common one
	styles       map[styleKey]*style
	lists        map[string]*listStyle
	outline      *listStyle // of headings
	monoFonts    map[string]bool
	formats      map[string]*numberFormat
	defaults     [familySection + 1]style
	masters      []masterPage // in order
	masterBy     map[string]int32
	pageSide     float32 // the longest side of a page, 0 until it is asked for
	layouts      map[string]pageSize
	hiddenLayers map[string]bool
	furnished    bool // a master page has headers or footers
	tinted       bool // a page has a ground of its own
	used         map[string]bool
}

// masterPage is what is known of a master page.
type masterPage struct {
	name, layout, next string
	ground             int32 // of slides
	covered            bool  // it shows shapes on them
}

// pageSize is the size of a page, in points.
type pageSize struct{ wide, high float32 }

// sizeOf returns the size of the pages that follow a master page; zero where
// it is not known.
func (st *stylesheet) sizeOf(master string) pageSize { return st.layouts[st.master(master).layout] }

// addMaster adds a master page.
func (st *stylesheet) addMaster(m masterPage) {
	if st.masterBy == nil {
		st.masterBy = map[string]int32{}
	}
	if _, ok := st.masterBy[m.name]; !ok {
		st.masterBy[m.name] = int32(len(st.masters))
	}
	st.masters = append(st.masters, m)
}

// master returns a master page; the first one where none has the name.
func (st *stylesheet) master(name string) masterPage {
	if i, ok := st.masterBy[name]; ok {
		return st.masters[i]
	}
	if len(st.masters) > 0 {
		return st.masters[0]
	}
	return masterPage{ground: groundUnknown}
}

func newStylesheet(env *converters.Env, common *stylesheet) *stylesheet {
	st := &stylesheet{env: env, common: common, styles: map[styleKey]*style{}, lists: map[string]*listStyle{}, formats: map[string]*numberFormat{}}
	if common == nil {
		st.monoFonts, st.used = map[string]bool{}, map[string]bool{}
		st.layouts, st.hiddenLayers = map[string]pageSize{}, map[string]bool{}
	} else {
		st.monoFonts, st.used = common.monoFonts, common.used
	}
	return st
}

// find returns a style by name as it was read, or nil.
func (st *stylesheet) find(f family, name string) *style {
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
func (st *stylesheet) get(f family, name string) *style {
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
func (st *stylesheet) unknown(f family, name string) *style {
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
func (st *stylesheet) standard(f family) *style {
	if st.common != nil {
		return st.common.standard(f)
	}
	return &st.defaults[f]
}

// resolve fills in what a style and those above it inherit. A chain that
// leads back into itself ends there.
func (st *stylesheet) resolve(f family, s *style) *style {
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
	if s.has&hasFill == 0 {
		s.has |= above.has & (isClear | hasFill)
	}
	if s.has&hasAnchor == 0 {
		s.has |= above.has & (hasAnchor | isMiddle | isBottom)
	}
	s.has |= above.has & (hasBorder | isAligned)
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
		case roleQuote, roleCode, roleListing, roleMono, roleTerm, roleDetail, roleHead:
			s.role = above.role
		case roleTitle:
			s.role = roleLook // a subtitle
		case roleRule:
			s.role = roleRule
		}
	}
}
