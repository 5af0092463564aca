package layout

import (
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

const (
	alignedRows  = 3   // rows of a table without lines, at least
	alignedPair  = 3.0 // of two rows alone
	alignedWords = 7.0 // words of a cell on the mean, at most
	alignedGap   = 2.6 // of the size: rows that are further apart are of different tables
)

// alignedTables puts a table in the place of rows that are aligned in columns.
func alignedTables(lines []Line) []Line {
	rows := rowsOf(lines)
	var out []Line
	for i := 0; i < len(rows); {
		n := pairs(rows[i:])
		if typed := session(rows[i:]); typed >= alignedRows {
			n = typed
		}
		if n > 1 {
			for _, row := range rows[i : i+n] {
				for k := range row[1:] {
					row[0].join(&row[1+k])
				}
				row[0].pair = true
				out = append(out, row[0])
			}
			i += n
			continue
		}
		t, n := alignedTable(rows[i:])
		if t == nil {
			for _, row := range rows[i : i+n] {
				out = append(out, row...)
			}
			i += n
			continue
		}
		t.mirror()
		out = append(out, t.line(&rows[i][0]))
		i += n
	}
	return out
}

// line returns a line that is a table alone, in the place of one that it begins with.
func (t *Table) line(first *Line) Line {
	return Line{Box: t.Box, Base: t.Box.Y1, Size: first.Size, Page: first.Page, order: first.order, Table: t}
}

// alignedTable returns the table that the first of some rows make, and how many
// those are; nil where they are none.
func alignedTable(rows [][]Line) (*Table, int) {
	if t, n := groupedTable(rows); t != nil {
		return t, n
	}
	a := alignment{}
	n, table := a.grow(splitHead(rows), rows)
	if !table {
		return nil, n
	}
	t := a.table(a.rows)
	return &t, n
}

// overlaps reports whether a line shares some of its width with one of a row.
func (l *Line) overlaps(row []Line) bool {
	return slices.ContainsFunc(row, func(o Line) bool { return min(o.Box.X1, l.Box.X1) > max(o.Box.X0, l.Box.X0) })
}

// shortRow reports whether the pieces of a row are as short as names and values.
func shortRow(row []Line) bool {
	const most = 5 // words
	return !slices.ContainsFunc(row, func(l Line) bool { return l.Table != nil || l.entry || len(l.Words) > most })
}

// split cuts a line at some places, in order, where there is a space; words
// that are on both sides of a place keep it whole.
func (l *Line) split(edges []float64) []Line {
	if len(edges) == 0 || l.RTL {
		return []Line{*l}
	}
	var out []Line
	start := 0
	for _, x := range edges {
		end := start
		for end < len(l.Words) && (l.Words[end].Box.X0+l.Words[end].Box.X1)/2 < x {
			end++
		}
		if end == start || end == len(l.Words) || l.Words[end].Glued {
			return []Line{*l}
		}
		out = append(out, l.part(start, end))
		start = end
	}
	return append(out, l.part(start, len(l.Words)))
}

// part returns some words of a line as a line.
func (l *Line) part(start, end int) Line {
	p := Line{Page: l.Page, order: l.order, Size: l.Size, Base: l.Base, Words: l.Words[start:end:end], Box: l.Words[start].Box}
	for i := start; i < end; i++ {
		p.Box = p.Box.Union(l.Words[i].Box)
	}
	p.settle()
	return p
}

// alignment is rows, and the columns that they have.
type alignment struct {
	spans []span
	rows  [][]Line
}

type span struct{ x0, x1 float64 }

// grow takes rows, of which the first one is as split, as long as they are aligned,
// and returns how many make a table, or how many are none.
func (a *alignment) grow(head []Line, rows [][]Line) (n int, table bool) {
	if len(head) < 2 || !plainRow(head) {
		return 1, false
	}
	for _, l := range head {
		a.spans = append(a.spans, span{l.Box.X0, l.Box.X1})
	}
	a.rows = append(a.rows, head)
	last, end, wide := head[0], 1, 1
	for n := 1; n < len(rows); n++ {
		row := a.fit(rows[n])
		if hasTable(row) || row[0].Base-last.Base > alignedGap*max(last.Size, row[0].Size) {
			break
		}
		if len(row) == 1 && !continues(&row[0], a.rows[n-1]) || isOther(a.rows, row) || a.isPair(row) {
			break
		}
		next, ok := a.with(row)
		if !ok || len(next) < 2 {
			break
		}
		a.spans, a.rows = next, append(a.rows, row)
		last = row[0]
		if len(row) >= 2 {
			wide++
			end = n + 1
		} else if row[0].Base-a.rows[n-1][0].Base < 1.5*row[0].Size {
			end = n + 1 // a cell goes on
		}
	}
	a.rows = a.rows[:end]
	if a.isProse(a.rows) || isListing(a.rows) {
		return end, false
	}
	if !a.isTable(a.rows, wide) {
		return 1, false
	}
	return end, true
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
		bold = bold || before[i].All(document.Strong)
		if l.Size > 1.08*before[i].Size {
			return false
		}
	}
	return bold || !l.All(document.Strong)
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

// sharesEdge reports whether two lines begin, end or are centred at one place.
func (l *Line) sharesEdge(o *Line, slack float64) bool {
	left, right := l.Box.X0-o.Box.X0, l.Box.X1-o.Box.X1
	return math.Abs(left) < slack || math.Abs(right) < slack || math.Abs(left+right) < 2*slack
}

// isTable tells a table from columns of text and from pairs that only happen
// to be in rows.
func (a *alignment) isTable(rows [][]Line, wide int) bool {
	words := make([]int, len(a.spans))
	cells := make([]int, len(a.spans))
	all, count := 0, 0
	for _, row := range rows {
		for i := range row {
			c := a.column(&row[i])
			words[c] += len(row[i].Words)
			cells[c]++
			all += len(row[i].Words)
			count++
		}
	}
	mean := float64(all) / float64(max(count, 1))
	first := float64(words[0]) / float64(max(cells[0], 1))
	if len(a.spans) >= 3 {
		return wide >= alignedRows && mean <= alignedWords || wide == 2 && mean <= alignedPair
	}
	return wide >= alignedRows && (mean <= 4.5 || first <= 2.5 && cells[0] >= alignedRows)
}

// plainRow reports whether a row holds text that is not a listing.
func plainRow(row []Line) bool {
	fixed := 0
	for i := range row {
		if row[i].Fixed() {
			fixed++
		}
	}
	return fixed < len(row) && !hasTable(row)
}

// hasTable reports whether a row holds what is not a cell: a table, an entry of a
// table of contents, or the large signs of a formula.
func hasTable(row []Line) bool {
	for i := range row {
		if row[i].Table != nil || row[i].entry || row[i].isFormula() {
			return true
		}
	}
	return false
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
		if gap := l.gap(at); gap < widerGap*max(first.widest(), rest.widest()) || gap < columnGap*l.Size {
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
			if shared <= -columnSlack*l.Size || hit >= 0 && shared <= 0 && sure {
				continue
			}
			if hit >= 0 && (met > 0 || !sure) {
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
// are usually further apart, or that begins with nothing, goes on with the one
// before it.
func (a *alignment) table(rows [][]Line) Table {
	t := Table{Cols: len(a.spans), Box: rows[0][0].Box}
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

// isNearlyWhole reports whether a row has nearly all cells of its table, figures for
// the most part: what lacks is the name of a group of rows, which its first one has.
func isNearlyWhole(row []Line, cols int) bool {
	figures := 0
	for i := range row {
		figures += script.Flag(script.HasDigit(row[i].Words[0].Text))
	}
	return len(row) == cols || nearlyAll(len(row), cols) && figures*2 > len(row)
}

// nearlyAll reports whether so many columns are nearly all of them.
func nearlyAll(n, cols int) bool { return n*5 >= cols*4 }

// closeStep returns how far lines of one row are apart at most, where a table
// sets its rows apart by more than that; 0 where it does not.
func closeStep(rows [][]Line) float64 {
	least, most, partial := 1e9, 0.0, 0
	width := 0
	for i, row := range rows {
		width = max(width, len(row))
		if i == 0 {
			continue
		}
		step := row[0].Base - rows[i-1][0].Base
		least, most = min(least, step), max(most, step)
	}
	if most < 1.12*least || least > 1.45*rows[0][0].Size {
		return 0
	}
	limit := least * 1.06
	tight := 0
	for i := 1; i < len(rows); i++ {
		if rows[i][0].Base-rows[i-1][0].Base <= limit {
			tight++
			if !isNearlyWhole(rows[i], width) || !isNearlyWhole(rows[i-1], width) {
				partial++
			}
		}
	}
	if partial*3 < tight*2 {
		return 0 // rows that are whole stand that close
	}
	return limit
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
