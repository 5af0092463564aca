package pptx

import (
	"strings"

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

// looksHead reports whether the first row names columns: it alone is bold, or
// all its cells have short text without digits, and a column below has numbers
// alone.
func looksHead(rows []document.Row) bool {
	const look, long = 6, 40
	if len(rows) < 2 || len(rows[0].Cells) < 2 {
		return false
	}
	if isBold(rows[0]) && !isBold(rows[1]) {
		return true
	}
	for _, c := range rows[0].Cells {
		if c.Text == "" || len(c.Text) > long || strings.ContainsAny(c.Text, "0123456789") {
			return false
		}
	}
	for column := range rows[0].Cells {
		all := true
		for _, r := range rows[1:min(len(rows), look)] {
			all = all && column < len(r.Cells) && isNumber(r.Cells[column].Text)
		}
		if all {
			return true
		}
	}
	return false
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

func isNumber(text string) bool {
	return strings.ContainsAny(text, "0123456789") && strings.Trim(text, "0123456789.,-+% €$£¥") == ""
}
