package layout

import (
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// Table is a table of a page before its text is made inlines.
type Table struct {
	Box    pdfium.Box
	Rows   [][]Cell
	Cols   int
	Header int  // rows of its head, where the structure says so
	Hollow bool // its first rows have no words on this page
	Tagged bool // made of the structure
}

type Cell struct {
	Words   []glyph.Word
	Lines   []Line
	Blocks  []Block // that the structure names
	ColSpan int
	RowSpan int
}

// mirror turns the columns of a table around whose text is written from right
// to left.
func (t *Table) mirror() {
	rtl, all := 0, 0
	for _, row := range t.Rows {
		for i := range row {
			for j := range row[i].Words {
				if script.HasLetter(row[i].Words[j].Text) {
					all++
					rtl += script.Flag(row[i].Words[j].RTL)
				}
			}
		}
	}
	if all == 0 || rtl*2 <= all {
		return
	}
	for _, row := range t.Rows {
		for i, j := 0, len(row)-1; i < j; i, j = i+1, j-1 {
			row[i], row[j] = row[j], row[i]
		}
	}
}

// line returns a line that is a table alone, in the place of one that it begins with.
func (t *Table) line(first *Line) Line {
	return Line{Box: t.Box, Base: t.Box.Y1, Size: first.Size, Page: first.Page, order: first.order, Table: t}
}

// filledCells returns how many cells of a row have words, and how many lines that
// one has which has the most.
func filledCells(row []Cell) (filled, lines int) {
	for i := range row {
		words := row[i].Words
		n := 0
		for k := range words {
			if k == 0 || words[k].Base > words[k-1].Base+.5*words[k].Face.Size {
				n++
			}
		}
		filled += script.Flag(n > 0)
		lines = max(lines, n)
	}
	return filled, lines
}
