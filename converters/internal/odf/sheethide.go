package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// coverage is where cells of an earlier row reach.
type coverage struct{ from, to, last int }

// reachMost bounds the cells that are known to reach below their row.
const reachMost = 256

// reach notes a cell that reaches below its row.
func (t *sheetReader) reach(c coverage) {
	if len(t.below) == reachMost {
		t.far = max(t.far, t.below[0].last)
		t.below = append(t.below[:0], t.below[1:]...)
	}
	t.below = append(t.below, c)
}

// leaveRow forgets the cells of earlier rows that reach no further.
func (t *sheetReader) leaveRow() {
	kept := t.below[:0]
	for _, c := range t.below {
		if c.last >= t.row {
			kept = append(kept, c)
		}
	}
	t.below = kept
}

// isCovered reports whether a cell of the row or of one above reaches over a
// column.
func (t *sheetReader) isCovered(col int) bool {
	if t.row <= t.far {
		return true
	}
	for _, c := range t.below {
		if col >= c.from && col < c.to {
			return true
		}
	}
	if n := len(t.sh.cells); n > 0 && t.sh.cells[n-1].flags&cellSpans != 0 {
		c := &t.sh.cells[n-1]
		return int(c.col) <= col && int(c.col)+t.sh.spans[uint32(n-1)].col > col
	}
	return false
}

// columnHidden counts a cell of a column that does not show, and reports
// whether it is left out.
func (t *sheetReader) columnHidden(col int, c *sheetCell) bool {
	run := t.run(col)
	if run == nil || !run.hidden {
		return false
	}
	pos := rowsAt(t.sh.name+"!"+columnName(col)+":"+columnName(col), t.row, t.row)
	if run.group {
		if !run.seen {
			t.loseMany(lostCollapsed, pos, 1)
		}
		run.seen = true
		return false
	}
	if !run.seen {
		t.HideMany(visible.Column, pos, 1)
	}
	run.seen = true
	if t.When(visible.Column) == converters.MarkHidden && !run.label {
		run.label = true
		c.flags |= cellVeiled
	}
	return t.When(visible.Column) == converters.DropHidden
}
