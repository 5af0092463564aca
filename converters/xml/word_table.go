package xml

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// wordTable is a table that is being read.
type wordTable struct {
	*wordFlow
	grid   document.Grid
	lines  *document.RowPacker // takes the rows
	header int
	above  []wordSpan // by column: the cell that may go on in the next row
}

// wordSpan is a cell by its place, and the columns it covers.
type wordSpan struct{ row, cell, width int }

// table reads a table. One with a single cell is only a frame around prose.
func (f *wordFlow) table(n xmlread.NodeID) error {
	f.leave(&wordProps{})
	outer := f.shade
	f.tables++
	t := &wordTable{wordFlow: f, lines: document.NewRowPacker(&f.env.Gate, f.reader.text)}
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
func (t *wordTable) rows(n xmlread.NodeID) error {
	return t.elements(n, func(c xmlread.NodeID) error {
		switch name := t.Name(c); {
		case name.Is(nsWord, "tr"):
			return t.row(c)
		case name.Is(nsAnnotation, "annotation"):
			return t.annotated(c, t.rows)
		case name.Space == nsWord && name.Local != "cfChunk":
			return nil // properties
		default:
			return t.rows(c)
		}
	})
}

// row reads a row.
func (t *wordTable) row(n xmlread.NodeID) error {
	properties := t.Child(n, nsWord, "trPr")
	t.Pin(properties)
	defer t.Unpin(properties)
	row := document.Row{Pos: t.Pos(n)}
	column, links := 0, len(t.internal)
	if before := wordInt(t.val(t.Child(properties, nsWord, "gridBefore")), 0); before > 0 {
		column = min(before, spanMost)
		row.Cells = append(row.Cells, document.Cell{ColSpan: column})
	}
	if err := t.cells(n, &row, &column); err != nil {
		return err
	}
	t.above = t.above[:min(len(t.above), column)]
	if len(row.Cells) == 0 && column == 0 {
		return nil
	}
	if head := t.Child(properties, nsWord, "tblHeader"); head != 0 && t.on(t.val(head), true) && t.header == t.lines.Len() {
		t.header++
	}
	t.grid.Row(row)
	if len(t.internal) > links {
		t.lines.Keep(t.lines.Len() - 1) // their targets come later
	}
	t.lines.Settle(t.firstOpen())
	return t.env.Check(converters.LimitColumns, int64(t.grid.Table.Columns), row.Pos)
}

// cells reads the cells of a row from a column on.
func (t *wordTable) cells(n xmlread.NodeID, row *document.Row, column *int) error {
	return t.elements(n, func(c xmlread.NodeID) error {
		switch name := t.Name(c); {
		case name.Is(nsWord, "tc"):
			return t.tableCell(c, row, column)
		case name.Is(nsAnnotation, "annotation"):
			return t.annotated(c, func(n xmlread.NodeID) error { return t.cells(n, row, column) })
		case name.Space == nsWord:
			return nil
		default:
			return t.cells(c, row, column)
		}
	})
}

// tableCell reads a cell, or lets the one above it go on.
func (t *wordTable) tableCell(n xmlread.NodeID, row *document.Row, column *int) error {
	if err := t.env.Spend(converters.LimitCells, 1, t.Pos(n)); err != nil {
		return err
	}
	properties := t.Child(n, nsWord, "tcPr")
	t.Pin(properties)
	defer t.Unpin(properties)
	t.shade = t.shadeOf(properties)
	blocks, err := t.story(n)
	if err != nil {
		return err
	}
	width := max(min(wordInt(t.val(t.Child(properties, nsWord, "gridSpan")), 1), spanMost), 1)
	if err := t.env.Step(t.ctx, int64(width), row.Pos); err != nil {
		return err
	}
	at := *column
	*column += width
	if merge := t.Child(properties, nsWord, "hmerge"); merge != 0 && t.val(merge) != "restart" && len(row.Cells) > 0 {
		last := &row.Cells[len(row.Cells)-1]
		last.ColSpan = max(last.ColSpan, 1) + width
		last.Blocks = append(last.Blocks, blocks...)
		t.cover(at, width, wordSpan{-1, 0, width})
		return nil
	}
	merge := t.Child(properties, nsWord, "vmerge")
	if merge != 0 && t.val(merge) != "restart" && t.goesOn(at, width, blocks) {
		return nil
	}
	if blocks == nil {
		blocks = []document.Block{}
	}
	span := wordSpan{-1, 0, width}
	if merge != 0 {
		span = wordSpan{t.lines.Len(), len(row.Cells), width}
	}
	row.Cells = append(row.Cells, document.Cell{ColSpan: width, Blocks: blocks})
	t.cover(at, width, span)
	return nil
}

// cover notes which cell stands at columns.
func (t *wordTable) cover(at, width int, span wordSpan) {
	for len(t.above) < at+width {
		t.above = append(t.above, wordSpan{row: -1})
	}
	for i := range width {
		t.above[at+i] = wordSpan{row: -1}
	}
	t.above[at] = span
}

// goesOn lets the cell above columns cover this row, too, and reports whether
// there is one of that width.
func (t *wordTable) goesOn(at, width int, blocks []document.Block) bool {
	if at >= len(t.above) || t.above[at].row < 0 || t.above[at].width != width {
		return false
	}
	s := t.above[at]
	if s.row >= t.lines.Len() {
		return false
	}
	cell := &t.lines.Row(s.row).Cells[s.cell]
	if cell.RowSpan >= spanMost {
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
func (t *wordTable) firstOpen() int {
	first := t.lines.Len()
	for _, s := range t.above {
		if s.row >= 0 {
			first = min(first, s.row)
		}
	}
	return first
}
