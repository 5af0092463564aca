// Package style is the styles of an OpenDocument (ISO/IEC 26300-3, 16 to 20):
// stylesheets of a part and of the document, properties of characters, list
// styles and their markers, number formats, lengths and colours.
package style

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Family is what a style is for (ODF 1.3 part 3, 19.480).
type Family uint8

const (
	familyNone Family = iota
	FamilyParagraph
	FamilyText
	FamilyTable
	familyColumn
	FamilyRow
	FamilyCell
	FamilyGraphic
	FamilyPresentation
	FamilyPage
	FamilySection
)

// familyOf returns the family that an attribute names.
func familyOf(name string) Family {
	switch name {
	case "paragraph":
		return FamilyParagraph
	case "text":
		return FamilyText
	case "table":
		return FamilyTable
	case "table-column":
		return familyColumn
	case "table-row":
		return FamilyRow
	case "table-cell":
		return FamilyCell
	case "graphic":
		return FamilyGraphic
	case "presentation":
		return FamilyPresentation
	case "drawing-page":
		return FamilyPage
	case "section":
		return FamilySection
	}
	return familyNone
}

// What is held counts as so many nodes of about 32 bytes.
const (
	styleNodes = 8
	levelNodes = 4 // a level of a list style
)

type styleKey struct {
	family Family
	name   string
}

// Style is a style with what it states, and after it was resolved with what
// it has of its parents.
type Style struct {
	parent  string
	List    string // name of its list style
	Data    string // name of its number format
	Chars   Chars  // the ones that are emphasis
	Looks   Chars  // all of them
	Outline int8   // level of its headings, 0 for none
	Role    Role
	Align   document.Align
	Has     Aspects

	Left, First int32 // indents, in hundredths of a point
	state       uint8 // 0 as read, 1 while it is resolved, 2 resolved
	auto        bool
}

// Aspects is a set of what else a style states.
type Aspects uint16

const (
	HasList Aspects = 1 << iota
	hasAlign
	HasLeft
	hasFirst
	hasBorder // a line below
	IsHidden  // table:display or presentation:visibility says so
	hasHidden // it states that
	IsClear   // it is filled with nothing
	hasFill   // it states that, or what it is filled with
	IsFlat    // a row that has no height
	IsAligned // its place is told by words, not by where it begins
	hasAnchor // it states where in a shape its text is
	IsMiddle  // in the middle
	IsBottom  // at the foot
)

// Sheet holds the styles that one part can use: its own automatic ones and
// those that are common to the document.
type Sheet struct {
	env       *converters.Env
	common    *Sheet // nil for the common one
	styles    map[styleKey]*Style
	lists     map[string]*ListStyle
	Outline   *ListStyle // of headings
	monoFonts map[string]bool
	formats   map[string]*numberFormat
	defaults  [FamilySection + 1]Style
	pages
}

// pages is what a sheet of styles says of pages.
type pages struct {
	Masters      []masterPage // in order
	masterBy     map[string]int32
	PageSide     float32 // the longest side of a page, 0 until it is asked for
	Layouts      map[string]PageSize
	HiddenLayers map[string]bool
	Furnished    bool            // a master page has headers or footers
	Tinted       bool            // a page has a ground of its own
	Used         map[string]bool // master pages that styles name
}

// masterPage is what is known of a master page.
type masterPage struct {
	Name, Layout, Next string
	Ground             int32 // of slides
	Covered            bool  // it shows shapes on them
}

// PageSize is the size of a page, in points.
type PageSize struct{ Wide, High float32 }

// SizeOf returns the size of the pages that follow a master page; zero where
// it is not known.
func (st *Sheet) SizeOf(master string) PageSize { return st.Layouts[st.Master(master).Layout] }

// addMaster adds a master page.
func (st *Sheet) addMaster(m masterPage) {
	if st.masterBy == nil {
		st.masterBy = map[string]int32{}
	}
	if _, ok := st.masterBy[m.Name]; !ok {
		st.masterBy[m.Name] = int32(len(st.Masters))
	}
	st.Masters = append(st.Masters, m)
}

