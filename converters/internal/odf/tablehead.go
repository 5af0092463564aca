package odf

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

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
		wordtext.Unbold(table.Rows[i].Cells)
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
