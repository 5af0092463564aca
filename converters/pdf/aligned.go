package pdf

import (
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	alignedRows  = 3   // rows of a table without lines, at least
	alignedWords = 7.0 // words of a cell on the mean, at most
	alignedGap   = 1.9 // of the size: rows that are further apart are of different tables
)

// alignedTables puts a table in the place of rows that are aligned in columns.
func alignedTables(lines []line) []line {
	rows := rowsOf(lines)
	var out []line
	for i := 0; i < len(rows); {
		a := alignment{}
		n := a.grow(rows[i:])
		if n == 0 {
			out = append(out, rows[i]...)
			i++
			continue
		}
		t := a.table(rows[i : i+n])
		out = append(out, line{box: t.box, base: t.box.Y1, size: rows[i][0].size, page: rows[i][0].page, order: rows[i][0].order, table: &t})
		i += n
	}
	return out
}

// alignment is the columns that rows have so far.
type alignment struct{ spans []span }

type span struct{ x0, x1 float64 }

// grow takes rows as long as they are aligned, and returns how many make a
// table; 0 for none.
func (a *alignment) grow(rows [][]line) int {
	if len(rows[0]) < 2 || !plainRow(rows[0]) {
		return 0
	}
	for _, l := range rows[0] {
		a.spans = append(a.spans, span{l.box.X0, l.box.X1})
	}
	n, wide, words, cells := 1, 1, 0, 0
	count := func(row []line) {
		for _, l := range row {
			words += len(l.words)
			cells++
		}
	}
	count(rows[0])
	last := rows[0][0]
	end := 1
	for n < len(rows) {
		row := rows[n]
		if !plainRow(row) || row[0].base-last.base > (alignedGap+.6)*max(last.size, row[0].size) {
			break
		}
		next, ok := a.with(row)
		if !ok || len(next) < 2 {
			break
		}
		a.spans = next
		last = row[0]
		n++
		count(row)
		if len(row) >= 2 {
			wide++
			end = n
		}
	}
	n = end
	least := alignedRows
	if len(a.spans) >= 3 {
		least = 2
	}
	mean := float64(words) / float64(max(cells, 1))
	if wide < least || mean > alignedWords || len(a.spans) == 2 && mean > 4.5 {
		return 0
	}
	return n
}

// plainRow reports whether a row holds text alone.
func plainRow(row []line) bool {
	for i := range row {
		if row[i].table != nil || row[i].fixed() {
			return false
		}
	}
	return true
}

// with returns the columns with a row more, and whether the row fits them: each
// piece of it meets one column, or none and is a new one.
func (a *alignment) with(row []line) ([]span, bool) {
	out := append([]span(nil), a.spans...)
	for _, l := range row {
		hit := -1
		for i, s := range out {
			if min(s.x1, l.box.X1)-max(s.x0, l.box.X0) > -.3*l.size {
				if hit >= 0 {
					return nil, false
				}
				hit = i
			}
		}
		if hit >= 0 {
			out[hit] = span{min(out[hit].x0, l.box.X0), max(out[hit].x1, l.box.X1)}
			continue
		}
		if len(row) == 1 {
			return nil, false
		}
		at := 0
		for at < len(out) && out[at].x0 < l.box.X0 {
			at++
		}
		out = append(out[:at], append([]span{{l.box.X0, l.box.X1}}, out[at:]...)...)
	}
	return out, true
}

// table makes a table of rows. A row that begins with nothing and follows
// closely goes on with the one before it.
func (a *alignment) table(rows [][]line) table {
	t := table{cols: len(a.spans), box: rows[0][0].box}
	last := rows[0][0].base
	for i, row := range rows {
		cells := make([]cell, t.cols)
		for _, l := range row {
			c := a.column(&l)
			cells[c].lines = append(cells[c].lines, l)
			cells[c].words = append(cells[c].words, l.words...)
			t.box = t.box.Union(l.box)
		}
		tight := row[0].base-last < 1.35*row[0].size
		last = row[0].base
		if i > 0 && tight && len(cells[0].words) == 0 {
			before := t.rows[len(t.rows)-1]
			for c := range cells {
				before[c].lines = append(before[c].lines, cells[c].lines...)
				before[c].words = append(before[c].words, cells[c].words...)
			}
			continue
		}
		t.rows = append(t.rows, cells)
	}
	return t
}

// column returns the column that a line is in.
func (a *alignment) column(l *line) int {
	best, most := 0, -1e9
	for i, s := range a.spans {
		if o := min(s.x1, l.box.X1) - max(s.x0, l.box.X0); o > most {
			best, most = i, o
		}
	}
	return best
}

// boxAround returns the box around words.
func boxAround(words []word) pdfium.Box {
	b := words[0].box
	for i := range words {
		b = b.Union(words[i].box)
	}
	return b
}
