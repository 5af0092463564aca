package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	runsLines = 3   // of a column of running text, at least
	runsWords = 2.4 // of its lines on the mean, at least
	runsWide  = 8.0 // of the size, that the column is at least
	runsFull  = .75 // of the column, that a line reaches which goes on
	runsShare = .6  // of its lines do
)

// isProse reports whether rows that are aligned, of which each column has some lines,
// are columns of running text: two of the columns go on from line to line, and nothing
// sets rows apart.
func isProse(rows [][]Line, columns [][]*Line) bool {
	running, least := 0, len(rows)
	for _, lines := range columns {
		if runs(lines) {
			running++
			least = min(least, len(lines))
		}
	}
	return running >= 2 && (closeStep(rows) == 0 || least*2 < len(rows))
}

// isMargin reports whether the first of two columns is names in the margin of the
// second one, a text: most of them are beside a line that continues the one above it,
// in the middle of a sentence.
func isMargin(columns [][]*Line) bool {
	if len(columns) != 2 || len(columns[0]) < 2 || !runs(columns[1]) {
		return false
	}
	const wide = 25 // of the size, the text at least
	names, text := columns[0], columns[1]
	box := boxOfAll(text)
	if box.W() < wide*text[0].Size {
		return false
	}
	beside, on := 0, 0
	if slices.ContainsFunc(names, func(l *Line) bool { return !script.HasLetter(l.Words.Text()) }) {
		return false
	}
	for i, k := 1, 0; i < len(text); i++ {
		for k < len(names) && names[k].Base < text[i].Base-.3*text[i].Size {
			k++
		}
		if k == len(names) || names[k].Base > text[i].Base+.3*text[i].Size {
			continue
		}
		beside++
		on += script.Flag(goesOn(text[i-1], text[i], box))
	}
	return on > 0 && on*2 > beside
}

// boxOfAll returns the box around some lines.
func boxOfAll(lines []*Line) pdfium.Box {
	box := lines[0].Box
	for _, l := range lines {
		box = box.Union(l.Box)
	}
	return box
}

// goesOn reports whether a line goes to the end of a column whose lines are made equally
// long, and the next one goes on in the middle of its sentence.
func goesOn(l, next *Line, column pdfium.Box) bool {
	const slack = .15 // of the size
	r := script.FirstRune(next.Words.Text())
	full := l.reach(column) > column.W()-slack*l.Size
	return full && l.Words.Fixed() == next.Words.Fixed() && !unicode.IsUpper(r) && !unicode.IsDigit(r) && !script.Ends(l.Words.Text())
}

// reach returns how far a line goes in a column.
func (l *Line) reach(column pdfium.Box) float64 {
	if l.RTL {
		return column.X1 - l.Box.X0
	}
	return l.Box.X1 - column.X0
}

// runs reports whether the lines of a column are one text: they are about as
// long as the column is wide, and most go on in the next one in the middle of a
// sentence.
func runs(lines []*Line) bool {
	if len(lines) < runsLines {
		return false
	}
	box := boxOfAll(lines)
	if box.W() < runsWide*lines[0].Size {
		return false
	}
	words, full, on := 0, 0, 0
	for i, l := range lines {
		words += len(l.Words)
		if i+1 == len(lines) {
			break
		}
		full += script.Flag(l.reach(box) > runsFull*box.W())
		last, next := &l.Words[len(l.Words)-1], script.FirstRune(lines[i+1].Words.Text())
		on += script.Flag(last.Hyphen || !unicode.IsUpper(next) && !unicode.IsDigit(next) && !script.Ends(l.Words.Text()))
	}
	n := float64(len(lines) - 1)
	wide := script.IsWide(script.FirstRune(lines[0].Words.Text()))
	return (wide || float64(words) > runsWords*float64(len(lines))) && float64(full) >= runsShare*n && float64(on) >= runsShare*n
}

