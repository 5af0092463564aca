package layout

import (
	"cmp"
	"math"

	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// alignment is rows, and the columns that they have.
type alignment struct {
	spans []span
	rows  [][]Line
}

type span struct{ x0, x1 float64 }

func bySide(a, b span) int { return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.x1, b.x1)) }

// grow takes rows, of which the first one is as split, as long as they are aligned,
// and returns how many make a table, or how many are none.
func (a *alignment) grow(head []Line, rows [][]Line) (n int, what kind) {
	if len(head) < 2 || !plainRow(head) {
		return 1, notTable
	}
	for _, l := range head {
		a.spans = append(a.spans, span{l.Box.X0, l.Box.X1})
	}
	a.rows = append(a.rows, head)
	end, wide := 1, 1
	for n := 1; n < len(rows); n++ {
		row, above := a.fit(rows[n]), a.rows[n-1]
		if a.isOver(row) || !a.add(row) {
			break
		}
		wide += script.Flag(len(row) >= 2)
		if len(row) >= 2 || row[0].Base-above[0].Base < 1.5*row[0].Size { // or else a cell goes on
			end = n + 1
		}
	}
	a.rows = a.rows[:end]
	columns := a.columns(a.rows)
	switch {
	case isProse(a.rows, columns), isListing(a.rows, columns), isPlot(a.rows, columns):
		return end, notTable
	case isMargin(columns):
		return end, marginNames
	case isTable(columns, wide):
		return end, table
	}
	return 1, notTable
}

// kind is what rows that are aligned are.
type kind uint8

const (
	notTable kind = iota
	table
	marginNames // beside a text
)

// isOver reports whether a row is not of the table that those before it make.
func (a *alignment) isOver(row []Line) bool {
	above := a.rows[len(a.rows)-1]
	apart := row[0].Base-above[0].Base > alignedGap*max(above[0].Size, row[0].Size)
	return hasTable(row) || apart || len(row) == 1 && !continues(&row[0], above) || isOther(a.rows, row) || a.isPair(row)
}

// add adds a row, if it fits the columns.
func (a *alignment) add(row []Line) bool {
	next, ok := a.with(row)
	if ok {
		a.spans, a.rows = next, append(a.rows, row)
	}
	return ok
}

// isPair reports whether a row is a name and its value below a table of more columns,
// of which the second one is not that of the value.
func (a *alignment) isPair(row []Line) bool {
	const columns = 4 // of a table, at least
	return len(a.spans) >= columns && isPair(row) && a.column(&row[0]) == 0 && a.column(&row[1]) == 1
}

// continues reports whether a line alone can be of a cell of the row before
// it: it looks the same, and begins no item.
func continues(l *Line, before []Line) bool {
	if _, n := MarkerOf(l); n > 0 {
		return false
	}
	bold := false
	for i := range before {
		bold = bold || before[i].Words.All(document.Strong)
		if l.Size > 1.08*before[i].Size {
			return false
		}
	}
	return bold || !l.Words.All(document.Strong)
}

// isOther reports whether a row begins something else than what the rows before
// it are of: it has more pieces, is set in another size, or is further below
// than any of those, and most of its pieces share no edge with what is in their
// columns.
func isOther(rows [][]Line, row []Line) bool {
	const more, further, slack, sized = 2, 1.04, .15, .08 // pieces; of the widest step; of the size, twice
	width, step := 0, 0.0
	for i := range rows {
		width = max(width, len(rows[i]))
		if i > 0 {
			step = max(step, rows[i][0].Base-rows[i-1][0].Base)
		}
	}
	next := row[0].Base - rows[len(rows)-1][0].Base
	resized := math.Abs(row[0].Size-rows[len(rows)-1][0].Size) > sized*row[0].Size
	if len(row) < 2 || len(row) < width+more && (len(rows) < alignedRows || next < further*step && !resized) {
		return false
	}
	met, shared := 0, 0
	for i := range row {
		l := &row[i]
		meets, shares := false, false
		for _, r := range rows {
			for k := range r {
				if l.overlaps(r[k : k+1]) {
					meets = true
					shares = shares || l.sharesEdge(&r[k], slack*l.Size)
				}
			}
		}
		met, shared = met+script.Flag(meets), shared+script.Flag(shares)
	}
	return shared*2 <= met && met > 0
}

// isTable tells a table from columns of text and from pairs that only happen
// to be in rows. Of its rows, some have several pieces.
func isTable(columns [][]*Line, wide int) bool {
	all, count := 0, 0
	means := make([]float64, len(columns)) // words of a cell
	for c, lines := range columns {
		words := 0
		for _, l := range lines {
			words += len(l.Words)
		}
		means[c] = float64(words) / float64(max(len(lines), 1))
		all, count = all+words, count+len(lines)
	}
	mean := float64(all) / float64(max(count, 1))
	if len(columns) >= 3 {
		return wide >= alignedRows && mean <= alignedWords || wide == 2 && mean <= alignedPair
	}
	return wide >= alignedRows && (mean <= 4.5 || means[0] <= 2.5 && len(columns[0]) >= alignedRows)
}

// How much wider than the gaps between words one between columns is, and how wide, of
// the size; and how near to a column a piece is of it.
const (
	widerGap    = 1.3
	columnGap   = .3
	columnSlack = .3
)

