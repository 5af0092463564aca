package layout

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	railHead   = 90  // points: a head is not higher
	railGutter = .8  // of the size, between columns that no line tells apart
	railWords  = 9.0 // words of a cell on the mean, where no line tells columns apart
)

// railTables returns the tables of a page that have lines across alone: above
// and below their heads, and below. The columns are those of the pieces of the
// lines, or of the gaps between the words.
func railTables(p *pdfium.Page, words []glyph.Word) ([]Table, []glyph.Word) {
	rails, walls := railsOf(p), wallsOf(p)
	var out []Table
	for i := 0; i < len(rails); {
		end := i + 1
		for end < len(rails) && rails[end].like(&rails[i]) && !walls.part(&rails[end-1], &rails[end]) {
			end++
		}
		if end-i > 2 || end-i == 2 && !walls.join(&rails[i], &rails[i+1]) {
			if t, rest, ok := railTable(rails[i:end], words, nextRail(rails, end)); ok {
				out, words = append(out, t), rest
			}
		}
		i = end
	}
	return out, words
}

// nextRail returns the height of the first line below some, where others are.
func nextRail(rails []rail, end int) float64 {
	if end < len(rails) {
		return rails[end].y
	}
	return 1e9
}

// railTable makes a table of the words between lines, and below the last one
// where there are two: those above and below its head.
func railTable(rails []rail, words []glyph.Word, stop float64) (Table, []glyph.Word, bool) {
	xs := rails[0].xs
	for i := range rails {
		if len(rails[i].xs) > len(xs) {
			xs = rails[i].xs
		}
	}
	box := pdfium.Box{X0: xs[0], Y0: rails[0].y, X1: xs[len(xs)-1], Y1: rails[len(rails)-1].y}
	if len(rails) == 2 && len(xs) > 2 {
		box.Y1 = openEnd(xs, box.Y1, stop, words)
	}
	in, rest := wordsIn(box, words)
	if len(in) < 4 || rails[1].y-rails[0].y > railHead || crossing(in, xs) || underlines(&rails[0], words) {
		return Table{}, words, false
	}
	if len(xs) == 2 {
		if len(rails) < 3 {
			return Table{}, words, false
		}
		if xs = gutters(in, xs); len(xs) < 3 || !fewWords(in, xs, rails[1].y) {
			return Table{}, words, false
		}
	}
	t, ok := rowsBetween(in, xs, rails)
	if !ok {
		return Table{}, words, false
	}
	box.X0, box.X1 = xs[0], xs[len(xs)-1]
	t.Box = box
	return t, rest, true
}

// wordsIn parts the words that are between lines from the others.
func wordsIn(box pdfium.Box, words []glyph.Word) (in, rest []glyph.Word) {
	rest = make([]glyph.Word, 0, len(words))
	for i := range words {
		w := &words[i]
		x, y := (w.Box.X0+w.Box.X1)/2, w.Base-.3*w.Face.Size
		if y > box.Y0 && y < box.Y1 && x > box.X0-railSlack && x < box.X1+railSlack {
			in = append(in, *w)
		} else {
			rest = append(rest, *w)
		}
	}
	return in, rest
}

// underlines reports whether a line is right below words: those are a head, and
// the line is not the top of a table.
func underlines(r *rail, words []glyph.Word) bool {
	for i := range words {
		w := &words[i]
		if w.Base <= r.y && r.y-w.Base < .8*w.Face.Size && w.Box.X1 > r.left() && w.Box.X0 < r.right() {
			return true
		}
	}
	return false
}

// crossing reports whether words are across the edges of columns.
func crossing(words []glyph.Word, xs []float64) bool {
	n := 0
	for i := range words {
		n += script.Flag(crosses(xs, max(columnOf(xs, &words[i]), 0), &words[i]))
	}
	return n > 1 && n*50 > len(words)
}

// openEnd returns where a table ends whose last line is below its head: before
// the first word that crosses a column or is beside the table, or a gap.
func openEnd(xs []float64, from, stop float64, words []glyph.Word) float64 {
	index := make([]int, 0, len(words))
	for i := range words {
		if words[i].Base > from && words[i].Base-words[i].Face.Size < stop {
			index = append(index, i)
		}
	}
	slices.SortStableFunc(index, func(a, b int) int { return cmp.Compare(words[a].Base, words[b].Base) })
	end := from
	for _, i := range index {
		w := &words[i]
		if w.Base-end > 3.2*w.Face.Size {
			break
		}
		if c := columnOf(xs, w); c < 0 || crosses(xs, c, w) {
			return min(end, w.Base-w.Face.Size)
		}
		end = max(end, w.Base+.3*w.Face.Size)
	}
	return end
}

// gutters returns the edges of columns that the gaps between words make.
func gutters(words []glyph.Word, ends []float64) []float64 {
	spans := make([]span, 0, len(words))
	size := 0.0
	for i := range words {
		spans = append(spans, span{words[i].Box.X0, words[i].Box.X1})
		size = max(size, words[i].Face.Size)
	}
	slices.SortFunc(spans, bySide)
	xs := []float64{min(ends[0], spans[0].x0)}
	reach := spans[0].x1
	for _, s := range spans[1:] {
		if s.x0-reach > railGutter*size {
			xs = append(xs, (reach+s.x0)/2)
		}
		reach = max(reach, s.x1)
	}
	return append(xs, max(ends[1], reach))
}

// fewWords tells cells from columns of prose.
func fewWords(words []glyph.Word, xs []float64, head float64) bool {
	lines := map[[2]int]bool{}
	body := 0
	for i := range words {
		if words[i].Base < head {
			continue
		}
		body++
		lines[[2]int{columnOf(xs, &words[i]), int(words[i].Base / 3)}] = true
	}
	return body > 0 && float64(body) <= railWords*float64(len(lines))
}

// rowsBetween makes the rows of a table: what is side by side, or between
// two lines.
func rowsBetween(words []glyph.Word, xs []float64, rails []rail) (Table, bool) {
	t := Table{Cols: len(xs) - 1}
	for _, r := range bandsOf(words, xs, rails) {
		if r.y1 < rails[1].y && t.Header == len(t.Rows) {
			t.Header++
		}
		t.Rows = append(t.Rows, r.cells(words, xs))
	}
	if t.Header == len(t.Rows) {
		t.Header = 0
	}
	return t, len(t.Rows) >= 2
}
