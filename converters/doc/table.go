package doc

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/edgetable"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// begin opens tables up to a level.
func (ts *tables) begin(level int) bool {
	if level > len(ts.open) {
		ts.doc.fail(ts.doc.env.Check(converters.LimitDepth, int64(level), ts.pos()))
	}
	for len(ts.open) < level && !ts.doc.failed() {
		t := openTable{cell: &wordtext.Cell{}}
		t.flow = ts.doc.build.NewFlow(t.cell)
		if len(ts.open) == 0 {
			ts.begun++
			t.table.Number = int(ts.begun)
		}
		ts.open = append(ts.open, t)
		ts.doc.hold(costTable, ts.pos())
	}
	return !ts.doc.failed()
}

// end ends the tables above a level.
func (ts *tables) end(level int) {
	for n := len(ts.open); n > level; n-- {
		t := &ts.open[n-1]
		if len(t.cells) > 0 || t.said {
			ts.closeCell(n)
			ts.closeRow(n, word.Row{})
		}
		made := t.table.Blocks(ts.doc.env, ts.doc.losses)
		ts.open = ts.open[:n-1]
		for _, table := range made {
			if table.Pos.IsZero() { // of a table in a table
				table.Pos = ts.pos()
			}
			for _, b := range wordtext.Arranged(ts.doc.env, table) {
				ts.into(n - 1).PutApart(b)
			}
		}
	}
}

// endCell ends the current cell of a level, and the paragraph in it.
func (st *story) endCell(level int) {
	says := st.par.says()
	st.tables.end(level)
	if !st.tables.begin(level) {
		return
	}
	if says {
		st.add(level)
	} else {
		st.par.clear()
	}
	st.tables.closeCell(level)
}

// closeCell puts the open cell of a level into its row.
func (ts *tables) closeCell(level int) {
	t := &ts.open[level-1]
	c := document.Cell{Blocks: t.flow.Blocks()}
	if t.cell.Held {
		c.Text = t.cell.Text
	}
	if t.said {
		ts.doc.fail(ts.doc.env.Spend(converters.LimitCells, 1, ts.pos()))
	}
	t.cells, t.set = append(t.cells, c), append(t.set, *t.cell)
	t.said = false
	t.flow.Reset()
	ts.doc.hold(costCell, ts.pos())
	ts.doc.fail(ts.doc.env.Check(converters.LimitColumns, int64(len(t.cells)), ts.pos()))
}

// endRow ends the current row of a level.
func (st *story) endRow(level int) {
	row := st.par.props.Row
	if st.par.says() {
		st.endCell(level)
	}
	st.par.clear()
	st.tables.end(level)
	if len(st.tables.open) >= level {
		st.tables.closeRow(level, row)
	}
}

// closeRow puts the open row of a level into its table.
func (ts *tables) closeRow(level int, row word.Row) {
	t := &ts.open[level-1]
	if t.said {
		ts.closeCell(level)
	}
	if len(t.cells) == 0 {
		return
	}
	defs := make([]edgetable.CellDef, min(len(row.Cells), len(t.cells)))
	for i := range defs {
		c := &row.Cells[i]
		defs[i] = edgetable.CellDef{Right: c.Right, Ground: int32(c.Ground), Joins: c.Joins, Below: c.Below, Covered: c.Covered, Ruled: c.Ruled}
	}
	t.table.Add(edgetable.Row{Left: row.Left, Header: row.Header, Defs: defs}, ts.doc.build.Cells(t.cells), t.set)
	ts.doc.hold(costRow+int64(len(defs)), ts.pos())
	t.cells, t.set = t.cells[:0], t.set[:0]
}

// maxAhead is how many ends of cells are looked at for the end of a row.
const maxAhead = 64

// lookAhead finds the end of the row that a place of a table is in.
func (ts *tables) lookAhead(at word.Place) *rowAhead {
	a := &ts.row
	if at < a.until {
		return a
	}
	*a = rowAhead{until: at + 1}
	_, last := ts.doc.file.Texts.Range(word.HeaderBoxes)
	for cells := 0; cells < maxAhead; {
		end, mark := ts.doc.paragraphEnd(a.until, last)
		if a.until = end + 1; mark == 0 {
			return a
		}
		if mark != charCell {
			continue
		}
		cells++
		if p := ts.doc.file.ParaAt(end); p.RowEnd {
			a.row, a.known = p.Row, true
			return a
		}
	}
	return a
}

// ground returns the ground of the cell that is open, for a place at a level.
func (ts *tables) ground(at word.Place, level int) visible.Paint {
	if level == 0 {
		return visible.Unset
	}
	a := ts.lookAhead(at)
	if level > 1 || !a.known {
		return visible.Unknown
	}
	n := 0
	if len(ts.open) > 0 {
		n = len(ts.open[0].cells)
	}
	if n >= len(a.row.Cells) {
		return visible.Unset
	}
	return a.row.Cells[n].Ground
}
