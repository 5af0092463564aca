package docx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// cellAt is a cell's row, from 1, and its place in the row.
type cellAt struct{ row, cell int }

// Bounds of the places that cells take: maxArea for each cell, after the
// first areaFree.
const (
	maxArea  = 16
	areaFree = 1 << 16
)

// spans counts the places that cells of tables take, and the cells.
type spans struct{ area, cells int }

// span returns how many columns a cell may take.
func (r *reader) span(n int32) int {
	n = min(max(n, 1), 1<<14)
	if r.spans.area+int(n) > maxArea*r.spans.cells+areaFree {
		return 0
	}
	r.spans.area += int(n)
	if n == 1 {
		return 0
	}
	return int(n)
}

// cellProps is what a cell says of its place.
type cellProps struct {
	span    int
	down    bool // it goes on from the cell above
	restart bool // it may go on below
	across  bool // it goes on from the cell before
	ground  int32
	removed bool
}

// cell reads a cell (17.4.65).
func (st *story) cell(row *rowRead) error {
	p := cellProps{}
	r := st.reader
	r.spans.cells++
	if err := r.env.Check(converters.LimitColumns, int64(row.column)+1, st.pos); err != nil {
		return err
	}
	before := st.around
	var own wordtext.Cell
	f := st.newFlow(&own)
	if c := row.table.style.Shades.Ground(row.table.look, len(row.table.rows) == 0); c != 0 {
		st.ground = c
	}
	st.within = row.table.style.Text
	if len(row.table.rows) == 0 && row.table.look.FirstRow {
		st.within = row.table.style.Head
	}
	err := st.s.Each(func() error {
		if wordml.Is(st.s, "tcPr") {
			if err := st.cellProps(&p); err != nil {
				return err
			}
			if p.ground != 0 {
				st.ground = p.ground
			}
			if p.removed {
				st.deleted++
			}
			return nil
		}
		return st.child(&place{flow: f})
	})
	st.around = before
	if err == nil && f.joined != nil {
		x := f.joined
		f.joined = nil
		err = f.add(x)
	}
	if err != nil {
		return err
	}
	return st.place(row, f.Blocks(), &own, &p)
}

// cellProps reads the properties of a cell (17.4.69).
func (st *story) cellProps(p *cellProps) error {
	s := st.s
	return s.Each(func() error {
		if s.Space() != wordml.NsW {
			return s.Skip()
		}
		switch s.Local() {
		case "gridSpan":
			if n, ok := wordml.Number(wordml.Value(s)); ok {
				p.span = st.span(n)
			}
		case "vMerge":
			p.restart = wordml.Value(s) == "restart"
			p.down = !p.restart
		case "hMerge":
			p.across = wordml.Value(s) != "restart"
		case "shd":
			p.ground = st.defs.Shade(s)
		case "cellDel":
			p.removed = true
		}
		return s.Skip()
	})
}

// uncover adds what a cell holds that another one covers to that one, where
// hidden content is asked for.
func (st *story) uncover(over *document.Cell, blocks []document.Block, own *wordtext.Cell) {
	if st.When(visible.Cell) == converters.DropHidden {
		return
	}
	if own.Held {
		blocks = []document.Block{document.PlainParagraph(st.pos, own.Text)}
	}
	if st.When(visible.Cell) == converters.MarkHidden {
		blocks = slices.Concat([]document.Block{document.PlainParagraph(st.pos, "[hidden:")}, blocks, []document.Block{document.PlainParagraph(st.pos, "]")})
	}
	wordtext.Join(over, document.Cell{Blocks: blocks})
}

// place puts a cell into its row, or lets the one above or before it go on.
func (st *story) place(row *rowRead, blocks []document.Block, own *wordtext.Cell, p *cellProps) error {
	t := row.table
	width := max(p.span, 1)
	column := row.column
	row.spans = row.spans || width > 1 || p.down || p.across
	row.column += width
	var over *document.Cell
	switch {
	case p.across && len(row.cells) > 0:
		over = &row.cells[len(row.cells)-1]
		over.ColSpan = max(over.ColSpan, 1) + width
	case p.down:
		if over = t.upper(column, width); over != nil {
			over.RowSpan = max(over.RowSpan, 1) + 1
		}
	}
	if over != nil {
		if own.Held || len(blocks) > 0 {
			st.Hide(visible.Cell, st.pos)
			st.uncover(over, blocks, own)
		}
		return nil
	}
	c := row.look.Add(own, blocks)
	c.ColSpan = p.span
	if err := st.charge(nodesCell, st.pos); err != nil {
		return err
	}
	if own.Held || len(blocks) > 0 {
		if err := st.env.Spend(converters.LimitCells, 1, st.pos); err != nil {
			return err
		}
	}
	if n := len(row.look.Aligns); n == 1 {
		row.look.Ground = int64(p.ground)
	} else if row.look.Ground != int64(p.ground) {
		row.look.Ground = 0
	}
	row.add(c, column)
	t.open(row, column, width, p.restart)
	return nil
}

// open notes which cell is at some columns, for those below. The cells of
// a row stay where they are once the row is done, so that its number and the
// cell's are enough.
func (t *tableRead) open(row *rowRead, column, width int, restart bool) {
	for i := column; i < min(column+width, len(t.above)); i++ {
		t.above[i] = cellAt{}
	}
	if !restart {
		return
	}
	for len(t.above) < column+width {
		t.above = append(t.above, cellAt{})
	}
	t.above[column] = cellAt{row: len(t.rows) + 1, cell: len(row.cells) - 1}
}

// upper returns the cell that one at a column goes on from, or nil.
func (t *tableRead) upper(column, width int) *document.Cell {
	if column >= len(t.above) || t.above[column].row == 0 || t.above[column].row > len(t.rows) {
		return nil
	}
	at := t.above[column]
	c := &t.rows[at.row-1].Cells[at.cell]
	if max(c.ColSpan, 1) != width {
		return nil
	}
	return c
}
