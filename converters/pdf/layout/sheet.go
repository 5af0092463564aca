// Package layout makes lines, tables and paragraphs of the words of a page, by
// their places:
//
//   - block.go, sheet.go: a page as it looks, or as its structure says
//   - para.go, marker.go: paragraphs, and the markers of items
//   - order.go: the order of reading
//   - ruled.go, railed.go, strip.go, rail.go, stack.go: tables with lines
//   - aligned.go, head.go, banded.go, river.go, alignment.go, prose.go: tables that are only aligned
//   - toc.go: entries of a table of contents
//   - rows.go, line.go, table.go: rows, lines and cells
package layout

import (
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// Sheet is what is kept of a page until all are read.
type Sheet struct {
	Number   int
	Width    float64
	Height   float64
	View     glyph.View // in which it is read
	Lines    []Line
	Asides   []Aside // what goes in other directions
	Actual   int
	Blocks   []Block // where the structure of the page is used
	Links    []pdfium.Link
	Frame    pdfium.Frame
	Comments []pdfium.Comment
	Pictures []Picture // that no structure names
}

// Plain takes a page as it looks.
func (s *Sheet) Plain(p *pdfium.Page, words []glyph.Word) {
	tables, words := ruledTables(p, words)
	railed, words := railTables(p, words)
	tables = append(tables, railed...)
	s.Lines = joinEntries(MakeLines(words, s.Number))
	for i := range tables {
		t := &tables[i]
		t.unstack()
		t.mirror()
		s.Lines = append(s.Lines, Line{Box: t.Box, Base: t.Box.Y0 + 1, Size: 10, Page: s.Number, Table: t})
	}
	if len(tables) > 0 {
		s.Lines = joinRows(s.Lines)
	}
}

// Block is a block that the structure of a page names: what a paragraph made
// of its lines is told.
type Block struct {
	Level  int    // of a heading
	Depth  int    // of lists around it
	Item   bool   // begins an item
	Marker string // of that item; empty where the text has it
	Bare   bool   // the item has no label
	Before bool   // it began on an earlier page
	Quote  bool
	Loose  bool   // only a container says that it is one: the eye decides
	Note   bool   // of a kind that never continues what is before it
	Alt    string // of a picture
	Table  *Table
	Words  []glyph.Word

	Picture bool
	Box     pdfium.Box // of a picture, where that is known
}

// Picture is a picture that shows something.
type Picture struct {
	Box   pdfium.Box
	MCID  int
	Bytes int
}

// Aside is the lines of a page that go in another direction than most of it, in
// a view in which they are upright.
type Aside struct {
	View  glyph.View
	Lines []Line
}
