package odf

import (
	"sort"

	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// divide makes regions of a part of a sheet: titles, tables beside one
// another, a table.
func (d *divider) divide(g region) {
	if at := d.filterRow(&g); at > g.first {
		if !d.spanned(&g, at) && d.beside(g) {
			return
		}
		top := d.cut(g, g.first, at)
		if len(top.cols) > 0 {
			d.divide(top)
		}
		g = d.cut(g, at, g.last)
	}
	if g = d.peel(g); !d.beside(g) {
		d.table(g)
	}
}

// spanned reports whether a filter that begins in a row reaches over all columns
// of a region.
func (d *divider) spanned(g *region, at int) bool {
	for _, f := range d.filters {
		if int(d.rows[at].number) == f.from.row && f.from.col <= int(g.cols[0]) && f.to.col >= int(g.cols[len(g.cols)-1]) {
			return true
		}
	}
	return false
}

// beside makes regions of tables that stand beside one another, and reports
// whether there are some.
func (d *divider) beside(g region) bool {
	part := func(cols []uint16) region {
		part := g
		part.cols = cols
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

// cut returns the rows of a region from one to another.
func (d *divider) cut(g region, first, last int) region {
	g.cols = d.columnsOf(first, last, g.cols[0], g.cols[len(g.cols)-1])
	g.first, g.last = first, last
	return g
}

// clip cuts the rows of a region at both ends that have no cells in it.
func (d *divider) clip(g region) region {
	for g.first < g.last && len(d.inside(&d.rows[g.first], &g)) == 0 {
		g.first++
	}
	for g.first < g.last && len(d.inside(&d.rows[g.last-1], &g)) == 0 {
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
	return d.cut(g, s.Rows[n].At, g.last)
}

// blankBetween reports whether a visible column lies between two others.
func (d *divider) blankBetween(a, b int) bool {
	for col := a + 1; col < b; {
		i := sort.Search(len(d.columns), func(i int) bool { return d.columns[i].end > col })
		if i == len(d.columns) || !d.columns[i].hidden {
			return true
		}
		col = d.columns[i].end
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
