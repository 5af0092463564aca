package odf

import (
	"sort"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// sheetReader reads one table:table of a spreadsheet.
type sheetReader struct {
	*book
	sh      *sheetData
	row     int // the next one, from 0
	col     int
	last    int // the last row with cells that was stored, or -1
	unseen  int // hidden rows after it that had text
	grouped int // groups around, shown or not: LibreOffice does not always say which
	at      int // the run of columns that was asked for last
	flow    flow
	para    para
	line    []byte
	style   string     // of the row's cells
	below   []coverage // cells that reach below their row
	far     int        // how far cells reach that are not noted any more
}

// table reads the columns and rows of the sheet.
func (t *sheetReader) table() error {
	for {
		kind, err := t.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if err := t.part(); err != nil {
			return err
		}
	}
}

func (t *sheetReader) part() error {
	if t.s.Space() != nsTable {
		if t.s.Space() == nsOffice && t.s.Local() == "forms" {
			return t.forms()
		}
		if t.s.Space() == nsExt && t.s.Local() == "conditional-formats" {
			return t.conditions()
		}
		return t.s.Skip()
	}
	switch t.s.Local() {
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
		return t.content(&t.flow)
	}
	return t.s.Skip()
}

// column reads a run of columns.
func (t *sheetReader) column() error {
	if err := t.env.Spend(converters.LimitNodes, 1, t.pos()); err != nil {
		return err
	}
	n, _ := t.s.Attr(nsTable, "number-columns-repeated")
	visibility, _ := t.s.Attr(nsTable, "visibility")
	end := count(n, maxColumns)
	if k := len(t.sh.columns); k > 0 {
		end += t.sh.columns[k-1].end
	}
	c := columnRun{end: min(end, maxColumns), hidden: visibility == "collapse" || visibility == "filter", group: t.grouped > 0}
	c.style, _ = t.s.Attr(nsTable, "default-cell-style-name")
	t.sh.columns = append(t.sh.columns, c)
	return t.s.Skip()
}

// maxColumns bounds the columns of a sheet, as the format has no bound.
const maxColumns = 1 << 15

// run returns the run of columns that a column is in, or nil.
func (t *sheetReader) run(col int) *columnRun {
	runs := t.sh.columns
	if t.at >= len(runs) || col >= runs[t.at].end || t.at > 0 && col < runs[t.at-1].end {
		t.at = sort.Search(len(runs), func(i int) bool { return runs[i].end > col })
	}
	if t.at >= len(runs) {
		return nil
	}
	return &runs[t.at]
}

// readRow reads a row and stores it as often as it is repeated.
func (t *sheetReader) readRow() error {
	if err := t.env.Step(t.ctx, 1, t.pos()); err != nil {
		return err
	}
	times, _ := t.s.Attr(nsTable, "number-rows-repeated")
	visibility, _ := t.s.Attr(nsTable, "visibility")
	t.style, _ = t.s.Attr(nsTable, "default-cell-style-name")
	n := count(times, 1<<30)
	r := sheetRow{number: int32(t.row), first: uint32(len(t.sh.cells))}
	switch {
	case visibility == "filter":
		r.label = labelFiltered
	case visibility == "collapse" && t.grouped > 0:
		r.label = labelCollapsed
	case visibility == "collapse":
		r.label = labelHidden
	}
	t.col = 0
	err := t.cells()
	if err != nil {
		return err
	}
	first := t.row
	t.row = min(t.row+n, 1<<30)
	t.leaveRow()
	cells := len(t.sh.cells) - int(r.first)
	if cells == 0 {
		return nil
	}
	if r.label == labelHidden {
		t.HideMany(visible.Row, rowsAt(t.sh.name, first, first), n)
		if t.When(visible.Row) == converters.DropHidden {
			t.sh.cells = t.sh.cells[:r.first]
			if t.last == first-1-t.unseen {
				t.unseen += n
			}
			return nil
		}
		if t.When(visible.Row) == converters.KeepHidden {
			r.label = labelNone
		}
	}
	if r.label == labelFiltered {
		t.loseMany(lostFiltered, rowsAt(t.sh.name, first, first), n)
	}
	if r.label == labelCollapsed {
		t.loseMany(lostCollapsed, rowsAt(t.sh.name, first, first), n)
	}
	return t.store(r, cells, n)
}

// store keeps a row with cells, n times.
func (t *sheetReader) store(r sheetRow, cells, n int) error {
	first := int(r.number)
	r.count = uint16(cells)
	r.gap = first != t.last+1+t.unseen
	t.unseen = 0
	pos := rowsAt(t.sh.name, first, first)
	if err := t.env.Spend(converters.LimitCells, int64(cells)*int64(n), pos); err != nil {
		return err
	}
	if err := t.env.Step(t.ctx, int64(n), pos); err != nil {
		return err
	}
	size := int64(0)
	for _, c := range t.sh.of(&r) {
		size += int64(c.size)
	}
	if err := t.book.repeat(size, int64(n-1)); err != nil {
		return err
	}
	for i := range n {
		r.number = int32(first + i)
		t.sh.rows = append(t.sh.rows, r)
		r.gap = false
	}
	t.last = first + n - 1
	return nil
}

// cells reads the cells of a row.
func (t *sheetReader) cells() error {
	for {
		kind, err := t.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if t.s.Space() != nsTable {
			err = t.s.Skip()
		} else {
			switch t.s.Local() {
			case "table-cell":
				err = t.cell(false)
			case "covered-table-cell":
				err = t.cell(true)
			default:
				err = t.s.Skip()
			}
		}
		if err != nil {
			return err
		}
	}
}
