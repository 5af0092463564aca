package word

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// table is a table that is being read.
type table struct {
	*flow
	grid   document.Grid
	lines  *document.RowPacker // takes the rows
	header int
	above  []openSpan // by column: the cell that may go on in the next row
}

// openSpan is a cell by its place, and the columns it covers.
type openSpan struct{ row, cell, width int }

// table reads a table. One with a single cell is only a frame around prose.
func (f *flow) table(n xmlread.NodeID) error {
	f.leave(&props{})
	outer := f.shade
	f.tables++
	t := &table{flow: f, lines: document.NewRowPacker(&f.Env.Gate, f.Base.Source)}
	t.grid = document.Grid{Table: document.Table{Pos: f.Pos(n)}, Packer: t.lines}
	err := t.rows(n)
	f.tables--
	f.shade = outer
	if err != nil {
		return err
	}
	rest := f.rest
	if f.tables == 0 {
		f.rest = nil
	}
	table := t.grid.Table
	table.Header = t.header
	switch rows := t.lines.Len(); {
	case rows == 0:
	case rows == 1 && len(t.lines.Row(0).Cells) == 1:
		for _, b := range t.lines.Row(0).Cells[0].Blocks {
			f.put(b)
		}
	default:
		if t.header == rows {
			table.Header = 1
		}
		t.lines.Finish(&table)
		f.put(&table)
	}
	if f.tables == 0 {
		for _, b := range rest {
			f.put(b)
		}
	}
	return nil
}

// rows reads rows, which may stand in elements of the author's own.
func (t *table) rows(n xmlread.NodeID) error {
	return t.Elements(n, func(c xmlread.NodeID) error {
		switch name := t.Name(c); {
		case name.Is(vocab.NsWord, "tr"):
			return t.row(c)
		case name.Is(vocab.NsAnnotation, "annotation"):
			return t.annotated(c, t.rows)
		case name.Space == vocab.NsWord && name.Local != "cfChunk":
			return nil // properties
		default:
			return t.rows(c)
		}
	})
}

// row reads a row.
func (t *table) row(n xmlread.NodeID) error {
	properties := t.Child(n, vocab.NsWord, "trPr")
	t.Pin(properties)
	defer t.Unpin(properties)
	row := document.Row{Pos: t.Pos(n)}
	column, links := 0, len(t.internal)
	if before := whole(t.val(t.Child(properties, vocab.NsWord, "gridBefore")), 0); before > 0 {
		column = min(before, vocab.MaxSpan)
		row.Cells = append(row.Cells, document.Cell{ColSpan: column})
	}
	if err := t.cells(n, &row, &column); err != nil {
		return err
	}
	t.above = t.above[:min(len(t.above), column)]
	if len(row.Cells) == 0 && column == 0 {
		return nil
	}
	if head := t.Child(properties, vocab.NsWord, "tblHeader"); head != 0 && t.on(t.val(head), true) && t.header == t.lines.Len() {
		t.header++
	}
	t.grid.Row(row)
	if len(t.internal) > links {
		t.lines.Keep(t.lines.Len() - 1) // their targets come later
	}
	t.lines.Settle(t.firstOpen())
	return t.Env.Check(converters.LimitColumns, int64(t.grid.Table.Columns), row.Pos)
}

// cells reads the cells of a row from a column on.
func (t *table) cells(n xmlread.NodeID, row *document.Row, column *int) error {
	return t.Elements(n, func(c xmlread.NodeID) error {
		switch name := t.Name(c); {
		case name.Is(vocab.NsWord, "tc"):
			return t.tableCell(c, row, column)
		case name.Is(vocab.NsAnnotation, "annotation"):
			return t.annotated(c, func(n xmlread.NodeID) error { return t.cells(n, row, column) })
		case name.Space == vocab.NsWord:
			return nil
		default:
			return t.cells(c, row, column)
		}
	})
}

// tableCell reads a cell, or lets the one above it go on.
func (t *table) tableCell(n xmlread.NodeID, row *document.Row, column *int) error {
	if err := t.Env.Spend(converters.LimitCells, 1, t.Pos(n)); err != nil {
		return err
	}
	properties := t.Child(n, vocab.NsWord, "tcPr")
	t.Pin(properties)
	defer t.Unpin(properties)
	t.shade = t.shadeOf(properties)
	blocks, err := t.story(n)
	if err != nil {
		return err
	}
	width := max(min(whole(t.val(t.Child(properties, vocab.NsWord, "gridSpan")), 1), vocab.MaxSpan), 1)
	if err := t.Env.Step(t.Ctx, int64(width), row.Pos); err != nil {
		return err
	}
	at := *column
	*column += width
	if merge := t.Child(properties, vocab.NsWord, "hmerge"); merge != 0 && t.val(merge) != "restart" && len(row.Cells) > 0 {
		last := &row.Cells[len(row.Cells)-1]
		last.ColSpan = max(last.ColSpan, 1) + width
		last.Blocks = append(last.Blocks, blocks...)
		t.cover(at, width, openSpan{-1, 0, width})
		return nil
	}
	merge := t.Child(properties, vocab.NsWord, "vmerge")
	if merge != 0 && t.val(merge) != "restart" && t.goesOn(at, width, blocks) {
		return nil
	}
	if blocks == nil {
		blocks = []document.Block{}
	}
	span := openSpan{-1, 0, width}
	if merge != 0 {
		span = openSpan{t.lines.Len(), len(row.Cells), width}
	}
	row.Cells = append(row.Cells, document.Cell{ColSpan: width, Blocks: blocks})
	t.cover(at, width, span)
	return nil
}

// cover notes which cell stands at columns.
func (t *table) cover(at, width int, span openSpan) {
	for len(t.above) < at+width {
		t.above = append(t.above, openSpan{row: -1})
	}
	for i := range width {
		t.above[at+i] = openSpan{row: -1}
	}
	t.above[at] = span
}

// goesOn lets the cell above columns cover this row, too, and reports whether
// there is one of that width.
func (t *table) goesOn(at, width int, blocks []document.Block) bool {
	if at >= len(t.above) || t.above[at].row < 0 || t.above[at].width != width {
		return false
	}
	s := t.above[at]
	if s.row >= t.lines.Len() {
		return false
	}
	cell := &t.lines.Row(s.row).Cells[s.cell]
	if cell.RowSpan >= vocab.MaxSpan {
		return false
	}
	cell.RowSpan = max(cell.RowSpan, 1) + 1
	cell.Blocks = append(cell.Blocks, blocks...)
	if hasInternal(&document.Quote{Blocks: blocks}) {
		t.lines.Keep(s.row)
	}
	return true
}

// firstOpen returns the first row with a cell that may go on in the next one.
func (t *table) firstOpen() int {
	first := t.lines.Len()
	for _, s := range t.above {
		if s.row >= 0 {
			first = min(first, s.row)
		}
	}
	return first
}
