package pdf

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

// table takes a table. One of a single column, or a single row, may be there
// for the layout alone: what is in it stands by itself then.
func (w *tagWalk) table(e *pdfium.Element, b block) {
	rows := rowsIn(e, nil)
	if !isGrid(rows, e.Before) {
		b.loose = true
		w.flush(b)
		w.children(e, b)
		w.flush(b)
		return
	}
	w.named = true
	for _, c := range e.Children {
		if c.Element != nil && c.Element.Type == "Caption" {
			w.element(c.Element, b)
		}
	}
	t := table{tagged: true}
	heads := true
	for _, row := range rows {
		cells, head := w.row(row)
		if len(cells) == 0 {
			continue
		}
		if isHollow(cells) && len(t.rows) == 0 {
			t.hollow = true // its head stands on the page before
			continue
		}
		t.rows = append(t.rows, cells)
		if heads = heads && head; heads {
			t.header = len(t.rows)
		}
	}
	if t.header == len(t.rows) {
		t.header = 0
	}
	if !t.measure() {
		return
	}
	b.table, b.words, b.item, b.level = &t, nil, false, 0
	w.add(b)
}

// isGrid reports whether rows are of a table, and not of a frame. A table that
// began on an earlier page may have one more row alone.
func isGrid(rows []*pdfium.Element, before bool) bool {
	cols, full := 0, 0
	for _, row := range rows {
		n := 0
		for _, c := range row.Children {
			if c.Element != nil && isCell(c.Element) {
				n += max(c.Element.ColSpan, 1)
			}
		}
		if n > 0 {
			full++
		}
		cols = max(cols, n)
	}
	return (full >= 2 || before && full == 1) && cols >= 2
}

func isCell(e *pdfium.Element) bool { return e.Type == "TD" || e.Type == "TH" }

// row takes the cells of a row, and reports whether all of them are heads.
func (w *tagWalk) row(row *pdfium.Element) (cells []cell, head bool) {
	head = true
	for _, c := range row.Children {
		if c.Element == nil || !isCell(c.Element) {
			continue
		}
		head = head && c.Element.Type == "TH"
		inner := &tagWalk{words: w.words, pictures: w.pictures, byID: w.byID, taken: w.taken}
		b := block{before: c.Element.Before}
		inner.children(c.Element, b)
		inner.flush(b)
		made := cell{colSpan: max(c.Element.ColSpan, 1), rowSpan: max(c.Element.RowSpan, 1), blocks: inner.out}
		for i := range inner.out {
			made.words = append(made.words, inner.out[i].words...)
		}
		w.hidden += inner.hidden
		cells = append(cells, made)
	}
	return cells, head
}

// isHollow reports whether no cell of a row has words on the page.
func isHollow(row []cell) bool {
	for i := range row {
		if len(row[i].words) > 0 || len(row[i].blocks) > 0 {
			return false
		}
	}
	return true
}

// measure finds the box and the columns of a table, and reports whether there
// is text in it.
func (t *table) measure() bool {
	filled := false
	for _, row := range t.rows {
		cols := 0
		for i := range row {
			cols += row[i].colSpan
			for j := range row[i].words {
				if b := row[i].words[j].box; !filled {
					t.box, filled = b, true
				} else {
					t.box = t.box.Union(b)
				}
			}
		}
		t.cols = max(t.cols, cols)
	}
	return filled
}

// rowsIn returns the rows of a table, those in its head and bodies too, and
// none of a table inside it.
func rowsIn(e *pdfium.Element, out []*pdfium.Element) []*pdfium.Element {
	for _, c := range e.Children {
		if c.Element == nil {
			continue
		}
		switch c.Element.Type {
		case "TR":
			out = append(out, c.Element)
		case "THead", "TBody", "TFoot", "NonStruct", "Div":
			out = rowsIn(c.Element, out)
		}
	}
	return out
}
