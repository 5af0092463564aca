// Package edgetable makes tables of the rows of a word processor that say where the edges of their
// cells are and which cells join others.
package edgetable

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// Table is rows of cells.
type Table struct {
	Line   int // where it begins in a source of lines, from 1
	Number int // among those of its story that are in no other, from 1; else 0
	rows   []row
	looks  []wordtext.RowLook // of the first rows
}

// Row is a row as its definition says it, with the definitions of its cells, which may
// be fewer. Rows may share them. Lengths are in twips.
type Row struct {
	Line   int32
	Left   int32 // edge
	Header bool
	Defs   []CellDef
}

// row is a row with its cells.
type row struct {
	Row
	cells []document.Cell
}

// def returns the definition of a cell.
func (r *row) def(i int) CellDef {
	if i < len(r.Defs) {
		return r.Defs[i]
	}
	return CellDef{}
}

// CellDef defines a cell of a row.
type CellDef struct {
	Right   int32 // its right edge
	Ground  int32 // its background: a colour's number, 0 where it has none
	Joins   bool  // \clmrg: part of the cell before it
	Below   bool  // \clvmgf: goes on in the rows below
	Covered bool  // \clvmrg: part of the cell above it
	Ruled   bool  // has a rule below
}

const (
	// maxHeaders is how many rows at the head of a table may say that they are headers.
	maxHeaders = 64
	// maxLooks is how many rows are looked at for the header and alignment.
	maxLooks = 8
)

// Add adds a row. Its cells are kept; how they are set is not.
func (t *Table) Add(r Row, cells []document.Cell, set []wordtext.Cell) {
	r.Header = r.Header && len(t.rows) < maxHeaders
	made := row{r, cells}
	t.rows = append(t.rows, made)
	if len(t.looks) == maxLooks {
		return
	}
	look := wordtext.RowLook{}
	for i, d := range r.Defs {
		if i == 0 {
			look.Head, look.Ground = true, int64(d.Ground)
		}
		look.Head = look.Head && d.Ruled
		if look.Ground != int64(d.Ground) {
			look.Ground = 0
		}
	}
	for i := range cells {
		if d := made.def(i); !(d.Joins && i > 0) && !d.Covered {
			look.Add(&set[i], cells[i].Blocks)
		}
	}
	t.looks = append(t.looks, look)
}

// Blocks returns the tables that the rows make, which it lets go: more than one where the
// widest row would fill the others up beyond measure.
func (t *Table) Blocks(env *converters.Env, losses *lost.Tally) []*document.Table {
	if len(t.rows) == 0 {
		return nil
	}
	m := maker{env: env, losses: losses, number: int32(t.Number)}
	var out []*document.Table
	for _, rows := range parts(t.rows) {
		line := int(rows[0].Line)
		if len(rows) == len(t.rows) {
			line = t.Line
		}
		out = append(out, m.table(rows, t.looks, line))
		t.looks = nil
	}
	return out
}

// table makes a table of some of the rows, of which the first ones look as is said.
func (m *maker) table(rows []row, looks []wordtext.RowLook, line int) *document.Table {
	pos := lines(line, max(line, int(rows[len(rows)-1].Line)))
	pos.Table = m.number
	m.edges, m.above = m.findEdges(rows), nil
	header, grid := 0, document.Grid{}
	made := make([]document.Row, len(rows))
	for i := range rows {
		if rows[i].Header && header == i {
			header++
		}
		made[i] = m.row(&rows[i])
		rows[i] = row{}
	}
	if header == len(rows) || header == 0 && wordtext.HasHead(made, looks) {
		header = 1
	}
	for _, r := range made { // which cells cover others is known now
		grid.Row(r)
	}
	if n := grid.Ragged(); n > 0 {
		m.losses.LoseMany(lost.Ragged, lines(line, line), n)
	}
	for i := range header {
		wordtext.Unbold(m.env, made[i].Cells)
	}
	return converters.Make(m.env, &document.Table{
		Pos: pos, Columns: grid.Table.Columns, Rows: grid.Table.Rows, Header: header,
		Align: wordtext.Aligns(looks, header, grid.Table.Columns),
	})
}

// lines returns a place in a source of lines; others have none.
func lines(first, last int) document.Pos {
	if last == 0 {
		return document.Pos{}
	}
	return document.LineSpan(first, last)
}

// sameEdge is how far apart the edges of cells in different rows may be that
// are one edge, in twips.
const sameEdge = 40

// maxArea is how many places a table may have for each of its cells, after the
// first freeArea.
const (
	maxArea  = 16
	freeArea = 1 << 16
)

