package layout

import "slices"

// alignedTables puts a table in the place of rows that are aligned in columns.
func alignedTables(lines []Line) []Line {
	rows := rowsOf(lines)
	var out []Line
	for i := 0; i < len(rows); {
		n := pairs(rows[i:])
		if typed := session(rows[i:]); typed >= alignedRows {
			n = typed
		}
		if n > 1 {
			for _, row := range rows[i : i+n] {
				for k := range row[1:] {
					row[0].join(&row[1+k])
				}
				row[0].pair = true
				out = append(out, row[0])
			}
			i += n
			continue
		}
		part, n := aligned(rows[i:])
		out = append(out, part...)
		i += n
	}
	return out
}

// aligned returns lines in the place of the first of some rows, and how many of those it
// took: a table, or lines as they are read, names in the margin of a text before it.
func aligned(rows [][]Line) ([]Line, int) {
	t, n := groupedTable(rows)
	if t == nil {
		a := alignment{}
		var what kind
		n, what = a.grow(splitHead(rows), rows)
		switch what {
		case notTable:
			return slices.Concat(rows[:n]...), n
		case marginNames:
			return a.namesFirst(), n
		}
		t = a.table(a.rows)
	}
	t.mirror()
	return []Line{t.line(&rows[0][0])}, n
}

// namesFirst returns the lines of the first column before all others.
func (a *alignment) namesFirst() []Line {
	var names, text []Line
	for _, row := range a.rows {
		for _, l := range row {
			if a.column(&l) == 0 {
				names = append(names, l)
			} else {
				text = append(text, l)
			}
		}
	}
	return append(names, text...)
}
