package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// cell reads a cell.
func (t *tableReader) cell(row *rowAt) error {
	t.skipBelow(row)
	most := int(t.env.Limits.Get(converters.LimitColumns))
	count := func(name string, most int) int { return style.Count(t.s.Value(ns.Table, name), most) }
	repeat, colSpan, rowSpan := count("number-columns-repeated", most), count("number-columns-spanned", most), count("number-rows-spanned", maxSpan)
	if rowSpan > 1 && t.sparse() {
		rowSpan = 1
		t.Lose(lost.Repeat, t.pos())
	}
	pos := t.pos()
	cell, err := t.cellContent(row)
	if err != nil {
		return err
	}
	if cell.Text == "" && cell.Blocks == nil && colSpan == 1 && rowSpan == 1 {
		row.column += repeat
		row.gap += repeat
		return nil
	}
	row.filled = row.filled || cell.Text != "" || cell.Blocks != nil
	if err := t.gap(row, pos); err != nil {
		return err
	}
	if colSpan > 1 || rowSpan > 1 {
		repeat = 1
		cell.ColSpan, cell.RowSpan = colSpan, rowSpan
	}
	if err := t.env.Spend(converters.LimitCells, int64(repeat), pos); err != nil {
		return err
	}
	if err := t.hold(holdCell * repeat); err != nil {
		return err
	}
	t.filled += repeat
	for range repeat {
		row.cells = append(row.cells, cell)
	}
	t.cover(row, colSpan, rowSpan)
	row.column += repeat * colSpan
	return t.env.Check(converters.LimitColumns, int64(row.column), pos)
}

// maxArea is how many places a table may have for each of its cells, after
// the first areaFree.
const (
	maxArea  = 16
	areaFree = 1 << 16
)

// sparse reports whether the table would have places beyond measure if another
// cell reached below its row.
func (t *tableReader) sparse() bool {
	return len(t.below)*len(t.grid.Table.Rows) > maxArea*t.filled+areaFree
}

// maxSpan bounds the rows that a cell covers.
const maxSpan = 1 << 20

// gap adds the empty cells in front of one with content.
func (t *tableReader) gap(row *rowAt, pos document.Pos) error {
	n := row.gap
	row.gap = 0
	if n == 0 {
		return nil
	}
	if err := t.env.Check(converters.LimitColumns, int64(row.column), pos); err != nil {
		return err
	}
	if err := t.hold(holdCell * n); err != nil {
		return err
	}
	for range n {
		row.cells = append(row.cells, document.Cell{})
	}
	return nil
}

// cover notes the places that a cell with a span covers below.
func (t *tableReader) cover(row *rowAt, colSpan, rowSpan int) {
	if rowSpan == 1 {
		return
	}
	for len(t.below) < row.column+colSpan {
		t.below = append(t.below, 0)
	}
	for i := range colSpan {
		t.below[row.column+i] = rowSpan
	}
}

// skipBelow passes over places that cells above cover and the source does not
// write out.
func (t *tableReader) skipBelow(row *rowAt) {
	for row.column < len(t.below) && t.below[row.column] > 0 {
		row.column++
	}
}

// covered reads a cell that another one covers.
func (t *tableReader) covered(row *rowAt) error {
	n := style.Count(t.s.Value(ns.Table, "number-columns-repeated"), int(t.env.Limits.Get(converters.LimitColumns)))
	pos := t.pos()
	if t.When(visible.Cell) == converters.DropHidden {
		some, err := pack.SaysSome(t.s)
		if some {
			t.Hide(visible.Cell, pos)
		}
		t.passCovered(row, n)
		return err
	}
	cell, err := t.cellContent(row)
	if err != nil {
		return err
	}
	if cell.Text != "" || cell.Blocks != nil {
		t.Hide(visible.Cell, pos)
		if t.When(visible.Cell) == converters.MarkHidden {
			one := [...]document.Cell{cell}
			markCells(one[:])
			cell = one[0]
		}
		if len(row.cells) > 0 {
			wordtext.Join(&row.cells[len(row.cells)-1], cell)
		} else {
			row.cells = append(row.cells, cell)
			n--
		}
	}
	t.passCovered(row, n)
	return nil
}

// passCovered goes on behind covered places. Those that nothing covers are
// empty.
func (t *tableReader) passCovered(row *rowAt, n int) {
	for range n {
		if row.column < len(t.below) && t.below[row.column] > 0 {
			row.column++
		}
	}
}

// nextRow counts a row for the cells that reach below it.
func nextRow(below []int) []int {
	last := 0
	for i, n := range below {
		if n > 0 {
			below[i] = n - 1
		}
		if n > 1 {
			last = i + 1
		}
	}
	return below[:last]
}

// cellContent reads what is in a cell.
func (t *tableReader) cellContent(row *rowAt) (document.Cell, error) {
	name, ok := t.s.Attr(ns.Table, "style-name")
	if !ok {
		name = row.style
	}
	if name == "" && row.column < len(t.columns) {
		name = t.columns[row.column].style
	}
	st := t.styles.Get(style.FamilyCell, name)
	if t.reader.ground = st.Ground().Over(row.ground); t.slide && st.Ground() == visible.Auto {
		t.reader.ground = t.behind
	}
	cell := &wordtext.Cell{}
	inner := t.newFlow(cell)
	if err := t.content(inner); err != nil {
		return document.Cell{}, err
	}
	l := &row.look
	if ground := int64(t.reader.ground); len(l.Aligns) == 0 {
		l.Ground, l.Head = ground, inner.head
	} else {
		if l.Ground != ground {
			l.Ground = 0
		}
		l.Head = l.Head && inner.head
	}
	return l.Add(cell, inner.Blocks()), nil
}