// sure reports whether the columns are those of a table beyond doubt, each named in
// its first row: there cells may nearly touch.
func (a *alignment) sure() bool {
	return len(a.rows) >= alignedRows && len(a.spans) >= alignedRows && len(a.rows[0]) == len(a.spans) && isWords(a.rows[0])
}

// fit returns a row with those of its pieces split that reach over several columns,
// where the gap between the columns is the widest in them.
func (a *alignment) fit(row []Line) []Line {
	if !a.sure() {
		return row
	}
	var out []Line
	for i := range row {
		out = append(out, a.parts(&row[i])...)
	}
	return out
}

func (a *alignment) parts(l *Line) []Line {
	for i := 1; i < len(a.spans) && len(l.Words) > 1; i++ {
		left, right := a.spans[i-1], a.spans[i]
		if l.Box.X0 > left.x1 || l.Box.X1 < right.x0 {
			continue
		}
		at := 1
		for at < len(l.Words) && l.Words[at].Box.X0 < right.x0-columnSlack*l.Size {
			at++
		}
		if at == len(l.Words) || l.Words[at].Glued || l.Words[at-1].Box.X1 > right.x0 {
			return []Line{*l}
		}
		first, rest := l.part(0, at), l.part(at, len(l.Words))
		if gap := l.Words.gap(at); gap < widerGap*max(first.Words.widest(), rest.Words.widest()) || gap < columnGap*l.Size {
			return []Line{*l}
		}
		return append([]Line{first}, a.parts(&rest)...)
	}
	return []Line{*l}
}

// with returns the columns with a row more, and whether the row fits them: each
// piece of it meets one column, or none and is a new one.
func (a *alignment) with(row []Line) ([]span, bool) {
	out, sure := append([]span(nil), a.spans...), a.sure()
	for _, l := range row {
		hit, met := -1, 0.0
		for i, s := range out {
			shared := min(s.x1, l.Box.X1) - max(s.x0, l.Box.X0)
			if shared <= -columnSlack*l.Size || hit >= 0 && shared <= 0 && (sure || met > 0) {
				continue
			}
			if hit >= 0 && met > 0 {
				return nil, false
			}
			hit, met = i, shared
		}
		if hit >= 0 {
			out[hit] = span{min(out[hit].x0, l.Box.X0), max(out[hit].x1, l.Box.X1)}
			continue
		}
		if len(row) == 1 {
			return nil, false
		}
		at := 0
		for at < len(out) && out[at].x0 < l.Box.X0 {
			at++
		}
		out = append(out[:at], append([]span{{l.Box.X0, l.Box.X1}}, out[at:]...)...)
	}
	return out, true
}

// table makes a table of rows of lines. A row that follows closely, where rows
// are usually further apart, or that begins with nothing, continues the one
// before it.
func (a *alignment) table(rows [][]Line) *Table {
	t := &Table{Cols: len(a.spans), Box: rows[0][0].Box}
	close := closeStep(rows)
	for i, row := range rows {
		cells := make([]Cell, t.Cols)
		for _, l := range row {
			c := a.column(&l)
			cells[c].Lines = append(cells[c].Lines, l)
			cells[c].Words = append(cells[c].Words, l.Words...)
			t.Box = t.Box.Union(l.Box)
		}
		if i > 0 && (goesOnRow(rows[i-1], row, cells, close) || i == 1 && isHead(rows[0], row, t.Cols, close)) {
			before := t.Rows[len(t.Rows)-1]
			for c := range cells {
				before[c].Lines = append(before[c].Lines, cells[c].Lines...)
				before[c].Words = append(before[c].Words, cells[c].Words...)
			}
			continue
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// isHead reports whether the first row is the upper part of a head whose cells
// end together, and the second one the rest of it.
func isHead(first, second []Line, cols int, close float64) bool {
	return close > 0 && second[0].Base-first[0].Base <= close && len(first) < cols
}

// goesOnRow reports whether a row of lines belongs to the row before it.
func goesOnRow(before, row []Line, cells []Cell, close float64) bool {
	step := row[0].Base - before[0].Base
	switch whole := isNearlyWhole(row, len(cells)); {
	case whole && isNearlyWhole(before, len(cells)):
		return false
	case close > 0:
		return step <= close && (len(row) < len(cells) || len(before) < len(cells))
	default:
		return !whole && step < 1.35*row[0].Size && len(cells[0].Words) == 0
	}
}

// column returns the column that a line is in.
func (a *alignment) column(l *Line) int {
	best, most := 0, -1e9
	for i, s := range a.spans {
		if o := min(s.x1, l.Box.X1) - max(s.x0, l.Box.X0); o > most {
			best, most = i, o
		}
	}
	return best
}

// edges returns the edges of columns, in the middle of the white between them.
func (a *alignment) edges() []float64 {
	xs := []float64{a.spans[0].x0}
	for i := 1; i < len(a.spans); i++ {
		xs = append(xs, (a.spans[i-1].x1+a.spans[i].x0)/2)
	}
	return append(xs, a.spans[len(a.spans)-1].x1)
}

// columns returns the lines of each column of some rows.
func (a *alignment) columns(rows [][]Line) [][]*Line {
	out := make([][]*Line, len(a.spans))
	for _, row := range rows {
		for i := range row {
			c := a.column(&row[i])
			out[c] = append(out[c], &row[i])
		}
	}
	return out
}
