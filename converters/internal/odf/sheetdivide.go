package odf

import (
	"sort"

	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// divide makes regions of a part of a sheet: titles, tables beside one
// another, a table.
func (d *divider) divide(g region) {
	if at := d.filterRow(&g); at > g.first {
		top := d.cut(g, g.first, at)
		if len(top.cols) > 0 {
			d.divide(top)
		}
		g = d.cut(g, at, g.last)
	}
	g = d.peel(g)
	groups := d.groups(g.cols)
	if len(groups) > 1 && d.apart(&g, groups) {
		for _, cols := range groups {
			part := g
			part.cols = cols
			d.table(d.peel(d.clip(part)))
		}
		return
	}
	d.table(g)
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

// groups divides columns where one between them is blank. Hidden ones are not
// blank.
func (d *divider) groups(cols []uint16) [][]uint16 {
	var out [][]uint16
	from := 0
	for i := 1; i <= len(cols); i++ {
		if i < len(cols) && !d.blankBetween(int(cols[i-1]), int(cols[i])) {
			continue
		}
		out = append(out, cols[from:i])
		from = i
	}
	return out
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

// groupsMost is how many tables may stand beside one another.
const groupsMost = 64

// apart reports whether groups of columns are tables of their own: each has a
// header, and none is the rest of the rows beside it.
func (d *divider) apart(g *region, groups [][]uint16) bool {
	if len(groups) > groupsMost {
		return false
	}
	var first *tablehead.Sample
	firstRegion := region{}
	for i, cols := range groups {
		part := *g
		part.cols = cols
		part = d.clip(part)
		s := d.sample(&part)
		s.Rows = s.Rows[s.Titles():]
		if i == 0 {
			first, firstRegion = s, part
		}
		ends := part.first != firstRegion.first || part.last != firstRegion.last
		switch {
		case len(s.Rows) < 2 || !s.HasHeader(), len(cols) < 2 && !ends:
			return false
		case i > 0 && !ends && s.Column(0) != tablehead.Text && !s.Repeats(first):
			return false
		}
	}
	return true
}

// linesMost is how many rows of one column may be lines of text.
const linesMost = 50

// table makes a region a table, or lines of text.
func (d *divider) table(g region) {
	if g.first >= g.last || len(g.cols) == 0 {
		return
	}
	s := d.sample(&g)
	g.text = len(g.cols) == 1 && (len(s.Rows) < 3 || g.last-g.first <= linesMost && s.Prose)
	d.list = append(d.list, g)
}
