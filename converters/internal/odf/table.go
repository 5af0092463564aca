package odf

import (
	"slices"

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
	in      *reader
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
func (f *flow) table() error {
	st := f.r.styles.Get(style.FamilyTable, f.r.s.Value(ns.Table, "style-name"))
	if st.Has&style.IsHidden != 0 {
		return f.veil(visible.Table, func(f *flow) error { return f.openTable(st) })
	}
	return f.openTable(st)
}

func (f *flow) openTable(st *style.Style) error {
	r := f.r
	around := r.at
	defer func() { r.at = around }()
	outer := r.inside == 0 || r.deck.slide && around.Rows.First == 0
	if outer && !r.deck.slide {
		r.seen.tables++
		r.at.Paragraph, r.at.Table = 0, r.seen.tables
	}
	pos := r.pos()
	t := &tableReader{outer: outer, in: r, ground: r.text.ground, behind: r.text.ground}
	if r.deck.slide {
		t.ground = visible.Unknown // what a template paints is not told
	}
	t.firstHeads = r.s.Value(ns.Table, "use-first-row-styles") == "true"
	t.ground = st.Ground().Over(t.ground)
	item, ground := r.item, r.text.ground
	r.item = nil
	r.inside++
	err := t.parts()
	r.inside--
	r.item, r.text.ground = item, ground
	if err != nil {
		return err
	}
	for _, table := range t.finish(pos) {
		for _, b := range wordtext.Arranged(t.in.doc.env, table) {
			if item == nil {
				f.text.PutApart(b)
			} else {
				f.text.Put(b)
			}
		}
	}
	return nil
}

// parts reads rows, columns and their groups.
func (t *tableReader) parts() error {
	return t.in.s.Each(func() error {
		if t.in.s.Space() != ns.Table {
			return t.in.s.Skip()
		}
		switch t.in.s.Local() {
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
		return t.in.s.Skip()
	})
}

// column notes a column.
func (t *tableReader) column() error {
	n, _ := t.in.s.Attr(ns.Table, "number-columns-repeated")
	visibility, _ := t.in.s.Attr(ns.Table, "visibility")
	c := columnAt{hidden: visibility == "collapse" || visibility == "filter"}
	c.style, _ = t.in.s.Attr(ns.Table, "default-cell-style-name")
	most := int(t.in.doc.env.Limits.Get(converters.LimitColumns))
	for range min(style.Count(n, most), most-len(t.columns)) {
		t.columns = append(t.columns, c)
	}
	return t.in.s.Skip()
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
	if err := t.in.hold(holdRow); err != nil {
		return err
	}
	repeated, _ := t.in.s.Attr(ns.Table, "number-rows-repeated")
	if t.outer {
		t.in.at.Rows = document.SpanOf(t.seen+1, t.seen+1)
		t.seen += max(1, style.Count(repeated, 1<<30))
	}
	visibility, _ := t.in.s.Attr(ns.Table, "visibility")
	st := t.in.styles.Get(style.FamilyRow, t.in.s.Value(ns.Table, "style-name"))
	hidden := visibility == "collapse" || st.Has&style.IsFlat != 0
	if hidden && t.in.doc.When(visible.Row) == converters.DropHidden {
		some, err := pack.SaysSome(t.in.s)
		if some {
			t.in.doc.Hide(visible.Row, t.in.pos())
		}
		return err
	}
	pos := t.in.pos()
	row := rowAt{}
	row.style, _ = t.in.s.Attr(ns.Table, "default-cell-style-name")
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
		t.in.doc.Hide(visible.Row, pos)
		for i := range row.cells {
			row.cells[i].SetLabel(t.in.doc.Label(visible.Row))
		}
	}
	if n > 1 && !row.filled {
		return // a gap between what is said
	} else if n > 1 {
		t.in.doc.LoseMany(lost.Repeat, pos, min(n-1, 1<<20))
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
	t.grid.Row(converters.Make(t.in.doc.env, document.Row{Pos: pos, Cells: row.cells}))
}

// cells reads the cells of a row.
func (t *tableReader) cells(row *rowAt) error {
	return t.in.s.Each(func() error {
		switch local := t.in.s.Local(); {
		case t.in.s.Space() == ns.Table && local == "table-cell":
			return t.cell(row)
		case t.in.s.Space() == ns.Table && local == "covered-table-cell":
			return t.covered(row)
		}
		return t.in.s.Skip()
	})
}

// cell reads a cell.
func (t *tableReader) cell(row *rowAt) error {
	t.skipBelow(row)
	most := int(t.in.doc.env.Limits.Get(converters.LimitColumns))
	count := func(name string, most int) int { return style.Count(t.in.s.Value(ns.Table, name), most) }
	repeat, colSpan, rowSpan := count("number-columns-repeated", most), count("number-columns-spanned", most), count("number-rows-spanned", maxSpan)
	if rowSpan > 1 && t.sparse() {
		rowSpan = 1
		t.in.doc.Lose(lost.Repeat, t.in.pos())
	}
	pos := t.in.pos()
	cell, err := t.cellContent(row)
	if err != nil {
		return err
	}
	spans, empty := colSpan > 1 || rowSpan > 1, cell.Text == "" && cell.Blocks == nil
	if empty && !spans {
		row.column += repeat
		row.gap += repeat
		return nil
	}
	row.filled = row.filled || !empty
	if err := t.gap(row, pos); err != nil {
		return err
	}
	if spans {
		repeat = 1
		cell.ColSpan, cell.RowSpan = colSpan, rowSpan
	}
	if err := t.in.doc.env.Spend(converters.LimitCells, int64(repeat), pos); err != nil {
		return err
	}
	if err := t.in.hold(holdCell * repeat); err != nil {
		return err
	}
	t.filled += repeat
	for range repeat {
		row.cells = append(row.cells, cell)
	}
	t.cover(row, colSpan, rowSpan)
	row.column += repeat * colSpan
	return t.in.doc.env.Check(converters.LimitColumns, int64(row.column), pos)
}

// maxArea is how many places a table may have for each of its cells, after
// the first areaFree.
const (
	maxArea  = 16
	areaFree = 1 << 16
)

// sparse reports whether the table would have places beyond measure if another
// cell reached below its row.
func (t *tableReader) sparse() bool {
	return len(t.below)*len(t.grid.Table.Rows) > maxArea*t.filled+areaFree
}

// maxSpan bounds the rows that a cell covers.
const maxSpan = 1 << 20

// gap adds the empty cells in front of one with content.
func (t *tableReader) gap(row *rowAt, pos document.Pos) error {
	n := row.gap
	row.gap = 0
	if n == 0 {
		return nil
	}
	if err := t.in.doc.env.Check(converters.LimitColumns, int64(row.column), pos); err != nil {
		return err
	}
	if err := t.in.hold(holdCell * n); err != nil {
		return err
	}
	for range n {
		row.cells = append(row.cells, document.Cell{})
	}
	return nil
}

// cover notes the places that a cell with a span covers below.
func (t *tableReader) cover(row *rowAt, colSpan, rowSpan int) {
	if rowSpan == 1 {
		return
	}
	for len(t.below) < row.column+colSpan {
		t.below = append(t.below, 0)
	}
	for i := range colSpan {
		t.below[row.column+i] = rowSpan
	}
}

// skipBelow passes over places that cells above cover and the source does not
// write out.
func (t *tableReader) skipBelow(row *rowAt) {
	for row.column < len(t.below) && t.below[row.column] > 0 {
		row.column++
	}
}

// covered reads a cell that another one covers.
func (t *tableReader) covered(row *rowAt) error {
	n := style.Count(t.in.s.Value(ns.Table, "number-columns-repeated"), int(t.in.doc.env.Limits.Get(converters.LimitColumns)))
	pos := t.in.pos()
	if t.in.doc.When(visible.Cell) == converters.DropHidden {
		some, err := pack.SaysSome(t.in.s)
		if some {
			t.in.doc.Hide(visible.Cell, pos)
		}
		t.passCovered(row, n)
		return err
	}
	cell, err := t.cellContent(row)
	if err != nil {
		return err
	}
	if cell.Text != "" || cell.Blocks != nil {
		t.in.doc.Hide(visible.Cell, pos)
		cell.SetLabel(t.in.doc.Label(visible.Cell))
		if len(row.cells) > 0 {
			wordtext.Join(t.in.doc.env, &row.cells[len(row.cells)-1], cell)
		} else {
			row.cells = append(row.cells, cell)
			n--
		}
	}
	t.passCovered(row, n)
	return nil
}

// passCovered goes on behind covered places. Those that nothing covers are
// empty.
func (t *tableReader) passCovered(row *rowAt, n int) {
	for range n {
		if row.column < len(t.below) && t.below[row.column] > 0 {
			row.column++
		}
	}
}

// nextRow counts a row for the cells that reach below it.
func nextRow(below []int) []int {
	last := 0
	for i, n := range below {
		if n > 0 {
			below[i] = n - 1
		}
		if n > 1 {
			last = i + 1
		}
	}
	return below[:last]
}

// cellContent reads what is in a cell.
func (t *tableReader) cellContent(row *rowAt) (document.Cell, error) {
	name, ok := t.in.s.Attr(ns.Table, "style-name")
	if !ok {
		name = row.style
	}
	if name == "" && row.column < len(t.columns) {
		name = t.columns[row.column].style
	}
	st := t.in.styles.Get(style.FamilyCell, name)
	if t.in.text.ground = st.Ground().Over(row.ground); t.in.deck.slide && st.Ground() == visible.Auto {
		t.in.text.ground = t.behind
	}
	cell := &wordtext.Cell{}
	inner := t.in.newFlow(cell)
	if err := inner.content(); err != nil {
		return document.Cell{}, err
	}
	l := &row.look
	if ground := int64(t.in.text.ground); len(l.Aligns) == 0 {
		l.Ground, l.Head = ground, inner.head
	} else {
		if l.Ground != ground {
			l.Ground = 0
		}
		l.Head = l.Head && inner.head
	}
	return l.Add(cell, inner.text.Blocks()), nil
}

// finish returns the table of the rows that were read: none where there is
// nothing, several where one wide row would fill up the others beyond measure.
func (t *tableReader) finish(pos document.Pos) []*document.Table {
	table := &t.grid.Table
	for n := len(table.Rows); n > 0 && t.sheetLike && isEmpty(table.Rows[n-1]); n-- {
		table.Rows = table.Rows[:n-1]
	}
	table.Pos = pos
	if n := len(t.columns); !t.sheetLike && n < maxDeclared {
		table.Columns = max(table.Columns, n)
	}
	if len(table.Rows) == 0 || table.Columns == 0 {
		return nil
	}
	if table.Columns*len(table.Rows) > maxArea*t.filled+areaFree {
		return parted(table)
	}
	if table.Header = t.header; t.header == 0 && (t.firstHeads && len(table.Rows) > 1 || wordtext.HasHead(table.Rows, t.rows)) {
		table.Header = 1
	}
	for i := range table.Header {
		wordtext.Unbold(t.in.doc.env, table.Rows[i].Cells)
	}
	table.Align = wordtext.Aligns(t.rows, table.Header, table.Columns)
	return []*document.Table{table}
}

// parted returns the rows of a table as tables of rows that are equally wide.
func parted(table *document.Table) []*document.Table {
	var out []*document.Table
	rows := table.Rows
	for from, i := 0, 1; i <= len(rows); i++ {
		if i < len(rows) && len(rows[i].Cells) == len(rows[from].Cells) {
			continue
		}
		var grid document.Grid
		for _, row := range rows[from:i] {
			for k := range row.Cells {
				row.Cells[k].ColSpan, row.Cells[k].RowSpan = 0, 0
			}
			grid.Row(row)
		}
		if part := &grid.Table; part.Columns > 0 {
			part.Pos = rows[from].Pos
			out = append(out, part)
		}
		from = i
	}
	return out
}

// maxDeclared is how many columns a table of a text may declare for those
// without content to count.
const maxDeclared = 64

func isEmpty(row document.Row) bool {
	return !slices.ContainsFunc(row.Cells, func(c document.Cell) bool { return c.Text != "" || c.Blocks != nil })
}
