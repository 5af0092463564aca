package layout

import (
	"math"
	"slices"
)

// headRows is how many rows below the head of a table tell where its columns are.
const headRows = 8

// splitHead returns the first of some rows with those of its pieces split that
// are above several pieces of the second one, or of the columns of those below:
// names of columns that nearly touch.
func splitHead(rows [][]Line) []Line {
	if len(rows) < 2 || len(rows[0]) < 2 || !shortRow(rows[0]) || !shortRow(rows[1]) {
		return rows[0]
	}
	below := rows[1]
	if len(below) <= len(rows[0]) && isWords(rows[0]) {
		below = columnsBelow(rows[1:min(len(rows), headRows+1)])
	}
	if len(below) <= len(rows[0]) {
		return rows[0]
	}
	var out []Line
	for i := range rows[0] {
		l := &rows[0][i]
		var edges []float64
		for j := 1; j < len(below); j++ {
			x := (below[j-1].Box.X1 + below[j].Box.X0) / 2
			if x > l.Box.X0 && x < l.Box.X1 {
				edges = append(edges, x)
			}
		}
		parts := l.split(edges)
		if slices.ContainsFunc(parts, func(p Line) bool { return !p.overlaps(below) }) {
			parts = []Line{*l}
		}
		out = append(out, parts...)
	}
	return out
}

// columnsBelow returns lines that are as wide as the columns of some rows; none
// where one of those is in few rows.
func columnsBelow(rows [][]Line) []Line {
	a := alignment{}
	for _, row := range rows {
		if !a.add(row) {
			break
		}
	}
	if slices.ContainsFunc(a.columns(a.rows), func(lines []*Line) bool { return len(lines) < alignedRows }) {
		return nil
	}
	out := make([]Line, len(a.spans))
	for i, s := range a.spans {
		out[i].Box.X0, out[i].Box.X1 = s.x0, s.x1
	}
	return out
}

// groupedTable returns the table below a row that names groups of its columns, with
// that row, and how many rows it has; nil where there is none.
func groupedTable(rows [][]Line) (*Table, int) {
	if len(rows) <= alignedRows || len(rows[0]) < 2 || len(rows[0]) >= len(rows[1]) || !shortRow(rows[0]) || !plainRow(rows[0]) || !isWords(rows[1]) {
		return nil, 0
	}
	if rows[1][0].Base-rows[0][0].Base > alignedGap*rows[1][0].Size {
		return nil, 0
	}
	a := alignment{}
	n, what := a.grow(rows[1], rows[1:])
	if what != table || len(a.rows[0]) < len(a.spans) {
		return nil, 0
	}
	groups := a.groups(rows[0], a.centred)
	if groups == nil && rows[1][0].Base-rows[0][0].Base > closeStep(a.rows) {
		groups = a.groups(rows[0], a.leftward)
	}
	if groups == nil {
		return nil, 0
	}
	t := a.table(a.rows)
	for i := range rows[0] {
		t.Box = t.Box.Union(rows[0][i].Box)
	}
	t.Rows, t.Header = slices.Insert(t.Rows, 0, groups), 2
	return t, n + 1
}

// groups makes cells of a row that names groups of columns: each of its pieces is
// over some of those, as a rule says, one after the other, and up to the last
// column. It returns nil where the row is none.
func (a *alignment) groups(row []Line, rule func(row []Line, i, from int) (first, last int)) []Cell {
	var out []Cell
	at, wide := 0, false
	for i := range row {
		first, last := rule(row, i, at)
		if first < 0 || i > 0 && first != at {
			return nil
		}
		for ; at < first; at++ {
			out = append(out, Cell{ColSpan: 1, RowSpan: 1})
		}
		out = append(out, Cell{Lines: row[i : i+1], Words: row[i].Words, ColSpan: last - first + 1, RowSpan: 1})
		at, wide = last+1, wide || last > first
	}
	if !wide || at < len(a.spans) {
		return nil
	}
	return out
}

// centred returns the columns, from one on, over the middle of which a piece is.
func (a *alignment) centred(row []Line, i, from int) (first, last int) {
	const slack = .6 // of the size
	l := &row[i]
	first, last = -1, -1
	off := slack * l.Size
	for f := from; f < len(a.spans); f++ {
		for t := f; t < len(a.spans); t++ {
			x0, x1 := a.spans[f].x0, a.spans[t].x1
			if d := math.Abs(l.Box.X0+l.Box.X1-x0-x1) / 2; d < off && l.Box.X0 > x0-slack*l.Size {
				first, last, off = f, t, d
			}
		}
	}
	return first, last
}

// leftward returns the columns, from one on, of which the first one begins where a
// piece does, and the last one is before that of the next piece.
func (a *alignment) leftward(row []Line, i, from int) (first, last int) {
	first, last = a.starts(&row[i], from), len(a.spans)-1
	if i+1 < len(row) {
		last = a.starts(&row[i+1], from) - 1
	}
	if first < 0 || last < first {
		return -1, -1
	}
	return first, last
}

// starts returns the column, from one on, that begins where a piece does; -1 for none.
func (a *alignment) starts(l *Line, from int) int {
	for c := from; c < len(a.spans); c++ {
		if math.Abs(a.spans[c].x0-l.Box.X0) < columnSlack*l.Size {
			return c
		}
	}
	return -1
}
