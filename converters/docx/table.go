package docx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// table reads a table (17.4.37).
func (f *flow) table() error {
	st := f.story
	around := st.pos
	outer := !st.boxed && around.Table == 0
	if outer {
		st.seen.tables++
		st.pos.Paragraph, st.pos.Table = 0, st.seen.tables
	}
	t := &tableRead{flow: f, pos: st.pos, outer: outer}
	t.styled("")
	before := st.around
	err := t.parts()
	st.around = before
	st.pos.Paragraph, st.pos.Table, st.pos.Rows = around.Paragraph, around.Table, around.Rows
	if err != nil || len(t.rows) == 0 {
		return err
	}
	for _, b := range wordtext.Arranged(st.doc.env, t.finish()) {
		f.text.PutApart(b)
	}
	return nil
}

// parts reads properties and rows.
func (t *tableRead) parts() error {
	st := t.flow.story
	return st.s.Each(func() error {
		switch {
		case wordml.Is(st.s, "tblPr"):
			return t.props()
		case wordml.Is(st.s, "tblGrid"):
			return st.s.Skip()
		}
		return st.child(&place{table: t})
	})
}

// props reads the properties of a table (17.4.59).
func (t *tableRead) props() error {
	st := t.flow.story
	s := st.s
	return s.Each(func() error {
		switch {
		case wordml.Is(s, "tblStyle"):
			t.styled(wordml.Value(s))
		case wordml.Is(s, "tblLook"):
			t.look = wordml.ReadLook(s)
		case wordml.Is(s, "shd"):
			if c := st.doc.defs.Theme.Shade(s); c != 0 {
				st.ground = c
			}
		case wordml.Is(s, "tblCaption"):
			t.title = wordml.Value(s)
		case st.hidden == visible.Shown && wordml.TableIsOff(s):
			st.hidden, t.drop = visible.OffPage, visible.OffPage
		}
		return s.Skip()
	})
}

// readRow reads a row (17.4.78).
func (t *tableRead) readRow() error {
	st := t.flow.story
	row := &t.row
	*row = rowRead{table: t, drop: t.drop, cells: row.cells[:0], starts: row.starts[:0], look: wordtext.RowLook{Aligns: row.look.Aligns[:0]}}
	before := st.around
	if t.outer {
		t.seen++
		st.pos.Rows = document.SpanOf(t.seen, t.seen)
	}
	pos := st.pos
	err := st.s.Each(func() error {
		switch {
		case wordml.Is(st.s, "trPr"):
			return row.props()
		case wordml.Is(st.s, "tblPrEx"):
			return st.s.Skip()
		}
		return st.child(&place{row: row})
	})
	st.around = before
	if err != nil || row.drop != visible.Shown && st.doc.When(row.drop) == converters.DropHidden {
		return err
	}
	if row.head && t.heads == len(t.rows) {
		t.heads++
	}
	if len(t.looks) < 2 {
		t.looks = append(t.looks, row.look)
	}
	if len(row.cells) > 0 {
		t.starts = append(t.starts, row.starts...)
		if !row.spans {
			t.aligns = append(t.aligns[:0], row.look.Aligns...)
		}
		t.rows = append(t.rows, converters.Make(st.doc.env, document.Row{Pos: pos, Cells: st.doc.build.Cells(row.cells)}))
	}
	return st.doc.charge(nodesRow, st.pos)
}

// styled takes what a style gives the table.
func (t *tableRead) styled(id string) {
	if style, ok := t.flow.story.doc.defs.Table(id); ok {
		t.style = style
	}
}

// props reads the properties of a row (17.4.81).
func (row *rowRead) props() error {
	st := row.table.flow.story
	s := st.s
	return s.Each(func() error {
		if s.Space() != wordml.NsW {
			return s.Skip()
		}
		switch s.Local() {
		case "tblHeader":
			row.head = wordml.Toggled(s)
		case "gridBefore":
			if n, ok := wordml.Number(wordml.Value(s)); ok && n > 0 {
				row.spans = true
				row.add(document.Cell{ColSpan: st.doc.spans.span(n)}, 0)
				row.column += max(row.cells[0].ColSpan, 1)
			}
		case "del":
			st.deleted++
			row.drop = visible.Deleted
		case "hidden":
			if wordml.Toggled(s) {
				st.hidden = visible.Text
				row.drop = visible.Text
			}
		case "trHeight":
			if high, ok := wordml.Number(wordml.Value(s)); ok && high < wordtext.MinTwips && wordml.IsExact(s, "hRule") {
				st.hidden = visible.Size
				row.drop = visible.Size
			}
		}
		return s.Skip()
	})
}

// add adds a cell at a column.
func (row *rowRead) add(c document.Cell, column int) {
	if row.cells == nil {
		row.cells = make([]document.Cell, 0, 8)
	}
	row.cells = append(row.cells, c)
	row.starts = append(row.starts, int32(column))
}

// finish returns the table.
func (t *tableRead) finish() *document.Table {
	t.narrow()
	grid := document.Grid{}
	grid.Table.Rows = t.rows[:0] // in their place: there may be many
	for i := range t.rows {
		grid.Row(t.rows[i])
	}
	out := grid.Table
	out.Pos = t.pos
	out.Header = t.header()
	if len(t.aligns) <= out.Columns && slices.ContainsFunc(t.aligns, func(a document.Align) bool { return a != document.AlignNone }) {
		out.Align = t.aligns
	}
	for i := range out.Rows[:out.Header] {
		wordtext.Unbold(t.flow.text.Env, out.Rows[i].Cells)
	}
	return &out
}

