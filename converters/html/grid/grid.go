// Package grid finds the columns of the cells of a table, and what is in them.
package grid

import (
	"slices"

	"github.com/seed353dc258/backstory/document"
)

const (
	MaxSpan    = 1000    // columns that one cell may cover (WHATWG HTML 4.9.11)
	MaxColumns = 1 << 16 // places in a row, before columns without a cell go
)

// Grid finds the columns of a table's cells. Columns in which no cell begins
// say nothing and go, so that a wide span costs nothing.
type Grid struct {
	rows    int
	current int
	column  int
	hidden  []bool // by column: its cells do not show
	covered []int  // by column: the row up to which a cell above covers it
	begins  []bool // by column: a cell begins there
	starts  []int  // columns of all cells, in order
	ends    []int
	aligns  map[int]document.Align // by column, as the first row that says so has it
	Filled  int                    // cells with content
}

// New returns a grid of so many rows, and which of its columns do not show.
func New(rows int, hidden []bool) *Grid {
	return &Grid{rows: rows, hidden: hidden, aligns: map[int]document.Align{}}
}

// Row begins a row.
func (g *Grid) Row(i int) { g.current, g.column = i, 0 }

// Place finds the place of the next cell.
func (g *Grid) Place(colspan, rowspan int, align string) document.Cell {
	start, rowspan := g.Pass(colspan, rowspan)
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
func (g *Grid) next() int {
	for g.column < len(g.covered) && g.covered[g.column] > g.current {
		g.column++
	}
	return g.column
}

// Collapses reports whether the next cell is in columns that do not show.
func (g *Grid) Collapses(colspan int) bool {
	if len(g.hidden) == 0 {
		return false
	}
	start := g.next()
	end := start + min(max(colspan, 1), MaxSpan)
	return end <= len(g.hidden) && !slices.Contains(g.hidden[start:end], false)
}

// Pass takes the place of the next cell, and returns its first column that
// shows and how many rows it covers.
func (g *Grid) Pass(colspan, rowspan int) (start, rows int) {
	start = g.next()
	colspan = min(max(colspan, 1), MaxSpan)
	if start+colspan > MaxColumns {
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

// Settle sets the widths of the cells, and returns that of the table.
func (g *Grid) Settle(rows []document.Row) int {
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

// Alignment returns how the columns are set, or nil where nothing says so.
func (g *Grid) Alignment() []document.Align {
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
