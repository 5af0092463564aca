package xlsx

import (
	"strconv"
	"strings"
)

// The size of a sheet.
const (
	rowsMost    = 1 << 20
	columnsMost = 1 << 14
)

// place is a cell: rows from 1, columns from 0.
type place struct{ row, col int }

// key is a place as one number.
func (p place) key() uint64 { return uint64(p.row)<<14 | uint64(p.col) }

// String returns a reference such as B3.
func (p place) String() string { return columnName(p.col) + strconv.Itoa(p.row) }

// columnName returns the letters of a column.
func columnName(col int) string { return string(appendColumn(nil, col)) }

// appendColumn appends the letters of a column.
func appendColumn(to []byte, col int) []byte {
	var b [4]byte
	i := len(b)
	for col++; col > 0 && i > 0; col = (col - 1) / 26 {
		i--
		b[i] = 'A' + byte((col-1)%26)
	}
	return append(to, b[i:]...)
}

// readPlace reads a reference such as B3; dollar signs are passed over.
func readPlace[T string | []byte](ref T) (place, bool) {
	col, row, i := 0, 0, 0
	if i < len(ref) && ref[i] == '$' {
		i++
	}
	letters := i
	for ; i < len(ref) && i < letters+4; i++ {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		col = col*26 + int(c-'A') + 1
	}
	if i == letters || col > columnsMost {
		return place{}, false
	}
	if i < len(ref) && ref[i] == '$' {
		i++
	}
	from := i
	for ; i < len(ref) && i < from+8; i++ {
		if ref[i] < '0' || ref[i] > '9' {
			return place{}, false
		}
		row = row*10 + int(ref[i]-'0')
	}
	if i == from || i < len(ref) || row < 1 || row > rowsMost {
		return place{}, false
	}
	return place{row, col - 1}, true
}

// area is a rectangle of cells, its corners included.
type area struct{ from, to place }

// readArea reads a reference such as A1:C3 or A1.
func readArea(ref string) (area, bool) {
	first, last, two := strings.Cut(ref, ":")
	from, ok := readPlace(first)
	if !two || !ok {
		return area{from, from}, ok
	}
	to, ok := readPlace(last)
	a := area{
		place{min(from.row, to.row), min(from.col, to.col)},
		place{max(from.row, to.row), max(from.col, to.col)},
	}
	return a, ok
}

// String returns a reference such as A1:C3.
func (a area) String() string {
	if a.from == a.to {
		return a.from.String()
	}
	return a.from.String() + ":" + a.to.String()
}

// has reports whether a place is in an area.
func (a area) has(p place) bool {
	return p.row >= a.from.row && p.row <= a.to.row && p.col >= a.from.col && p.col <= a.to.col
}
