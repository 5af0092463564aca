package rtf

import (
	"iter"

	"github.com/seed353dc258/backstory/document"
)

// rowStream gives the rows of a table again whenever they are asked for: those
// of plain text are made of their texts, the others were made before.
type rowStream struct {
	rows  *rowList
	full  []document.Row // of those without texts, in order
	edges []int32
}

// Rows yields the rows of the table.
func (s *rowStream) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		var cells []document.Cell
		next := 0
		for _, r := range s.rows.all() {
			if r.texts == nil {
				next++
				if !yield(s.full[next-1], nil) {
					return
				}
				continue
			}
			cells = r.plainCells(cells[:0], s.edges)
			if !yield(document.Row{Pos: lineAt(max(r.line, 1)), Cells: cells}, nil) {
				return
			}
		}
	}
}

// plainCells appends the cells of a row of plain text.
func (r *row) plainCells(cells []document.Cell, edges []int32) []document.Cell {
	column := 0
	for i, text := range r.texts {
		next := r.columnAfter(i, column, edges)
		cells = append(cells, document.Cell{Text: text, ColSpan: next - column})
		column = next
	}
	return cells
}

// columnAfter returns the column behind a cell that begins in another one.
func (r *row) columnAfter(i, column int, edges []int32) int {
	if edges == nil || i >= len(r.defs) {
		return column + 1
	}
	return max(column+1, columnOf(edges, r.defs[i].right))
}

// isSimple reports whether a pipe table shows a cell as it is.
func isSimple(c *document.Cell) bool {
	if c.ColSpan > 1 || c.RowSpan > 1 || len(c.Blocks) > 1 {
		return false
	}
	for _, b := range c.Blocks {
		if _, ok := b.(*document.Paragraph); !ok {
			return false
		}
	}
	return true
}

// countFull returns how many rows are more than plain text.
func (l *rowList) countFull() int {
	n := 0
	for i := range l.runs {
		n += len(l.runs[i].full)
	}
	return n
}

// gridOf makes a table of rows, and says how many are ragged. Where cells are
// merged or hold blocks, or most rows are more than text, all are in the
// table; else they stream.
func gridOf(rows *rowList, full []document.Row, edges []int32) (*document.Table, int) {
	s := &rowStream{rows: rows, full: full, edges: edges}
	streams := len(full)*2 <= rows.count
	var grid document.Grid
	for row := range s.Rows() {
		for _, c := range row.Cells {
			streams = streams && isSimple(&c)
		}
		grid.Row(row)
		grid.Table.Rows = grid.Table.Rows[:1] // it is not for keeping them
	}
	table := &document.Table{Columns: grid.Table.Columns}
	if streams {
		table.Source = s
		return table, grid.Ragged()
	}
	table.Rows = make([]document.Row, 0, rows.count)
	for row := range s.Rows() {
		row.Cells = append([]document.Cell(nil), row.Cells...)
		table.Rows = append(table.Rows, row)
	}
	return table, grid.Ragged()
}
