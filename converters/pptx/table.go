package pptx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// cell is a cell of a table as the file has it (ISO/IEC 29500-1, 21.1.3.16).
type cell struct {
	content      document.Cell
	owner        *cell // the cell that covers it
	across, down int32 // how far it says that it reaches
	cols, rows   int32 // how far it does reach
	left, above  bool  // it belongs to the cell on its left, to the one above it
	painted      bool  // in the colour of the first one of its table
	align        document.Align
}

func (c *cell) isEmpty() bool { return c.content.Text == "" && c.content.Blocks == nil }

// table adds a table.
func (p *painter) table(sh *shape, tbl xmlread.NodeID) error {
	rows, columns, err := p.cells(sh, tbl)
	if err != nil || columns == 0 {
		return err
	}
	span(rows)
	painted := isPainted(rows)
	t := converters.Make(p.deck.env, &document.Table{Pos: p.deck.pos(), Columns: columns, Align: aligned(rows, columns)})
	t.Rows = make([]document.Row, 0, len(rows))
	for r := range rows {
		t.Rows = append(t.Rows, p.row(rows[r], r+1))
		rows[r] = nil
	}
	properties := p.s.Child(tbl, drawing.A, "tblPr")
	if painted || drawing.Bool(p.s.Attr(properties, xmlread.None, "firstRow")) || looksHead(t.Rows) {
		t.Header = 1
	}
	p.out = append(p.out, t)
	return nil
}

// cells reads the cells of a table, and how many columns it has.
func (p *painter) cells(sh *shape, tbl xmlread.NodeID) (rows [][]cell, columns int, err error) {
	s := p.s
	look, err := p.tableLook(sh, tbl)
	if err != nil {
		return nil, 0, err
	}
	var first drawing.Paint
	for tr := s.First(tbl); tr != 0; tr = s.Next(tr) {
		if !s.Name(tr).Is(drawing.A, "tr") {
			continue
		}
		row := make([]cell, 0, columns)
		for tc := s.First(tr); tc != 0; tc = s.Next(tc) {
			if !s.Name(tc).Is(drawing.A, "tc") {
				continue
			}
			if err := p.deck.env.Spend(converters.LimitCells, 1, p.deck.pos()); err != nil {
				return nil, 0, err
			}
			fill := drawing.ReadPaint(s.Tree, s.Child(tc, drawing.A, "tcPr"))
			if columns == 0 && len(row) == 0 {
				first = fill
			}
			c := p.cell(tc, look.ground(fill, len(rows), len(row)), look.ink(len(rows), len(row)))
			c.painted = fill.Kind == drawing.PaintSolid && fill == first
			row = append(row, c)
		}
		columns = max(columns, len(row))
		rows = append(rows, row)
		if p.deck.hold(nodesRow); p.deck.failed != nil {
			return nil, 0, p.deck.failed
		}
	}
	return rows, columns, p.deck.env.Check(converters.LimitColumns, int64(columns), p.deck.pos())
}

// cell reads one cell, on a ground and with what its letters have from the style
// of the table.
func (p *painter) cell(tc xmlread.NodeID, ground drawing.Paint, ink *drawing.Levels) cell {
	s := p.s
	count := func(name string) int32 {
		value := s.Attr(tc, xmlread.None, name)
		n, err := int64(1), error(nil)
		if value != "" {
			n, err = strconv.ParseInt(value, 10, 32)
		}
		if err != nil {
			return 1
		}
		return max(int32(n), 1)
	}
	c := cell{
		across: count("gridSpan"), down: count("rowSpan"), cols: 1, rows: 1,
		left: drawing.Bool(s.Attr(tc, xmlread.None, "hMerge")), above: drawing.Bool(s.Attr(tc, xmlread.None, "vMerge")),
	}
	p.free = [2]*drawing.Levels{ink, p.deck.show.defaults}
	paras := p.textIn(p.free[:], ground).BodyIn(s.Child(tc, drawing.A, "txBody"), p.deck.scratch.paras)
	p.deck.scratch.paras = paras[:0]
	p.deck.hold(nodesCell)
	if len(paras) > 1 || len(paras) == 1 && len(paras[0].Inlines) > 1 {
		p.deck.holdParas(paras)
	}
	for i := range paras {
		if paras[i].Code = ""; i == 0 {
			c.align = paras[i].Align
		}
	}
	if len(paras) == 1 && paras[0].Marker == drawing.Bullet {
		paras[0].Marker = "" // a list of one item says no more than its text
	}
	if text, ok := plainCell(paras); ok {
		c.content = document.Cell{Text: text}
	} else {
		c.content = modelCell(drawing.Blocks(p.deck.env, paras, p.deck.pos()))
	}
	return c
}

// span finds out how far each cell reaches: as far as it says, and as far as
// the cells there say that they belong to another one.
func span(rows [][]cell) {
	for r := range rows {
		for i := range rows[r] {
			c := &rows[r][i]
			if c.owner != nil || c.left || c.above {
				continue
			}
			for next := rows[r][i+1:]; c.cols < c.across && int(c.cols) <= len(next) && next[c.cols-1].left && next[c.cols-1].owner == nil; {
				c.cols++
			}
			for below := rows[r+1:]; c.rows < c.down && int(c.rows) <= len(below) && belongs(below[c.rows-1], i, int(c.cols)); {
				c.rows++
			}
			c.covers(rows[r:r+int(c.rows)], i)
		}
	}
}

