package rtf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// rowMaker makes the rows of a table, one after another. How many rows a cell
// covers is known before, so that a row is done when it has been made.
type rowMaker struct {
	*builder
	edges []int32
	spans []rowSpan // of the cells that go on below, in order
	next  int       // how many of these have begun
	above []above   // by column: those of the row before that go on
	below []above   // and those of this one
	rows  int
	table int32 // its number
}

// rowSpan says how many rows below its own a cell covers, and up to which of
// these it gets text of cells that it covers.
type rowSpan struct{ rows, texts int }

// above is a cell that goes on below.
type above struct {
	column int
	span   int            // its number
	row    int            // the row that it stands in
	cell   *document.Cell // nil where only spans are counted
}

// find returns the cell that goes on at a column, if there is one. Columns are
// asked for in their order.
func find(cells *[]above, column int) *above {
	for len(*cells) > 0 && (*cells)[0].column < column {
		*cells = (*cells)[1:]
	}
	if len(*cells) > 0 && (*cells)[0].column == column {
		return &(*cells)[0]
	}
	return nil
}

// spans counts the rows that cells of a table cover.
func (b *builder) spans(t *table, edges []int32) []rowSpan {
	h := b.reading(false)
	defer b.read(h)
	w := rowMaker{builder: b, edges: edges}
	for r := range h.rows(t) {
		w.count(r)
		w.endRow()
	}
	return w.spans
}

// count counts the cells of a row that go on, and that are covered.
func (w *rowMaker) count(r *row) {
	column, some, before := 0, false, w.above
	for i := range r.cells {
		d := r.def(i)
		next := columnAfter(r, i, column, w.edges)
		if d.joins && some {
			column = next
			continue
		}
		up := (*above)(nil)
		if d.covered {
			up = find(&before, column)
		}
		switch {
		case up != nil:
			s := &w.spans[up.span]
			s.rows++
			if w.When(visible.Cell) != converters.DropHidden && strings.TrimSpace(w.cellText(&r.cells[i])) != "" {
				s.texts = s.rows
			}
			w.below = append(w.below, *up)
		case d.below:
			w.spans = append(w.spans, rowSpan{})
			w.below = append(w.below, above{column: column, span: len(w.spans) - 1})
			some = true
		default:
			some = true
		}
		column = next
	}
}

// endRow begins the next row.
func (w *rowMaker) endRow() {
	w.above, w.below = w.below, w.above[:0]
	w.rows++
}

// def returns the definition of a cell.
func (r *row) def(i int) cellDef {
	if i < len(r.defs) {
		return r.defs[i]
	}
	return cellDef{}
}

// row makes one row. Cells that another one covers give it their place.
func (w *rowMaker) row(r *row) document.Row {
	pos := lineAt(max(r.line, 1))
	if w.table > 0 {
		pos.Table, pos.Rows = w.table, document.Span{First: r.at, Last: r.at}
	}
	out := document.Row{Pos: pos, Cells: make([]document.Cell, 0, len(r.cells))}
	column, before := 0, w.above
	for i := range r.cells {
		c, d := &r.cells[i], r.def(i)
		next := columnAfter(r, i, column, w.edges)
		if d.joins && len(out.Cells) > 0 {
			last := &out.Cells[len(out.Cells)-1]
			last.ColSpan = max(last.ColSpan, 1) + next - column
			w.join(last, c)
			column = next
			continue
		}
		up := (*above)(nil)
		if d.covered {
			up = find(&before, column)
		}
		if up != nil {
			w.joinCovered(up.cell, c, r.line)
			w.below = append(w.below, *up)
		} else {
			made := w.cell(c)
			made.ColSpan = next - column
			out.Cells = append(out.Cells, made)
			if d.below {
				w.goOn(&out.Cells[len(out.Cells)-1], column)
			}
		}
		column = next
	}
	w.endRow()
	return out
}

// goOn says that a cell goes on below.
func (w *rowMaker) goOn(c *document.Cell, column int) {
	if n := w.spans[w.next].rows; n > 0 {
		c.RowSpan = n + 1
	}
	w.below = append(w.below, above{column: column, span: w.next, row: w.rows, cell: c})
	w.next++
}

// settled returns how many rows at the head of the table get no more text.
func (w *rowMaker) settled() int {
	n := w.rows
	if w.When(visible.Cell) == converters.DropHidden {
		return n
	}
	for _, up := range w.above {
		if up.row+w.spans[up.span].texts >= w.rows {
			n = min(n, up.row)
		}
	}
	return n
}

// joinCovered adds what stands in a cell that is not seen to the one that
// covers it.
func (w *rowMaker) joinCovered(to *document.Cell, c *cell, line int) {
	if strings.TrimSpace(w.cellText(c)) == "" {
		return
	}
	if len(c.items) > 0 {
		line = c.items[0].line()
	}
	w.Hide(visible.Cell, lineAt(max(line, 1)))
	if w.When(visible.Cell) != converters.DropHidden {
		w.join(to, c)
	}
}
