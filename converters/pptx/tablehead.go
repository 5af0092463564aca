package pptx

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// isPainted reports whether the cells of the first row have a colour that no
// other cell has.
func isPainted(rows [][]cell) bool {
	if len(rows) < 2 || len(rows[0]) < 2 {
		return false
	}
	for r := range rows {
		for i := range rows[r] {
			if rows[r][i].painted != (r == 0) {
				return false
			}
		}
	}
	return true
}

// looksHead reports whether the first row names columns.
func looksHead(rows []document.Row) bool {
	return len(rows) > 1 && wordtext.HasHead(rows, []wordtext.RowLook{{Bold: isBold(rows[0])}, {Bold: isBold(rows[1])}})
}

// isBold reports whether all text of a row is bold, and there is some.
func isBold(row document.Row) bool {
	some := false
	for _, c := range row.Cells {
		if c.Text != "" {
			return false
		}
		for _, b := range c.Blocks {
			p, ok := b.(*document.Paragraph)
			if !ok {
				return false
			}
			for _, in := range p.Inlines {
				s, ok := in.(*document.Styled)
				if !ok || s.Style != document.Strong {
					return false
				}
				some = true
			}
		}
	}
	return some
}
