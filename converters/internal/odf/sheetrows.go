package odf

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// regionRows gives the rows of a region, one after the other: it is the
// table's [document.RowSource].
type regionRows struct {
	sheet  *sheetData
	region *region
}

// stepRows is how many rows pass between two looks at the budget.
const stepRows = 4096

// Rows implements [document.RowSource].
func (t *regionRows) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		rd := &rowReader{sheetData: t.sheet, region: t.region, cells: make([]document.Cell, t.region.width())}
		for i := t.region.first; i < t.region.last; i++ {
			row, ok := rd.read(&t.sheet.rows[i])
			if !ok {
				continue
			}
			if i%stepRows == 0 {
				if err := t.sheet.book.env.Step(t.sheet.book.ctx, stepRows, row.Pos); err != nil {
					yield(document.Row{}, err)
					return
				}
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// all returns the rows at once.
func (t *regionRows) all() []document.Row {
	var out []document.Row
	for row := range t.Rows() {
		row.Cells = slices.Clone(row.Cells)
		out = append(out, row)
	}
	return out
}

// rowReader turns stored rows into rows of a table.
type rowReader struct {
	*sheetData
	region *region
	cells  []document.Cell
	below  []int // by column of the table: rows that are still covered from above
}

// read returns a row, and whether it has cells in the region.
func (rd *rowReader) read(r *sheetRow) (document.Row, bool) {
	cells := rd.inside(r, rd.region)
	clear(rd.cells)
	row := document.Row{Pos: rowsAt(rd.region.part, int(r.number), int(r.number)), Plain: true}
	width, at := 0, 0
	front := labelTexts[r.label]
	for i := range cells {
		c := &cells[i]
		if rd.region.dense > 0 {
			at = i
		}
		for rd.region.dense == 0 && at < len(rd.region.cols) && rd.region.cols[at] < c.col {
			at++
		}
		out := &rd.cells[at]
		if out.Text != "" || out.Blocks != nil {
			continue // a second cell at the same place
		}
		if c.flags&cellVeiled != 0 && front == "" {
			front = labelTexts[labelHidden]
		}
		rd.cell(out, c, r, front)
		front = ""
		row.Plain = row.Plain && c.flags&cellPlain != 0 && out.Blocks == nil
		if c.flags&cellSpans != 0 && rd.region.dense == 0 {
			rd.span(out, c, r, at)
		}
		width = at + 1
	}
	row.Cells = rd.cells[:width]
	if rd.below != nil && width > 0 {
		row.Cells = rd.uncovered(row.Cells)
	}
	return row, width > 0
}

// cell fills in a cell.
func (rd *rowReader) cell(out *document.Cell, c *sheetCell, r *sheetRow, front string) {
	if c.flags&cellRich == 0 {
		out.Text = front + rd.textOf(c)
		if front == "" {
			out.Text = rd.textOf(c)
		}
		return
	}
	inlines := rd.rich[rd.indexOf(c, r)]
	if front != "" {
		inlines = append([]document.Inline{&document.Text{Value: front}}, inlines...)
	}
	out.Blocks = []document.Block{&document.Paragraph{Inlines: inlines}}
}

// indexOf returns the number of a cell of a row.
func (rd *rowReader) indexOf(c *sheetCell, r *sheetRow) uint32 {
	cells := rd.of(r)
	at, _ := slices.BinarySearchFunc(cells, c.col, func(c sheetCell, col uint16) int { return int(c.col) - int(col) })
	return r.first + uint32(at)
}

// span gives a cell its span: of the columns and rows that the table has.
func (rd *rowReader) span(out *document.Cell, c *sheetCell, r *sheetRow, at int) {
	if rd.book.When(visible.Cell) != converters.DropHidden {
		return // what it covers is shown
	}
	size := rd.spans[rd.indexOf(c, r)]
	cols := rd.region.cols
	to := sort.Search(len(cols), func(i int) bool { return int(cols[i]) >= int(c.col)+size.col })
	if to-at > 1 {
		out.ColSpan = to - at
	}
	rows := rd.rows[rd.region.first:rd.region.last]
	top := sort.Search(len(rows), func(i int) bool { return rows[i].number >= r.number })
	bottom := sort.Search(len(rows), func(i int) bool { return int(rows[i].number) >= int(r.number)+size.row })
	if n := bottom - top; n > 1 {
		out.RowSpan = n
	}
	if (out.ColSpan > 1 || out.RowSpan > 1) && rd.below == nil {
		rd.below = make([]int, len(cols))
	}
}

// uncovered leaves out the places that cells with a span cover, as
// [document.Row] has it.
func (rd *rowReader) uncovered(cells []document.Cell) []document.Cell {
	var out []document.Cell
	for i := 0; i < len(rd.below); i++ {
		if rd.below[i] > 0 {
			rd.below[i]--
			continue
		}
		if i >= len(cells) {
			continue
		}
		out = append(out, cells[i])
		span := max(cells[i].ColSpan, 1)
		for n := i; n < min(i+span, len(rd.below)); n++ {
			rd.below[n] = max(cells[i].RowSpan, 1) - 1
		}
		i += span - 1
	}
	return out
}

// lines returns the cells of a region as paragraphs, one a row.
func (sh *sheetData) lines(g *region) []document.Block {
	rd := &rowReader{sheetData: sh, region: g, cells: make([]document.Cell, len(g.cols))}
	var out []document.Block
	for i := g.first; i < g.last; i++ {
		row, ok := rd.read(&sh.rows[i])
		if !ok {
			continue
		}
		var inlines []document.Inline
		for _, c := range row.Cells {
			if c.Blocks != nil {
				inlines = append(inlines, c.Blocks[0].(*document.Paragraph).Inlines...)
			} else if text := strings.TrimSpace(c.Text); text != "" {
				inlines = append(inlines, document.Plain(text)...)
			}
		}
		if len(inlines) > 0 {
			out = append(out, &document.Paragraph{Pos: row.Pos, Inlines: inlines})
		}
	}
	return out
}
