package layout

import (
	"math"

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
		if !a.add(row) {
			return
		}
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
	words := wordsOf(rows)
	t := Table{Cols: len(a.spans), Box: rows[0][0].Box}
	bottom, deep := 0.0, 0
	for _, s := range bandsOf(words, xs, nil) {
		row := s.cells(words, xs)
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
		t.Box = t.Box.Union(boxOf(rows[end]))
		end++
	}
	return t, end
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
			for at < len(bases) && math.Abs(bases[at]-w.Base) > .3*w.Face.Size {
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
