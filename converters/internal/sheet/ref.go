package sheet

import (
	"strconv"
	"strings"
)

// The size of a sheet in Excel and in LibreOffice.
const (
	MaxRows    = 1 << 20
	MaxColumns = 1 << 14
)

// Place is a cell: rows from 1, columns from 0.
type Place struct{ Row, Col int }

// key is a place as one number.
func (p Place) key() uint64 { return uint64(p.Row)<<14 | uint64(p.Col) }

// String returns a reference such as B3.
func (p Place) String() string { return ColumnName(p.Col) + strconv.Itoa(p.Row) }

// ColumnName returns the letters of a column.
func ColumnName(col int) string { return string(AppendColumn(nil, col)) }

// AppendColumn appends the letters of a column.
func AppendColumn(to []byte, col int) []byte {
	var b [4]byte
	i := len(b)
	for col++; col > 0 && i > 0; col = (col - 1) / 26 {
		i--
		b[i] = 'A' + byte((col-1)%26)
	}
	return append(to, b[i:]...)
}

// ReadColumn reads the letters at the start of a reference, and returns how many
// there are: 0 where there are none, or where no sheet has that column.
func ReadColumn[T string | []byte](ref T) (col, size int) {
	for size < len(ref) && size < 4 {
		c := ref[size] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		col = col*26 + int(c-'A') + 1
		size++
	}
	if col > MaxColumns {
		return 0, 0
	}
	return col - 1, size
}

// ReadPlace reads a reference such as B3; dollar signs are passed over.
func ReadPlace[T string | []byte](ref T) (Place, bool) {
	i := 0
	if i < len(ref) && ref[i] == '$' {
		i++
	}
	col, size := ReadColumn(ref[i:])
	if size == 0 {
		return Place{}, false
	}
	if i += size; i < len(ref) && ref[i] == '$' {
		i++
	}
	row, from := 0, i
	for ; i < len(ref) && i < from+8; i++ {
		if ref[i] < '0' || ref[i] > '9' {
			return Place{}, false
		}
		row = row*10 + int(ref[i]-'0')
	}
	if i == from || i < len(ref) || row < 1 || row > MaxRows {
		return Place{}, false
	}
	return Place{row, col}, true
}

// Area is a rectangle of cells, its corners included.
type Area struct{ From, To Place }

// ReadArea reads a reference such as A1:C3 or A1.
func ReadArea(ref string) (Area, bool) {
	first, last, two := strings.Cut(ref, ":")
	from, ok := ReadPlace(first)
	if !two || !ok {
		return Area{from, from}, ok
	}
	to, ok := ReadPlace(last)
	a := Area{
		Place{min(from.Row, to.Row), min(from.Col, to.Col)},
		Place{max(from.Row, to.Row), max(from.Col, to.Col)},
	}
	return a, ok
}

// String returns a reference such as A1:C3.
func (a Area) String() string {
	if a.From == a.To {
		return a.From.String()
	}
	return a.From.String() + ":" + a.To.String()
}

// Has reports whether a place is in an area.
func (a Area) Has(p Place) bool {
	return p.Row >= a.From.Row && p.Row <= a.To.Row && p.Col >= a.From.Col && p.Col <= a.To.Col
}

// overlaps reports whether two areas have a cell in common.
func (a Area) overlaps(b Area) bool {
	return a.From.Row <= b.To.Row && b.From.Row <= a.To.Row && a.From.Col <= b.To.Col && b.From.Col <= a.To.Col
}

// spans reports whether an area reaches over all of some columns.
func (a Area) spans(cols []uint16) bool {
	return a.From.Col <= int(cols[0]) && a.To.Col >= int(cols[len(cols)-1])
}
