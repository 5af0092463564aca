package xlsx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// The labels of what is shown although Excel does not show it.
const (
	labelHidden    = "hidden"
	labelFiltered  = "filtered"
	labelCollapsed = "collapsed"
	labelFaint     = "faint"
	labelUnsure    = "may be hidden"
)

// prune takes out what is hidden, or labels it, and says where blank rows are.
func (sh *sheet) prune() {
	sh.hideColumns()
	kept := sh.rows[:0]
	last, gap := uint32(0), false
	for i := range sh.rows {
		r := sh.rows[i]
		gap = gap || r.number > last+1
		sh.hideRow(&r)
		drop := r.flags&rowHidden != 0 && sh.losses.When(visible.Row) == converters.DropHidden
		cells := sh.of(&r)
		if drop && len(cells) > 0 {
			sh.losses.Hide(visible.Row, sh.rowPos(&r))
		}
		last = r.number
		if !drop {
			cells = sh.hideCells(&r, cells)
			r.count = uint16(len(cells))
		}
		if drop || len(cells) == 0 {
			continue
		}
		if gap && len(kept) > 0 {
			r.flags |= rowGap
		}
		gap = false
		kept = append(kept, r)
	}
	sh.rows = kept
}

func (sh *sheet) rowPos(r *row) document.Pos {
	return rowsAt(sh.name, int(r.number), int(r.number))
}

// hideRow finds out why a row is hidden: a filter or a collapsed group are
// reasons that do not keep anything from a reader.
func (sh *sheet) hideRow(r *row) {
	if r.flags&rowHidden == 0 {
		return
	}
	how, what := rowFlags(0), lostFiltered
	switch {
	case sh.filtered(int(r.number)):
		how = rowFiltered
	case r.level:
		how, what = rowCollapsed, lostCollapsed
	case sh.losses.When(visible.Row) != converters.DropHidden && r.count > 0:
		sh.losses.Hide(visible.Row, sh.rowPos(r))
	}
	if how == 0 {
		return
	}
	r.flags = r.flags&^rowHidden | how
	if r.count > 0 {
		sh.losses.lose(what, sh.rowPos(r))
	}
}

// filtered reports whether a filter may hide a row.
func (sh *sheet) filtered(number int) bool {
	if f := sh.filter; f.active && number > f.from.row && number <= f.to.row {
		return true
	}
	for i := range sh.tables[:min(len(sh.tables), tablesMost)] {
		if t := &sh.tables[i]; t.filtered && number > t.from.row && number <= t.to.row {
			return true
		}
	}
	return false
}

// tablesMost is how many table objects of a sheet are looked at for a row.
const tablesMost = 256

// hideColumns sorts the hidden columns, so that no two runs have one in
// common.
func (sh *sheet) hideColumns() {
	slices.SortStableFunc(sh.columns, func(a, b columnRange) int { return a.first - b.first })
	last := -1
	kept := sh.columns[:0]
	for _, c := range sh.columns {
		c.first = max(c.first, last+1)
		if c.first <= c.last {
			kept = append(kept, c)
			last = c.last
		}
	}
	sh.columns = kept
}

// hiddenColumn returns the run of hidden columns that a column is in, or nil.
func (sh *sheet) hiddenColumn(col int) *columnRange {
	i, _ := slices.BinarySearchFunc(sh.columns, col, func(c columnRange, col int) int { return c.last - col })
	if i < len(sh.columns) && sh.columns[i].first <= col {
		return &sh.columns[i]
	}
	return nil
}

