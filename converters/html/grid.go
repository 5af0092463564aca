package html

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/document"
)

const (
	mostSpan    = 1000    // columns that one cell may cover (WHATWG HTML 4.9.11)
	mostColumns = 1 << 16 // places in a row, before columns without a cell go
)

// grid finds the columns of a table's cells. Columns in which no cell begins
// say nothing and go, so that a wide span costs nothing.
type grid struct {
	rows    int
	current int
	column  int
	hidden  []bool // by column: its cells do not show
	covered []int  // by column: the row up to which a cell above covers it
	begins  []bool // by column: a cell begins there
	starts  []int  // columns of all cells, in order
	ends    []int
	aligns  map[int]document.Align // by column, as the first row that says so has it
	filled  int                    // cells with content
}

func newGrid(rows int, hidden []bool) *grid {
	return &grid{rows: rows, hidden: hidden, aligns: map[int]document.Align{}}
}

// row begins a row.
func (g *grid) row(i int) { g.current, g.column = i, 0 }

// place finds the place of the next cell.
func (g *grid) place(colspan, rowspan int, align string) document.Cell {
	start, rowspan := g.pass(colspan, rowspan)
	for len(g.begins) <= start {
		g.begins = append(g.begins, false)
	}
	g.begins[start] = true
	g.starts, g.ends = append(g.starts, start), append(g.ends, g.column)
	if a := alignOf(align); a != document.AlignNone {
		if _, known := g.aligns[start]; !known {
			g.aligns[start] = a
		}
	}
	cell := document.Cell{}
	if rowspan > 1 {
		cell.RowSpan = rowspan
	}
	return cell
}

// next returns the column of the next cell.
func (g *grid) next() int {
	for g.column < len(g.covered) && g.covered[g.column] > g.current {
		g.column++
	}
	return g.column
}

// collapses reports whether the next cell stands in columns that do not show.
func (g *grid) collapses(colspan int) bool {
	if len(g.hidden) == 0 {
		return false
	}
	start := g.next()
	end := start + min(max(colspan, 1), mostSpan)
	return end <= len(g.hidden) && !slices.Contains(g.hidden[start:end], false)
}

// pass takes the place of the next cell, and returns its first column that
// shows and how many rows it covers.
func (g *grid) pass(colspan, rowspan int) (start, rows int) {
	start = g.next()
	colspan = min(max(colspan, 1), mostSpan)
	if start+colspan > mostColumns {
		colspan = 1
	}
	rowspan = min(max(rowspan, 1), g.rows-g.current)
	g.column += colspan
	if rowspan > 1 {
		for len(g.covered) < g.column {
			g.covered = append(g.covered, 0)
		}
		for c := start; c < g.column; c++ {
			g.covered[c] = g.current + rowspan
		}
	}
	for start < len(g.hidden) && start+1 < g.column && g.hidden[start] {
		start++ // it begins where it shows
	}
	return start, rowspan
}

// settle sets the widths of the cells, and returns that of the table.
func (g *grid) settle(rows []document.Row) int {
	before := make([]int, len(g.begins)+1) // by column: how many begin before it
	for i, begins := range g.begins {
		before[i+1] = before[i]
		if begins {
			before[i+1]++
		}
	}
	at := func(column int) int { return before[min(column, len(g.begins))] }
	i := 0
	for _, row := range rows {
		for c := range row.Cells {
			if span := at(g.ends[i]) - at(g.starts[i]); span > 1 {
				row.Cells[c].ColSpan = span
			}
			i++
		}
	}
	return before[len(g.begins)]
}

// alignment returns how the columns are set, or nil where nothing says so.
func (g *grid) alignment() []document.Align {
	if len(g.aligns) == 0 {
		return nil
	}
	var out []document.Align
	for i, begins := range g.begins {
		if begins {
			out = append(out, g.aligns[i])
		}
	}
	return slices.Clip(out)
}

func alignOf(s string) document.Align {
	switch s {
	case "left", "start":
		return document.AlignLeft
	case "center", "middle":
		return document.AlignCenter
	case "right", "end":
		return document.AlignRight
	}
	return document.AlignNone
}

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
