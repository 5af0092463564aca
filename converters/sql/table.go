package sql

import (
	"slices"
	"strings"
)

// table is a table of the document: all rows of one name that have the same
// columns, or some of them.
type table struct {
	name     string
	key      string
	columns  []string // nil: no statement says them
	width    int
	created  int32   // the creation that says its types, or -1
	orders   [][]int // where the values of a row belong, one for each list of columns
	segments []segment
	rows     int64
	bytes    int64 // of the rows in the text

	first, last int            // lines
	notes       []piece        // comments in front of the statements
	places      map[string]int // where each column is, in lower case; made when it is needed
}

// segment is a run of rows: those of one INSERT or one COPY.
type segment struct {
	at    int   // where the first row begins
	line  int32 // its line
	order int16 // index into orders, or -1: as they come
	copy  bool  // lines of fields, not rows in parentheses
}

// target is the table that rows belong to. Width is how many values each has;
// a negative one says that the statement is shown as it is.
type target struct {
	table *table
	width int
	order int16
}

// note keeps the comments in text[from:to] for a table.
func (r *reader) note(t *table, from, to int) {
	if len(t.notes) < notesMost {
		t.notes = append(t.notes, piece{span{from, to}, r.lineOf(from)})
	} else if len(r.notes(from, to)) > 0 {
		r.lost.comments.add(r, from)
	}
}

// trailing keeps the comment that stands in the line behind a statement, and
// returns where it ends, or end.
func (r *reader) trailing(t *table, end int) int {
	at := r.spaces(end)
	if at >= len(r.text) || r.at(end-1) == '\n' {
		return end
	}
	if to := r.comment(at); to > at {
		r.note(t, at, to)
		return to
	}
	return end
}

// resolve finds the table that rows with a head belong to, or makes it. It is
// not ok where the table is known to have another number of columns.
func (r *reader) resolve(h head, width int) (to target, ok bool) {
	name := r.text[h.name.from:h.name.to]
	key := nameKey(name)
	created, known := r.created[key]
	if !known {
		created = -1
	}
	var columns []string
	switch {
	case h.columns > 0:
		columns = r.columnNames(h.list.from, h.list.to)
	case known:
		if columns = r.columnsFor(&r.creations[created], width); columns == nil {
			return target{}, false
		}
	}
	same := r.named[key]
	for _, index := range same[max(0, len(same)-tablesMost):] {
		t := r.tables[index]
		if t.columns == nil && h.columns == 0 && t.width == width {
			t.columns = columns // the creation stood between the rows
		}
		if order, ok := t.accepts(columns, width); ok {
			if known && t.created < 0 {
				t.created = created
			}
			return target{t, width, order}, true
		}
	}
	t := &table{name: plainName(name), key: key, columns: columns, width: width, created: created}
	r.named[key] = append(same, int32(len(r.tables)))
	r.items = append(r.items, item{itemTable, int32(len(r.tables))})
	r.tables = append(r.tables, t)
	return target{t, width, -1}, true
}

// columnsFor returns the names of the columns of a creation that rows of a width
// without a list have: all of them, or those that are not computed; else nil.
func (r *reader) columnsFor(c *creation, width int) []string {
	switch {
	case c.columns == width:
		if names := r.columnsOf(c); len(names) == width {
			return names
		}
	case c.computed < 0 || c.columns-c.computed == width:
		if names := r.storedOf(c); len(names) == width {
			return names
		}
	}
	return nil
}

const (
	// ordersMost is how many lists of columns one table has.
	ordersMost = 1 << 14
	// doublesMost is how far apart a column that a list names twice is noticed.
	// Elsewhere the later value stands in its cell.
	doublesMost = 64
)

// accepts reports whether rows with columns fit a table, and the order that
// their values then have.
func (t *table) accepts(columns []string, width int) (order int16, ok bool) {
	if columns == nil || t.columns == nil {
		return -1, columns == nil && t.columns == nil && t.width == width
	}
	if slices.EqualFunc(columns, t.columns, strings.EqualFold) {
		return -1, true
	}
	if len(columns) > len(t.columns) || len(t.orders) >= ordersMost {
		return 0, false
	}
	if t.places == nil {
		t.places = make(map[string]int, len(t.columns))
		for i, c := range t.columns {
			t.places[strings.ToLower(c)] = i
		}
	}
	moved := make([]int, len(columns))
	for i, c := range columns {
		at, found := t.places[strings.ToLower(c)]
		if !found || slices.Contains(moved[max(0, i-doublesMost):i], at) {
			return 0, false
		}
		moved[i] = at
	}
	for i, o := range t.orders {
		if i < tablesMost && slices.Equal(o, moved) {
			return int16(i), true
		}
	}
	t.orders = append(t.orders, moved)
	return int16(len(t.orders) - 1), true
}
