package csv

import "strings"

// headerRows is how many rows below the first one decide whether it is a
// header.
const headerRows = 20

// maxTitle is how many rows a title may have.
const maxTitle = 10

// topRow is one of the first rows of a file.
type topRow struct {
	cells        []string
	filled       int  // cells with text
	apart        bool // a blank row is above
	first, lines int
}

// topRows returns the first rows of a sample, blank ones left out.
func topRows(d dialect, sample []byte, cut bool) []topRow {
	rows := make([]topRow, 0, maxTitle+headerRows+1)
	apart := false
	s := sampleScanner(d, sample, cut)
	for width, from := 0, 0; len(rows) < cap(rows) && s.next(); from = s.at {
		row := topRow{apart: apart, first: s.record.first, lines: s.record.lines, cells: make([]string, 0, width)}
		all := string(sample[from:s.at]) // of which every cell is a part
		for f := range s.all() {
			text := all[max(0, f.from-from):max(0, f.to-from)] // a field that was left out lies nowhere
			row.cells = append(row.cells, d.value(text, f.quotes))
			if !blank(sample[f.from:f.to]) {
				row.filled++
			}
		}
		width = len(row.cells)
		if apart = row.filled == 0; !apart {
			rows = append(rows, row)
		}
	}
	return rows
}

// titles returns how many of the first rows are no part of the table.
func titles(rows []topRow) int {
	n := 0
	for n < len(rows) && rows[n].filled == 1 && kindOf(rows[n].cells[0]) != kindEmpty {
		n++
	}
	switch {
	case n > maxTitle || n+1 >= len(rows):
		return 0
	case rows[n].filled < 3 && !rows[n].apart, rows[n+1].filled < 2:
		return 0
	}
	return n
}

// isData reports whether the first of the rows clearly is data, so that the
// table has no header. See the package doc for the rule. In doubt it is a
// header.
func isData(rows []topRow) bool {
	if len(rows) < 2 {
		return false
	}
	rows = rows[:min(len(rows), headerRows+1)]
	numbers := true // every cell of the first row looks like the cells below
	for column, cell := range rows[0].cells {
		k := kindOf(cell)
		like := k != kindText && alike(k, column, rows[1:])
		if like && (k == kindTime || k == kindAddress) {
			return true
		}
		numbers = numbers && like
	}
	return numbers && !steps(rows[0].cells)
}

// alike reports whether a column has cells of one kind only, apart from empty
// ones.
func alike(k kind, column int, rows []topRow) bool {
	seen := false
	for _, row := range rows {
		below := kindEmpty
		if column < len(row.cells) {
			below = kindOf(row.cells[column])
		}
		if below != k && below != kindEmpty {
			return false
		}
		seen = seen || below == k
	}
	return seen
}

// steps reports whether cells count up or down evenly, as the years or
// numbers of a header do: by one, or three or more of them by any step.
func steps(cells []string) bool {
	var last, step, n int
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			continue
		}
		if !digits(cell) || len(cell) > 9 {
			return false
		}
		value := 0
		for i := range len(cell) {
			value = 10*value + int(cell[i]-'0')
		}
		if n > 1 && value-last != step {
			return false
		}
		step, last = value-last, value
		n++
	}
	return n > 2 && step != 0 || n == 2 && (step == 1 || step == -1)
}
