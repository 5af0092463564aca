package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// rowsOf sorts lines into rows of one baseline, each from left to right.
func rowsOf(lines []Line) [][]Line {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b Line) int { return cmp.Compare(a.Base, b.Base) })
	var rows [][]Line
	for start := 0; start < len(sorted); {
		end := start + 1
		for end < len(sorted) && sorted[end].Base-sorted[start].Base <= .3*min(sorted[start].Size, sorted[end].Size) {
			end++
		}
		row := sorted[start:end:end]
		slices.SortStableFunc(row, func(a, b Line) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		rows = append(rows, row)
		start = end
	}
	return rows
}

// shortRow reports whether the pieces of a row are as short as names and values.
func shortRow(row []Line) bool {
	const most = 5 // words
	return !slices.ContainsFunc(row, func(l Line) bool { return l.Table != nil || l.entry || len(l.Words) > most })
}

// plainRow reports whether a row holds text that is not a listing.
func plainRow(row []Line) bool {
	fixed := 0
	for i := range row {
		if row[i].Words.Fixed() {
			fixed++
		}
	}
	return fixed < len(row) && !hasTable(row)
}

// hasTable reports whether a row holds what is not a cell: a table, an entry of a
// table of contents, or the large signs of a formula.
func hasTable(row []Line) bool {
	for i := range row {
		if row[i].Table != nil || row[i].entry || row[i].Words.isFormula() {
			return true
		}
	}
	return false
}

// isNearlyWhole reports whether a row has nearly all cells of its table, figures for
// the most part: what lacks is the name of a group of rows, which its first one has.
func isNearlyWhole(row []Line, cols int) bool {
	figures := 0
	for i := range row {
		figures += script.Flag(script.HasDigit(row[i].Words[0].Text))
	}
	return len(row) == cols || nearlyAll(len(row), cols) && figures*2 > len(row)
}

// nearlyAll reports whether so many columns are nearly all of them.
func nearlyAll(n, cols int) bool { return n*5 >= cols*4 }

// closeStep returns how far lines of one row are apart at most, where a table
// sets its rows apart by more than that; 0 where it does not.
func closeStep(rows [][]Line) float64 {
	least, most, partial := 1e9, 0.0, 0
	width := 0
	for i, row := range rows {
		width = max(width, len(row))
		if i == 0 {
			continue
		}
		step := row[0].Base - rows[i-1][0].Base
		least, most = min(least, step), max(most, step)
	}
	if most < 1.12*least || least > 1.45*rows[0][0].Size {
		return 0
	}
	limit := least * 1.06
	tight := 0
	for i := 1; i < len(rows); i++ {
		if rows[i][0].Base-rows[i-1][0].Base <= limit {
			tight++
			if !isNearlyWhole(rows[i], width) || !isNearlyWhole(rows[i-1], width) {
				partial++
			}
		}
	}
	if partial*3 < tight*2 {
		return 0 // rows that are whole stand that close
	}
	return limit
}

// isWords reports whether a row has no figures, as the head of a table has none.
func isWords(row []Line) bool {
	return !slices.ContainsFunc(row, func(l Line) bool { return script.HasDigit(l.Words.Text()) })
}

// isPair reports whether a row is a name and its value.
func isPair(row []Line) bool { return len(row) == 2 && isNamed(row) }

// isNamed reports whether a row begins with a name that a colon ends, and has no
// other one.
func isNamed(row []Line) bool {
	if len(row) < 2 || !plainRow(row) || !script.HasLetter(row[0].Words.Text()) {
		return false
	}
	for i := range row {
		l := &row[i]
		if l.RTL || strings.HasSuffix(l.Words[len(l.Words)-1].Text, ":") != (i == 0) {
			return false
		}
	}
	return true
}

// isNameBelow reports whether a name is in line with the one before it, but for the
// indent of a paragraph, and as large.
func (l *Line) isNameBelow(o *Line) bool {
	const slack, indent, sized = .3, 2.0, .08 // of the size
	near := math.Abs(l.Box.X0-o.Box.X0) < indent*l.Size
	return (near || l.sharesEdge(o, slack*l.Size)) && math.Abs(l.Size-o.Size) < sized*l.Size
}

// wordsOf returns the words of some rows.
func wordsOf(rows [][]Line) []glyph.Word {
	var out []glyph.Word
	for _, row := range rows {
		for i := range row {
			out = append(out, row[i].Words...)
		}
	}
	return out
}

// MakeLines joins words to lines, from top to bottom.
func MakeLines(words []glyph.Word, page int) []Line { return joinRows(Sequence(words, page)) }

// joinRows joins lines that are close beside one another, and sorts all
// from top to bottom.
func joinRows(lines []Line) []Line {
	rows := rowsOf(lines)
	out := lines[:0:0]
	for _, row := range rows {
		start := len(out)
		for i, l := range row {
			if n := len(out); n > start && (out[n-1].beside(&l) && (n == start+1 || !numbersFormula(&out[n-1], &l)) || out[n-1].stretchesTo(&l, row[i+1:])) {
				out[n-1].join(&l)
				continue
			}
			out = append(out, l)
		}
	}
	for i := range out {
		out[i].order = i
	}
	return out
}

// beside reports whether a line continues one that is to its left.
func (l *Line) beside(r *Line) bool {
	if !l.isText() || !r.isText() {
		return false
	}
	gap := r.Box.X0 - l.Box.X1
	size := min(l.Size, r.Size)
	columns := len(l.Words) > 1 && len(r.Words) > 1 && math.Abs(l.Base-r.Base) > .1*size && max(l.Size, r.Size) > 1.1*size
	if columns || gap < -.5*size {
		return false
	}
	return gap < gapInRow*size || l.isMarkerOf(r, gap/size)
}

// isMarkerOf reports whether a line is the marker of one to its right, which is so many
// times their size away. A figure is rather another one.
func (l *Line) isMarkerOf(r *Line, gap float64) bool {
	if !isMarker(l) || isMarker(r) || gap >= 4 {
		return false
	}
	figure := isFigure(r.Words[0].Text) && !l.Words.Fixed()
	return !figure || gap <= 2 && !isDecimal(l.Words[0].Text)
}

// numbersFormula reports whether a line that others are to the left of is the number of a
// formula, in brackets, and not the marker of a line to its right, in another column.
func numbersFormula(l, r *Line) bool {
	const apart = 1.1 // of the size
	text := l.Words.Text()
	return isMarker(l) && strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && r.Box.X0-l.Box.X1 > apart*min(l.Size, r.Size)
}

// stretchesTo reports whether a line continues one that is to its right, with
// more after it, since all its words are set that far apart, as in a narrow column
// whose lines are made equally long.
func (l *Line) stretchesTo(r *Line, more []Line) bool {
	const off = .15 // of the size: ink is not where a character begins
	size, gap := min(l.Size, r.Size), r.Box.X0-l.Box.X1
	if !l.isText() || !r.isText() || l.RTL || gap > gapInOrder*size || math.Abs(l.Base-r.Base) > .1*size {
		return false
	}
	usual := max(l.Words.widest(), r.Words.widest())
	if usual == 0 && len(more) > 0 && startsLower(r) {
		usual = more[0].Box.X0 - r.Box.X1
	}
	return usual > 0 && gap < usual+off*size
}

const (
	alignedRows  = 3   // rows of a table without lines, at least
	alignedPair  = 3.0 // of two rows alone
	alignedWords = 7.0 // words of a cell on the mean, at most
	alignedGap   = 2.6 // of the size: rows that are further apart are of different tables
)
