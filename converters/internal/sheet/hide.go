package sheet

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Hide takes out what is hidden, or labels it, and finds out where blank rows
// are.
func (sh *Sheet) Hide() {
	sh.Columns = disjoint(sh.Columns)
	kept := sh.Rows[:0]
	last, gap := uint32(0), false
	for i := range sh.Rows {
		r := sh.Rows[i]
		gap = gap || r.Number > last+1 && r.Flags&RowJoined == 0
		sh.hideRow(&r)
		drop := r.Flags&RowHidden != 0 && sh.Book.Tally.When(visible.Row) == converters.DropHidden
		if drop && r.count > 0 {
			sh.Book.Tally.Hide(visible.Row, RowsAt(sh.Name, int(r.Number), int(r.Number)))
		}
		last = r.Number
		if !drop {
			r.count = uint16(len(sh.hideCells(&r, sh.Of(&r))))
		}
		if drop || r.count == 0 {
			continue
		}
		if gap && len(kept) > 0 {
			r.Flags |= rowGap
		}
		gap = false
		kept = append(kept, r)
	}
	sh.Rows = kept
}

// hideRow finds out why a row is hidden: a filter or a collapsed group are
// reasons that do not keep anything from a reader.
func (sh *Sheet) hideRow(r *Row) {
	pos := RowsAt(sh.Name, int(r.Number), int(r.Number))
	how, what := RowFiltered, lost.Filtered
	switch {
	case r.Flags&RowFiltered != 0:
	case r.Flags&RowHidden == 0:
		return
	case isFiltered(sh.Filters, sh.Tables, int(r.Number)):
	case r.Flags&RowInGroup != 0:
		how, what = rowCollapsed, lost.Collapsed
	default:
		if sh.Book.Tally.When(visible.Row) != converters.DropHidden && r.count > 0 {
			sh.Book.Tally.Hide(visible.Row, pos)
		}
		return
	}
	r.Flags = r.Flags&^RowHidden | how
	if r.count > 0 {
		sh.Book.Tally.Lose(what, pos)
	}
}

// maxTables is how many table objects of a sheet are looked at for a row or a
// cell.
const maxTables = 256

// isFiltered reports whether a filter may hide a row.
func isFiltered(filters []Filter, tables []Table, number int) bool {
	inside := func(f *Filter) bool { return f.Active && number > f.From.Row && number <= f.To.Row }
	for i := range filters {
		if inside(&filters[i]) {
			return true
		}
	}
	for i := range tables[:min(len(tables), maxTables)] {
		if inside(&tables[i].Filter) {
			return true
		}
	}
	return false
}

// TableAt returns the table object that a place is in, or nil.
func (sh *Sheet) TableAt(p Place) *Table {
	for i := range sh.Tables[:min(len(sh.Tables), maxTables)] {
		if t := &sh.Tables[i]; t.Has(p) {
			return t
		}
	}
	return nil
}

// disjoint returns runs of hidden columns in order, so that no two runs have one in common.
func disjoint(columns []Columns) []Columns {
	slices.SortStableFunc(columns, func(a, b Columns) int { return a.First - b.First })
	last := -1
	kept := columns[:0]
	for _, c := range columns {
		c.First = max(c.First, last+1)
		if c.First <= c.Last {
			kept = append(kept, c)
			last = c.Last
		}
	}
	return kept
}

// hiddenColumn returns the run of hidden columns that a column is in, or nil.
func hiddenColumn(columns []Columns, col int) *Columns {
	i, _ := slices.BinarySearchFunc(columns, col, func(c Columns, col int) int { return c.Last - col })
	if i < len(columns) && columns[i].First <= col {
		return &columns[i]
	}
	return nil
}

// maxLooks is how often conditional formats are compared with cells, for a sheet.
const maxLooks = 1 << 24

// Looks counts comparisons of conditional formats with cells, and reports whether
// there may be more.
func (c *conditional) Looks(n int) bool {
	c.looks += n
	return c.looks <= maxLooks
}

