package rtf

// markItems marks all text of paragraphs and tables as hidden: of a shape that
// says behind its text that nobody sees it.
func markItems(items []item) {
	for _, it := range items {
		if it.para != nil {
			it.para.mark()
		}
		if it.table == nil {
			continue
		}
		var marked rowList
		for _, r := range it.table.rows.all() {
			r.mark()
			marked.add(*r)
		}
		it.table.rows = marked
	}
}

// mark marks the text of a paragraph, and of those that are held with it.
func (p *para) mark() {
	for i := range p.runs {
		p.runs[i].hidden = true
	}
	p.veiled = true
	extras := p.beside().extras
	for i := range extras {
		extras[i].mark()
	}
}

// mark marks the text of a story beside a paragraph, unless it is marked.
func (e *extra) mark() {
	if !e.veiled {
		e.veiled = true
		markItems(e.items)
	}
}

// mark marks the text of a row.
func (r *row) mark() {
	for i, text := range r.texts {
		r.texts[i] = labelled(text)
	}
	for i := range r.cells {
		c := &r.cells[i]
		c.text = labelled(c.text)
		markItems(c.items)
	}
}

// labelled returns a text that is shown although it is hidden.
func labelled(text string) string {
	if text == "" {
		return ""
	}
	return "[hidden: " + text + "]"
}