// covers lets a cell cover the ones that it reaches, in rows from its own on.
func (c *cell) covers(rows [][]cell, at int) {
	for r := range rows {
		for i := range c.cols {
			if other := &rows[r][at+int(i)]; other != c {
				other.owner = c
			}
		}
	}
}

// belongs reports whether the cells of a row from one on belong to a cell above
// them.
func belongs(row []cell, from, count int) bool {
	if from+count > len(row) {
		return false
	}
	for i := range count {
		if c := &row[from+i]; !c.above || c.owner != nil {
			return false
		}
	}
	return true
}

// aligned returns how the columns are set, where all cells of a column agree on
// the middle or the right.
func aligned(rows [][]cell, columns int) []document.Align {
	out := make([]document.Align, columns)
	seen := make([]bool, columns)
	last := 0
	for r := range rows {
		for i := range rows[r] {
			c := &rows[r][i]
			if c.isEmpty() {
				continue
			}
			if !seen[i] {
				seen[i], out[i] = true, c.align
			} else if out[i] != c.align {
				out[i] = document.AlignNone
			}
		}
	}
	for i, a := range out {
		if a == document.AlignLeft {
			out[i] = document.AlignNone
		} else if a != document.AlignNone {
			last = i + 1
		}
	}
	return out[:last]
}

// row returns a row of the model. Text in a cell that another one covers is
// hidden; a cell that belongs to none is empty.
func (p *painter) row(cells []cell, number int) document.Row {
	pos := p.deck.pos()
	pos.Rows = document.SpanOf(number, number)
	row := converters.Make(p.deck.env, document.Row{Pos: pos, Cells: make([]document.Cell, 0, len(cells))})
	for i := range cells {
		c := &cells[i]
		if (c.left || c.above) && !c.isEmpty() {
			p.deck.Hide(visible.Cell, onSlide(p.deck.number))
			c.content = document.Cell{Blocks: p.deck.Labelled(visible.Cell, cellBlocks(p.deck, c.content))}
		}
		if c.owner == nil {
			c.content.ColSpan, c.content.RowSpan = int(c.cols), int(c.rows)
			row.Cells = append(row.Cells, c.content)
		} else if n := len(row.Cells); n > 0 && !c.isEmpty() {
			last := &row.Cells[n-1]
			last.Blocks, last.Text = append(cellBlocks(p.deck, *last), c.content.Blocks...), ""
		}
	}
	return row
}

// cellBlocks returns the content of a cell as blocks.
func cellBlocks(deck *deck, c document.Cell) []document.Block {
	if c.Text == "" {
		return c.Blocks
	}
	return []document.Block{deck.env.PlainParagraph(deck.pos(), c.Text)}
}

// plainCell returns the text of a cell that is one paragraph of text and nothing
// else.
func plainCell(paras []drawing.Para) (string, bool) {
	if len(paras) != 1 || paras[0].Marker != "" || paras[0].TeX != "" || len(paras[0].Inlines) != 1 {
		return "", false
	}
	text, ok := paras[0].Inlines[0].(*document.Text)
	if !ok {
		return "", false
	}
	return text.Value, true
}

// modelCell returns a cell with blocks, as text where that says it all.
func modelCell(blocks []document.Block) document.Cell {
	if len(blocks) == 0 {
		return document.Cell{}
	}
	if len(blocks) == 1 {
		if b, ok := blocks[0].(*document.Paragraph); ok && len(b.Inlines) == 1 {
			if text, ok := b.Inlines[0].(*document.Text); ok {
				return document.Cell{Text: text.Value}
			}
		}
	}
	return document.Cell{Blocks: blocks}
}

// isPainted reports whether the cells of the first row have a colour that no
// other cell has.
func isPainted(rows [][]cell) bool {
	if len(rows) < 2 || len(rows[0]) < 2 {
		return false
	}
	for r := range rows {
		for i := range rows[r] {
			if rows[r][i].painted != (r == 0) {
				return false
			}
		}
	}
	return true
}

// looksHead reports whether the first row names columns.
func looksHead(rows []document.Row) bool {
	return len(rows) > 1 && wordtext.HasHead(rows, []wordtext.RowLook{{Bold: isBold(rows[0])}, {Bold: isBold(rows[1])}})
}

// isBold reports whether all text of a row is bold, and there is some.
func isBold(row document.Row) bool {
	some := false
	for _, c := range row.Cells {
		if c.Text != "" {
			return false
		}
		for _, b := range c.Blocks {
			p, ok := b.(*document.Paragraph)
			if !ok {
				return false
			}
			for _, in := range p.Inlines {
				s, ok := in.(*document.Styled)
				if !ok || s.Style != document.Strong {
					return false
				}
				some = true
			}
		}
	}
	return some
}
