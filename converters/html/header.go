package html

import (
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/document"
)

// header returns how many rows are headers: those of thead, else the first
// ones with nothing but th, else a first row that is bold throughout while the
// second is not; its bold is then taken away.
func (t *tabler) header(rows []document.Row) int {
	if t.head > 0 {
		return min(t.head, len(rows))
	}
	n := 0
	for n < len(rows) && t.allHeaders(&t.rows[n]) {
		n++
	}
	if n > 0 && n < len(rows) {
		return n
	}
	if n == len(rows) {
		return min(n, 1)
	}
	if len(rows) > 1 && allBold(rows[0]) && !allBold(rows[1]) {
		for i := range rows[0].Cells {
			unbold(&rows[0].Cells[i])
		}
		return 1
	}
	return 0
}

func (t *tabler) allHeaders(r *rowPlace) bool {
	any := false
	for c := range t.cells(r) {
		if t.f.b.t.Node(c).Tag != dom.TagTh {
			return false
		}
		any = true
	}
	return any
}

// boldText returns the run that a bold cell is.
func boldText(c *document.Cell) *document.Styled {
	if len(c.Blocks) != 1 {
		return nil
	}
	p, ok := c.Blocks[0].(*document.Paragraph)
	if !ok || len(p.Inlines) != 1 {
		return nil
	}
	s, ok := p.Inlines[0].(*document.Styled)
	if !ok || s.Style != document.Strong {
		return nil
	}
	return s
}

func allBold(r document.Row) bool {
	for i := range r.Cells {
		if boldText(&r.Cells[i]) == nil {
			return false
		}
	}
	return len(r.Cells) > 0
}

func unbold(c *document.Cell) {
	s := boldText(c)
	c.Blocks[0].(*document.Paragraph).Inlines = s.Inlines
	if text, ok := plainCell(c.Blocks); ok {
		c.Text, c.Blocks = text, nil
	}
}