// isSparse reports whether rows of some columns have many places for each cell.
func isSparse(rows []row, columns int) bool {
	cells := 0
	for i := range rows {
		cells += len(rows[i].cells)
	}
	return columns*len(rows) > maxArea*cells+freeArea
}

// parts returns the rows of a table, or, where the widest row would fill the
// others up beyond measure, those that are equally wide apart.
func parts(rows []row) [][]row {
	widest := 0
	for i := range rows {
		widest = max(widest, len(rows[i].cells))
	}
	if !isSparse(rows, widest) {
		return [][]row{rows}
	}
	var out [][]row
	from := 0
	for i := range rows {
		if len(rows[i].cells) != len(rows[from].cells) {
			out = append(out, rows[from:i])
			from = i
		}
	}
	return append(out, rows[from:])
}

// findEdges returns the right edges of the cells of all rows, each once, or nil
// where the rows do not say them.
func (m *maker) findEdges(rows []row) []int32 {
	var all []int32
	var last []CellDef
	for i := range rows {
		r := &rows[i]
		if len(r.Defs) < len(r.cells) {
			return nil
		}
		if len(r.Defs) <= len(last) && &r.Defs[0] == &last[0] {
			continue
		}
		last = r.Defs
		before := r.Left
		for _, d := range r.Defs {
			if d.Right <= before && before != r.Left {
				return nil
			}
			before = d.Right
			all = append(all, d.Right)
		}
	}
	slices.Sort(all)
	edges := all[:0]
	for _, e := range all {
		if n := len(edges); n == 0 || e-edges[n-1] > sameEdge {
			edges = append(edges, e)
		}
	}
	if isSparse(rows, len(edges)) || int64(len(edges)) > m.env.Limits.Get(converters.LimitColumns) {
		return nil // edges that hardly any rows share
	}
	return edges
}

// maker makes the rows of a table, one after another.
type maker struct {
	env    *converters.Env
	losses *lost.Tally
	number int32 // of the table
	at     int   // how many rows are made
	edges  []int32
	above  []above // by column: cells of the row before that go on
	below  []above // and of this one
}

// above is a cell that goes on below.
type above struct {
	column int
	cell   *document.Cell
}

// columnAfter returns the column behind a cell that begins in another one.
func (m *maker) columnAfter(r *row, i, column int) int {
	if m.edges == nil || i >= len(r.Defs) {
		return column + 1
	}
	at, found := slices.BinarySearch(m.edges, r.Defs[i].Right)
	if !found && at > 0 {
		at-- // the edge is that of a neighbour a little to the left
	}
	return max(column+1, at+1)
}

// find returns the cell that goes on at a column, if there is one. Columns are
// asked for in their order.
func find(cells *[]above, column int) *document.Cell {
	for len(*cells) > 0 && (*cells)[0].column < column {
		*cells = (*cells)[1:]
	}
	if len(*cells) > 0 && (*cells)[0].column == column {
		return (*cells)[0].cell
	}
	return nil
}

// row makes one row. Cells that another one covers give it their place. The cells stay
// where they are, so that those below can make them larger.
func (m *maker) row(r *row) document.Row {
	pos := lines(int(r.Line), int(r.Line))
	m.at++
	if m.number > 0 {
		pos.Table, pos.Rows = m.number, document.SpanOf(m.at, m.at)
	}
	out := r.cells[:0]
	column, before := 0, m.above
	for i, c := range r.cells {
		d := r.def(i)
		next := m.columnAfter(r, i, column)
		if n := len(out); d.Joins && n > 0 {
			last := &out[n-1]
			last.ColSpan = max(last.ColSpan, 1) + next - column
			wordtext.Join(m.env, last, c)
			column = next
			continue
		}
		var up *document.Cell
		if d.Covered {
			up = find(&before, column)
		}
		if up != nil {
			up.RowSpan = max(up.RowSpan, 1) + 1
			m.joinCovered(up, c, pos)
		} else {
			c.ColSpan = next - column
			out = append(out, c)
			if d.Below {
				up = &out[len(out)-1]
			}
		}
		if up != nil {
			m.below = append(m.below, above{column, up})
		}
		column = next
	}
	m.above, m.below = m.below, m.above[:0]
	return converters.Make(m.env, document.Row{Pos: pos, Cells: out})
}

// joinCovered adds the content of a cell that is not seen to the one that covers it.
func (m *maker) joinCovered(to *document.Cell, c document.Cell, pos document.Pos) {
	if len(c.Blocks) == 0 && c.Text == "" {
		return
	}
	if len(c.Blocks) > 0 {
		pos = c.Blocks[0].At()
	}
	if !m.losses.Hide(visible.Cell, document.Pos{Lines: document.Span{First: pos.Lines.First, Last: pos.Lines.First}}) {
		wordtext.Join(m.env, to, c)
	}
}
