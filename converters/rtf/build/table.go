package build

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/document"
)

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
func isSparse(rows []model.Row, columns int) bool {
	cells := 0
	for i := range rows {
		cells += len(rows[i].Cells)
	}
	return columns*len(rows) > maxArea*cells+freeArea
}

// parts returns the rows of a table, or, where the widest row would fill the
// others up beyond measure, those that are equally wide apart.
func parts(rows []model.Row) [][]model.Row {
	widest := 0
	for i := range rows {
		widest = max(widest, len(rows[i].Cells))
	}
	if !isSparse(rows, widest) {
		return [][]model.Row{rows}
	}
	var out [][]model.Row
	from := 0
	for i := range rows {
		if len(rows[i].Cells) != len(rows[from].Cells) {
			out = append(out, rows[from:i])
			from = i
		}
	}
	return append(out, rows[from:])
}

// table makes a table of some of its rows, which it lets go.
func (b *builder) table(t *model.Table, rows []model.Row) *document.Table {
	line := int(rows[0].Line)
	if len(rows) == len(t.Rows) {
		line = t.Line
	}
	pos := document.LineSpan(max(line, 1), max(line, int(rows[len(rows)-1].Line), 1))
	pos.Table = int32(t.Number)
	out := &document.Table{Pos: pos}
	w := rowMaker{builder: b, edges: b.edges(rows), table: int32(t.Number)}
	grid := document.Grid{}
	made := make([]document.Row, len(rows))
	for i := range rows {
		if rows[i].Header && out.Header == i {
			out.Header++
		}
		made[i] = w.row(&rows[i])
		rows[i] = model.Row{}
	}
	if out.Header == len(rows) || out.Header == 0 && wordtext.HasHead(made, w.looks) {
		out.Header = 1
	}
	for _, row := range made { // which cells cover others is known now
		grid.Row(row)
	}
	if n := grid.Ragged(); n > 0 {
		b.Losses.LoseMany(lost.Ragged, model.LineAt(line), n)
	}
	out.Columns, out.Rows = grid.Table.Columns, grid.Table.Rows
	for i := range out.Header {
		wordtext.Unbold(out.Rows[i].Cells)
	}
	out.Align = wordtext.Aligns(w.looks, out.Header, out.Columns)
	return out
}

// edges returns the right edges of the cells of all rows, each once, or nil
// where the rows do not say them.
func (b *builder) edges(rows []model.Row) []int32 {
	var all []int32
	var last []model.CellDef
	for i := range rows {
		r := &rows[i]
		if len(r.Defs) < len(r.Cells) {
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
	if isSparse(rows, len(edges)) || int64(len(edges)) > b.env.Limits.Get(converters.LimitColumns) {
		return nil // edges that hardly any rows share
	}
	return edges
}

// rowMaker makes the rows of a table, one after another.
type rowMaker struct {
	*builder
	edges []int32
	above []above            // by column: cells of the row before that go on
	below []above            // and of this one
	table int32              // its number
	looks []wordtext.RowLook // of the first rows
}

// above is a cell that goes on below.
type above struct {
	column int
	cell   *document.Cell
}

// columnAfter returns the column behind a cell that begins in another one.
func (w *rowMaker) columnAfter(r *model.Row, i, column int) int {
	if w.edges == nil || i >= len(r.Defs) {
		return column + 1
	}
	at, found := slices.BinarySearch(w.edges, r.Defs[i].Right)
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

// maxLooks is how many rows are looked at for the header and alignment.
const maxLooks = 8

// lookOf returns what the definitions of its cells say of a row: whether a rule is
// below it, and its ground.
func lookOf(defs []model.CellDef) wordtext.RowLook {
	look := wordtext.RowLook{}
	for i, d := range defs {
		if i == 0 {
			look.Head, look.Ground = true, int64(d.Ground)
		}
		look.Head = look.Head && d.Ruled
		if look.Ground != int64(d.Ground) {
			look.Ground = 0
		}
	}
	return look
}

// row makes one row. Cells that another one covers give it their place.
func (w *rowMaker) row(r *model.Row) document.Row {
	pos := model.LineAt(max(int(r.Line), 1))
	if w.table > 0 {
		pos.Table, pos.Rows = w.table, document.Span{First: int(r.At), Last: int(r.At)}
	}
	out := document.Row{Pos: pos, Cells: make([]document.Cell, 0, len(r.Cells))}
	look := lookOf(r.Defs)
	column, before := 0, w.above
	for i, c := range r.Cells {
		d := r.Def(i)
		next := w.columnAfter(r, i, column)
		var up *document.Cell
		if n := len(out.Cells); d.Joins && n > 0 {
			last := &out.Cells[n-1]
			last.ColSpan = max(last.ColSpan, 1) + next - column
			wordtext.Join(last, w.cell(c, &wordtext.RowLook{}))
			column = next
			continue
		}
		if d.Covered {
			up = find(&before, column)
		}
		if up != nil {
			up.RowSpan = max(up.RowSpan, 1) + 1
			w.joinCovered(up, c, int(r.Line))
		} else {
			made := w.cell(c, &look)
			made.ColSpan = next - column
			out.Cells = append(out.Cells, made)
			if d.Below {
				up = &out.Cells[len(out.Cells)-1]
			}
		}
		if up != nil {
			w.below = append(w.below, above{column, up})
		}
		column = next
	}
	w.above, w.below = w.below, w.above[:0]
	if len(w.looks) < maxLooks {
		w.looks = append(w.looks, look)
	}
	return out
}

// joinCovered adds what is in a cell that is not seen to the one that covers it.
func (b *builder) joinCovered(to *document.Cell, c model.Cell, line int) {
	if len(c.Items) == 0 && strings.TrimSpace(c.Text) == "" {
		return
	}
	if len(c.Items) > 0 {
		line = c.Items[0].Line()
	}
	if !b.Losses.Hide(visible.Cell, model.LineAt(max(line, 1))) {
		wordtext.Join(to, b.cell(c, &wordtext.RowLook{}))
	}
}

// cell makes a cell: of plain text where that says all.
func (b *builder) cell(c model.Cell, look *wordtext.RowLook) document.Cell {
	var own wordtext.Cell
	if len(c.Items) == 0 {
		own.Text = strings.Trim(c.Text, " \t\n\u00A0")
		own.Held = own.Text != ""
		return look.Add(&own, nil)
	}
	f := b.newFlow(&own)
	for _, it := range c.Items {
		f.add(it)
	}
	return look.Add(&own, f.Blocks())
}