// Master returns a master page; the first one where none has the name.
func (st *Sheet) Master(name string) masterPage {
	if i, ok := st.masterBy[name]; ok {
		return st.Masters[i]
	}
	if len(st.Masters) > 0 {
		return st.Masters[0]
	}
	return masterPage{Ground: GroundUnknown}
}

// NewSheet returns a stylesheet of a part without styles; the common one of the
// document, or nil where that is the one that is asked for.
func NewSheet(env *converters.Env, common *Sheet) *Sheet {
	st := &Sheet{env: env, common: common, styles: map[styleKey]*Style{}, lists: map[string]*ListStyle{}, formats: map[string]*numberFormat{}}
	if common == nil {
		st.monoFonts, st.Used = map[string]bool{}, map[string]bool{}
		st.Layouts, st.HiddenLayers = map[string]PageSize{}, map[string]bool{}
	} else {
		st.monoFonts, st.Used = common.monoFonts, common.Used
	}
	return st
}

// Find returns a style by name as it was read, or nil.
func (st *Sheet) Find(f Family, name string) *Style {
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

// Get returns a style with all that it inherits. The style of a name that
// nothing has is that of its family.
func (st *Sheet) Get(f Family, name string) *Style {
	s := st.Find(f, name)
	if s == nil {
		return st.unknown(f, name)
	}
	if s.state == 2 {
		return s
	}
	return st.resolve(f, s)
}

// unknown returns a style that is named and not defined, as programs do with
// Styles that every other program has: what its name says over the default of
// its family.
func (st *Sheet) unknown(f Family, name string) *Style {
	role, level := roleOf(f, name)
	if f != FamilyParagraph && f != FamilyText || role == roleNone && level == 0 {
		return st.Standard(f)
	}
	s := &Style{Role: role, Outline: int8(level)}
	s.inherit(st.Standard(f))
	s.state = 2
	st.styles[styleKey{f, name}] = s
	return s
}

// Standard returns the default style of a family.
func (st *Sheet) Standard(f Family) *Style {
	if st.common != nil {
		return st.common.Standard(f)
	}
	return &st.defaults[f]
}

// resolve fills in what a style and those above it inherit. A chain that
// leads back into itself ends there.
func (st *Sheet) resolve(f Family, s *Style) *Style {
	chain := []*Style{s}
	s.state = 1
	above := st.Standard(f)
	for {
		next := st.Find(f, chain[len(chain)-1].parent)
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
func (s *Style) inherit(above *Style) {
	own := s.Chars
	if s.Role != roleNone {
		own.stated &^= Bold | Italic
		own.On &^= Bold | Italic
	}
	s.Chars = above.Chars.Over(own)
	s.Looks = above.Looks.Over(s.Looks)
	if s.Has&HasList == 0 {
		s.List = above.List
		s.Has |= above.Has & HasList
	}
	if s.Has&hasAlign == 0 {
		s.Align = above.Align
	}
	if s.Has&HasLeft == 0 {
		s.Left = above.Left
		s.Has |= above.Has & HasLeft
	}
	if s.Has&hasFirst == 0 {
		s.First = above.First
	}
	if s.Has&hasHidden == 0 {
		s.Has |= above.Has & (IsHidden | hasHidden)
	}
	if s.Has&hasFill == 0 {
		s.Has |= above.Has & (IsClear | hasFill)
	}
	if s.Has&hasAnchor == 0 {
		s.Has |= above.Has & (hasAnchor | IsMiddle | IsBottom)
	}
	s.Has |= above.Has & (hasBorder | IsAligned)
	if s.Outline == 0 {
		s.Outline = above.Outline
	}
	if s.Data == "" {
		s.Data = above.Data
	}
	switch {
	case s.auto:
		s.Role = above.Role
	case s.Role == roleNone || s.Role == roleLook:
		switch above.Role {
		case RoleQuote, RoleCode, RoleListing, RoleMono, RoleTerm, RoleDetail, RoleHead:
			s.Role = above.Role
		case RoleTitle:
			s.Role = roleLook // a subtitle
		case RoleRule:
			s.Role = RoleRule
		}
	}
}