// hideCells takes out or labels the cells of a row that are hidden.
func (sh *sheet) hideCells(r *row, cells []cell) []cell {
	if len(sh.columns) == 0 && !slices.ContainsFunc(cells, func(c cell) bool {
		return c.has(flagFaint | flagTiny | flagBlank | flagCovered | flagJudged | flagUnsure)
	}) {
		return cells
	}
	kept := cells[:0]
	for _, c := range cells {
		if sh.hideCell(r, &c) {
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// hideCell reports whether a cell is hidden and to be left out.
func (sh *sheet) hideCell(r *row, c *cell) bool {
	p := place{int(r.number), int(c.col)}
	how := visible.Shown
	switch {
	case c.has(flagCovered):
		how = visible.Cell
	case c.has(flagBlank):
		how = visible.Format
	case c.has(flagTiny):
		how = visible.Size
	case c.isDoubtful():
	case c.has(flagJudged) && c.has(flagFaint):
		how = visible.Color
	case c.has(flagJudged):
		how = visible.Condition
	case c.has(flagFaint):
		switch sh.ground(p) {
		case groundKnown:
			how = visible.Color
		case groundUnknown:
			c.flags |= flagUnsure
		}
	}
	if how == visible.Shown && c.has(flagUnsure) {
		if at := rowsAt(sh.name+"!"+p.String(), p.row, p.row); c.isDoubtful() {
			sh.losses.lose(lostUnsure, at)
		} else {
			sh.losses.Hide(visible.Unsure, at)
		}
	}
	if col := sh.hiddenColumn(p.col); col != nil && how == visible.Shown {
		return sh.inHiddenColumn(col, p, c)
	}
	if how == visible.Shown {
		return false
	}
	if sh.losses.When(how) == converters.MarkHidden {
		c.flags |= flagVeiled
	}
	return sh.losses.Hide(how, rowsAt(sh.name+"!"+p.String(), p.row, p.row))
}

// What is known of the ground of a cell besides its style.
const (
	groundKnown   = iota // nothing else colours it
	groundUnknown        // a condition, or the look of a table, may
	groundHeader         // the look of a table does, as a rule
)

// looksMost is how often areas are compared with cells, for a sheet.
const looksMost = 1 << 24

// ground says what else may colour a cell.
func (sh *sheet) ground(p place) int {
	if of := sh.tableGround(p); of != groundKnown {
		return of
	}
	if sh.looks += len(sh.colored); sh.looks > looksMost {
		return groundUnknown
	}
	for _, a := range sh.colored {
		if a.has(p) {
			return groundUnknown
		}
	}
	return groundKnown
}

// tableGround returns what the tables say of the ground of a cell.
func (sh *sheet) tableGround(p place) int {
	for i := range sh.tables[:min(len(sh.tables), tablesMost)] {
		if t := &sh.tables[i]; t.has(p) {
			if t.headers > 0 && p.row == t.from.row {
				return groundHeader
			}
			return groundUnknown
		}
	}
	return groundKnown
}

// inHiddenColumn reports whether a cell in a hidden column is left out. One
// that covers visible columns is seen there.
func (sh *sheet) inHiddenColumn(col *columnRange, p place, c *cell) bool {
	if a, ok := sh.anchors[p.key()]; ok && c.has(flagAnchor) && !col.collapsed {
		for to := a.from.col; to <= a.to.col; to++ {
			if next := sh.hiddenColumn(to); next == nil {
				a.from.col = to
				c.col = uint16(to)
				sh.anchors[a.from.key()] = a
				return false
			} else if next.last > to {
				to = next.last
			}
		}
	}
	return sh.labelColumn(col, p)
}

// labelColumn counts a hidden column once, and reports whether it is left out.
func (sh *sheet) labelColumn(col *columnRange, p place) bool {
	if _, seen := sh.marks[uint16(p.col)]; !seen {
		if sh.marks == nil {
			sh.marks = map[uint16]string{}
		}
		label := labelHidden
		pos := rowsAt(sh.name+"!"+columnName(p.col)+":"+columnName(p.col), p.row, p.row)
		if col.collapsed {
			label = labelCollapsed
			sh.losses.lose(lostCollapsed, pos)
		} else {
			sh.losses.Hide(visible.Column, pos)
			if sh.losses.When(visible.Column) == converters.KeepHidden {
				label = ""
			}
		}
		sh.marks[uint16(p.col)] = label
	}
	return !col.collapsed && sh.losses.When(visible.Column) == converters.DropHidden
}

// rowLabel returns what stands in front of a row that is labelled, or "".
func (sh *sheet) rowLabel(r *row) string {
	switch {
	case r.flags&rowFiltered != 0:
		return labelFiltered
	case r.flags&rowCollapsed != 0:
		return labelCollapsed
	case r.flags&rowHidden != 0 && sh.losses.When(visible.Row) == converters.MarkHidden:
		return labelHidden
	}
	return ""
}

// labelled sets a label in front of a text.
func labelled(label, text string) string {
	if label == "" {
		return text
	}
	return strings.TrimSpace("[" + label + "] " + text)
}
