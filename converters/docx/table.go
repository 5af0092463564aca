package docx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// tableRead is a table while it is read.
type tableRead struct {
	flow   *flow
	pos    document.Pos
	rows   []document.Row
	heads  int                // rows that head the table, by their properties
	looks  []wordtext.RowLook // of the first rows
	aligns []document.Align   // of the last row whose cells take a column each
	row    rowRead            // the current one
	look   wordml.Look
	style  wordml.TableStyle
	above  []cellAt // by column: the cell that may go on below
	starts []int32  // of the cells of all rows, one after the other: their columns
	title  string
	outer  bool        // in no other table or text box
	seen   int         // rows that were read
	drop   visible.Way // how all of it is hidden
}

// rowRead is a row while it is read.
type rowRead struct {
	table  *tableRead
	cells  []document.Cell
	starts []int32
	look   wordtext.RowLook
	column int
	head   bool
	drop   visible.Way
	spans  bool // a cell is one of several places
}

// table reads a table (17.4.37).
func (st *story) table(f *flow) error {
	around := st.pos
	outer := !st.boxed && around.Table == 0
	if outer {
		st.seen.tables++
		st.pos.Paragraph, st.pos.Table = 0, st.seen.tables
	}
	t := &tableRead{flow: f, pos: st.pos, outer: outer}
	t.styled("")
	before := st.around
	err := st.tableParts(t)
	st.around = before
	st.pos.Paragraph, st.pos.Table, st.pos.Rows = around.Paragraph, around.Table, around.Rows
	if err != nil || len(t.rows) == 0 {
		return err
	}
	f.PutApart(t.finish())
	return nil
}

// tableParts reads properties and rows.
func (st *story) tableParts(t *tableRead) error {
	return st.s.Each(func() error {
		switch {
		case wordml.Is(st.s, "tblPr"):
			return st.tableProps(t)
		case wordml.Is(st.s, "tblGrid"):
			return st.s.Skip()
		}
		return st.child(&place{table: t})
	})
}

// tableProps reads the properties of a table (17.4.59).
func (st *story) tableProps(t *tableRead) error {
	s := st.s
	return s.Each(func() error {
		switch {
		case wordml.Is(s, "tblStyle"):
			t.styled(wordml.Value(s))
		case wordml.Is(s, "tblLook"):
			t.look = wordml.ReadLook(s)
		case wordml.Is(s, "shd"):
			if c := st.defs.Shade(s); c != 0 {
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

// row reads a row (17.4.78).
func (st *story) row(t *tableRead) error {
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
			return st.rowProps(row)
		case wordml.Is(st.s, "tblPrEx"):
			return st.s.Skip()
		}
		return st.child(&place{row: row})
	})
	st.around = before
	if err != nil || row.drop != visible.Shown && st.When(row.drop) == converters.DropHidden {
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
		t.rows = append(t.rows, document.Row{Pos: pos, Cells: st.build.Cells(row.cells)})
	}
	return st.charge(nodesRow, st.pos)
}

// styled takes what a style gives the table.
func (t *tableRead) styled(id string) {
	if style, ok := t.flow.story.defs.Table(id); ok {
		t.style = style
	}
}

// rowProps reads the properties of a row (17.4.81).
func (st *story) rowProps(row *rowRead) error {
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
				row.add(document.Cell{ColSpan: st.span(n)}, 0)
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
			if high, ok := wordml.Number(wordml.Value(s)); ok && high < wordml.MinTwips && wordml.IsExact(s, "hRule") {
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
	grid := document.Grid{Table: document.Table{Rows: t.rows[:0]}} // in their place: there may be many
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
		wordtext.Unbold(out.Rows[i].Cells)
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
