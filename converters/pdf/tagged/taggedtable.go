package tagged

import (
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// table takes a table. One of a single column, or a single row, may be there
// for the layout alone: then its content is text outside of a table.
func (w *tagWalk) table(e *pdfium.Element, b layout.Block) {
	rows := rowsIn(e, nil)
	if !isGrid(rows, e.Before) {
		b.Loose = true
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
	t := layout.Table{Tagged: true}
	heads := true
	for _, row := range rows {
		cells, head := w.row(row)
		if len(cells) == 0 {
			continue
		}
		if isHollow(cells) && len(t.Rows) == 0 {
			t.Hollow = true // its head is on the page before
			continue
		}
		t.Rows = append(t.Rows, cells)
		if heads = heads && head; heads {
			t.Header = len(t.Rows)
		}
	}
	if t.Header == len(t.Rows) {
		t.Header = 0
	}
	if !measure(&t) {
		return
	}
	if !hasTall(&t) {
		placeShort(&t)
	}
	b.Table, b.Words, b.Item, b.Level = &t, nil, false, 0
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
func (w *tagWalk) row(row *pdfium.Element) (cells []layout.Cell, head bool) {
	head = true
	for _, c := range row.Children {
		if c.Element == nil || !isCell(c.Element) {
			continue
		}
		head = head && c.Element.Type == "TH"
		inner := &tagWalk{words: w.words, pictures: w.pictures, byID: w.byID, taken: w.taken}
		b := layout.Block{Before: c.Element.Before}
		inner.children(c.Element, b)
		inner.flush(b)
		made := layout.Cell{ColSpan: max(c.Element.ColSpan, 1), RowSpan: max(c.Element.RowSpan, 1), Blocks: inner.out}
		for i := range inner.out {
			made.Words = append(made.Words, inner.out[i].Words...)
		}
		w.hidden += inner.hidden
		cells = append(cells, made)
	}
	return cells, head
}

// isHollow reports whether no cell of a row has words on the page.
func isHollow(row []layout.Cell) bool {
	for i := range row {
		if len(row[i].Words) > 0 || len(row[i].Blocks) > 0 {
			return false
		}
	}
	return true
}

// measure finds the box and the columns of a table, and reports whether there
// is text in it.
func measure(t *layout.Table) bool {
	filled := false
	for _, row := range t.Rows {
		cols := 0
		for i := range row {
			cols += row[i].ColSpan
			for j := range row[i].Words {
				if b := row[i].Words[j].Box; !filled {
					t.Box, filled = b, true
				} else {
					t.Box = t.Box.Union(b)
				}
			}
		}
		t.Cols = max(t.Cols, cols)
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
