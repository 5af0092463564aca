package xlsx

import (
	"slices"
	"sort"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// region is a part of a sheet that is a table, or a few lines of text.
type region struct {
	first, last int      // rows, by their place in the grid; last is not one of them
	cols        []uint16 // columns with text, in order
	part        string   // sheet and area
	header      int      // how many of the first rows head it
	object      bool     // a table object
	partial     bool     // not the only region in its rows
	text        bool     // lines of text, no table
	sparse      bool     // shown as a list of cells
}

// width returns how many cells a row has in a region.
func (sh *sheet) width(r *row, g *region) (n int) {
	for _, c := range sh.inside(r, g) {
		if c.has(flagTable) == g.object {
			n++
		}
	}
	return n
}

// inside returns the cells of a row between the first and the last column of a
// region. Those of table objects may be others'.
func (sh *sheet) inside(r *row, g *region) []cell {
	cells := sh.of(r)
	from := sort.Search(len(cells), func(i int) bool { return cells[i].col >= g.cols[0] })
	to := sort.Search(len(cells), func(i int) bool { return cells[i].col > g.cols[len(g.cols)-1] })
	return cells[from:max(from, to)]
}

// regions divides a sheet: table objects, then what blank rows divide, then
// what blank columns divide, in reading order.
func (sh *sheet) regions() ([]region, error) {
	d := divider{sheet: sh}
	if err := d.objects(); err != nil {
		return nil, err
	}
	d.bands()
	if len(d.list) > tablehead.RegionsMost {
		d.whole()
	}
	slices.SortStableFunc(d.list, func(a, b region) int {
		if a.first != b.first {
			return a.first - b.first
		}
		return int(a.cols[0]) - int(b.cols[0])
	})
	return d.list, d.check()
}

// divider divides a sheet into regions.
type divider struct {
	*sheet
	list   []region
	looked looked
	joins  int    // the table that the next band may go on with, or -1
	seen   []bool // columns that are noted
}

// check holds the regions to the limits.
func (d *divider) check() error {
	for i := range d.list {
		g := &d.list[i]
		first, last := int(d.rows[g.first].number), int(d.rows[g.last-1].number)
		g.part = d.name + "!" + area{place{first, int(g.cols[0])}, place{last, int(g.cols[len(g.cols)-1])}}.String()
		pos := rowsAt(g.part, first, last)
		if !g.text && !g.object {
			g.header = d.headerRows(g, d.look(g))
		}
		if d.sparse(g) {
			g.sparse, g.header = true, 1
			continue
		}
		if err := d.env.Check(converters.LimitColumns, int64(len(g.cols)), pos); err != nil {
			return err
		}
		// Short rows are written in the table's width, which costs work that
		// a small file can ask for.
		if err := d.env.Step(d.ctx, int64(g.last-g.first)*int64(len(g.cols)), pos); err != nil {
			return err
		}
	}
	return nil
}

// A table with so many blanks, and so many for each cell, is sparse.
const (
	sparseLeast = 4 << 20
	sparseRatio = 16
)

// sparse reports whether a region has so few cells for its size that a table
// would be nothing but blanks.
func (d *divider) sparse(g *region) bool {
	blanks := (g.last - g.first) * len(g.cols)
	if g.text || blanks < sparseLeast {
		return false
	}
	cells := 0
	for i := g.first; i < g.last; i++ {
		cells += d.width(&d.rows[i], g)
	}
	blanks -= cells
	return blanks >= sparseLeast && blanks/sparseRatio >= cells
}

// objects makes regions of the table objects.
func (d *divider) objects() error {
	for i, t := range d.tables {
		if slices.ContainsFunc(d.tables[:i], func(o table) bool { return o.overlaps(t.area) }) {
			continue
		}
		g := region{object: true, partial: true}
		g.first = sort.Search(len(d.rows), func(i int) bool { return int(d.rows[i].number) >= t.from.row })
		g.last = sort.Search(len(d.rows), func(i int) bool { return int(d.rows[i].number) > t.to.row })
		if err := d.env.Step(d.ctx, 16*int64(max(g.last-g.first, 0)+1), rowsAt(d.name, t.from.row, t.to.row)); err != nil {
			return err
		}
		if g.first >= g.last {
			continue
		}
		g.cols = []uint16{uint16(t.from.col), uint16(t.to.col)}
		if d.mark(&g); len(g.cols) == 0 {
			continue
		}
		if d.rows[g.first].number == uint32(t.from.row) {
			g.header = t.headers
		}
		d.list = append(d.list, g)
	}
	return nil
}

// overlaps reports whether two areas have a cell in common.
func (a area) overlaps(b area) bool {
	return a.from.row <= b.to.row && b.from.row <= a.to.row && a.from.col <= b.to.col && b.from.col <= a.to.col
}

// mark marks the cells of a table object as its own, and sets its columns and
// rows to those that have text.
func (d *divider) mark(g *region) {
	var cols []uint16
	first, last := -1, -1
	for i := g.first; i < g.last; i++ {
		cells := d.inside(&d.rows[i], g)
		for k := range cells {
			cells[k].flags |= flagTable
			cols = d.note(cols, cells[k].col)
		}
		if len(cells) > 0 {
			if last = i + 1; first < 0 {
				first = i
			}
		}
	}
	g.cols, g.first, g.last = d.sorted(cols), first, last
}

// note notes that a column has text.
func (d *divider) note(cols []uint16, col uint16) []uint16 {
	if n := int(col) + 1; n > len(d.seen) {
		d.seen = append(d.seen, make([]bool, 2*n-len(d.seen))...)
	}
	if d.seen[col] {
		return cols
	}
	d.seen[col] = true
	return append(cols, col)
}

// sorted puts noted columns in order, and forgets them.
func (d *divider) sorted(cols []uint16) []uint16 {
	for _, col := range cols {
		d.seen[col] = false
	}
	slices.Sort(cols)
	return cols
}

// columnsOf returns the columns in which rows have text, outside of table
// objects and between two columns.
func (d *divider) columnsOf(first, last int, from, to uint16) []uint16 {
	var cols []uint16
	for i := first; i < last; i++ {
		for _, c := range d.of(&d.rows[i]) {
			if !c.has(flagTable) && c.col >= from && c.col <= to {
				cols = d.note(cols, c.col)
			}
		}
	}
	return d.sorted(cols)
}

// whole takes what is outside of table objects for one table.
func (d *divider) whole() {
	d.list = slices.DeleteFunc(d.list, func(g region) bool { return !g.object })
	if cols := d.columnsOf(0, len(d.rows), 0, columnsMost-1); len(cols) > 0 {
		d.list = append(d.list, region{last: len(d.rows), cols: cols, partial: true})
	}
}

// bands divides at blank rows. A band goes on with the table above it where it
// has no header of its own.
func (d *divider) bands() {
	d.joins = -1
	for i := 0; i < len(d.rows) && len(d.list) <= tablehead.RegionsMost; {
		if !d.free(&d.rows[i]) {
			i++
			continue
		}
		first := i
		for i++; i < len(d.rows) && d.rows[i].flags&rowGap == 0 && d.free(&d.rows[i]); {
			i++
		}
		d.band(first, i)
	}
}

// free reports whether a row has a cell outside of table objects.
func (d *divider) free(r *row) bool {
	if len(d.tables) == 0 {
		return true
	}
	return slices.ContainsFunc(d.of(r), func(c cell) bool { return !c.has(flagTable) })
}

// band divides one band.
func (d *divider) band(first, last int) {
	cols := d.columnsOf(first, last, 0, columnsMost-1)
	g := region{first: first, last: last, cols: cols, partial: len(d.tables) > 0}
	if d.joins >= 0 && d.continues(&d.list[d.joins], &g) {
		d.list[d.joins].last = last
		d.losses.lose(lostBlank, rowsAt(d.name, int(d.rows[first].number)-1, int(d.rows[first].number)-1))
		return
	}
	before := len(d.list)
	d.divide(g)
	d.joins = -1
	if n := len(d.list) - 1; n >= before && !d.list[n].text && !d.list[n].partial && d.list[n].last == last {
		d.joins = n
	}
}

// continues reports whether a band belongs to the table above it.
func (d *divider) continues(above, g *region) bool {
	blank := int(d.rows[g.first].number-d.rows[above.last-1].number) - 1
	if blank > 1 && above.last-above.first == 1 {
		return false // one row is no table that others could go on with
	}
	return d.filterRow(g) < 0 && tablehead.Continues(above.cols, g.cols, blank, func() *tablehead.Sample { return d.look(g) })
}

// filterRow returns the row of a region that heads a filter, by its place in
// the grid, or -1.
func (d *divider) filterRow(g *region) int {
	f := &d.filter
	i := g.first + sort.Search(g.last-g.first, func(i int) bool { return int(d.rows[g.first+i].number) >= f.from.row })
	if i < g.last && int(d.rows[i].number) == f.from.row && f.from.col <= int(g.cols[len(g.cols)-1]) && f.to.col >= int(g.cols[0]) {
		return i
	}
	return -1
}
