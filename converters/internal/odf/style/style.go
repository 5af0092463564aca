// Package style is the styles of an OpenDocument (ISO/IEC 26300-3, 16 to 20):
// stylesheets of a part and of the document, properties of characters, list
// styles and their markers, number formats, lengths and colours.
//
//   - head.go, sheet.go: the styles of a part
//   - role.go: what the names of styles say
//   - property.go, style.go, chars.go: what a style states and inherits
//   - liststyle.go, numeral.go: lists; number.go: numbers
//   - measure.go: lengths, colours
package style

import (
	"cmp"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Family is what a style is for (ODF 1.3 part 3, 19.480).
type Family uint8

// The families whose styles are read.
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

// families are the families by the names that an attribute has for them.
var families = map[string]Family{
	"paragraph": FamilyParagraph, "text": FamilyText, "table": FamilyTable, "table-column": familyColumn, "table-row": FamilyRow, "table-cell": FamilyCell,
	"graphic": FamilyGraphic, "presentation": FamilyPresentation, "drawing-page": FamilyPage, "section": FamilySection,
}

// Style is a style with what it states, and after it was resolved with what
// it has of its parents.
type Style struct {
	parent      string
	List        string // name of its list style
	Data        string // name of its number format
	Chars       Chars
	Outline     int8 // level of its headings, 0 for none
	Role        Role
	Align       document.Align
	stated, Has Aspects
	Left, First int32 // indents, in hundredths of a point
	fill        fill
	state       uint8 // 0 as read, 1 while it is resolved, 2 resolved
	auto        bool
}

// Aspects is a set of what else a style states.
type Aspects uint16

// The aspects of a style.
const (
	HasList Aspects = 1 << iota
	HasLeft
	hasFirst
	hasAlign
	IsHidden  // table:display or presentation:visibility says so
	IsFlat    // a row that has no height
	IsAligned // its place is told by words, not by where it begins
	IsMiddle  // text is in the middle of a shape
	IsBottom  // at its foot
)

// set states an aspect.
func (s *Style) set(a Aspects, on bool) {
	s.stated |= a
	if s.Has &^= a; on {
		s.Has |= a
	}
}

// fill is what a table, a shape or a page is filled with.
type fill struct {
	kind   fillKind
	color  visible.Paint // of what is solid
	behind visible.Paint // the background of what is not filled
}

type fillKind uint8

const (
	fillUnset fillKind = iota
	fillNone
	fillSolid
	fillOther // a picture, or what can be seen through: its colour cannot be told
)

// Ground returns the colour that fills what is in the style: [visible.Auto] for
// what is filled with nothing, [visible.Unset] where nothing says it.
func (s *Style) Ground() visible.Paint {
	switch s.fill.kind {
	case fillNone:
		return cmp.Or(s.fill.behind, visible.Auto)
	case fillSolid:
		return cmp.Or(s.fill.color, s.fill.behind, visible.Unknown)
	case fillOther:
		return visible.Unknown
	default:
		return s.fill.behind
	}
}

// inherit takes what the style does not state from the one above.
func (s *Style) inherit(above *Style) {
	own := s.Chars
	if s.Role != roleNone {
		own = own.without(Bold | Italic)
	}
	s.Chars = above.Chars.Over(own)
	if s.stated&HasList == 0 {
		s.List = above.List
	}
	if s.stated&hasAlign == 0 {
		s.Align = above.Align
	}
	if s.stated&HasLeft == 0 {
		s.Left = above.Left
	}
	if s.stated&hasFirst == 0 {
		s.First = above.First
	}
	s.Has |= above.Has &^ s.stated
	s.stated |= above.stated
	s.fill = fill{cmp.Or(s.fill.kind, above.fill.kind), cmp.Or(s.fill.color, above.fill.color), cmp.Or(s.fill.behind, above.fill.behind)}
	s.Outline = cmp.Or(s.Outline, above.Outline)
	s.Data = cmp.Or(s.Data, above.Data)
	switch {
	case s.auto:
		s.Role = above.Role
	case s.Role > roleLook:
	case above.Role == RoleTitle:
		s.Role = roleLook // a subtitle
	case above.Role > roleLook:
		s.Role = above.Role
	}
}
