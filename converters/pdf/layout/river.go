package layout

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	riverRows  = 3  // rows of figures, at least
	riverWide  = .5 // of the size, between two columns of figures
	riverShare = .5 // of the rows have a figure right of the white
	riverNames = 2  // rows without figures between two that have some, at most
)

// partFigures parts lines of figures where white goes down through all rows of them:
// there, columns may be as near to one another as words.
func partFigures(lines []Line) []Line {
	rows := rowsOf(lines)
	edges := map[int][]float64{} // of a line, by its order
	for i := 0; i < len(rows); {
		end, figures := figureRows(rows[i:])
		if len(figures) >= riverRows {
			xs := rivers(figures)
			for _, row := range rows[i : i+end] {
				for k := range row {
					edges[row[k].order] = xs
				}
			}
		}
		i += max(end, 1)
	}
	if len(edges) == 0 {
		return lines
	}
	out := make([]Line, 0, len(lines))
	for i := range lines {
		out = append(out, lines[i].partAt(edges[lines[i].order])...)
	}
	return out
}

// figureRows returns how many of some rows, from the first one, are of a table of
// figures, and those that have some.
func figureRows(rows [][]Line) (end int, figures [][]Line) {
	names := 0
	for n, row := range rows {
		apart := n > 0 && row[0].Base-rows[n-1][0].Base > alignedGap*row[0].Size
		if apart || hasTable(row) || names > riverNames {
			break
		}
		if !hasFigures(row) {
			if names++; n == 0 || !shortRow(row) {
				break
			}
			continue
		}
		figures, end, names = append(figures, row), n+1, 0
	}
	return end, figures
}

// hasFigures reports whether a row is a name, if any, and at least two figures, with
// few other words behind the first one.
func hasFigures(row []Line) bool {
	figures, words := 0, 0
	for i := range row {
		for k := range row[i].Words {
			switch t := row[i].Words[k].Text; {
			case isFigure(t):
				figures++
			case figures > 0 && script.HasLetter(t):
				words++
			}
		}
	}
	return figures >= 2 && words*2 < figures && !row[0].RTL
}

// rivers returns the middles of the white between the columns of rows of figures.
func rivers(rows [][]Line) []float64 {
	words := wordsOf(rows)
	spans := make([]span, len(words))
	for i := range words {
		spans[i] = span{words[i].Box.X0, words[i].Box.X1}
	}
	slices.SortFunc(spans, bySide)
	var out []float64
	reach := spans[0].x1
	for _, s := range spans[1:] {
		if s.x0-reach > riverWide*rows[0][0].Size && figuresAfter(rows, s.x0) {
			out = append(out, (reach+s.x0)/2)
		}
		reach = max(reach, s.x1)
	}
	return out
}

// figuresAfter reports whether in enough of some rows the first word from a place on is a figure.
func figuresAfter(rows [][]Line, x float64) bool {
	n := 0
	for _, row := range rows {
		words := wordsOf([][]Line{row})
		at := slices.IndexFunc(words, func(w glyph.Word) bool { return w.Box.X0 >= x })
		n += script.Flag(at >= 0 && isFigure(words[at].Text))
	}
	return float64(n) >= riverShare*float64(len(rows))
}

// partAt parts a line between its words at some places.
func (l *Line) partAt(xs []float64) []Line {
	var out []Line
	start := 0
	for _, x := range xs {
		end := start
		for end < len(l.Words) && l.Words[end].Box.X0 < x {
			end++
		}
		if end == start || end == len(l.Words) || l.Words[end].Glued || l.Words[end-1].Box.X1 > x {
			continue
		}
		out = append(out, l.part(start, end))
		start = end
	}
	if start == 0 {
		return []Line{*l}
	}
	return append(out, l.part(start, len(l.Words)))
}
