package sheet

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// divide makes regions of a part of a sheet: titles, tables beside one
// another, a table.
func (d *divider) divide(g region) {
	if at, filter := filterRow(d.sheet, &g); at > g.first {
		if !filter.spans(g.cols) && d.beside(g) {
			return
		}
		d.divide(d.cut(g, g.first, at))
		g = d.cut(g, at, g.last)
	}
	if at := d.step(&g); at > 0 {
		d.across(d.cut(g, g.first, at))
		g = d.cut(g, at, g.last)
	}
	d.across(g)
}

// cut returns the rows of a region from one to another.
func (d *divider) cut(g region, first, last int) region {
	g.cols = d.columnsOf(first, last, g.cols[0], g.cols[len(g.cols)-1])
	g.first, g.last = first, last
	return g
}

// step returns the first row of a region from which on all cells are beside
// those above, so that the two parts only touch at a corner; 0 if there is
// none. Of each part, two rows at least have two cells.
func (d *divider) step(g *region) int {
	if len(g.cols) < 4 || g.last-g.first < 4 {
		return 0
	}
	low, high := g.cols[len(g.cols)-1], g.cols[0]
	below := make([]uint16, 0, 2*(g.last-g.first)) // by row, from the last: the columns from there on
	for i := g.last - 1; i >= g.first; i-- {
		a, b := reach(d.sheet, i, g)
		low, high = min(low, a), max(high, b)
		below = append(below, low, high)
	}
	low, high = g.cols[len(g.cols)-1], g.cols[0]
	for i := g.first; i < g.last-2; i++ {
		a, b := reach(d.sheet, i, g)
		low, high = min(low, a), max(high, b)
		at := 2 * (g.last - 2 - i)
		if i > g.first && low < high && below[at] < below[at+1] && (high < below[at] || low > below[at+1]) {
			return i + 1
		}
	}
	return 0
}

// reach returns the first and the last column of a row in a region.
func reach(sheet *Sheet, i int, g *region) (first, last uint16) {
	first, last = g.cols[len(g.cols)-1], g.cols[0]
	for _, c := range g.in(sheet.Of(&sheet.Rows[i])) {
		if g.owns(&c) {
			first, last = min(first, c.Col), max(last, c.Col)
		}
	}
	return first, last
}

// across makes regions of what is side by side, below a title.
func (d *divider) across(g region) {
	if g = d.peel(g); d.beside(g) {
		return
	}
	for _, part := range repeats(d.sheet, g) {
		d.table(d.peel(part))
	}
}

// beside makes regions of tables that are side by side, and reports whether
// there are some.
func (d *divider) beside(g region) bool {
	part := func(cols []uint16) region {
		part := g
		part.cols, part.partial = cols, true
		return clip(d.sheet, part)
	}
	groups := tablehead.Groups(g.cols, d.blankBetween)
	if !tablehead.Apart(groups, func(cols []uint16) tablehead.Part {
		p := part(cols)
		return tablehead.Part{First: p.first, Last: p.last, Sample: d.take(&p)}
	}) {
		return false
	}
	for _, cols := range groups {
		g := part(cols)
		g.of = &corner{g.first, g.cols[0]}
		d.table(d.peel(g))
	}
	return true
}

// repeats divides a region where its first row comes again below a row with
// one cell: tables of the same kind, each with its title.
func repeats(sheet *Sheet, g region) []region {
	var out []region
	if g.first >= g.last {
		return nil
	}
	if head := &sheet.Rows[g.first]; g.width(sheet.Of(head)) > 1 {
		for i := g.first + 2; i+1 < g.last && len(out) < tablehead.MaxRegions; i++ {
			if g.width(sheet.Of(&sheet.Rows[i])) != 1 || !same(sheet, head, &sheet.Rows[i+1], &g) {
				continue
			}
			part := g
			part.last = i
			out = append(out, part)
			g.first = i
			i += 2
		}
	}
	return append(out, g)
}

// same reports whether two rows show the same texts in a region.
func same(sheet *Sheet, a, b *Row, g *region) bool {
	left := slices.Clone(g.in(sheet.Of(a))) // its page may go while the other is asked for
	return slices.EqualFunc(left, g.in(sheet.Of(b)), func(x, y Cell) bool {
		return x.Col == y.Col && sheet.Book.Texts.Get(x.At) == sheet.Book.Texts.Get(y.At)
	})
}

// clip cuts the rows of a region at both ends that have no cells in it.
func clip(sheet *Sheet, g region) region {
	for g.first < g.last && g.width(sheet.Of(&sheet.Rows[g.first])) == 0 {
		g.first++
	}
	for g.first < g.last && g.width(sheet.Of(&sheet.Rows[g.last-1])) == 0 {
		g.last--
	}
	return g
}

// peel makes lines of text of the rows above a table that have one cell each.
func (d *divider) peel(g region) region {
	if g.first >= g.last {
		return g
	}
	s := d.sample(&g)
	n := s.Titles()
	if n == 0 {
		return g
	}
	title := d.cut(g, g.first, s.Rows[n].At)
	title.text = true
	d.list = append(d.list, title)
	return d.cut(g, title.last, g.last)
}

// blankBetween reports whether a visible column is between two others.
func (d *divider) blankBetween(a, b int) bool {
	for col := a + 1; col < b; col++ {
		c := hiddenColumn(d.sheet.Columns, col)
		if c == nil {
			return true
		}
		col = c.Last
	}
	return false
}

// table makes a region a table, or lines of text.
func (d *divider) table(g region) {
	if g.first >= g.last || len(g.cols) == 0 {
		return
	}
	g.text = len(g.cols) == 1 && d.sample(&g).IsLines()
	d.list = append(d.list, g)
}