// isRunning reports whether the lines of one side of a gutter are one text.
func isRunning(lines []Line) bool {
	column := make([]*Line, len(lines))
	for i := range lines {
		if !lines[i].isText() {
			return false
		}
		column[i] = &lines[i]
	}
	return runs(column)
}

// isListing reports whether some rows are a formula, or the first column the numbers
// of lines, and the rest a listing, one text, or larger than the numbers.
func isListing(rows [][]Line, columns [][]*Line) bool {
	if isEquation(rows) {
		return true
	}
	text := len(columns) == 2 && runs(columns[1])
	const smaller = .9
	last, numbered := 0, 0
	for _, row := range rows {
		l := &row[0]
		if len(row) == 1 {
			if !l.Words.Fixed() {
				return false
			}
			continue
		}
		n, err := strconv.Atoi(l.Words.Text())
		if err != nil || numbered > 0 && n != last+1 {
			return false
		}
		last = n
		numbered++
		for i := range row[1:] {
			if !row[1+i].Words.Fixed() && !text && (len(row) > 2 || l.Size > smaller*row[1+i].Size) {
				return false
			}
		}
	}
	return numbered >= alignedRows-1
}

// isEquation reports whether rows are the parts of a formula that is set apart: few,
// and one of their pieces ends or begins with an equals sign, or is that alone.
func isEquation(rows [][]Line) bool {
	const most = 4
	return len(rows) <= most && slices.ContainsFunc(rows, func(row []Line) bool {
		return slices.ContainsFunc(row, func(l Line) bool {
			return l.Words[0].Text == "=" || l.Words[len(l.Words)-1].Text == "="
		})
	})
}

// session returns how many of some rows, from the first one, begin with the prompt of
// a program: a listing of a session, in a font that is not of fixed width.
func session(rows [][]Line) int {
	signs := []string{">", "+", ">>>", "..."}
	for n, row := range rows {
		if !plainRow(row) || !slices.Contains(signs, row[0].Words[0].Text) {
			return n
		}
	}
	return len(rows)
}

// pairs returns how many of some rows, from the first one, are each a name that a
// colon ends, and its value: lines of text, of which columns say no more. Behind two
// of them, a row may have more values. A value with more lines below is no such value,
// and all are a table where those lines are beside its name.
func pairs(rows [][]Line) int {
	n := 0
	for n < len(rows) && (isPair(rows[n]) || n > 1 && isNamed(rows[n])) && (n == 0 || rows[n][0].isNameBelow(&rows[n-1][0])) {
		n++
	}
	if n == 0 || n == len(rows) || len(rows[n]) > 1 && shortRow(rows[n-1]) || !rows[n-1][1].isAbove(&rows[n][0]) {
		return n
	}
	if rows[n][0].Box.X0 > rows[n-1][0].Box.X1 {
		return 0
	}
	return n - 1
}

// isPlot reports whether rows are the labels of a plot: one of the columns is the numbers
// of an axis, from the largest at the top down in equal steps, and most of the other places are empty.
func isPlot(rows [][]Line, columns [][]*Line) bool {
	const least, full = 5, .6 // numbers of an axis; of the places that a table fills
	axes, filled := 0, 0
	for _, lines := range columns {
		numbers := make([]float64, 0, len(lines))
		for _, l := range lines {
			if n, err := strconv.ParseFloat(strings.NewReplacer(",", "", "%", "", "−", "-", "–", "-").Replace(l.Words.Text()), 64); err == nil {
				numbers = append(numbers, n)
			}
		}
		if len(numbers) >= least && len(numbers)+2 >= len(lines) && falls(numbers) {
			axes++
			continue
		}
		filled += len(lines)
	}
	return axes > 0 && float64(filled) < full*float64(len(rows)*(len(columns)-axes))
}

// falls reports whether numbers fall in equal steps.
func falls(numbers []float64) bool {
	const slack = .01
	step := numbers[0] - numbers[1]
	for i := 1; i < len(numbers); i++ {
		if math.Abs(numbers[i-1]-numbers[i]-step) > slack*step {
			return false
		}
	}
	return step > 0
}
