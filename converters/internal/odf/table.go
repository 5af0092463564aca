package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// tableReader reads one table of a text or a slide (ODF 1.3 part 3, 9).
type tableReader struct {
	*reader
	grid    document.Grid
	columns []columnAt
	below   []int // by column: rows that a cell above covers still
	header  int
	seen    int                // rows that were read
	outer   bool               // it is in no other table, text box or frame
	heading bool               // inside table:table-header-rows
	filled  int                // cells with content
	rows    []wordtext.RowLook // the first ones
	// firstHeads says that the first row is set as a header.
	firstHeads bool
	// sheetLike says that the table is a sheet: most of it is empty.
	sheetLike bool
	ground    visible.Paint
	behind    visible.Paint // the table
}

// columnAt is a column as the table declares it.
type columnAt struct {
	hidden bool
	style  string // of its cells
}

// maxLooks is how many rows are looked at for the header and alignment.
const maxLooks = 8

// table reads a table:table, whose start tag is the event.
func (r *reader) table(f *flow) error {
	st := r.styles.Get(style.FamilyTable, r.s.Value(ns.Table, "style-name"))
	if st.Has&style.IsHidden != 0 {
		return r.veil(f, visible.Table, func(r *reader, f *flow) error { return r.openTable(f, st) })
	}
	return r.openTable(f, st)
}

func (r *reader) openTable(f *flow, st *style.Style) error {
	around := r.at
	defer func() { r.at = around }()
	outer := r.inside == 0 || r.slide && around.Rows.First == 0
	if outer && !r.slide {
		r.seen.tables++
		r.at.Paragraph, r.at.Table = 0, r.seen.tables
	}
	pos := r.pos()
	t := &tableReader{outer: outer, reader: r, ground: r.ground, behind: r.ground}
	if r.slide {
		t.ground = visible.Unknown // what a template paints is not told
	}
	t.firstHeads = r.s.Value(ns.Table, "use-first-row-styles") == "true"
	t.ground = st.Ground().Over(t.ground)
	item, ground := r.item, r.ground
	r.item = nil
	r.inside++
	err := t.parts()
	r.inside--
	r.item, r.ground = item, ground
	if err != nil {
		return err
	}
	for _, table := range t.finish(pos) {
		if item == nil {
			f.PutApart(table)
		} else {
			f.Put(table)
		}
	}
	return nil
}

// parts reads rows, columns and their groups.
func (t *tableReader) parts() error {
	return t.s.Each(func() error {
		if t.s.Space() != ns.Table {
			return t.s.Skip()
		}
		switch t.s.Local() {
		case "table-header-rows":
			outer := t.heading
			t.heading = true
			err := t.parts()
			t.heading = outer
			return err
		case "table-rows", "table-row-group", "table-columns", "table-column-group", "table-header-columns":
			return t.parts()
		case "table-column":
			return t.column()
		case "table-row":
			return t.row()
		}
		return t.s.Skip()
	})
}

// column notes a column.
func (t *tableReader) column() error {
	n, _ := t.s.Attr(ns.Table, "number-columns-repeated")
	visibility, _ := t.s.Attr(ns.Table, "visibility")
	c := columnAt{hidden: visibility == "collapse" || visibility == "filter"}
	c.style, _ = t.s.Attr(ns.Table, "default-cell-style-name")
	most := int(t.env.Limits.Get(converters.LimitColumns))
	for range min(style.Count(n, most), most-len(t.columns)) {
		t.columns = append(t.columns, c)
	}
	return t.s.Skip()
}

// rowAt is the row that is read.
type rowAt struct {
	cells  []document.Cell
	look   wordtext.RowLook
	column int
	gap    int // empty cells that wait for one with content
	style  string
	ground visible.Paint
	filled bool
}

// row reads a table:table-row.
func (t *tableReader) row() error {
	if err := t.hold(holdRow); err != nil {
		return err
	}
	repeated, _ := t.s.Attr(ns.Table, "number-rows-repeated")
	if t.outer {
		t.at.Rows = document.SpanOf(t.seen+1, t.seen+1)
		t.seen += max(1, style.Count(repeated, 1<<30))
	}
	visibility, _ := t.s.Attr(ns.Table, "visibility")
	st := t.styles.Get(style.FamilyRow, t.s.Value(ns.Table, "style-name"))
	hidden := visibility == "collapse" || st.Has&style.IsFlat != 0
	if hidden && t.When(visible.Row) == converters.DropHidden {
		some, err := pack.SaysSome(t.s)
		if some {
			t.Hide(visible.Row, t.pos())
		}
		return err
	}
	pos := t.pos()
	row := rowAt{}
	row.style, _ = t.s.Attr(ns.Table, "default-cell-style-name")
	row.ground = st.Ground().Over(t.ground)
	if err := t.cells(&row); err != nil {
		return err
	}
	t.addRow(&row, pos, hidden, style.Count(repeated, 1<<30))
	return nil
}

// addRow adds a row that is repeated so often.
func (t *tableReader) addRow(row *rowAt, pos document.Pos, hidden bool, n int) {
	t.below = nextRow(t.below)
	if hidden && row.filled {
		t.Hide(visible.Row, pos)
		if t.When(visible.Row) == converters.MarkHidden {
			markCells(row.cells)
		}
	}
	if n > 1 && !row.filled {
		return // a gap between what is said
	} else if n > 1 {
		t.LoseMany(lost.Repeat, pos, min(n-1, 1<<20))
	}
	if t.heading && t.header == len(t.grid.Table.Rows) {
		t.header++
	}
	if len(t.rows) < maxLooks {
		if row.look.Ground == int64(t.ground) {
			row.look.Ground = 0
		}
		t.rows = append(t.rows, row.look)
	}
	t.grid.Row(document.Row{Pos: pos, Cells: row.cells})
}

// markCells says of the first cell of a row that has something in it that it is
// hidden.
func markCells(cells []document.Cell) {
	for i := range cells {
		switch c := &cells[i]; {
		case c.Text != "":
			c.Text = "[hidden] " + c.Text
			return
		case len(c.Blocks) > 0:
			c.Blocks = append([]document.Block{document.PlainParagraph(document.Pos{}, "[hidden]")}, c.Blocks...)
			return
		}
	}
}

// cells reads the cells of a row.
func (t *tableReader) cells(row *rowAt) error {
	return t.s.Each(func() error {
		switch local := t.s.Local(); {
		case t.s.Space() == ns.Table && local == "table-cell":
			return t.cell(row)
		case t.s.Space() == ns.Table && local == "covered-table-cell":
			return t.covered(row)
		}
		return t.s.Skip()
	})
}
