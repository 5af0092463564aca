package xlsx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// divide makes regions of a part of a sheet: titles, tables beside one
// another, a table.
func (d *divider) divide(g region) {
	if at := d.filterRow(&g); at > g.first {
		if !d.filter.spans(g.cols) && d.beside(g) {
			return
		}
		top := g
		top.last = at
		top.cols = d.columnsOf(top.first, top.last, g.cols[0], g.cols[len(g.cols)-1])
		d.divide(top)
		g.first = at
		g.cols = d.columnsOf(g.first, g.last, g.cols[0], g.cols[len(g.cols)-1])
	}
	if at := d.step(&g); at > 0 {
		top := g
		top.last = at
		top.cols = d.columnsOf(top.first, top.last, g.cols[0], g.cols[len(g.cols)-1])
		d.across(top)
		g.first = at
		g.cols = d.columnsOf(g.first, g.last, g.cols[0], g.cols[len(g.cols)-1])
	}
	d.across(g)
}

// step returns the first row of a region from which on all cells stand beside
// those above, so that the two parts only touch at a corner; 0 if there is
// none. Of each part, two rows at least have two cells.
func (d *divider) step(g *region) int {
	if len(g.cols) < 4 || g.last-g.first < 4 {
		return 0
	}
	low, high := g.cols[len(g.cols)-1], g.cols[0]
	below := make([]uint16, 0, 2*(g.last-g.first)) // by row, from the last: the columns from there on
	for i := g.last - 1; i >= g.first; i-- {
		a, b := d.reach(i, g)
		low, high = min(low, a), max(high, b)
		below = append(below, low, high)
	}
	low, high = g.cols[len(g.cols)-1], g.cols[0]
	for i := g.first; i < g.last-2; i++ {
		a, b := d.reach(i, g)
		low, high = min(low, a), max(high, b)
		at := 2 * (g.last - 2 - i)
		if i > g.first && low < high && below[at] < below[at+1] && (high < below[at] || low > below[at+1]) {
			return i + 1
		}
	}
	return 0
}

// reach returns the first and the last column of a row in a region.
func (d *divider) reach(i int, g *region) (first, last uint16) {
	first, last = g.cols[len(g.cols)-1], g.cols[0]
	for _, c := range d.inside(&d.rows[i], g) {
		if c.has(flagTable) == g.object {
			first, last = min(first, c.col), max(last, c.col)
		}
	}
	return first, last
}

// spans reports whether an area reaches over all of some columns.
func (a area) spans(cols []uint16) bool {
	return a.from.col <= int(cols[0]) && a.to.col >= int(cols[len(cols)-1])
}

// across makes regions of what stands beside one another, below a title.
func (d *divider) across(g region) {
	if g = d.peel(g); d.beside(g) {
		return
	}
	for _, part := range d.repeats(g) {
		d.table(d.peel(part))
	}
}

// beside makes regions of tables that stand beside one another, and reports
// whether there are some.
func (d *divider) beside(g region) bool {
	part := func(cols []uint16) region {
		part := g
		part.cols, part.partial = cols, true
		return d.clip(part)
	}
	groups := tablehead.Groups(g.cols, d.blankBetween)
	if !tablehead.Apart(groups, func(cols []uint16) tablehead.Part {
		p := part(cols)
		return tablehead.Part{First: p.first, Last: p.last, Sample: d.sample(&p)}
	}) {
		return false
	}
	for _, cols := range groups {
		d.table(d.peel(part(cols)))
	}
	return true
}

// repeats divides a region where its first row stands again below a row with
// one cell: tables of the same kind, each with its title.
func (d *divider) repeats(g region) []region {
	var out []region
	if g.first >= g.last {
		return nil
	}
	if head := &d.rows[g.first]; d.width(head, &g) > 1 {
		for i := g.first + 2; i+1 < g.last && len(out) < tablehead.RegionsMost; i++ {
			if d.width(&d.rows[i], &g) != 1 || !d.same(head, &d.rows[i+1], &g) {
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
func (d *divider) same(a, b *row, g *region) bool {
	return slices.EqualFunc(d.inside(a, g), d.inside(b, g), func(x, y cell) bool {
		return x.col == y.col && d.textOf(&x) == d.textOf(&y)
	})
}

// clip cuts the rows of a region at both ends that have no cells in it.
func (d *divider) clip(g region) region {
	for g.first < g.last && d.width(&d.rows[g.first], &g) == 0 {
		g.first++
	}
	for g.first < g.last && d.width(&d.rows[g.last-1], &g) == 0 {
		g.last--
	}
	return g
}

// peel makes lines of text of the rows above a table that have one cell each.
func (d *divider) peel(g region) region {
	s := d.look(&g)
	n := s.Titles()
	if n == 0 {
		return g
	}
	title := g
	title.last, title.text = s.Rows[n].At, true
	title.cols = d.columnsOf(title.first, title.last, g.cols[0], g.cols[len(g.cols)-1])
	d.list = append(d.list, title)
	g.first = s.Rows[n].At
	g.cols = d.columnsOf(g.first, g.last, g.cols[0], g.cols[len(g.cols)-1])
	return g
}

// blankBetween reports whether a visible column lies between two others.
func (d *divider) blankBetween(a, b int) bool {
	for col := a + 1; col < b; col++ {
		c := d.hiddenColumn(col)
		if c == nil {
			return true
		}
		col = c.last
	}
	return false
}

// table makes a region a table, or lines of text.
func (d *divider) table(g region) {
	if g.first >= g.last || len(g.cols) == 0 {
		return
	}
	g.text = len(g.cols) == 1 && d.look(&g).IsLines()
	d.list = append(d.list, g)
}

// headerRows returns how many rows head a table.
func (d *divider) headerRows(g *region, s *tablehead.Sample) int {
	last := d.frozen.row
	if t := d.titles; last == 0 && t.first <= int(d.rows[g.first].number) {
		last = t.last
	}
	frozen := 0
	for g.first+frozen < g.last && int(d.rows[g.first+frozen].number) <= last {
		frozen++
	}
	return s.HeaderRows(d.filterRow(g) == g.first, frozen)
}

// look returns the sample of a region, which is kept for the next one who asks:
// most sheets are one table, which is asked for several times.
func (d *divider) look(g *region) *tablehead.Sample {
	l := &d.looked
	if l.sample == nil || l.first != g.first || l.last != g.last || l.object != g.object || !slices.Equal(l.cols, g.cols) {
		*l = looked{*g, d.sample(g)}
	}
	return l.sample
}

// looked is a region and its sample.
type looked struct {
	region
	sample *tablehead.Sample
}

// sample looks at the first rows of a region.
func (d *divider) sample(g *region) *tablehead.Sample {
	s := &tablehead.Sample{Columns: len(g.cols), Total: g.last - g.first}
	for i := g.first; i < g.last; i++ {
		r := s.Row(i)
		for _, c := range d.inside(&d.rows[i], g) {
			at, ok := slices.BinarySearch(g.cols, c.col)
			if ok && c.has(flagTable) == g.object && !r.Has(at) {
				r.Set(at, kindOf(&c), d.plainOf(&c), c.has(flagAnchor))
			}
		}
		if !s.Add(r) {
			break
		}
	}
	return s
}

func kindOf(c *cell) tablehead.Kind {
	switch {
	case c.has(flagDate):
		return tablehead.Time
	case c.has(flagValue):
		return tablehead.Number
	}
	return tablehead.Text
}