// MayHide labels the cells of an area that a conditional format may hide, as a
// function tells. On a sheet with more of them than are looked at, these are all
// cells.
func (sh *Sheet) MayHide(a Area, hides func(*Cell) bool) {
	for _, cells := range sh.In(a) {
		if !sh.Looks(1 + len(cells)) {
			break
		}
		for i := range cells {
			if hides(&cells[i]) {
				cells[i].Flags |= Doubt
			}
		}
	}
	if sh.Looks(0) || sh.doubted {
		return
	}
	sh.doubted = true
	for i := range sh.Rows {
		cells := sh.Of(&sh.Rows[i])
		for k := range cells {
			cells[k].Flags |= Doubt
		}
	}
}

// hideCells takes out or labels the cells of a row that are hidden.
func (sh *Sheet) hideCells(r *Row, cells []Cell) []Cell {
	if len(sh.Columns) == 0 && !slices.ContainsFunc(cells, func(c Cell) bool { return c.Has(covered | toJudge | Doubt) }) {
		return cells
	}
	kept := cells[:0]
	for _, c := range cells {
		if !sh.hideCell(r, &c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// hideCell reports whether a cell is hidden and to be left out.
func (sh *Sheet) hideCell(r *Row, c *Cell) bool {
	p := Place{int(r.Number), int(c.Col)}
	how := visible.Shown
	switch {
	case c.Has(covered):
		how = visible.Cell
	case c.Has(toJudge | Doubt):
		how = sh.Format.Judge(p, c)
	}
	if how == visible.Shown {
		col := hiddenColumn(sh.Columns, p.Col)
		return col != nil && sh.inHiddenColumn(col, p, c)
	}
	if sh.Book.Tally.When(how) == converters.MarkHidden {
		c.Flags |= Veiled
	}
	return sh.Book.Tally.Hide(how, sh.At(p))
}

// inHiddenColumn reports whether a cell in a hidden column is left out. One
// that covers visible columns is seen there.
func (sh *Sheet) inHiddenColumn(col *Columns, p Place, c *Cell) bool {
	if a, ok := sh.places.anchors[p.key()]; ok && c.Has(anchor) && !col.Collapsed {
		for to := a.From.Col; to <= a.To.Col; to++ {
			if next := hiddenColumn(sh.Columns, to); next == nil {
				a.From.Col = to
				c.Col = uint16(to)
				sh.places.anchors[a.From.key()] = a
				return false
			} else if next.Last > to {
				to = next.Last
			}
		}
	}
	return sh.labelColumn(col, p)
}

// labelColumn counts a hidden column once, and reports whether it is left out.
func (sh *Sheet) labelColumn(col *Columns, p Place) bool {
	if _, seen := sh.places.marks[uint16(p.Col)]; !seen {
		if sh.places.marks == nil {
			sh.places.marks = map[uint16]document.Style{}
		}
		label := document.Hidden
		pos := RowsAt(sh.Name+"!"+ColumnName(p.Col)+":"+ColumnName(p.Col), p.Row, p.Row)
		if col.Collapsed {
			sh.Book.Tally.Lose(lost.Collapsed, pos)
		} else {
			sh.Book.Tally.Hide(visible.Column, pos)
			label = sh.Book.Tally.Label(visible.Column)
		}
		sh.places.marks[uint16(p.Col)] = label
	}
	return !col.Collapsed && sh.Book.Tally.When(visible.Column) == converters.DropHidden
}

// label returns the label of the cells of a row, or 0.
func (r *Row) label(tally *lost.Tally) document.Style {
	switch {
	case r.Flags&(RowFiltered|rowCollapsed) != 0:
		return document.Hidden
	case r.Flags&RowHidden != 0:
		return tally.Label(visible.Row)
	}
	return 0
}

// label returns the label of a cell, or 0.
func (c *Cell) label() document.Style {
	switch {
	case c.Has(Veiled):
		return document.Hidden
	case c.Has(Doubt | Unsure):
		return document.MayBeHidden
	}
	return 0
}
