package rtf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// edgeNear is how far apart the edges of cells in different rows may be that
// are one edge, in twips.
const edgeNear = 40

// areaMost is how many places a table may have for each of its cells, after
// the first areaFree.
const (
	areaMost = 16
	areaFree = 1 << 16
)

// parts returns the table itself, or, where its widest row would fill the
// others up beyond measure, the tables of the rows that are equally wide.
func (t *table) parts() []*table {
	if t.rows.widest*t.rows.count <= areaMost*t.rows.cells+areaFree {
		return []*table{t}
	}
	var out []*table
	for _, r := range t.rows.all() {
		if n := len(out); n == 0 || out[n-1].rows.widest != r.count() {
			out = append(out, &table{line: r.line})
		}
		out[len(out)-1].rows.add(*r)
	}
	return out
}

// table makes a table of rows.
func (b *builder) table(t *table) *document.Table {
	head := t.rows.head()
	header := headerRows(head)
	edges := edgesOf(&t.rows)
	if int64(len(edges)) > b.env.Limits.Get(converters.LimitColumns) {
		edges = nil
	}
	above := map[int]*document.Cell{} // by column: the cell that goes on below
	full := make([]document.Row, 0, t.rows.countFull())
	for _, r := range t.rows.all() {
		if r.texts == nil {
			full = append(full, b.row(r, edges, above))
		} else {
			clear(above)
		}
	}
	out, ragged := gridOf(&t.rows, full, edges)
	if ragged > 0 {
		b.lost[lostRagged].add(t.line)
		b.lost[lostRagged].count += ragged - 1
	}
	last := max(t.line, t.rows.line)
	out.Pos = document.LineSpan(max(t.line, 1), max(last, 1))
	out.Header = header
	out.Align = aligned(head[min(header, len(head)-1)])
	return out
}

// edgesOf returns the right edges of the cells of all rows, each once, or nil
// where the rows do not say them.
func edgesOf(rows *rowList) []int32 {
	var all []int32
	var seen *cellDef
	cells := 0
	for _, r := range rows.all() {
		if len(r.defs) < r.count() {
			return nil
		}
		cells += r.count()
		if &r.defs[0] == seen {
			continue
		}
		seen = &r.defs[0]
		before := r.left
		for _, d := range r.defs[:r.count()] {
			if d.right <= before && before != r.left {
				return nil
			}
			before = d.right
			all = append(all, d.right)
		}
	}
	slices.Sort(all)
	edges := all[:0]
	for _, e := range all {
		if n := len(edges); n == 0 || e-edges[n-1] > edgeNear {
			edges = append(edges, e)
		}
	}
	if len(edges)*rows.count > areaMost*cells+areaFree {
		return nil // edges that hardly any rows share
	}
	return edges
}

// columnOf returns the column behind the edge of a cell.
func columnOf(edges []int32, right int32) int {
	i, found := slices.BinarySearch(edges, right)
	if !found && i > 0 {
		i-- // the edge is that of a neighbour a little to the left
	}
	return i + 1
}

// row makes one row. Cells that another one covers give it their place.
func (b *builder) row(r *row, edges []int32, above map[int]*document.Cell) document.Row {
	out := document.Row{Pos: lineAt(max(r.line, 1)), Cells: make([]document.Cell, 0, len(r.cells))}
	var starts []int // columns of the cells that go on below
	column := 0
	for i := range r.cells {
		var d cellDef
		if i < len(r.defs) {
			d = r.defs[i]
		}
		next := r.columnAfter(i, column, edges)
		span := next - column
		switch {
		case d.joins && len(out.Cells) > 0:
			c := &out.Cells[len(out.Cells)-1]
			c.ColSpan = max(c.ColSpan, 1) + span
			b.join(c, r.cells[i].items)
		case d.covered && above[column] != nil:
			c := above[column]
			c.RowSpan = max(c.RowSpan, 1) + 1
			b.joinCovered(c, r.cells[i].items)
			starts = append(starts, column)
		default:
			c := b.cell(r.cells[i])
			c.ColSpan = span
			out.Cells = append(out.Cells, c)
			delete(above, column)
			if d.below {
				above[column] = &out.Cells[len(out.Cells)-1]
				starts = append(starts, column)
			}
		}
		column = next
		r.cells[i].items = nil
	}
	for c := range above {
		if !slices.Contains(starts, c) {
			delete(above, c)
		}
	}
	return out
}

// join adds what stands in a cell to another one.
func (b *builder) join(c *document.Cell, items []item) {
	more := b.blocks(items)
	if len(more) == 0 {
		return
	}
	if c.Blocks == nil && c.Text != "" {
		c.Blocks = []document.Block{document.PlainParagraph(document.Pos{}, c.Text)}
		c.Text = ""
	}
	c.Blocks = append(c.Blocks, more...)
}

// joinCovered does the same with a cell that is not seen.
func (b *builder) joinCovered(c *document.Cell, items []item) {
	if strings.TrimSpace(itemsText(items)) == "" {
		return
	}
	b.veiled[hiddenCell].add(max(lineOf(items), 1))
	if b.policy != converters.DropHidden {
		b.join(c, items)
	}
}

// cell makes a cell: of plain text where that says all.
func (b *builder) cell(c cell) document.Cell {
	items := c.items
	if len(items) == 0 {
		return document.Cell{Text: c.text}
	}
	if len(items) == 1 && items[0].para != nil {
		p := items[0].para
		plain := len(p.runs) == 1 && !p.listed && p.list == 0 && len(p.beside().extras) == 0 && p.first >= 0 && b.headingOf(p) == 0
		if plain {
			r := p.runs[0]
			plain = r.node == 0 && r.link == 0 && r.styles == 0 && !r.hidden && (!r.mono || !b.code)
		}
		if plain {
			from, to := p.trimmed()
			return document.Cell{Text: p.text[from:to]}
		}
	}
	blocks := b.blocks(items)
	for _, block := range blocks {
		if h, ok := block.(*document.Heading); ok {
			h.Level = max(h.Level, 1)
		}
	}
	return document.Cell{Blocks: blocks}
}
