package layout

import (
	"math"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	bandedRows    = 4  // of a table whose rows are told apart by white, its head too, at least
	bandedColumns = 3  // of such a table, at least
	bandedTries   = 8  // times the rows of a page, that are looked at
	bandedLines   = 64 // of one of its rows, at most
)

// bandedTables puts a table in the place of rows whose cells have several lines,
// and which white across all columns tells apart. The lines of a cell need not be
// on the baselines of its neighbours.
func bandedTables(lines []Line) []Line {
	rows := rowsOf(lines)
	budget := bandedTries * len(rows)
	var out []Line
	for i := 0; i < len(rows); {
		a := alignment{}
		a.reach(rows[i:], budget)
		budget -= len(a.rows)
		if t, end := a.banded(); end > 0 {
			t.mirror()
			out = append(out, t.line(&rows[i][0]))
			i += end
			continue
		}
		out = append(out, rows[i]...)
		i++
	}
	if len(out) == len(lines) {
		return lines
	}
	return out
}

// reach takes rows, up to a limit, as long as they are in columns that no piece of
// them crosses.
func (a *alignment) reach(rows [][]Line, limit int) {
	if len(rows[0]) < 2 || !shortRow(rows[0]) || !plainRow(rows[0]) {
		return
	}
	for n := range min(len(rows), limit) {
		row := a.fit(rows[n])
		if n > 0 && row[0].Base-rows[n-1][0].Base > alignedGap*max(row[0].Size, rows[n-1][0].Size) || !plainRow(row) || a.isPair(row) {
			return
		}
		next, ok := a.with(row)
		if !ok {
			return
		}
		a.spans, a.rows = next, append(a.rows, row)
	}
}

// banded makes a table of the first rows of an alignment, and returns how many it
// took; 0 where the white between them does not tell rows apart.
func (a *alignment) banded() (Table, int) {
	rows := a.rows
	if len(a.spans) < bandedColumns || len(rows) < bandedRows {
		return Table{}, 0
	}
	xs := a.edges()
	var words []glyph.Word
	for _, row := range rows {
		for i := range row {
			words = append(words, row[i].Words...)
		}
	}
	t := Table{Cols: len(a.spans), Box: rows[0][0].Box}
	bottom, deep := 0.0, 0
	for _, s := range bandsOf(words, xs, nil) {
		row := make([]Cell, t.Cols)
		for _, i := range s.words {
			c := max(columnOf(xs, &words[i]), 0)
			row[c].Words = append(row[c].Words, words[i])
		}
		filled, lines := filledCells(row)
		if len(row[0].Words) == 0 || filled < 2 || len(t.Rows) == 0 && filled < t.Cols {
			break
		}
		if lines > bandedLines || wholeLines(row) > 1 {
			return Table{}, 0 // lines as close as those of a cell are rows
		}
		deep += script.Flag(lines > 1 && len(t.Rows) > 0)
		t.Rows = append(t.Rows, row)
		bottom = s.y1
	}
	if len(t.Rows) < bandedRows || deep < 2 {
		return Table{}, 0
	}
	end := 0
	for end < len(rows) && rows[end][0].Base < bottom+1 {
		for i := range rows[end] {
			t.Box = t.Box.Union(rows[end][i].Box)
		}
		end++
	}
	return t, end
}

// edges returns the edges of columns, in the middle of the white between them.
func (a *alignment) edges() []float64 {
	xs := []float64{a.spans[0].x0}
	for i := 1; i < len(a.spans); i++ {
		xs = append(xs, (a.spans[i-1].x1+a.spans[i].x0)/2)
	}
	return append(xs, a.spans[len(a.spans)-1].x1)
}

// filledCells returns how many cells of a row have words, and how many lines that
// one has which has the most.
func filledCells(row []Cell) (filled, lines int) {
	for i := range row {
		words := row[i].Words
		n := 0
		for k := range words {
			if k == 0 || words[k].Base > words[k-1].Base+.5*words[k].Size {
				n++
			}
		}
		filled += script.Flag(n > 0)
		lines = max(lines, n)
	}
	return filled, lines
}

// wholeLines returns how many lines of a row, side by side, are in more than half of
// its cells.
func wholeLines(row []Cell) int {
	var bases []float64
	var cells []int
	for i := range row {
		last := -1
		for k := range row[i].Words {
			w := &row[i].Words[k]
			at := 0
			for at < len(bases) && math.Abs(bases[at]-w.Base) > .3*w.Size {
				at++
			}
			if at == len(bases) {
				bases, cells = append(bases, w.Base), append(cells, 0)
			}
			cells[at] += script.Flag(at != last)
			last = at
		}
	}
	n := 0
	for _, c := range cells {
		n += script.Flag(2*c > len(row))
	}
	return n
}
