package pdf

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// tableSlack is how far the edges of the parts of a table may be off, in
// points.
const tableSlack = 12

// joinTables joins tables that go on over pages: the next part has the same
// columns, and begins with the same head or with none.
func joinTables(paras []layout.Para) []layout.Para {
	var out []layout.Para
	for _, p := range paras {
		if n := len(out); n > 0 && out[n-1].Table != nil && p.Table != nil && takes(out[n-1].Table, p.Table, p.At.Page-out[n-1].LastPage()) {
			last := &out[n-1]
			extend(last.Table, p.Table)
			last.At.Ends = p.At.Page
			continue
		}
		out = append(out, p)
	}
	return out
}

// takes reports whether a table, some pages after another, continues it.
func takes(t *layout.Table, o *layout.Table, pages int) bool {
	if pages != 1 || t.Cols != o.Cols || math.Abs(t.Box.X0-o.Box.X0) > tableSlack && !t.Tagged || math.Abs(t.Box.X1-o.Box.X1) > 2*tableSlack && !t.Tagged {
		return false
	}
	if n := sameHead(t, o); n > 0 {
		return n < len(o.Rows)
	}
	return o.Header == 0 && !boldHead(o)
}

// sameHead returns how many rows at the start of a table are the head of
// another one.
func sameHead(t *layout.Table, o *layout.Table) int {
	n := 0
	for n < len(t.Rows) && n < len(o.Rows) && n < 4 && rowText(t.Rows[n]) == rowText(o.Rows[n]) {
		n++
	}
	return n
}

// boldHead reports whether the first row is bold and the second is not.
func boldHead(t *layout.Table) bool {
	return len(t.Rows) > 1 && isBoldRow(t.Rows[0]) && !isBoldRow(t.Rows[1])
}

// extend adds the rows of a table that continues this one. A row whose
// first cell is empty continues the last one.
func extend(t *layout.Table, o *layout.Table) {
	n := sameHead(t, o)
	if t.Header == 0 {
		t.Header = n
	}
	rows := o.Rows[n:]
	if len(rows) > 0 && len(t.Rows) > 0 && goesOnOver(t.Rows[len(t.Rows)-1], rows[0]) {
		last := t.Rows[len(t.Rows)-1]
		for i := range last {
			c := &last[i]
			c.Words = append(c.Words, rows[0][i].Words...)
			c.Lines = append(c.Lines, rows[0][i].Lines...)
			c.Blocks = joinBlocks(c.Blocks, rows[0][i].Blocks)
		}
		rows = rows[1:]
	}
	t.Rows = append(t.Rows, rows...)
}

// joinBlocks adds the blocks of the rest of a cell. The first one may be the
// rest of the last one.
func joinBlocks(blocks, rest []layout.Block) []layout.Block {
	n := len(blocks)
	if n == 0 || len(rest) == 0 || !rest[0].Before || len(blocks[n-1].Words) == 0 || len(rest[0].Words) == 0 || rest[0].Item {
		return append(blocks, rest...)
	}
	out := append([]layout.Block(nil), blocks...)
	out[n-1].Words = append(slices.Clip(out[n-1].Words), rest[0].Words...)
	return append(out, rest[1:]...)
}

// goesOnOver reports whether a row at the head of a page is the rest of one.
func goesOnOver(last, row []layout.Cell) bool {
	if len(row) < 2 || len(last) != len(row) || len(row[0].Words) > 0 || len(last[0].Words) == 0 {
		return false
	}
	for i := range row {
		if row[i].ColSpan > 1 || row[i].RowSpan > 1 || last[i].ColSpan > 1 || last[i].RowSpan > 1 {
			return false
		}
	}
	return true
}

// rowText returns the words of a row.
func rowText(row []layout.Cell) string {
	var b strings.Builder
	for i := range row {
		for j := range row[i].Words {
			b.WriteString(row[i].Words[j].Text)
		}
		b.WriteByte('|')
	}
	return b.String()
}

// isBoldRow reports whether all words of a row are bold.
func isBoldRow(row []layout.Cell) bool {
	bold := false
	for i := range row {
		for j := range row[i].Words {
			w := &row[i].Words[j]
			if script.HasLetter(w.Text) && !w.Face.Styles.Has(document.Strong) {
				return false
			}
			bold = bold || w.Face.Styles.Has(document.Strong)
		}
	}
	return bold
}
