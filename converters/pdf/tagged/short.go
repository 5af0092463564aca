package tagged

import (
	"math"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// maxPlaced is how many columns a table may have whose short rows are placed: the
// work for a row is the square of that.
const maxPlaced = 200

// placeShort puts the cells of rows that are too short into the columns in which
// they are painted. Chromium names no cell that is empty (its structure has painted
// content alone), so that the cells behind one would move under another head.
// Columns lie where the cells of full rows do, in their order, from the right or
// from the left.
func placeShort(t *layout.Table) {
	if t.Cols > maxPlaced {
		return
	}
	columns := make([]pdfium.Box, t.Cols)
	known := make([]bool, t.Cols)
	for _, row := range t.Rows {
		if len(row) != t.Cols {
			continue
		}
		for i := range row {
			if box, ok := boxOf(&row[i]); ok && known[i] {
				columns[i] = columns[i].Union(box)
			} else if ok {
				columns[i], known[i] = box, true
			}
		}
	}
	for i := range known {
		if !known[i] {
			return
		}
	}
	for r, row := range t.Rows {
		if len(row) < t.Cols && isPlain(row) {
			t.Rows[r] = placed(row, columns)
		}
	}
}

// isPlain reports whether each cell of a row is one of one column with words.
func isPlain(row []layout.Cell) bool {
	for i := range row {
		if row[i].ColSpan > 1 || len(row[i].Words) == 0 {
			return false
		}
	}
	return len(row) > 0
}

// hasTall reports whether a cell of a table goes on in the row below.
func hasTall(t *layout.Table) bool {
	for _, row := range t.Rows {
		for i := range row {
			if row[i].RowSpan > 1 {
				return true
			}
		}
	}
	return false
}

// boxOf returns the box of the words of a cell of one column.
func boxOf(c *layout.Cell) (box pdfium.Box, ok bool) {
	if c.ColSpan > 1 {
		return box, false
	}
	for i := range c.Words {
		if !ok {
			box, ok = c.Words[i].Box, true
		} else {
			box = box.Union(c.Words[i].Box)
		}
	}
	return box, ok
}

// placed returns a row with an empty cell for each column in which none of its
// cells is painted: of all ways that keep their order the nearest one.
func placed(row []layout.Cell, columns []pdfium.Box) []layout.Cell {
	n, cols := len(row), len(columns)
	// best[j] is the least cost of the cells so far in the first j columns; came
	// says for each cell and column whether the cell is in it.
	best := make([]float64, cols+1)
	came := make([][]bool, n)
	for i := range row {
		box, _ := boxOf(&row[i])
		next := make([]float64, cols+1)
		next[0] = math.Inf(1)
		came[i] = make([]bool, cols+1)
		for j := 1; j <= cols; j++ {
			next[j] = next[j-1]
			if here := best[j-1] + apart(box, columns[j-1]); here < next[j] {
				next[j], came[i][j] = here, true
			}
		}
		best = next
	}
	out := make([]layout.Cell, cols)
	for j := range out {
		out[j] = layout.Cell{ColSpan: 1, RowSpan: 1}
	}
	for i, j := n-1, cols; i >= 0; j-- {
		if came[i][j] {
			out[j-1] = row[i]
			i--
		}
	}
	return out
}

// apart returns how far a cell is from a column, across the page: numbers begin
// where they like, and end with the column, words the other way round.
func apart(cell, column pdfium.Box) float64 {
	return min(math.Abs(cell.X0-column.X0), math.Abs(cell.X1-column.X1), math.Abs(cell.X0+cell.X1-column.X0-column.X1)/2)
}
