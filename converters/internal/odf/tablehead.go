package odf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// finish returns the table of the rows that were read: none where there is
// nothing, several where one wide row would fill up the others beyond measure.
func (t *tableReader) finish(pos document.Pos) []*document.Table {
	table := &t.grid.Table
	for n := len(table.Rows); n > 0 && t.sheetLike && emptyRow(table.Rows[n-1]); n-- {
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
	if table.Header = t.header; t.header == 0 && (t.firstHeads && len(table.Rows) > 1 || t.looksHead()) {
		table.Header = 1
	}
	for i := range table.Header {
		unbold(table.Rows[i])
	}
	table.Align = t.aligns()
	return []*document.Table{table}
}

// aligns returns how the columns are set, as a row shows it that is not a header.
func (t *tableReader) aligns() []document.Align {
	table := &t.grid.Table
	i := min(table.Header, len(t.rows)-1)
	isSet := func(a document.Align) bool { return a != document.AlignNone }
	if i < 0 || !slices.ContainsFunc(t.rows[i].aligns, isSet) {
		return nil
	}
	return t.rows[i].aligns[:min(len(t.rows[i].aligns), table.Columns)]
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

func emptyRow(row document.Row) bool {
	return !slices.ContainsFunc(row.Cells, func(c document.Cell) bool { return c.Text != "" || c.Blocks != nil })
}

// looksHead reports whether the first row is set apart from the second one: by
// the style of its text, a ground of its own, or by names above numbers.
func (t *tableReader) looksHead() bool {
	rows := t.grid.Table.Rows
	if len(rows) < 2 || len(t.rows) < 2 || len(rows[0].Cells) < 2 {
		return false
	}
	one, two := t.rows[0], t.rows[1]
	switch {
	case one.head && !two.head:
		return true
	case shaded(one.ground, t.ground) && len(two.ground) > 0 && one.ground[0] != two.ground[0]:
		return true
	case allStrong(rows[0]) && !allStrong(rows[1]):
		return true
	}
	return names(rows[0]) && numbers(rows[1:min(len(rows), 6)])
}

// shaded reports whether all cells of a row have one ground, and another one
// than the table.
func shaded(grounds []int32, table int32) bool {
	return len(grounds) > 0 && grounds[0] != table && !slices.ContainsFunc(grounds, func(g int32) bool { return g != grounds[0] })
}

// allStrong reports whether all text of a row is bold, and there is some.
func allStrong(row document.Row) bool {
	some := false
	for _, c := range row.Cells {
		if strings.TrimSpace(c.Text) != "" {
			return false
		}
		for _, b := range c.Blocks {
			p, isText := b.(*document.Paragraph)
			_, isHead := b.(*document.Heading)
			if !isHead && (!isText || !strongInlines(p.Inlines)) {
				return false
			}
			some = true
		}
	}
	return some
}

func strongInlines(inlines []document.Inline) bool {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Styled:
			if in.Style != document.Strong {
				return false
			}
		case *document.Break:
		case *document.Text:
			if strings.TrimSpace(in.Value) != "" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// unbold takes the bold off cells of a header, where it says nothing.
func unbold(row document.Row) {
	if !allStrong(row) {
		return
	}
	for i := range row.Cells {
		c := &row.Cells[i]
		for i, b := range c.Blocks {
			p, ok := b.(*document.Paragraph)
			if !ok {
				c.Blocks[i] = &document.Paragraph{Pos: b.At(), Inlines: b.(*document.Heading).Inlines}
				continue
			}
			var out []document.Inline
			for _, in := range p.Inlines {
				if s, ok := in.(*document.Styled); ok {
					out = append(out, s.Inlines...)
				} else {
					out = append(out, in)
				}
			}
			p.Inlines = out
		}
		if c.Blocks != nil {
			plain := cellOf(c.Blocks)
			c.Text, c.Blocks = plain.Text, plain.Blocks
		}
	}
}

// names reports whether every cell of a row has short text without digits.
func names(row document.Row) bool {
	for _, c := range row.Cells {
		text := strings.TrimSpace(cellText(c))
		if text == "" || len(text) > 40 || strings.ContainsAny(text, "0123456789\n") {
			return false
		}
	}
	return true
}

// numbers reports whether a column of the rows has numbers alone.
func numbers(rows []document.Row) bool {
	for column := range rows[0].Cells {
		all := true
		for _, r := range rows {
			text := ""
			if column < len(r.Cells) {
				text = strings.TrimSpace(cellText(r.Cells[column]))
			}
			all = all && strings.ContainsAny(text, "0123456789") && strings.Trim(text, "0123456789.,-+% €$£¥") == ""
		}
		if all {
			return true
		}
	}
	return false
}

// cellText returns the text of a cell.
func cellText(c document.Cell) string {
	if c.Blocks == nil {
		return c.Text
	}
	var b strings.Builder
	document.Walk(c.Blocks, func(block document.Block) bool {
		switch block := block.(type) {
		case *document.Paragraph:
			b.WriteString(document.InlineText(block.Inlines) + "\n")
		case *document.Heading:
			b.WriteString(document.InlineText(block.Inlines) + "\n")
		case *document.CodeBlock:
			b.WriteString(block.Text + "\n")
		case *document.Table:
			for _, row := range block.Rows {
				for _, c := range row.Cells {
					b.WriteString(c.Text + "\n")
				}
			}
		}
		return true
	})
	return strings.TrimSuffix(b.String(), "\n")
}
