package wordml

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// shadeOf returns the place that a style names.
func shadeOf(kind string) int {
	switch kind {
	case "wholeTable":
		return shadeAll
	case "firstRow":
		return shadeFirstRow
	case "lastRow":
		return shadeLastRow
	case "firstCol":
		return shadeFirstColumn
	case "lastCol":
		return shadeLastColumn
	case "band1Horz", "band2Horz":
		return shadeRows
	case "band1Vert", "band2Vert":
		return shadeColumns
	}
	return shadeCorner
}

// readPlace reads what a style gives a place of a table (17.7.6.6).
func (defs *Definitions) readPlace(s *xmlread.Scanner, st *style, kind string) error {
	return s.Each(func() error {
		switch s.Local() {
		case "rPr":
			if kind != "firstRow" || s.Space() != NsW {
				return s.Skip()
			}
			var d Chars
			err := defs.Theme.readRunProps(s, &d, nil)
			d = d.plain()
			st.head = &d
			return err
		case "pPr":
			return s.Skip()
		}
		return defs.Theme.readShade(s, &st.shades[shadeOf(kind)])
	})
}

// readShade reads the colour of cells anywhere in an element.
func (t *theme) readShade(s *xmlread.Scanner, color *int32) error {
	depth, inText := s.Depth(), 0
	for {
		kind, err := s.Next()
		switch {
		case err != nil, kind == xmlread.EOF, kind == xmlread.End && s.Depth() == depth:
			return err
		case kind == xmlread.Start && (Is(s, "pPr") || Is(s, "rPr")) && inText == 0:
			inText = s.Depth()
		case kind == xmlread.End && s.Depth() == inText:
			inText = 0
		case kind == xmlread.Start && Is(s, "shd") && inText == 0:
			if c := t.Shade(s); c != 0 {
				*color = c
			}
		}
	}
}

// Look says which of the places that a style can shade a table shows so
// (17.4.55).
type Look struct{ given, FirstRow, lastRow, firstColumn, lastColumn, rows, columns bool }

// ReadLook reads it from attributes, or from the mask that older programs
// write.
func ReadLook(s *xmlread.Scanner) Look {
	mask, _ := strconv.ParseUint(Value(s), 16, 32)
	on := func(name string, bit uint64) bool {
		if v, ok := s.Attr(NsW, name); ok {
			return IsOn(v, true)
		}
		return mask&bit != 0
	}
	return Look{
		given:    true,
		FirstRow: on("firstRow", 0x20), lastRow: on("lastRow", 0x40),
		firstColumn: on("firstColumn", 0x80), lastColumn: on("lastColumn", 0x100),
		rows: !on("noHBand", 0x200), columns: !on("noVBand", 0x400),
	}
}

// Ground returns the colour that a style gives a cell, 0 for none. Only the
// first row is told from others: where the style shades a place that the cell
// may be at, in a colour that can be told from that of the others, the colour
// cannot be told.
func (c *shades) Ground(l Look, first bool) int32 {
	if !l.given {
		l = Look{FirstRow: true, lastRow: true, firstColumn: true, lastColumn: true, rows: true, columns: true}
	}
	if first && l.FirstRow && c[shadeFirstRow] != 0 {
		return c[shadeFirstRow]
	}
	for _, place := range [...]struct {
		shown bool
		at    int
	}{
		{l.lastRow, shadeLastRow},
		{l.firstColumn, shadeFirstColumn},
		{l.lastColumn, shadeLastColumn},
		{l.rows, shadeRows},
		{l.columns, shadeColumns},
		{true, shadeCorner},
	} {
		if place.shown && c[place.at] != 0 && (c[place.at] < colorFirst || !visible.Faint(visible.Paint(c[place.at]), visible.Paint(c[shadeAll]))) {
			return ColorUnknown
		}
	}
	return c[shadeAll]
}

// TableStyle is what a style gives a table.
type TableStyle struct {
	Shades shades
	Text   Chars // what says whether its text can be seen
	Head   Chars // that of the text in its first row
}

// Table returns what a style gives a table, and whether there is such a style. The
// id "" is the style of tables that name none.
func (defs *Definitions) Table(id string) (t TableStyle, ok bool) {
	if id == "" {
		id = defs.styles.table
	}
	s := defs.find(id)
	if s == nil {
		return t, false
	}
	t = TableStyle{Shades: s.shades, Text: s.chars.plain(), Head: s.chars.plain()}
	if s.head != nil {
		t.Head.over(s.head)
	}
	return t, true
}
