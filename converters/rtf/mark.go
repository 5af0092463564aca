package rtf

// marked returns a story with all its text marked as hidden: of a shape that
// says behind its text that nobody sees it.
func (r *reader) marked(s sealed) sealed {
	out := held{pen: pen{last: plainPars()}}
	for it := range r.each(s, true) {
		if it.para != nil {
			r.mark(it.para)
			out.add(r, it.para)
			continue
		}
		out.addTable(r, r.markedTable(it.table))
	}
	return out.seal()
}

// mark marks the text of a paragraph.
func (r *reader) mark(p *para) {
	for i := range p.runs {
		p.runs[i].hidden = true
	}
	for i := range p.extras {
		r.markExtra(&p.extras[i])
	}
}

// markExtra marks the text of a story beside a paragraph, unless it is marked.
func (r *reader) markExtra(e *extra) {
	if !e.veiled {
		e.veiled = true
		e.items = r.marked(e.items)
	}
}

// markedTable returns a table with all its text marked.
func (r *reader) markedTable(t *table) *table {
	out := &table{merges: t.merges}
	out.begin(t.line)
	out.merges, out.number = t.merges, t.number
	h := r.reading(true)
	defer r.read(h)
	var row openTable
	for next := range h.rows(t) {
		row.beginRow(next.line)
		for i := range next.cells {
			r.markCell(&row, &next.cells[i])
		}
		out.add(next.rowHead, row.row)
	}
	return out
}

// markCell adds a cell with its text marked to a row.
func (r *reader) markCell(row *openTable, c *cell) {
	if c.text != "" {
		row.text(r, labelled(c.text))
		return
	}
	for _, it := range c.items {
		row.items++
		if it.para != nil {
			r.mark(it.para)
			row.cell.para(r, it.para)
			continue
		}
		row.cell.table(r, r.markedTable(it.table))
	}
	row.endCell()
}

// labelled returns a text that is shown although it is hidden.
func labelled(text string) string {
	if text == "" {
		return ""
	}
	return "[hidden: " + text + "]"
}