// narrow leaves out the columns in which no cell begins: programs lay one grid
// under rows that are parted otherwise.
func (t *tableRead) narrow() {
	spans := false
	for i := range t.rows {
		spans = spans || slices.ContainsFunc(t.rows[i].Cells, func(c document.Cell) bool { return c.ColSpan > 1 })
	}
	if !spans {
		return
	}
	edges := slices.Clone(t.starts)
	slices.Sort(edges)
	edges = slices.Compact(edges)
	n := 0
	for i := range t.rows {
		for j := range t.rows[i].Cells {
			c := &t.rows[i].Cells[j]
			from, _ := slices.BinarySearch(edges, t.starts[n])
			to, _ := slices.BinarySearch(edges, t.starts[n]+int32(max(c.ColSpan, 1)))
			c.ColSpan = to - from
			if c.ColSpan == 1 {
				c.ColSpan = 0
			}
			n++
		}
	}
}

// header returns how many rows head a table: those that say so, or the first
// one where the table has a special first row, or it looks like one.
func (t *tableRead) header() int {
	switch n := t.heads; {
	case n > 0 && n == len(t.rows):
		return 1
	case n > 0:
		return n
	case len(t.rows) > 1 && (t.look.FirstRow || wordtext.HasHead(t.rows, t.looks)):
		return 1
	}
	return 0
}

// Bounds of the places that cells take: maxArea for each cell, after the
// first areaFree.
const (
	maxArea  = 16
	areaFree = 1 << 16
)

// span returns how many columns a cell may take.
func (sp *spans) span(n int32) int {
	n = min(max(n, 1), 1<<14)
	if sp.area+int(n) > maxArea*sp.cells+areaFree {
		return 0
	}
	sp.area += int(n)
	if n == 1 {
		return 0
	}
	return int(n)
}

// cell reads a cell (17.4.65).
func (row *rowRead) cell() error {
	st := row.table.flow.story
	p := cellProps{}
	r := st.doc
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
			if err := p.read(st.s, r); err != nil {
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
	return row.place(f.text.Blocks(), &own, &p)
}

// read reads the properties of a cell (17.4.69).
func (p *cellProps) read(s *xmlread.Scanner, doc *reader) error {
	return s.Each(func() error {
		if s.Space() != wordml.NsW {
			return s.Skip()
		}
		switch s.Local() {
		case "gridSpan":
			if n, ok := wordml.Number(wordml.Value(s)); ok {
				p.span = doc.spans.span(n)
			}
		case "vMerge":
			p.restart = wordml.Value(s) == "restart"
			p.down = !p.restart
		case "hMerge":
			p.across = wordml.Value(s) != "restart"
		case "shd":
			p.ground = doc.defs.Theme.Shade(s)
		case "cellDel":
			p.removed = true
		}
		return s.Skip()
	})
}

// uncover adds what a cell holds that another one covers to that one, where
// hidden content is asked for.
func (row *rowRead) uncover(over *document.Cell, blocks []document.Block, own *wordtext.Cell) {
	st := row.table.flow.story
	if own.Held {
		blocks = []document.Block{st.doc.env.PlainParagraph(st.pos, own.Text)}
	}
	wordtext.Join(st.doc.env, over, document.Cell{Blocks: st.doc.Labelled(visible.Cell, blocks)})
}

// grown returns the cell that goes on where another one would be, which it makes
// larger, or nil.
func (row *rowRead) grown(p *cellProps, column, width int) *document.Cell {
	if p.across && len(row.cells) > 0 {
		over := &row.cells[len(row.cells)-1]
		over.ColSpan = max(over.ColSpan, 1) + width
		return over
	}
	if !p.down {
		return nil
	}
	over := row.table.upper(column, width)
	if over != nil {
		over.RowSpan = max(over.RowSpan, 1) + 1
	}
	return over
}

// place puts a cell into its row, or lets the one above or before it go on.
func (row *rowRead) place(blocks []document.Block, own *wordtext.Cell, p *cellProps) error {
	st := row.table.flow.story
	t := row.table
	width := max(p.span, 1)
	column := row.column
	row.spans = row.spans || width > 1 || p.down || p.across
	row.column += width
	if over := row.grown(p, column, width); over != nil {
		if own.Held || len(blocks) > 0 {
			st.doc.Hide(visible.Cell, st.pos)
			row.uncover(over, blocks, own)
		}
		return nil
	}
	c := row.look.Add(own, blocks)
	c.ColSpan = p.span
	if err := st.doc.charge(nodesCell, st.pos); err != nil {
		return err
	}
	if own.Held || len(blocks) > 0 {
		if err := st.doc.env.Spend(converters.LimitCells, 1, st.pos); err != nil {
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

// cellProps is what a cell says of its place.
type cellProps struct {
	span    int
	down    bool // it goes on from the cell above
	restart bool // it may go on below
	across  bool // it goes on from the cell before
	ground  int32
	removed bool
}
