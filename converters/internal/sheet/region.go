package sheet

import (
	"cmp"
	"slices"
	"sort"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

// region is a part of a sheet that is a table, or a few lines of text.
type region struct {
	first, last int      // rows, by their index in the sheet's; last is not one of them
	cols        []uint16 // columns with text, in order
	part        string   // sheet and area
	header      int      // how many of the first rows head it
	object      bool     // a table object
	partial     bool     // not the only region in its rows
	text        bool     // lines of text, no table
	sparse      bool     // shown as a list of cells
	of          *corner  // of the part that it and its title were divided from, where others are beside that
}

// corner is where a part of a sheet begins, by the index of its row.
type corner struct {
	row int
	col uint16
}

// start returns where a region is in the order of reading: a title and its table,
// which may be beside others, are together.
func (g *region) start() corner {
	if g.of != nil {
		return *g.of
	}
	return corner{g.first, g.cols[0]}
}

// in returns the cells of a row between the first and the last column of a
// region. Those of table objects may be others'.
func (g *region) in(cells []Cell) []Cell {
	return between(cells, int(g.cols[0]), int(g.cols[len(g.cols)-1]))
}

// owns reports whether a cell inside the bounds of a region is of it.
func (g *region) owns(c *Cell) bool { return c.Has(inTable) == g.object }

// width returns how many of the cells of a row are of a region.
func (g *region) width(cells []Cell) (n int) {
	for _, c := range g.in(cells) {
		if g.owns(&c) {
			n++
		}
	}
	return n
}

// divider divides a sheet into regions.
type divider struct {
	sheet *Sheet
	list  []region
	last  sampled
	joins int // the table that the next band may continue, or -1
	cols  noted
}

// noted says by its number whether a column is noted.
type noted []bool

// regions divides a sheet: table objects, then what blank rows divide, then
// what blank columns divide, in reading order.
func (d *divider) regions() ([]region, error) {
	if err := d.objects(); err != nil {
		return nil, err
	}
	d.bands()
	if len(d.list) > tablehead.MaxRegions {
		d.whole()
	}
	slices.SortStableFunc(d.list, func(a, b region) int {
		x, y := a.start(), b.start()
		return cmp.Or(x.row-y.row, int(x.col)-int(y.col))
	})
	return d.list, d.check()
}

// check completes the regions and holds them to the limits.
func (d *divider) check() error {
	for i := range d.list {
		g := &d.list[i]
		first, last := int(d.sheet.Rows[g.first].Number), int(d.sheet.Rows[g.last-1].Number)
		g.part = d.sheet.Name + "!" + Area{Place{first, int(g.cols[0])}, Place{last, int(g.cols[len(g.cols)-1])}}.String()
		pos := RowsAt(g.part, first, last)
		if !g.text && !g.object {
			g.header = headerRows(d.sheet, g, d.sample(g))
		}
		if isSparse(d.sheet, g) {
			g.sparse, g.header = true, 1
			continue
		}
		if err := d.sheet.Book.Env.Check(converters.LimitColumns, int64(len(g.cols)), pos); err != nil {
			return err
		}
		// Short rows are written in the table's width, which costs work that
		// a small file can ask for.
		if err := d.sheet.Book.Env.Step(d.sheet.Book.Ctx, int64(g.last-g.first)*int64(len(g.cols)), pos); err != nil {
			return err
		}
	}
	return nil
}

// A table with so many blanks, and so many for each cell, is sparse.
const (
	minSparse   = 4 << 20
	sparseRatio = 16
)

// isSparse reports whether a region has so few cells for its size that a table
// would be nothing but blanks.
func isSparse(sheet *Sheet, g *region) bool {
	blanks := (g.last - g.first) * len(g.cols)
	if g.text || blanks < minSparse {
		return false
	}
	cells := 0
	for i := g.first; i < g.last; i++ {
		cells += g.width(sheet.Of(&sheet.Rows[i]))
	}
	blanks -= cells
	return blanks >= minSparse && blanks/sparseRatio >= cells
}

// objects makes regions of the table objects.
func (d *divider) objects() error {
	for i, t := range d.sheet.Tables {
		if slices.ContainsFunc(d.sheet.Tables[:i], func(o Table) bool { return o.overlaps(t.Area) }) {
			continue
		}
		g := region{object: true, partial: true}
		g.first = rowIndex(d.sheet.Rows, t.From.Row)
		g.last = rowIndex(d.sheet.Rows, t.To.Row+1)
		if err := d.sheet.Book.Env.Step(d.sheet.Book.Ctx, 16*int64(max(g.last-g.first, 0)+1), RowsAt(d.sheet.Name, t.From.Row, t.To.Row)); err != nil {
			return err
		}
		if g.first >= g.last {
			continue
		}
		g.cols = []uint16{uint16(t.From.Col), uint16(t.To.Col)}
		if d.mark(&g); len(g.cols) == 0 {
			continue
		}
		if d.sheet.Rows[g.first].Number == uint32(t.From.Row) {
			g.header = t.Headers
		}
		d.list = append(d.list, g)
	}
	return nil
}

// mark marks the cells of a table object as its own, and sets its columns and
// rows to those that have text.
func (d *divider) mark(g *region) {
	var cols []uint16
	first, last := -1, -1
	for i := g.first; i < g.last; i++ {
		cells := g.in(d.sheet.Of(&d.sheet.Rows[i]))
		for k := range cells {
			cells[k].Flags |= inTable
			cols = d.cols.note(cols, cells[k].Col)
		}
		if len(cells) > 0 {
			if last = i + 1; first < 0 {
				first = i
			}
		}
	}
	g.cols, g.first, g.last = d.cols.sorted(cols), first, last
}

// note notes that a column has text.
func (seen *noted) note(cols []uint16, col uint16) []uint16 {
	if n := int(col) + 1; n > len(*seen) {
		*seen = append(*seen, make([]bool, 2*n-len(*seen))...)
	}
	if (*seen)[col] {
		return cols
	}
	(*seen)[col] = true
	return append(cols, col)
}

// sorted puts noted columns in order, and forgets them.
func (seen noted) sorted(cols []uint16) []uint16 {
	for _, col := range cols {
		seen[col] = false
	}
	slices.Sort(cols)
	return cols
}

// columnsOf returns the columns in which rows have text, outside of table
// objects and between two columns.
func (d *divider) columnsOf(first, last int, from, to uint16) []uint16 {
	var cols []uint16
	for i := first; i < last; i++ {
		for _, c := range d.sheet.Of(&d.sheet.Rows[i]) {
			if !c.Has(inTable) && c.Col >= from && c.Col <= to {
				cols = d.cols.note(cols, c.Col)
			}
		}
	}
	return d.cols.sorted(cols)
}

// whole takes what is outside of table objects for one table.
func (d *divider) whole() {
	d.list = slices.DeleteFunc(d.list, func(g region) bool { return !g.object })
	if cols := d.columnsOf(0, len(d.sheet.Rows), 0, MaxColumns-1); len(cols) > 0 {
		d.list = append(d.list, region{last: len(d.sheet.Rows), cols: cols, partial: true})
	}
}

// bands divides at blank rows. A band continues the table above it where it
// has no header of its own.
func (d *divider) bands() {
	d.joins = -1
	for i := 0; i < len(d.sheet.Rows) && len(d.list) <= tablehead.MaxRegions; {
		if !isFree(d.sheet, &d.sheet.Rows[i]) {
			i++
			continue
		}
		first := i
		for i++; i < len(d.sheet.Rows) && d.sheet.Rows[i].Flags&rowGap == 0 && isFree(d.sheet, &d.sheet.Rows[i]); {
			i++
		}
		d.band(first, i)
	}
}

// isFree reports whether a row has a cell outside of table objects.
func isFree(sheet *Sheet, r *Row) bool {
	if len(sheet.Tables) == 0 {
		return true
	}
	return slices.ContainsFunc(sheet.Of(r), func(c Cell) bool { return !c.Has(inTable) })
}

// band divides one band.
func (d *divider) band(first, last int) {
	cols := d.columnsOf(first, last, 0, MaxColumns-1)
	g := region{first: first, last: last, cols: cols, partial: len(d.sheet.Tables) > 0}
	if d.joins >= 0 && d.continues(&d.list[d.joins], &g) {
		d.list[d.joins].last = last
		blank := int(d.sheet.Rows[first].Number) - 1
		d.sheet.Book.Tally.Lose(lost.Blank, RowsAt(d.sheet.Name, blank, blank))
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
	blank := int(d.sheet.Rows[g.first].Number-d.sheet.Rows[above.last-1].Number) - 1
	if blank > 1 && above.last-above.first == 1 {
		return false // one row is not a table that others could continue
	}
	if at, _ := filterRow(d.sheet, g); at >= 0 {
		return false
	}
	return tablehead.Continues(above.cols, g.cols, blank, func() *tablehead.Sample { return d.sample(g) })
}

// filterRow returns the row of a region that heads a filter, by its index in the
// sheet's, and the filter; or -1.
func filterRow(sheet *Sheet, g *region) (int, *Filter) {
	for k := range sheet.Filters {
		f := &sheet.Filters[k]
		i := g.first + sort.Search(g.last-g.first, func(i int) bool { return int(sheet.Rows[g.first+i].Number) >= f.From.Row })
		if i < g.last && int(sheet.Rows[i].Number) == f.From.Row && f.From.Col <= int(g.cols[len(g.cols)-1]) && f.To.Col >= int(g.cols[0]) {
			return i, f
		}
	}
	return -1, nil
}

// headerRows returns how many rows head a table.
func headerRows(sheet *Sheet, g *region, s *tablehead.Sample) int {
	last := sheet.Frozen.Row
	if t := sheet.Titles; last == 0 && t.First <= int(sheet.Rows[g.first].Number) {
		last = t.Last
	}
	frozen := 0
	for g.first+frozen < g.last && int(sheet.Rows[g.first+frozen].Number) <= last {
		frozen++
	}
	at, _ := filterRow(sheet, g)
	return s.HeaderRows(at == g.first, frozen)
}

// sampled is a region and its sample.
type sampled struct {
	region
	sample *tablehead.Sample
}

// sample returns what the first rows of a region look like. It is kept for the
// next one who asks: most sheets are one table, which is asked for several times.
// Nobody changes it.
func (d *divider) sample(g *region) *tablehead.Sample {
	l := &d.last
	if l.sample == nil || l.first != g.first || l.last != g.last || l.object != g.object || !slices.Equal(l.cols, g.cols) {
		*l = sampled{*g, d.take(g)}
	}
	return l.sample
}

// take makes a sample of a region.
func (d *divider) take(g *region) *tablehead.Sample {
	s := &tablehead.Sample{Columns: len(g.cols), Total: g.last - g.first}
	for i := g.first; i < g.last; i++ {
		r := s.Row(i)
		for _, c := range g.in(d.sheet.Of(&d.sheet.Rows[i])) {
			at, ok := slices.BinarySearch(g.cols, c.Col)
			if ok && g.owns(&c) && !r.Has(at) {
				r.Set(at, c.kind(), d.sheet.Book.Texts.Of(&c), c.Has(anchor))
			}
		}
		if !s.Add(r) {
			break
		}
	}
	return s
}
