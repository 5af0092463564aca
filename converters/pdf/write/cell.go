package write

import (
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// noEdge is the edge of a cell that no line reaches.
const noEdge = 1e9

// edges returns where the cells of each column end, as far as lines tell that
// reach it: the next column begins right there, or several lines end so far. A
// word may be broken there.
func edges(t *layout.Table) []float64 {
	const near = 2.0 // of the size: the room between two columns
	columns := make([]columnEdge, t.Cols)
	for _, row := range t.Rows {
		if len(row) != t.Cols {
			continue
		}
		for c := range row {
			if row[c].ColSpan <= 1 {
				columns[c].add(row[c].Words)
			}
		}
	}
	out := make([]float64, t.Cols)
	for c := range out {
		e := &columns[c]
		out[c] = noEdge
		if c+1 < t.Cols && columns[c+1].n > 0 && columns[c+1].left-e.right < near*e.size || c+1 == t.Cols && e.reach() >= 3 {
			out[c] = e.right
		}
	}
	return out
}

// columnEdge is where the words of a column begin and end.
type columnEdge struct {
	n           int
	left, right float64
	size        float64
	ends        []float64 // of lines
}

// maxEnds bounds the lines of a column that are looked at.
const maxEnds = 400

func (e *columnEdge) add(words []glyph.Word) {
	for i := range words {
		w := &words[i]
		if e.n == 0 {
			e.left, e.right = w.Box.X0, w.Box.X1
		}
		e.n++
		e.left, e.right, e.size = min(e.left, w.Box.X0), max(e.right, w.Box.X1), max(e.size, w.Face.Size)
		if (i+1 == len(words) || words[i+1].Base > w.Base+.5*w.Face.Size) && len(e.ends) < maxEnds {
			e.ends = append(e.ends, w.Box.X1)
		}
	}
}

// reach returns how many lines end near the edge.
func (e *columnEdge) reach() int {
	n := 0
	for _, x := range e.ends {
		n += script.Flag(x > e.right-1.2*e.size)
	}
	return n
}
