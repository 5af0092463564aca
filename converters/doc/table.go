package doc

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/edgetable"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// openTables opens tables up to a level.
func (st *story) openTables(level int) bool {
	if level > len(st.open) {
		st.check(st.doc.env.Check(converters.LimitDepth, int64(level), st.pos()))
	}
	for len(st.open) < level && !st.doc.failed() {
		t := openTable{cell: &wordtext.Cell{}}
		t.flow = st.doc.build.NewFlow(t.cell)
		if len(st.open) == 0 {
			st.tables++
			t.table.Number = int(st.tables)
		}
		st.open = append(st.open, t)
		st.hold(costTable)
	}
	return !st.doc.failed()
}

// closeTables ends the tables above a level.
func (st *story) closeTables(level int) {
	for n := len(st.open); n > level; n-- {
		t := &st.open[n-1]
		if len(t.cells) > 0 || t.said {
			st.closeCell(n)
			st.closeRow(n, word.Row{})
		}
		made := t.table.Blocks(st.doc.env, st.doc.losses)
		st.open = st.open[:n-1]
		for _, table := range made {
			if table.Pos.IsZero() { // of a table in a table
				table.Pos = st.pos()
			}
			for _, b := range wordtext.Arranged(st.doc.env, table) {
				st.into(n - 1).PutApart(b)
			}
		}
	}
}

// endCell ends the current cell of a level, and the paragraph in it.
func (st *story) endCell(level int) {
	says := st.says()
	st.closeTables(level)
	if !st.openTables(level) {
		return
	}
	if says {
		st.add(level)
	} else {
		st.clear()
	}
	st.closeCell(level)
}

// closeCell puts the open cell of a level into its row.
func (st *story) closeCell(level int) {
	t := &st.open[level-1]
	c := document.Cell{Blocks: t.flow.Blocks()}
	if t.cell.Held {
		c.Text = t.cell.Text
	}
	if t.said {
		st.check(st.doc.env.Spend(converters.LimitCells, 1, st.pos()))
	}
	t.cells, t.set = append(t.cells, c), append(t.set, *t.cell)
	t.said = false
	t.flow.Reset()
	st.hold(costCell)
	st.check(st.doc.env.Check(converters.LimitColumns, int64(len(t.cells)), st.pos()))
}

// endRow ends the current row of a level.
func (st *story) endRow(level int) {
	row := st.par.props.Row
	if st.says() {
		st.endCell(level)
	}
	st.clear()
	st.closeTables(level)
	if len(st.open) >= level {
		st.closeRow(level, row)
	}
}

// closeRow puts the open row of a level into its table.
func (st *story) closeRow(level int, row word.Row) {
	t := &st.open[level-1]
	if t.said {
		st.closeCell(level)
	}
	if len(t.cells) == 0 {
		return
	}
	defs := make([]edgetable.CellDef, min(len(row.Cells), len(t.cells)))
	for i := range defs {
		c := &row.Cells[i]
		defs[i] = edgetable.CellDef{Right: c.Right, Ground: int32(c.Ground), Joins: c.Joins, Below: c.Below, Covered: c.Covered, Ruled: c.Ruled}
	}
	t.table.Add(edgetable.Row{Left: row.Left, Header: row.Header, Defs: defs}, st.doc.build.Cells(t.cells), t.set)
	st.hold(costRow + int64(len(defs)))
	t.cells, t.set = t.cells[:0], t.set[:0]
}

// maxAhead is how many ends of cells are looked at for the end of a row.
const maxAhead = 64

// lookAhead finds the end of the row that a place of a table is in.
func (st *story) lookAhead(at word.Place) *rowAhead {
	a := &st.row
	if at < a.until {
		return a
	}
	*a = rowAhead{until: at + 1}
	_, last := st.doc.file.Texts.Range(word.HeaderBoxes)
	for cells := 0; cells < maxAhead; {
		end, mark := st.paragraphEnd(a.until, last)
		if a.until = end + 1; mark == 0 {
			return a
		}
		if mark != charCell {
			continue
		}
		cells++
		if p := st.doc.file.ParaAt(end); p.RowEnd {
			a.row, a.known = p.Row, true
			return a
		}
	}
	return a
}

// cellGround returns the ground of the cell that is open.
func (st *story) cellGround(at word.Place) visible.Paint {
	level := st.par.props.Tables()
	if level == 0 {
		return visible.Unset
	}
	a := st.lookAhead(at)
	if level > 1 || !a.known {
		return visible.Unknown
	}
	n := 0
	if len(st.open) > 0 {
		n = len(st.open[0].cells)
	}
	if n >= len(a.row.Cells) {
		return visible.Unset
	}
	return a.row.Cells[n].Ground
}
