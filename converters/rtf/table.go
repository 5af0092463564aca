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

// table makes a table of rows.
func (b *builder) table(t *table) *document.Table {
	header := headerRows(t.rows)
	edges := edgesOf(t.rows)
	if int64(len(edges)) > b.env.Limits.Get(converters.LimitColumns) {
		edges = nil
	}
	rows := make([]document.Row, len(t.rows))
	above := map[int]*document.Cell{} // by column: the cell that goes on below
	for i := range t.rows {
		rows[i] = b.row(&t.rows[i], edges, above)
	}
	var grid document.Grid
	for i := range rows {
		grid.Row(rows[i])
	}
	if n := grid.Ragged(); n > 0 {
		b.lost[lostRagged].add(t.line)
		b.lost[lostRagged].count += n - 1
	}
	out := grid.Table
	last := t.line
	if n := len(rows); n > 0 {
		last = max(last, t.rows[n-1].line)
	}
	out.Pos = document.LineSpan(max(t.line, 1), max(last, 1))
	out.Header = header
	out.Align = aligned(t.rows[min(header, len(t.rows)-1)])
	return &out
}

// edgesOf returns the right edges of the cells of all rows, each once, or nil
// where the rows do not say them.
func edgesOf(rows []row) []int32 {
	var all []int32
	var seen *cellDef
	widest, cells := 0, 0
	for _, r := range rows {
		if len(r.defs) < len(r.cells) {
			return nil
		}
		widest = max(widest, len(r.cells))
		cells += len(r.cells)
		if &r.defs[0] == seen {
			continue
		}
		seen = &r.defs[0]
		before := r.left
		for _, d := range r.defs[:len(r.cells)] {
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
	if len(edges)*len(rows) > 16*cells+1024 {
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
		next := column + 1
		if i < len(r.defs) {
			if d = r.defs[i]; edges != nil {
				next = max(next, columnOf(edges, d.right))
			}
		}
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
			c := b.cell(r.cells[i].items)
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
	if b.policy != dropHidden {
		b.join(c, items)
	}
}

// cell makes a cell: of plain text where that says all.
func (b *builder) cell(items []item) document.Cell {
	if len(items) == 0 {
		return document.Cell{}
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

// aligned returns how the columns of a table are set, as a row of it shows.
func aligned(r row) []document.Align {
	out := make([]document.Align, 0, len(r.cells))
	any := false
	for _, c := range r.cells {
		a := document.AlignNone
		if len(c.items) > 0 && c.items[0].para != nil {
			a = c.items[0].para.align
		}
		any = any || a != document.AlignNone
		out = append(out, a)
	}
	if !any {
		return nil
	}
	return out
}

// headerRows returns how many rows head a table: those that say so, or the
// first one, if it looks like a header.
func headerRows(rows []row) int {
	n := 0
	for n < len(rows) && rows[n].header {
		n++
	}
	switch {
	case n == len(rows):
		return min(n, 1)
	case n > 0:
		return n
	case looksHead(rows):
		return 1
	}
	return 0
}

// looksHead reports whether the first row is set apart from the second: by a
// rule below, a ground of its own or bold text.
func looksHead(rows []row) bool {
	if len(rows) < 2 || len(rows[0].cells) < 2 {
		return false
	}
	one, two := rows[0], rows[1]
	ruled := func(d cellDef) bool { return d.ruled }
	shaded := func(d cellDef) bool { return d.ground != 0 }
	for _, f := range []func(cellDef) bool{ruled, shaded} {
		if every(one.defs, f) && !every(two.defs, f) {
			return true
		}
	}
	if every(one.defs, shaded) && len(two.defs) > 0 && one.defs[0].ground != two.defs[0].ground {
		return true
	}
	return bold(one) && !bold(two) || names(one) && numbers(rows[1:min(len(rows), 6)])
}

func every(defs []cellDef, is func(cellDef) bool) bool {
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d cellDef) bool { return !is(d) })
}

// bold reports whether all text of a row is bold, and there is some.
func bold(r row) bool {
	any := false
	for _, c := range r.cells {
		for _, it := range c.items {
			if it.para == nil {
				return false
			}
			from := int32(0)
			for _, run := range it.para.runs {
				if strings.TrimSpace(it.para.text[from:run.end]) != "" {
					any = true
					if !run.styles.Has(document.Strong) {
						return false
					}
				}
				from = run.end
			}
		}
	}
	return any
}

// names reports whether every cell of a row has short text without digits.
func names(r row) bool {
	for _, c := range r.cells {
		text := strings.TrimSpace(itemsText(c.items))
		if text == "" || len(text) > 40 || strings.ContainsAny(text, "0123456789\n") {
			return false
		}
	}
	return true
}

// numbers reports whether a column of the rows has numbers alone.
func numbers(rows []row) bool {
	for column := range rows[0].cells {
		all := true
		for _, r := range rows {
			text := ""
			if column < len(r.cells) {
				text = strings.TrimSpace(itemsText(r.cells[column].items))
			}
			all = all && text != "" && strings.Trim(text, "0123456789.,-+% €$") == "" && strings.ContainsAny(text, "0123456789")
		}
		if all {
			return true
		}
	}
	return false
}
