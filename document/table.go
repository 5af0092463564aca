package document

import "iter"

// Align is how a column of a table is set.
type Align uint8

// The alignments.
const (
	AlignNone Align = iota
	AlignLeft
	AlignCenter
	AlignRight
)

// Table is a grid of cells. Its rows are in Rows, or they stream from Source.
type Table struct {
	Pos
	Caption []Inline
	Columns int     // the grid's width; no row is wider
	Header  int     // how many of the first rows are header rows
	Align   []Align // by column, may be shorter than the grid
	Rows    []Row
	Source  RowSource // used instead of Rows where it is not nil
}

// Row is a row of a [Table]. Cells are those that begin in this row: places
// that a cell with a span covers have none of their own, as in HTML.
type Row struct {
	Pos   Pos
	Cells []Cell
	// Plain says that all cells are text without blocks, and that the text
	// is printable ASCII, TAB and LF: there is nothing for the gate to do. It
	// is a promise of a row that streams, where looking again costs time.
	Plain bool
}

// Cell is a cell of a [Row]. It holds Blocks or, where they are nil, the plain
// text of Text, which may have line breaks.
type Cell struct {
	Text    string
	Blocks  []Block
	ColSpan int // columns it covers; 0 means 1
	RowSpan int // rows it covers; 0 means 1
}

// RowSizer is what a [RowSource] may be, too, if it knows how long its rows
// are without reading them.
type RowSizer interface {
	// Size returns how many rows there are, and how many bytes the text of
	// their cells has at most; negative where they are not known.
	Size() (rows, bytes int64)
}

// RowSource gives the rows of a table that is too long to hold.
type RowSource interface {
	// Rows yields the rows in order. It may be ranged over again and gives
	// the same rows each time. A row and its cells are valid until the next
	// one. An error, such as a limit that is passed, ends the rows.
	Rows() iter.Seq2[Row, error]
}
