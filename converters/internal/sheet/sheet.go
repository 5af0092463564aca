// Package sheet is what a worksheet is once it is read, and what becomes of it
// in a document. xlsx and ods read into it; the rules are here, once for both.
//
// A sheet is rows of cells with text, and what is known of them: merged ranges,
// hidden rows and columns, table objects, filters, frozen panes. It has no
// tables, so that tables have to be found. Table objects are tables. What is left
// is divided at blank rows; a part without a header of its own continues the
// one above it. Rows with one cell above a table are titles. What blank columns
// divide are tables of their own where all have a header, and none is the rest of
// the rows beside it.
//
// The header is what a table object, a filter or a frozen pane says, else the
// first row if it looks like one: texts, or years, in at least half of the
// columns. Rows and columns without any text are left out. A table that would be
// nothing but blanks, for a few cells far apart, is a list of cells.
//
// A format adds rows while it reads, then calls [Sheet.Cover] and [Sheet.Hide],
// then [Sheet.Blocks].
//
//   - blocks.go, rows.go: rows of tables, blocks
//   - region.go, divide.go: finding tables
//   - merge.go, hide.go: what cells cover, what is hidden
//   - grid.go, texts.go, chunks.go: the store of texts and of cells
//   - ref.go: places and ranges
package sheet

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Book is what the sheets of a workbook share.
type Book struct {
	Ctx   context.Context
	Env   *converters.Env
	Tally *lost.Tally
	Texts Texts
}

// NewBook returns a workbook without sheets, whose texts are held to the
// environment's limit of text.
func NewBook(ctx context.Context, env *converters.Env, tally *lost.Tally) *Book {
	b := &Book{Ctx: ctx, Env: env, Tally: tally}
	b.Texts.init(env)
	return b
}

// Format is what a format knows of the cells of a sheet beyond their text.
type Format interface {
	// Inlines returns the content of a cell that is [Rich], from its stored text
	// without its formula. It is not changed.
	Inlines(c *Cell, text string) []document.Inline
	// Judge returns how a cell is hidden that is [Unsure] or has flags of the
	// format's own. It may set [Unsure] and [Doubt], which are labels.
	Judge(p Place, c *Cell) visible.Way
}

// Sheet is a sheet of a workbook.
type Sheet struct {
	Book    *Book
	Format  Format
	Name    string
	Nested  bool // it is inside a text or on a slide, whose tables do not stream
	Rows    []Row
	Columns []Columns // those that are hidden
	Merges  []Area
	Filters []Filter
	Tables  []Table
	Frozen  Place // how many rows and columns do not scroll
	Titles  Span  // rows that are printed above each page

	cells  chunks[Cell]
	places byPlace
	conditional
}

// byPlace is what cells of a sheet are asked for.
type byPlace struct {
	anchors map[uint64]Area           // merged ranges by their first cell
	links   map[uint64]string         // by place
	marks   map[uint16]document.Style // columns that are labelled, and how
}

// conditional is what the conditional formats of a sheet cost.
type conditional struct {
	looks   int  // comparisons that they took
	doubted bool // they took too many
}

// NewSheet returns a sheet without rows.
func (b *Book) NewSheet(name string, format Format) *Sheet {
	return &Sheet{Book: b, Name: name, Format: format}
}

// Columns is a run of hidden columns.
type Columns struct {
	First, Last int
	Collapsed   bool // with the group that they are in
}

// Filter is a range whose first row heads it.
type Filter struct {
	Area
	Active bool // rows may be hidden by it
}

// Table is a table object.
type Table struct {
	Filter
	Headers int // how many of its rows head it
}

// Span is a run of rows; the zero value is none.
type Span struct{ First, Last int }

// At returns the position of a cell.
func (sh *Sheet) At(p Place) document.Pos {
	return RowsAt(sh.Name+"!"+p.String(), p.Row, p.Row)
}

// RowsAt returns the position of rows of a sheet, or of a range on it.
func RowsAt(part string, first, last int) document.Pos {
	return document.Pos{Part: part, Rows: document.SpanOf(first, last)}
}
