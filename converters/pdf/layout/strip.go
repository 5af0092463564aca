package layout

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// strip is a row of a table before its words are in cells.
type strip struct {
	y0, y1 float64
	words  []int
}

// cells returns the words of a row in the cells of columns.
func (s *strip) cells(words []glyph.Word, xs []float64) []Cell {
	row := make([]Cell, len(xs)-1)
	for _, i := range s.words {
		c := max(columnOf(xs, &words[i]), 0)
		row[c].Words = append(row[c].Words, words[i])
	}
	return row
}

// bandsOf returns the rows of words: lines of a column that are close are of
// one cell, and cells that are beside one another are of one row.
func bandsOf(words []glyph.Word, xs []float64, rails []rail) []strip {
	columns := make([][]strip, len(xs)-1)
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(words[a].Base, words[b].Base) })
	limit := leadingOf(words, order, xs, rails)
	for _, i := range order {
		w := &words[i]
		c := max(columnOf(xs, w), 0)
		col := &columns[c]
		if n := len(*col); n > 0 {
			last := &(*col)[n-1]
			step := w.Base - last.y1
			if step < .5*w.Face.Size || step <= limit && !railBetween(rails, last.y1, w.Base) {
				last.words, last.y1 = append(last.words, i), max(last.y1, w.Base)
				continue
			}
		}
		*col = append(*col, strip{w.Base - .7*w.Face.Size, w.Base, []int{i}})
	}
	all := slices.Concat(columns...)
	slices.SortStableFunc(all, func(a, b strip) int { return cmp.Compare(a.y0, b.y0) })
	var out []strip
	for _, s := range all {
		if n := len(out); n > 0 && s.y0 < out[n-1].y1-1 {
			last := &out[n-1]
			last.y1, last.words = max(last.y1, s.y1), append(last.words, s.words...)
			continue
		}
		out = append(out, s)
	}
	for i := range out {
		slices.Sort(out[i].words)
	}
	return out
}

// railBetween reports whether a line is between two heights.
func railBetween(rails []rail, a, b float64) bool {
	return slices.ContainsFunc(rails, func(r rail) bool { return r.y > a && r.y < b })
}

// leadingOf returns how far lines of one cell are apart at most; 0 where each
// line is a row: where they are all apart alike, or each goes across nearly
// all columns.
func leadingOf(words []glyph.Word, order []int, xs []float64, rails []rail) float64 {
	const close, wide = 1.12, 1.6
	last := make([]float64, len(xs)-1)
	type across struct{ columns, figures int }
	width := map[int]across{} // the columns at a height
	least, steps := 1e9, []strip{}
	for _, i := range order {
		w := &words[i]
		c := max(columnOf(xs, w), 0)
		d := w.Base - last[c]
		if d > .5*w.Face.Size {
			at := width[int(w.Base)]
			width[int(w.Base)] = across{at.columns + 1, at.figures + script.Flag(script.HasDigit(w.Text))}
		}
		if last[c] > 0 && d > .5*w.Face.Size && !railBetween(rails, last[c], w.Base) {
			steps = append(steps, strip{y0: d, y1: w.Base})
			if d < wide*w.Face.Size {
				least = min(least, d)
			}
		}
		last[c] = w.Base
	}
	tight, full := 0, 0
	cols := len(xs) - 1
	for _, s := range steps {
		if s.y0 <= least*close {
			tight++
			at := width[int(s.y1)]
			full += script.Flag(at.columns == cols || nearlyAll(at.columns, cols) && at.figures*2 > at.columns)
		}
	}
	if least == 1e9 || tight*10 >= len(steps)*9 || full*10 >= tight*8 {
		return 0
	}
	return least * close
}

// columnOf returns the column that a word is in, by the edges of all of them;
// -1 for none.
func columnOf(xs []float64, w *glyph.Word) int { return between(xs, (w.Box.X0+w.Box.X1)/2) }

// crosses reports whether a word reaches out of a column.
func crosses(xs []float64, c int, w *glyph.Word) bool {
	return w.Box.X0 < xs[c]-railSlack || w.Box.X1 > xs[c+1]+railSlack
}

// between returns the space that a number is in, or -1.
func between(v []float64, x float64) int {
	i, _ := slices.BinarySearch(v, x)
	if i == 0 || i >= len(v) {
		return -1
	}
	return i - 1
}
