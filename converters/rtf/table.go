package rtf

import (
	"iter"
	"slices"

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

// parts yields the table itself, or, where its widest row would fill the
// others up beyond measure, the tables of the rows that are equally wide.
func (r *reader) parts(t *table) iter.Seq[*table] {
	return func(yield func(*table) bool) {
		if t.widest*t.count <= areaMost*t.cells+areaFree {
			yield(t)
			return
		}
		h := r.reading(true)
		defer r.read(h)
		part := &table{}
		for head, cells := range h.heads(t) {
			if part.count > 0 && part.widest != head.count {
				if !yield(part) {
					return
				}
				part = &table{}
			}
			if part.count == 0 {
				part.begin(head.line)
				part.merges, part.number, part.first = t.merges, t.number, head.at-1
			}
			part.add(head, cells)
		}
		yield(part)
	}
}

// table makes a table of rows, which it lets go.
func (b *builder) table(t *table) *document.Table {
	out := b.tableHead(t)
	edges := b.edges(t)
	if int64(len(edges)) > b.env.Limits.Get(converters.LimitColumns) {
		edges = nil
	}
	w := rowMaker{builder: b, edges: edges, table: int32(t.number)}
	if t.merges {
		w.spans = b.spans(t, edges)
	}
	grid := document.Grid{}
	if t.count > rowsFew || len(t.chunks) > 0 {
		grid.Packer = document.NewRowPacker(&b.env.Gate, "")
	} else {
		grid.Table.Rows = make([]document.Row, 0, t.count)
	}
	h := b.reading(true)
	defer b.read(h)
	for row := range h.rows(t) {
		grid.Row(w.row(row))
		if grid.Packer != nil {
			grid.Packer.Settle(w.settled())
		}
	}
	if n := grid.Ragged(); n > 0 {
		b.lose(lostRagged, t.line, n)
	}
	out.Columns, out.Rows = grid.Table.Columns, grid.Table.Rows
	if grid.Packer != nil {
		grid.Packer.Finish(out)
	}
	return out
}

// rowsFew is how many rows a table of few bytes has that are held as they are.
const rowsFew = 256

// tableHead makes a table without rows.
func (b *builder) tableHead(t *table) *document.Table {
	h := b.reading(false)
	defer b.read(h)
	head := h.head(t)
	pos := document.LineSpan(max(t.line, 1), max(t.line, t.last, 1))
	pos.Table = int32(t.number)
	out := &document.Table{Pos: pos, Header: b.headerRows(head)}
	out.Align = aligned(&head[min(out.Header, len(head)-1)])
	return out
}

// edges returns the right edges of the cells of all rows, each once, or nil
// where the rows do not say them.
func (b *builder) edges(t *table) []int32 {
	h := b.reading(false)
	defer b.read(h)
	var all []int32
	last := rowHead{}
	for head := range h.heads(t) {
		defs := b.defsOf(head)
		if len(defs) < head.count {
			return nil
		}
		if head.number == last.number && head.count <= last.count {
			continue
		}
		last = head
		before := head.left
		for _, d := range defs {
			if d.right <= before && before != head.left {
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
	if len(edges)*t.count > areaMost*t.cells+areaFree {
		return nil // edges that hardly any rows share
	}
	return slices.Clip(edges)
}

// columnOf returns the column behind the edge of a cell.
func columnOf(edges []int32, right int32) int {
	i, found := slices.BinarySearch(edges, right)
	if !found && i > 0 {
		i-- // the edge is that of a neighbour a little to the left
	}
	return i + 1
}

// columnAfter returns the column behind a cell that begins in another one.
func columnAfter(r *row, i, column int, edges []int32) int {
	if edges == nil || i >= len(r.defs) {
		return column + 1
	}
	return max(column+1, columnOf(edges, r.defs[i].right))
}

// join adds what stands in a cell to another one.
func (b *builder) join(c *document.Cell, from *cell) {
	var more []document.Block
	if more = b.blocks(from.items); from.text != "" {
		more = []document.Block{document.PlainParagraph(document.Pos{}, from.text)}
	}
	if len(more) == 0 {
		return
	}
	if c.Blocks == nil && c.Text != "" {
		c.Blocks = []document.Block{document.PlainParagraph(document.Pos{}, c.Text)}
		c.Text = ""
	}
	c.Blocks = append(c.Blocks, more...)
}

// cell makes a cell: of plain text where that says all.
func (b *builder) cell(c *cell) document.Cell {
	items := c.items
	if len(items) == 0 {
		return document.Cell{Text: c.text}
	}
	if len(items) == 1 && items[0].para != nil {
		p := items[0].para
		plain := len(p.runs) == 1 && !p.listed && p.list == 0 && len(p.extras) == 0 && p.first >= 0 && b.headingOf(p) == 0
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
