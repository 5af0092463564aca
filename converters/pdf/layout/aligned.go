package layout

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
		t, n := alignedTable(rows[i:])
		if t == nil {
			for _, row := range rows[i : i+n] {
				out = append(out, row...)
			}
			i += n
			continue
		}
		t.mirror()
		out = append(out, t.line(&rows[i][0]))
		i += n
	}
	return out
}

// alignedTable returns the table that the first of some rows make, and how many
// those are; nil where they are none.
func alignedTable(rows [][]Line) (*Table, int) {
	if t, n := groupedTable(rows); t != nil {
		return t, n
	}
	a := alignment{}
	n, table := a.grow(splitHead(rows), rows)
	if !table {
		return nil, n
	}
	t := a.table(a.rows)
	return &t, n
}
