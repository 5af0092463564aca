package workbook

import (
	"sort"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// sheetReader reads one table:table of a spreadsheet.
type sheetReader struct {
	*worksheet
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
	return t.Scanner.Each(t.part)
}

func (t *sheetReader) part() error {
	if t.Scanner.Space() != ns.Table {
		if t.Scanner.Space() == ns.Office && t.Scanner.Local() == "forms" {
			return t.Reader.Block()
		}
		if t.Scanner.Space() == ns.Ext && t.Scanner.Local() == "conditional-formats" {
			return t.conditions()
		}
		return t.Scanner.Skip()
	}
	switch t.Scanner.Local() {
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
		return t.Reader.Block()
	}
	return t.Scanner.Skip()
}

// column reads a run of columns.
func (t *sheetReader) column() error {
	if err := t.Env.Spend(converters.LimitNodes, 1, t.Reader.Pos()); err != nil {
		return err
	}
	n, _ := t.Scanner.Attr(ns.Table, "number-columns-repeated")
	visibility, _ := t.Scanner.Attr(ns.Table, "visibility")
	first := 0
	if k := len(t.columns); k > 0 {
		first = t.columns[k-1].end
	}
	c := columnRun{end: min(first+style.Count(n, sheet.MaxColumns), sheet.MaxColumns)}
	c.style, _ = t.Scanner.Attr(ns.Table, "default-cell-style-name")
	t.columns = append(t.columns, c)
	if (visibility == "collapse" || visibility == "filter") && first < c.end {
		t.Columns = append(t.Columns, sheet.Columns{First: first, Last: c.end - 1, Collapsed: t.grouped > 0})
	}
	return t.Scanner.Skip()
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
	if err := t.Env.Step(t.Ctx, 1, t.Reader.Pos()); err != nil {
		return err
	}
	visibility, _ := t.Scanner.Attr(ns.Table, "visibility")
	t.style, _ = t.Scanner.Attr(ns.Table, "default-cell-style-name")
	n := style.Count(t.Scanner.Value(ns.Table, "number-rows-repeated"), maxRow)
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
	pos := t.At(sheet.Place{Row: t.row})
	if n > 1 && r.Flags == sheet.RowHidden && t.Tally.When(visible.Row) == converters.DropHidden {
		t.skipped = append(t.skipped, skipped{sheet.RowsAt(t.Name, t.row, t.row), n - 1})
		if err := t.repeat(r); err != nil {
			return err
		}
		r.Number++
		return t.pass(r, n-1)
	}
	if err := t.Env.Spend(converters.LimitCells, int64(len(t.cells))*int64(n), pos); err != nil {
		return err
	}
	if err := t.Env.Step(t.Ctx, int64(n), pos); err != nil {
		return err
	}
	if n > 1 {
		size := int64(0)
		for i := range t.cells {
			size += int64(len(t.Texts.Get(t.cells[i].At)))
		}
		if err := t.Texts.Spend(size * int64(n-1)); err != nil {
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
	if err := t.Env.Spend(converters.LimitNodes, int64(len(t.merges)), t.Reader.Pos()); err != nil {
		return err
	}
	for _, a := range t.merges {
		below := int(r.Number) - t.row
		a.From.Row += below
		a.To.Row += below
		t.Merges = append(t.Merges, a)
	}
	return t.Add(r, t.cells)
}

// pass keeps n hidden rows without cells, which are no gap.
func (t *sheetReader) pass(r sheet.Row, n int) error {
	if err := t.Add(r, nil); err != nil || n == 1 {
		return err
	}
	r.Number += uint32(n - 1)
	r.Flags |= sheet.RowJoined
	return t.Add(r, nil)
}

// readCells reads the cells of a row.
func (t *sheetReader) readCells() error {
	return t.Scanner.Each(func() error {
		if local := t.Scanner.Local(); t.Scanner.Space() == ns.Table && (local == "table-cell" || local == "covered-table-cell") {
			return t.cell()
		}
		return t.Scanner.Skip()
	})
}
