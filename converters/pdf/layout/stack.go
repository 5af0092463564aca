package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	stackedRows  = 3  // rows that no line parts, at least
	stackedPairs = 4  // of a table of two columns
	stackedSmall = .8 // of the size: raised and lowered words are smaller
	stackedGap   = .6 // of the size, between the baselines of two rows
)

// unstack parts the rows of a table between whose lines several rows are, each on one
// baseline in nearly all columns, as where lines are drawn around columns alone. A
// baseline without text in the first column belongs to the row above.
func (t *Table) unstack() {
	var out [][]Cell
	for i, row := range t.Rows {
		if rows := t.stacked(i); rows != nil {
			out = append(out, rows...)
			continue
		}
		out = append(out, row)
	}
	t.Rows = out
}

// stacked returns the rows that a row of a table is: below names of columns, or with a
// column of figures, and without running text; nil where it is one.
func (t *Table) stacked(i int) [][]Cell {
	row := t.Rows[i]
	if i < t.Header || len(row) < 2 || slices.ContainsFunc(row, func(c Cell) bool { return c.RowSpan > 1 }) {
		return nil
	}
	bases := basesOf(row)
	rows := stacksOf(row, bases)
	least := stackedRows
	if t.Cols == 2 {
		least = stackedPairs
	}
	if len(rows) < least || len(rows)*2 <= len(bases) {
		return nil
	}
	figures := false
	for c := range row {
		numbers, running := column(rows, c)
		if running {
			return nil
		}
		figures = figures || numbers == len(rows)
	}
	if figures || i > 0 && t.isNames(i-1) {
		return rows
	}
	return nil
}

// column returns how many cells of a column begin with a figure, and whether they are
// one text.
func column(rows [][]Cell, c int) (numbers int, running bool) {
	lines := make([]*Line, 0, len(rows))
	for k := range rows {
		words := rows[k][c].Words
		if len(words) == 0 {
			continue
		}
		l := &Line{Words: words, Size: words[0].Face.Size, Box: words[0].Box}
		for w := range words {
			l.Box = l.Box.Union(words[w].Box)
		}
		lines = append(lines, l)
		numbers += script.Flag(script.HasDigit(words[0].Text))
		running = running || l.Words.hyphened() && k+1 < len(rows)
	}
	return numbers, running || runs(lines)
}

// isNames reports whether each cell of a row has one line of text.
func (t *Table) isNames(i int) bool {
	filled, lines := filledCells(t.Rows[i])
	return filled == t.Cols && lines == 1
}

// basesOf returns the baselines of a row, from top to bottom.
func basesOf(row []Cell) []float64 {
	size := 0.0
	var words []*glyph.Word
	for i := range row {
		for k := range row[i].Words {
			words = append(words, &row[i].Words[k])
			size = max(size, row[i].Words[k].Face.Size)
		}
	}
	words = slices.DeleteFunc(words, func(w *glyph.Word) bool { return w.Face.Size < stackedSmall*size })
	slices.SortFunc(words, func(a, b *glyph.Word) int { return cmp.Compare(a.Base, b.Base) })
	var out []float64
	for _, w := range words {
		if n := len(out); n == 0 || w.Base-out[n-1] > stackedGap*size {
			out = append(out, w.Base)
		}
	}
	return out
}

// stacksOf parts a row at those of its baselines that are in the first column and in
// nearly all others.
func stacksOf(row []Cell, bases []float64) [][]Cell {
	lines := make([][]Cell, len(bases))
	for k := range lines {
		lines[k] = make([]Cell, len(row))
	}
	for c := range row {
		for _, w := range row[c].Words {
			k, found := slices.BinarySearch(bases, w.Base)
			if !found && (k == len(bases) || k > 0 && math.Abs(bases[k-1]-w.Base) < math.Abs(bases[k]-w.Base)) {
				k--
			}
			lines[k][c].Words = append(lines[k][c].Words, w)
		}
	}
	var out [][]Cell
	for k, line := range lines {
		filled, _ := filledCells(line)
		if k == 0 || len(line[0].Words) > 0 && (filled == len(line) || nearlyAll(filled, len(line))) {
			for c := range line {
				line[c].ColSpan, line[c].RowSpan = row[c].ColSpan, 1
			}
			out = append(out, line)
			continue
		}
		last := out[len(out)-1]
		for c := range line {
			last[c].Words = append(last[c].Words, line[c].Words...)
		}
	}
	return out
}
