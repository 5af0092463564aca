package pdf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// tableSlack is how far the edges of the parts of a table may be off, in
// points.
const tableSlack = 12

// joinTables joins tables that go on over pages: the next part has the same
// columns, and begins with the same head or with none.
func joinTables(paras []para) []para {
	var out []para
	for _, p := range paras {
		if n := len(out); n > 0 && out[n-1].table != nil && p.table != nil && out[n-1].table.takes(p.table, p.page-out[n-1].lastPage()) {
			last := &out[n-1]
			last.table.append(p.table)
			last.ends = p.page
			continue
		}
		out = append(out, p)
	}
	return out
}

// lastPage returns the page on which a paragraph or a table ends.
func (p *para) lastPage() int { return max(p.page, p.ends) }

// takes reports whether a table, some pages after another, goes on with it.
func (t *table) takes(o *table, pages int) bool {
	if pages != 1 || t.cols != o.cols || abs(t.box.X0-o.box.X0) > tableSlack && !t.tagged || abs(t.box.X1-o.box.X1) > 2*tableSlack && !t.tagged {
		return false
	}
	if n := t.sameHead(o); n > 0 {
		return n < len(o.rows)
	}
	return o.header == 0 && !o.boldHead()
}

// sameHead returns how many rows at the start of a table are the head of
// another one.
func (t *table) sameHead(o *table) int {
	n := 0
	for n < len(t.rows) && n < len(o.rows) && n < 4 && rowText(t.rows[n]) == rowText(o.rows[n]) {
		n++
	}
	return n
}

// boldHead reports whether the first row is bold and the second is not.
func (t *table) boldHead() bool {
	return len(t.rows) > 1 && isBoldRow(t.rows[0]) && !isBoldRow(t.rows[1])
}

// append adds the rows of a table that goes on with this one. A row whose
// first cell is empty goes on with the last one.
func (t *table) append(o *table) {
	n := t.sameHead(o)
	if t.header == 0 {
		t.header = n
	}
	rows := o.rows[n:]
	if len(rows) > 0 && len(t.rows) > 0 && goesOnOver(t.rows[len(t.rows)-1], rows[0]) {
		last := t.rows[len(t.rows)-1]
		for i := range last {
			c := &last[i]
			c.words = append(c.words, rows[0][i].words...)
			c.lines = append(c.lines, rows[0][i].lines...)
			c.blocks = joinBlocks(c.blocks, rows[0][i].blocks)
		}
		rows = rows[1:]
	}
	t.rows = append(t.rows, rows...)
}

// joinBlocks adds the blocks of the rest of a cell. The first one may be the
// rest of the last one.
func joinBlocks(blocks, rest []block) []block {
	n := len(blocks)
	if n == 0 || len(rest) == 0 || !rest[0].before || len(blocks[n-1].words) == 0 || len(rest[0].words) == 0 || rest[0].item {
		return append(blocks, rest...)
	}
	out := append([]block(nil), blocks...)
	out[n-1].words = append(slices.Clip(out[n-1].words), rest[0].words...)
	return append(out, rest[1:]...)
}

// goesOnOver reports whether a row at the head of a page is the rest of one.
func goesOnOver(last, row []cell) bool {
	if len(row) < 2 || len(last) != len(row) || len(row[0].words) > 0 || len(last[0].words) == 0 {
		return false
	}
	for i := range row {
		if row[i].colSpan > 1 || row[i].rowSpan > 1 || last[i].colSpan > 1 || last[i].rowSpan > 1 {
			return false
		}
	}
	return true
}

// rowText returns the words of a row.
func rowText(row []cell) string {
	var b strings.Builder
	for i := range row {
		for j := range row[i].words {
			b.WriteString(row[i].words[j].text)
		}
		b.WriteByte('|')
	}
	return b.String()
}

// mirror turns the columns of a table around whose text is written from right
// to left.
func (t *table) mirror() {
	rtl, all := 0, 0
	for _, row := range t.rows {
		for i := range row {
			for j := range row[i].words {
				if hasLetter(row[i].words[j].text) {
					all++
					rtl += flag(row[i].words[j].rtl)
				}
			}
		}
	}
	if all == 0 || rtl*2 <= all {
		return
	}
	for _, row := range t.rows {
		for i, j := 0, len(row)-1; i < j; i, j = i+1, j-1 {
			row[i], row[j] = row[j], row[i]
		}
	}
}

// isBoldRow reports whether all words of a row are bold.
func isBoldRow(row []cell) bool {
	bold := false
	for i := range row {
		for j := range row[i].words {
			w := &row[i].words[j]
			if hasLetter(w.text) && !w.styles.Has(document.Strong) {
				return false
			}
			bold = bold || w.styles.Has(document.Strong)
		}
	}
	return bold
}
