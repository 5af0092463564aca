package pdf

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	subRows  = 3  // of figures, at least, that tell columns which no line does
	subGap   = .5 // of the size, between two such columns
	subNames = 1  // of the size, between their names
)

// splitColumns parts the columns of tables with lines in which all rows have figures beside
// one another, with one gap through all of them: lines are drawn around groups of columns.
func splitColumns(s *layout.Sheet) {
	for i := range s.Lines {
		if t := s.Lines[i].Table; t != nil {
			splitTable(t)
		}
	}
}

// splitTable parts the columns of a table.
func splitTable(t *layout.Table) {
	for c := t.Cols - 1; c >= 0; c-- {
		if edges := subcolumns(t, c); len(edges) > 0 {
			for r := range t.Rows {
				t.Rows[r] = splitRow(t.Rows[r], t.Cols, c, edges)
			}
			t.Cols += len(edges)
		}
	}
}

// cellAt returns which cell of a row covers a column, of a row whose cells cover all; -1 where
// cells of the rows above do.
func cellAt(row []layout.Cell, cols, c int) int {
	all := 0
	for i := range row {
		all += row[i].ColSpan
	}
	if all != cols {
		return -1
	}
	at := 0
	for i := range row {
		if at += row[i].ColSpan; c < at {
			return i
		}
	}
	return -1
}

// subcolumns returns the places at which a column of a table is several.
func subcolumns(t *layout.Table, c int) []float64 {
	var words []*glyph.Word
	rows, other := 0, 0
	for _, row := range t.Rows {
		i := cellAt(row, t.Cols, c)
		if i < 0 || row[i].ColSpan > 1 || row[i].RowSpan > 1 || len(row[i].Words) == 0 {
			continue
		}
		if !areFigures(row[i].Words) {
			other += script.Flag(rows > 0)
			continue
		}
		rows++
		for k := range row[i].Words {
			words = append(words, &row[i].Words[k])
		}
	}
	if rows < subRows || other > 0 {
		return nil
	}
	edges := gaps(words)
	if len(words) != rows*(len(edges)+1) {
		return nil // a row has no figure in one of them, or several
	}
	return edges
}

// areFigures reports whether words are numbers, on one line.
func areFigures(words []glyph.Word) bool {
	for i := range words {
		if w := &words[i]; !script.HasDigit(w.Text) || script.HasLetter(w.Text) || math.Abs(w.Base-words[0].Base) > .3*w.Face.Size {
			return false
		}
	}
	return true
}

// gaps returns the middles of the gaps that all words leave.
func gaps(words []*glyph.Word) []float64 {
	slices.SortFunc(words, func(a, b *glyph.Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	var out []float64
	end := words[0].Box.X1
	for _, w := range words[1:] {
		if w.Box.X0-end > subGap*w.Face.Size {
			out = append(out, (end+w.Box.X0)/2)
		}
		end = max(end, w.Box.X1)
	}
	return out
}

// splitRow parts the cell of a row that covers a column; one whose text goes over the edges covers all parts.
func splitRow(row []layout.Cell, cols, c int, edges []float64) []layout.Cell {
	i := cellAt(row, cols, c)
	if i < 0 {
		return row
	}
	cell := &row[i]
	parts := make([]layout.Cell, len(edges)+1)
	for k := range parts {
		parts[k] = layout.Cell{ColSpan: 1, RowSpan: 1}
	}
	for k := range cell.Words {
		w := &cell.Words[k]
		at, _ := slices.BinarySearch(edges, (w.Box.X0+w.Box.X1)/2)
		parts[at].Words = append(parts[at].Words, *w)
	}
	if cell.ColSpan > 1 || cell.RowSpan > 1 || len(cell.Words) > 0 && !areFigures(cell.Words) && !areApart(parts) {
		cell.ColSpan += len(edges)
		return row
	}
	return slices.Concat(row[:i:i], parts, row[i+1:])
}

// areApart reports whether the texts of cells side by side are apart, and all have some.
func areApart(parts []layout.Cell) bool {
	end := math.Inf(-1)
	for _, p := range parts {
		if len(p.Words) == 0 {
			return false
		}
		start, last := math.Inf(1), end
		for i := range p.Words {
			start, end = min(start, p.Words[i].Box.X0), max(end, p.Words[i].Box.X1)
		}
		if start-last < subNames*p.Words[0].Face.Size {
			return false
		}
	}
	return true
}
