package grid

import "github.com/seed353dc258/backstory/document"

// Fill puts blocks into a cell: as its text, where they are nothing else.
func Fill(c *document.Cell, blocks []document.Block) {
	c.Blocks = blocks
	if len(blocks) == 0 {
		return
	}
	p, ok := blocks[0].(*document.Paragraph)
	if !ok || len(blocks) > 1 || len(p.Inlines) != 1 {
		return
	}
	if text, ok := p.Inlines[0].(*document.Text); ok {
		c.Text, c.Blocks = text.Value, nil
	}
}

// TakeBold takes the bold away from a first row that is bold throughout while the
// second is not, and reports whether there is such a row: it is the head of the table.
func TakeBold(rows []document.Row) bool {
	if len(rows) < 2 || !isBold(rows[0]) || isBold(rows[1]) {
		return false
	}
	for i := range rows[0].Cells {
		c := &rows[0].Cells[i]
		c.Blocks[0].(*document.Paragraph).Inlines = boldText(c).Inlines
		Fill(c, c.Blocks)
	}
	return true
}

// isBold reports whether all cells of a row are bold.
func isBold(r document.Row) bool {
	for i := range r.Cells {
		if boldText(&r.Cells[i]) == nil {
			return false
		}
	}
	return len(r.Cells) > 0
}

// boldText returns the run that a bold cell is, or nil.
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
