package pptx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// cell is a cell of a table as the file has it (ISO/IEC 29500-1, 21.1.3.16).
type cell struct {
	node         xmlread.NodeID
	across, down int  // how far it says that it reaches
	left, above  bool // it belongs to the cell on its left, to the one above it
	blocks       []document.Block
	align        document.Align
	fill         drawing.Paint
	owner        *cell // the cell that covers it
	cols, rows   int   // how far it does reach
}

// table adds a table.
func (p *painter) table(sh *shape, tbl xmlread.NodeID) error {
	rows, columns, err := p.cells(sh, tbl)
	if err != nil || columns == 0 {
		return err
	}
	span(rows)
	t := &document.Table{Pos: p.pos(), Columns: columns, Align: aligned(rows, columns)}
	for r := range rows {
		t.Rows = append(t.Rows, p.row(rows[r]))
	}
	properties := p.s.Child(tbl, drawing.A, "tblPr")
	if drawing.Bool(p.s.Attr(properties, xmlread.None, "firstRow")) || isPainted(rows) || looksHead(t.Rows) {
		t.Header = 1
	}
	p.out = append(p.out, t)
	return nil
}

// cells reads the cells of a table, and how many columns it has.
func (p *painter) cells(sh *shape, tbl xmlread.NodeID) (rows [][]cell, columns int, err error) {
	s := p.s
	for tr := s.First(tbl); tr != 0; tr = s.Next(tr) {
		if !s.Name(tr).Is(drawing.A, "tr") {
			continue
		}
		var row []cell
		for tc := s.First(tr); tc != 0; tc = s.Next(tc) {
			if !s.Name(tc).Is(drawing.A, "tc") {
				continue
			}
			if err := p.env.Spend(converters.LimitCells, 1, p.pos()); err != nil {
				return nil, 0, err
			}
			row = append(row, p.cell(sh, tc))
		}
		columns = max(columns, len(row))
		rows = append(rows, row)
	}
	return rows, columns, p.env.Check(converters.LimitColumns, int64(columns), p.pos())
}

// cell reads one cell.
func (p *painter) cell(sh *shape, tc xmlread.NodeID) cell {
	s := p.s
	count := func(name string) int {
		n, err := strconv.Atoi(s.Attr(tc, xmlread.None, name))
		if err != nil {
			return 1
		}
		return max(n, 1)
	}
	c := cell{
		node: tc, across: count("gridSpan"), down: count("rowSpan"), cols: 1, rows: 1,
		left: drawing.Bool(s.Attr(tc, xmlread.None, "hMerge")), above: drawing.Bool(s.Attr(tc, xmlread.None, "vMerge")),
	}
	inside := *sh
	if inside.ground = drawing.ReadPaint(s.Tree, s.Child(tc, drawing.A, "tcPr")); inside.ground.Kind != drawing.PaintSolid {
		inside.ground = drawing.Paint{Kind: drawing.PaintOther} // what a table's style paints is not known
	}
	c.fill = inside.ground
	paras := p.text(&inside).Body(s.Child(tc, drawing.A, "txBody"))
	for i := range paras {
		if paras[i].Code = ""; i == 0 {
			c.align = paras[i].Align
		}
	}
	c.blocks = drawing.Blocks(paras, p.pos())
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
			for c.cols < c.across && i+c.cols < len(rows[r]) && rows[r][i+c.cols].left && rows[r][i+c.cols].owner == nil {
				c.cols++
			}
			for c.rows < c.down && r+c.rows < len(rows) && belongs(rows[r+c.rows], i, c.cols) {
				c.rows++
			}
			for down := range c.rows {
				for across := range c.cols {
					if down+across > 0 {
						rows[r+down][i+across].owner = c
					}
				}
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
			if len(c.blocks) == 0 {
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
func (p *painter) row(cells []cell) document.Row {
	row := document.Row{Pos: p.pos()}
	for i := range cells {
		c := &cells[i]
		if (c.left || c.above) && len(c.blocks) > 0 {
			p.hide(hiddenCell, p.number)
			c.blocks = p.shown(c.blocks)
		}
		if c.owner == nil {
			out := modelCell(c.blocks)
			out.ColSpan, out.RowSpan = c.cols, c.rows
			row.Cells = append(row.Cells, out)
		} else if n := len(row.Cells); len(c.blocks) > 0 && n > 0 {
			last := &row.Cells[n-1]
			if last.Text != "" {
				last.Blocks, last.Text = []document.Block{document.PlainParagraph(p.pos(), last.Text)}, ""
			}
			last.Blocks = append(last.Blocks, c.blocks...)
		}
	}
	return row
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
