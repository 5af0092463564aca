package odf

import (
	"slices"
	"sort"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tablehead"
	"github.com/seed353dc258/backstory/document"
)

// region is a part of a sheet that is a table, or a few lines of text.
type region struct {
	first, last int      // rows, by their place in the sheet's rows; last is not one of them
	cols        []uint16 // columns with text, in order
	part        string   // sheet and area
	header      int      // how many of the first rows head it
	text        bool     // lines of text, no table
	dense       int      // how many cells each row has, where they stand without the empty ones; else 0
}

// width returns how many columns the table of a region has.
func (g *region) width() int {
	if g.dense > 0 {
		return g.dense
	}
	return len(g.cols)
}

// inside returns the cells of a row between the first and the last column of a
// region.
func (sh *sheetData) inside(r *sheetRow, g *region) []sheetCell {
	cells := sh.of(r)
	from := sort.Search(len(cells), func(i int) bool { return cells[i].col >= g.cols[0] })
	to := sort.Search(len(cells), func(i int) bool { return cells[i].col > g.cols[len(g.cols)-1] })
	return cells[from:max(from, to)]
}

// divider divides a sheet into regions: at blank rows, then at blank columns
// where what they divide are tables of their own.
type divider struct {
	*sheetData
	list  []region
	joins int // the table that the next band may go on with, or -1
	seen  [maxColumns]bool
}

// regions divides the sheet.
func (sh *sheetData) regions() ([]region, error) {
	d := &divider{sheetData: sh, joins: -1}
	for i := 0; i < len(d.rows) && len(d.list) <= tablehead.RegionsMost; {
		first := i
		for i++; i < len(d.rows) && !d.rows[i].gap; {
			i++
		}
		d.band(first, i)
	}
	if len(d.list) > tablehead.RegionsMost {
		d.list = []region{{last: len(d.rows), cols: d.columnsOf(0, len(d.rows), 0, maxColumns-1)}}
	}
	var out []region
	for _, g := range d.list {
		if err := d.check(&g); err != nil {
			return nil, err
		}
		if !d.sparse(&g) {
			out = append(out, g)
			continue
		}
		d.book.lose(lostSparse, rowsAt(g.part, int(d.rows[g.first].number), int(d.rows[g.last-1].number)))
		var err error
		if out, err = d.densely(out, g); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sheetAreaMost is how many places the table of a region may have for each of
// its cells, after the first sheetAreaFree. Empty ones cost as much to write
// as others.
const (
	sheetAreaMost = 64
	sheetAreaFree = 1 << 20
)

// sparse reports whether a region has hardly any cells for its size.
func (d *divider) sparse(g *region) bool {
	area := (g.last - g.first) * len(g.cols)
	if area <= sheetAreaFree {
		return false
	}
	cells := 0
	for i := g.first; i < g.last; i++ {
		cells += len(d.inside(&d.rows[i], g))
	}
	return area > sheetAreaMost*cells+sheetAreaFree
}

// densely parts a region into runs of rows that have equally many cells, which
// stand beside one another without those that are empty.
func (d *divider) densely(out []region, g region) ([]region, error) {
	for i := g.first; i < g.last; {
		part := g
		part.header, part.first, part.dense = 0, i, len(d.inside(&d.rows[i], &g))
		for i++; i < g.last && len(d.inside(&d.rows[i], &g)) == part.dense; {
			i++
		}
		part.last = i
		if part.dense > 0 {
			out = append(out, part)
		}
		if err := d.book.env.Spend(converters.LimitNodes, 1, document.Pos{Part: g.part}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// check completes a region and holds it to the limits.
func (d *divider) check(g *region) error {
	first, last := int(d.rows[g.first].number), int(d.rows[g.last-1].number)
	g.part = d.name + "!" + cellAt{first, int(g.cols[0])}.String()
	if end := (cellAt{last, int(g.cols[len(g.cols)-1])}); end != (cellAt{first, int(g.cols[0])}) {
		g.part += ":" + end.String()
	}
	if !g.text {
		g.header = d.headerRows(g, d.sample(g))
	}
	pos := rowsAt(g.part, first, last)
	env := d.book.env
	if err := env.Check(converters.LimitColumns, int64(len(g.cols)), pos); err != nil {
		return err
	}
	return env.Step(d.book.ctx, int64(g.last-g.first), pos)
}

// columnsOf returns the columns in which rows have text, between two columns.
func (d *divider) columnsOf(first, last int, from, to uint16) []uint16 {
	var cols []uint16
	for i := first; i < last; i++ {
		for _, c := range d.of(&d.rows[i]) {
			if c.col >= from && c.col <= to && !d.seen[c.col] {
				d.seen[c.col] = true
				cols = append(cols, c.col)
			}
		}
	}
	for _, col := range cols {
		d.seen[col] = false
	}
	slices.Sort(cols)
	return cols
}

// band divides what stands between two blank rows. It goes on with the table
// above where it has no header of its own.
func (d *divider) band(first, last int) {
	g := region{first: first, last: last, cols: d.columnsOf(first, last, 0, maxColumns-1)}
	if d.joins >= 0 && d.continues(&d.list[d.joins], &g) {
		d.list[d.joins].last = last
		n := int(d.rows[first].number)
		d.book.lose(lostBlank, rowsAt(d.name, n-1, n-1))
		return
	}
	before := len(d.list)
	d.divide(g)
	d.joins = -1
	if n := len(d.list) - 1; n == before || n > before && d.list[n-1].text {
		if !d.list[n].text && d.list[n].last == last {
			d.joins = n
		}
	}
}

// continues reports whether a band belongs to the table above it.
func (d *divider) continues(above, g *region) bool {
	blank := int(d.rows[g.first].number-d.rows[above.last-1].number) - 1
	if blank > 1 && above.last-above.first == 1 {
		return false // one row is no table that others could go on with
	}
	return d.filterRow(g) < 0 && tablehead.Continues(above.cols, g.cols, blank, func() *tablehead.Sample { return d.sample(g) })
}

// filterRow returns the row of a region that heads a filter, by its place in
// the sheet's rows, or -1.
func (d *divider) filterRow(g *region) int {
	for _, f := range d.filters {
		i := g.first + sort.Search(g.last-g.first, func(i int) bool { return int(d.rows[g.first+i].number) >= f.from.row })
		if i < g.last && int(d.rows[i].number) == f.from.row && f.from.col <= int(g.cols[len(g.cols)-1]) && f.to.col >= int(g.cols[0]) {
			return i
		}
	}
	return -1
}

// headerRows returns how many rows head a table.
func (d *divider) headerRows(g *region, s *tablehead.Sample) int {
	frozen := 0
	for g.first+frozen < g.last && int(d.rows[g.first+frozen].number) < d.frozen.row {
		frozen++
	}
	return s.HeaderRows(d.filterRow(g) == g.first, frozen)
}

// blocks returns the tables and lines of a sheet.
func (sh *sheetData) blocks() ([]document.Block, error) {
	regions, err := sh.regions()
	if err != nil {
		return nil, err
	}
	var out []document.Block
	for i := range regions {
		g := &regions[i]
		if g.text {
			out = append(out, sh.lines(g)...)
			continue
		}
		first, last := int(sh.rows[g.first].number), int(sh.rows[g.last-1].number)
		table := &document.Table{Pos: rowsAt(g.part, first, last), Columns: g.width(), Header: g.header}
		rows := &regionRows{sheet: sh, region: g}
		if sh.book.depth > 0 {
			table.Rows = rows.all()
		} else {
			table.Source = rows
		}
		out = append(out, table)
	}
	return out, nil
}
