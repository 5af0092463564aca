package docx

import (
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// shades are the colours that a style gives the cells of a table, by where
// they are.
type shades [shadeCount]int32

// The places of cells that a style can shade on their own (17.18.89).
const (
	shadeAll = iota
	shadeFirstRow
	shadeLastRow
	shadeFirstColumn
	shadeLastColumn
	shadeRows // every other row
	shadeColumns
	shadeCorner
	shadeCount
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
func (r *reader) readPlace(s *xmlread.Scanner, st *style, kind string) error {
	return each(s, func() error {
		switch s.Local() {
		case "rPr":
			if kind != "firstRow" || s.Space() != nsW {
				return s.Skip()
			}
			var d delta
			err := r.readRunProps(s, &d, nil)
			d = d.plain()
			st.head = &d
			return err
		case "pPr":
			return s.Skip()
		}
		return r.readShade(s, &st.shades[shadeOf(kind)])
	})
}

// readShade reads the colour of cells anywhere in an element.
func (r *reader) readShade(s *xmlread.Scanner, color *int32) error {
	depth, inText := s.Depth(), 0
	for {
		kind, err := s.Next()
		switch {
		case err != nil, kind == xmlread.EOF, kind == xmlread.End && s.Depth() == depth:
			return err
		case kind == xmlread.Start && (is(s, "pPr") || is(s, "rPr")) && inText == 0:
			inText = s.Depth()
		case kind == xmlread.End && s.Depth() == inText:
			inText = 0
		case kind == xmlread.Start && is(s, "shd") && inText == 0:
			if c := r.shade(s); c != 0 {
				*color = c
			}
		}
	}
}

// look says which of the places that a style can shade a table shows so
// (17.4.55).
type look struct{ given, firstRow, lastRow, firstColumn, lastColumn, rows, columns bool }

// readLook reads it from attributes, or from the mask that older programs
// write.
func readLook(s *xmlread.Scanner) look {
	mask := 0
	for _, c := range []byte(value(s)) {
		switch {
		case c >= '0' && c <= '9':
			mask = mask&0xFFF<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			mask = mask&0xFFF<<4 | int(c|0x20-'a'+10)
		}
	}
	on := func(name string, bit int) bool {
		if v, ok := s.Attr(nsW, name); ok {
			return isOn(v, true)
		}
		return mask&bit != 0
	}
	return look{
		given:    true,
		firstRow: on("firstRow", 0x20), lastRow: on("lastRow", 0x40),
		firstColumn: on("firstColumn", 0x80), lastColumn: on("lastColumn", 0x100),
		rows: !on("noHBand", 0x200), columns: !on("noVBand", 0x400),
	}
}

// ground returns the colour that a style gives a cell, 0 for none. Only the
// first row is told from others: where the style shades a place that the cell
// may be at, in a colour that can be told from that of the others, the colour
// cannot be told.
func (c *shades) ground(l look, first bool) int32 {
	if !l.given {
		l = look{firstRow: true, lastRow: true, firstColumn: true, lastColumn: true, rows: true, columns: true}
	}
	if first && l.firstRow && c[shadeFirstRow] != 0 {
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
			return colorUnknown
		}
	}
	return c[shadeAll]
}
