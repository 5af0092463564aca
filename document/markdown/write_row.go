package markdown

import "github.com/seed353dc258/backstory/document"

// writeMaxJumps is how many jumps between the rows of one table get a place
// of their own.
const writeMaxJumps = 4096

// tableWriter writes one pipe table.
type tableWriter struct {
	w       *chapterWriter
	t       *document.Table
	columns int
	spaced  bool            // | a | b |
	below   []int           // by column: rows still covered from above; nil without
	surplus []document.Cell // of this row, for which there is no column
	cut     tableCut
	last    document.Pos // of the row before
	jumps   int
}

// row appends a row. Places that are covered by a cell with a span are empty.
func (t *tableWriter) row(row document.Row) {
	cells := row.Cells
	width := 0
	for i := range cells {
		width += max(cells[i].ColSpan, 1)
	}
	if width > t.columns || t.below != nil {
		cells = t.fit(cells)
	}
	t.w.out.buf = append(t.w.out.buf, '|')
	column := 0
	for i := range cells {
		c := &cells[i]
		column = t.covered(column)
		if column >= t.columns {
			break
		}
		if i+1 == len(cells) && len(t.surplus) > 0 {
			t.together(*c, t.surplus)
		} else {
			t.cell(c)
		}
		column++
		if c.ColSpan > 1 || c.RowSpan > 1 {
			column = t.span(c, column)
		}
	}
	t.surplus = nil
	for column = t.covered(column); column < t.columns; column = t.covered(column + 1) {
		t.emptyCell()
	}
}

// covered writes the places from column on that are covered from above, and
// returns the first one that is not.
func (t *tableWriter) covered(column int) int {
	for column < len(t.below) && t.below[column] > 0 {
		t.below[column]--
		column++
		t.emptyCell()
	}
	return column
}

// fit makes one of the cells that no column is left for and the last one that
// has a column.
func (t *tableWriter) fit(cells []document.Cell) []document.Cell {
	column, fits := 0, 0
	for fits < len(cells) {
		for column < len(t.below) && t.below[column] > 0 {
			column++
		}
		if column >= t.columns {
			break
		}
		column += max(cells[fits].ColSpan, 1)
		fits++
	}
	if fits == len(cells) {
		return cells
	}
	out := append([]document.Cell(nil), cells[:max(fits, 1)]...)
	last := &out[len(out)-1]
	if fits == 0 { // every column is covered: the last one has to take it all
		t.below[t.columns-1] = 0
		last.ColSpan, last.RowSpan = 1, 1
	}
	t.surplus = cells[len(out):]
	return out
}

// together writes several cells into one place.
func (t *tableWriter) together(cell document.Cell, more []document.Cell) {
	f := cellFlattener{w: t.w}
	f.cell(cell)
	for _, c := range more {
		f.inlines([]document.Inline{&document.Text{Value: " / "}})
		f.cell(c)
	}
	t.cell(&document.Cell{Blocks: []document.Block{&document.Paragraph{Inlines: f.out}}})
}

// span fills the columns that a cell covers, and notes the rows.
func (t *tableWriter) span(c *document.Cell, column int) int {
	t.w.refs.warn(warnSpans)
	from := column - 1
	for n := 1; n < c.ColSpan && column < t.columns; n++ {
		t.emptyCell()
		column++
	}
	if c.RowSpan > 1 {
		if t.below == nil {
			t.below = make([]int, t.columns)
		}
		for i := from; i < column; i++ {
			t.below[i] = c.RowSpan - 1
		}
	}
	return column
}

func (t *tableWriter) cell(c *document.Cell) {
	if !t.spaced {
		t.cellText(c)
		t.w.out.buf = append(t.w.out.buf, '|')
		return
	}
	t.w.out.buf = append(t.w.out.buf, ' ')
	t.cellText(c)
	t.w.out.buf = append(t.w.out.buf, ' ', '|')
}

func (t *tableWriter) cellText(c *document.Cell) {
	if c.Blocks == nil {
		t.w.out.buf = t.w.in.AppendCell(t.w.out.buf, c.Text)
		return
	}
	t.blockCell(c.Blocks)
}

func (t *tableWriter) emptyCell() {
	if t.spaced {
		t.w.out.buf = append(t.w.out.buf, ' ', ' ')
	}
	t.w.out.buf = append(t.w.out.buf, '|')
}

func (t *tableWriter) emptyRow() {
	t.w.out.buf = append(t.w.out.buf, '|')
	for range t.columns {
		t.emptyCell()
	}
}
