package workbook

import (
	"bytes"
	"sort"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// sheetReader reads one table:table of a spreadsheet.
type sheetReader struct {
	book    *book
	sheet   *worksheet
	columns []columnRun
	run     int // the run of columns that was asked for last
	grouped int // groups around, shown or not: LibreOffice does not always say which
	row     int // from 1
	next    int // the row behind it and its repeats
	col     int // from 0
	cells   []sheet.Cell
	merges  []sheet.Area // that begin in the row
	style   string       // of the row's cells
	line    []byte
}

// columnRun is a run of columns that are alike.
type columnRun struct {
	end   int // column behind the last one
	style string
}

// table reads the columns and rows of the sheet.
func (t *sheetReader) table() error {
	return t.book.Scanner.Each(t.part)
}

func (t *sheetReader) part() error {
	if t.book.Scanner.Space() != ns.Table {
		if t.book.Scanner.Space() == ns.Office && t.book.Scanner.Local() == "forms" {
			return t.book.Reader.Block()
		}
		if t.book.Scanner.Space() == ns.Ext && t.book.Scanner.Local() == "conditional-formats" {
			return t.conditions()
		}
		return t.book.Scanner.Skip()
	}
	switch t.book.Scanner.Local() {
	case "table-header-rows", "table-rows", "table-columns", "table-header-columns":
		return t.table()
	case "table-row-group", "table-column-group":
		t.grouped++
		err := t.table()
		t.grouped--
		return err
	case "table-column":
		return t.column()
	case "table-row":
		return t.readRow()
	case "shapes":
		return t.book.Reader.Block()
	}
	return t.book.Scanner.Skip()
}

// column reads a run of columns.
func (t *sheetReader) column() error {
	if err := t.sheet.grid.Book.Env.Spend(converters.LimitNodes, 1, t.book.Reader.Pos()); err != nil {
		return err
	}
	n, _ := t.book.Scanner.Attr(ns.Table, "number-columns-repeated")
	visibility, _ := t.book.Scanner.Attr(ns.Table, "visibility")
	first := 0
	if k := len(t.columns); k > 0 {
		first = t.columns[k-1].end
	}
	c := columnRun{end: min(first+style.Count(n, sheet.MaxColumns), sheet.MaxColumns)}
	c.style, _ = t.book.Scanner.Attr(ns.Table, "default-cell-style-name")
	t.columns = append(t.columns, c)
	if (visibility == "collapse" || visibility == "filter") && first < c.end {
		t.sheet.grid.Columns = append(t.sheet.grid.Columns, sheet.Columns{First: first, Last: c.end - 1, Collapsed: t.grouped > 0})
	}
	return t.book.Scanner.Skip()
}

// columnStyle returns the style of the cells of a column that have none.
func (t *sheetReader) columnStyle(col int) string {
	runs := t.columns
	if t.run >= len(runs) || col >= runs[t.run].end || t.run > 0 && col < runs[t.run-1].end {
		t.run = sort.Search(len(runs), func(i int) bool { return runs[i].end > col })
	}
	if t.run >= len(runs) {
		return ""
	}
	return runs[t.run].style
}

// maxRow bounds the rows of a sheet, as the format has no bound.
const maxRow = 1 << 30

// readRow reads a row and stores it as often as it is repeated.
func (t *sheetReader) readRow() error {
	if err := t.sheet.grid.Book.Env.Step(t.sheet.grid.Book.Ctx, 1, t.book.Reader.Pos()); err != nil {
		return err
	}
	visibility, _ := t.book.Scanner.Attr(ns.Table, "visibility")
	t.style, _ = t.book.Scanner.Attr(ns.Table, "default-cell-style-name")
	n := style.Count(t.book.Scanner.Value(ns.Table, "number-rows-repeated"), maxRow)
	t.row, t.col = t.next, 0
	t.next = min(t.next+n, maxRow)
	r := sheet.Row{Number: uint32(t.row)}
	switch visibility {
	case "filter":
		r.Flags |= sheet.RowFiltered
	case "collapse":
		r.Flags |= sheet.RowHidden
	}
	if t.grouped > 0 {
		r.Flags |= sheet.RowInGroup
	}
	t.cells, t.merges = t.cells[:0], t.merges[:0]
	if err := t.readCells(); err != nil {
		return err
	}
	if len(t.cells) > 0 {
		return t.store(r, n)
	}
	if visibility == "filter" || visibility == "collapse" {
		return t.pass(r, n)
	}
	return nil
}

// store keeps a row with cells, n times.
func (t *sheetReader) store(r sheet.Row, n int) error {
	pos := t.sheet.grid.At(sheet.Place{Row: t.row})
	if n > 1 && r.Flags == sheet.RowHidden && t.sheet.grid.Book.Tally.When(visible.Row) == converters.DropHidden {
		t.sheet.skipped = append(t.sheet.skipped, skipped{sheet.RowsAt(t.sheet.grid.Name, t.row, t.row), n - 1})
		if err := t.repeat(r); err != nil {
			return err
		}
		r.Number++
		return t.pass(r, n-1)
	}
	if err := t.sheet.grid.Book.Env.Spend(converters.LimitCells, int64(len(t.cells))*int64(n), pos); err != nil {
		return err
	}
	if err := t.sheet.grid.Book.Env.Step(t.sheet.grid.Book.Ctx, int64(n), pos); err != nil {
		return err
	}
	if n > 1 {
		size := int64(0)
		for i := range t.cells {
			size += int64(len(t.sheet.grid.Book.Texts.Get(t.cells[i].At)))
		}
		if err := t.sheet.grid.Book.Texts.Spend(size * int64(n-1)); err != nil {
			return err
		}
	}
	for range n {
		if err := t.repeat(r); err != nil {
			return err
		}
		r.Number++
	}
	return nil
}

// repeat keeps the row once.
func (t *sheetReader) repeat(r sheet.Row) error {
	if err := t.sheet.grid.Book.Env.Spend(converters.LimitNodes, int64(len(t.merges)), t.book.Reader.Pos()); err != nil {
		return err
	}
	for _, a := range t.merges {
		below := int(r.Number) - t.row
		a.From.Row += below
		a.To.Row += below
		t.sheet.grid.Merges = append(t.sheet.grid.Merges, a)
	}
	return t.sheet.grid.Add(r, t.cells)
}

// pass keeps n hidden rows without cells, which are no gap.
func (t *sheetReader) pass(r sheet.Row, n int) error {
	if err := t.sheet.grid.Add(r, nil); err != nil || n == 1 {
		return err
	}
	r.Number += uint32(n - 1)
	r.Flags |= sheet.RowJoined
	return t.sheet.grid.Add(r, nil)
}

// readCells reads the cells of a row.
func (t *sheetReader) readCells() error {
	return t.book.Scanner.Each(func() error {
		if local := t.book.Scanner.Local(); t.book.Scanner.Space() == ns.Table && (local == "table-cell" || local == "covered-table-cell") {
			return t.cell()
		}
		return t.book.Scanner.Skip()
	})
}

// cellAttrs is what the tag of a cell says.
type cellAttrs struct {
	style.CellValue
	repeat, cols, rows int
	style, formula     string
}

// attrs reads the tag of a cell in one pass.
func (t *sheetReader) attrs() cellAttrs {
	a := cellAttrs{repeat: 1, cols: 1, rows: 1}
	for i := range t.book.Scanner.Attrs() {
		name := t.book.Scanner.AttrName(i)
		value, err := t.book.Scanner.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Space {
		case ns.Table:
			switch name.Local {
			case "number-columns-repeated":
				a.repeat = style.Count(value, sheet.MaxColumns)
			case "number-columns-spanned":
				a.cols = style.Count(value, sheet.MaxColumns)
			case "number-rows-spanned":
				a.rows = style.Count(value, maxSpan)
			case "style-name":
				a.style = value
			case "formula":
				a.formula = value
			}
		case ns.Office:
			switch name.Local {
			case "value-type":
				a.Kind = value
			case "value", "date-value", "time-value", "boolean-value", "string-value":
				a.Value = value
			case "currency":
				a.Currency = value
			}
		}
	}
	return a
}

// cell reads a cell and keeps it as often as it is repeated. What a cell that is
// covered holds is hidden by the one that covers it, if there is one.
func (t *sheetReader) cell() error {
	a := t.attrs()
	c := sheet.Cell{}
	rich, err := t.cellText(&c, &a)
	if err != nil {
		return err
	}
	at := sheet.Place{Row: t.row, Col: t.col}
	t.col += a.repeat
	if a.cols > 1 || a.rows > 1 {
		a.repeat = 1
		if to := (sheet.Place{Row: at.Row + a.rows - 1, Col: at.Col + a.cols - 1}); to.Col < sheet.MaxColumns {
			t.merges = append(t.merges, sheet.Area{From: at, To: to})
		}
	}
	if len(t.line) == 0 && rich == nil {
		return nil
	}
	pos := sheet.RowsAt(t.sheet.grid.Name, t.row, t.row)
	columns := int64(at.Col + a.repeat)
	if err := t.sheet.grid.Book.Env.Check(converters.LimitColumns, columns, pos); err != nil {
		return err
	}
	if columns > sheet.MaxColumns {
		return &converters.LimitError{Limit: converters.LimitColumns, Value: columns, Max: sheet.MaxColumns, Pos: pos}
	}
	if c.At, err = t.sheet.grid.Book.Texts.Put(t.line); err != nil {
		return err
	}
	if rich != nil {
		t.book.rich[c.At] = rich
	}
	if n := int64(a.repeat - 1); n > 0 {
		if err := t.sheet.grid.Book.Env.Spend(converters.LimitCells, n, pos); err != nil {
			return err
		}
		if err := t.sheet.grid.Book.Texts.Spend(n * int64(len(t.line))); err != nil {
			return err
		}
	}
	for i := range a.repeat {
		c.Col = uint16(at.Col + i)
		t.cells = append(t.cells, c)
	}
	return nil
}

// cellText reads what a cell shows into line. What is more than text is
// returned as well.
func (t *sheetReader) cellText(c *sheet.Cell, a *cellAttrs) ([]document.Inline, error) {
	t.line = t.line[:0]
	rich, paras, err := t.cellParas(a)
	if err != nil {
		return nil, err
	}
	if paras == 0 {
		t.line = t.book.Styles.Show(t.line, &a.CellValue, t.styleOf(a).Data)
	}
	t.line = bytes.TrimRight(t.line, " \n\t")
	if c.Flags = flagsOfValue(a.Kind); sheet.IsPlain(t.line) {
		c.Flags |= sheet.Plain
	}
	if rich != nil {
		c.Flags |= sheet.Rich
	}
	if a.formula != "" && t.sheet.grid.Book.Env.Options.Formulas == "keep" {
		c.Flags = c.Flags&^sheet.Plain | sheet.Formula
		t.line = append(append(t.line, sheet.FormulaMark), formulaText(a.formula)...)
	}
	return rich, nil
}

// cellParas reads the paragraphs of a cell, and what else is in it, and returns
// how many there are.
func (t *sheetReader) cellParas(a *cellAttrs) (rich []document.Inline, paras int, err error) {
	look, ground := t.cellLook(a)
	for {
		kind, err := t.book.Scanner.Next()
		if err != nil || kind == xmlread.End {
			return rich, paras, err
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := t.book.Scanner.Space(), t.book.Scanner.Local(); {
		case space == ns.Text && (local == "p" || local == "h"):
			if paras++; paras > 1 {
				t.line = append(t.line, '\n')
			}
			if paras > maxLines {
				err = t.sheet.grid.Book.Env.Spend(converters.LimitNodes, holdLine, t.book.Reader.Pos())
			}
			if err == nil {
				rich, err = t.cellPara(look, ground, rich, paras)
			}
		case space == ns.Office && local == "annotation":
			err = t.comment()
		case space == ns.Draw:
			err = t.book.Reader.Block()
		default:
			err = t.book.Scanner.Skip()
		}
		if err != nil {
			return nil, 0, err
		}
	}
}

// maxLines is how many lines a cell has whose lines are not counted.
const maxLines = 1 << 12

// holdLine is what a line of a cell costs that has more, in nodes.
const holdLine = 20

// maxSpan bounds the rows that a cell covers.
const maxSpan = 1 << 20

// cellPara reads a paragraph of a cell.
func (t *sheetReader) cellPara(look style.Chars, ground visible.Paint, rich []document.Inline, n int) ([]document.Inline, error) {
	p, err := t.book.Reader.Paragraph(look, ground)
	if err != nil {
		return nil, err
	}
	before := len(t.line)
	t.line = append(t.line, p.Trimmed()...)
	emphasis := document.Styles(0).With(document.Strong).With(document.Emphasis)
	if rich == nil && p.IsPlain(emphasis) {
		return nil, nil
	}
	if rich == nil && before > 0 {
		rich = converters.Make(t.sheet.grid.Book.Env, document.Plain(string(bytes.TrimSuffix(t.line[:before], []byte("\n")))))
	}
	if n > 1 {
		rich = append(rich, converters.Make(t.sheet.grid.Book.Env, &document.Break{}))
	}
	inlines, err := t.book.Reader.Inlines(p, emphasis)
	return append(rich, inlines...), err
}

// cellLook returns what the style of a cell says of its text, how it may be
// hidden, not how it is set, and of its ground.
func (t *sheetReader) cellLook(a *cellAttrs) (style.Chars, visible.Paint) {
	st := t.styleOf(a)
	c := style.Chars{Size: style.SizeDefault}.Over(st.Chars)
	c.On &^= style.Bold | style.Italic | style.Mono | style.Struck
	return c, st.Ground().Over(visible.White)
}

// styleOf returns the style of a cell: its own, or that of its row or its column.
func (t *sheetReader) styleOf(a *cellAttrs) *style.Style {
	name := a.style
	if name == "" {
		name = t.style
	}
	if name == "" {
		name = t.columnStyle(t.col)
	}
	return t.book.Styles.Get(style.FamilyCell, name)
}

// comment reads a comment on a cell.
func (t *sheetReader) comment() error {
	at := sheet.Place{Row: t.row, Col: t.col}
	return t.book.Reader.Comment(func(a *document.Annotation) {
		a.Pos = t.sheet.grid.At(at)
		t.sheet.comments = append(t.sheet.comments, cellComment{at, a})
		t.sheet.after = append(t.sheet.after, a)
	})
}

// flagsOfValue returns what the type of a value says of its cell.
func flagsOfValue(kind string) sheet.Flags {
	switch kind {
	case "float", "percentage", "currency", "boolean":
		return sheet.Value
	case "date", "time":
		return sheet.Value | sheet.Time
	}
	return 0
}
