package sql

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// table is a table of the document: all rows of one name that have the same
// columns, or some of them.
type table struct {
	name     string
	key      string
	columns  []string // nil: no statement says them
	segments []segment
	rows     int64
	bytes    int64 // of the rows in the text

	width       int32
	created     int32 // the creation that says its types, or -1
	database    int32
	before      int32 // the table of the same name before it that was not dropped, or -1
	first, last int32 // lines
	*rare             // nil where there is none of it
}

// rare is what few tables have.
type rare struct {
	orders [][]int        // where the values of a row belong, one for each list of columns
	notes  []piece        // comments in front of the statements
	places map[string]int // where each column is, in lower case; made when it is needed
}

// rarely returns what few tables have, to be changed.
func (t *table) rarely() *rare {
	if t.rare == nil {
		t.rare = &rare{}
	}
	return t.rare
}

// seldom returns what few tables have, to be looked at.
func (t *table) seldom() rare {
	if t.rare == nil {
		return rare{}
	}
	return *t.rare
}

// segment is a run of rows: those of one INSERT or one COPY.
type segment struct {
	at    int   // where the first row begins
	line  int32 // its line
	order int16 // index into orders, or -1: as they come
	form  rowForm
}

// rowForm is how rows are written.
type rowForm uint8

const (
	formValues rowForm = iota // in parentheses, with commas between them
	formCopy                  // lines of fields
	formSet                   // one row: a = 1, b = 2
)

// target is the table that rows belong to. Width is how many values each has;
// a negative one says that the statement is shown as it is.
type target struct {
	table *table
	width int
	order int16
}

// note keeps the comments in text[from:to] for a table.
func (r *reader) note(t *table, from, to int) {
	if odd := t.rarely(); len(odd.notes) < lex.MaxNotes {
		odd.notes = append(odd.notes, piece{lex.Span{From: from, To: to}, r.lineOf(from)})
	} else if len(r.Notes(from, to)) > 0 {
		r.lost.comments.add(r, from)
	}
}

// trailing keeps the comment that is in the line behind a statement, and
// returns where it ends, or end.
func (r *reader) trailing(t *table, end int) int {
	at := r.Spaces(end)
	if at >= len(r.Text) || r.At(end-1) == '\n' {
		return end
	}
	if to := r.Comment(at); to > at {
		r.note(t, at, to)
		return to
	}
	return end
}

// resolve finds the table that rows with a head belong to, or makes it. It is
// not ok where the table is known to have another number of columns.
func (r *reader) resolve(h lex.Head, width int) (to target, ok bool) {
	name := r.Text[h.Name.From:h.Name.To]
	title, key := lex.PlainName(name), r.keyOf(name)
	created := r.creationOf(key)
	known := created >= 0
	var columns []string
	switch {
	case h.Set:
		columns = assignedNames(r.Lexer, h.Rows, h.Columns)
	case h.Columns > 0:
		columns = r.ColumnNames(h.List.From, h.List.To)
	case known:
		more := r.PartitionColumns(h.Part)
		if columns = r.columnsFor(r.creations.at(created), width); columns == nil && width > len(more) {
			if columns = r.columnsFor(r.creations.at(created), width-len(more)); columns != nil {
				columns = append(columns, more...)
			}
		}
		if columns == nil {
			return target{}, false
		}
	}
	if h.Part.From < h.Part.To {
		part := " PARTITION " + strings.Join(strings.Fields(r.Text[h.Part.From:h.Part.To]), " ")
		title, key = title+part, key+"\x00"+part
	}
	before, near := r.near(key)
	for _, t := range near {
		if known && t.created >= 0 && t.created != created && r.creations.at(created).anew {
			before = -1 // those so far were dropped
			continue
		}
		if t.columns == nil && h.Columns == 0 && int(t.width) == width {
			t.columns = columns // the creation stood between the rows
		}
		if order, ok := t.accepts(columns, width); ok {
			if known && t.created < 0 {
				t.created = created
			}
			return target{t, width, order}, true
		}
	}
	t := &table{name: title, key: key, columns: columns, width: int32(width), created: created, before: before, database: r.database}
	r.named[key] = int32(len(r.tables))
	r.items = append(r.items, item{itemTable, int32(len(r.tables))})
	r.tables = append(r.tables, t)
	return target{t, width, -1}, true
}

// near returns the last table so far that has a key, or -1, and those of that
// key that rows may belong to, the first one first.
func (r *reader) near(key string) (last int32, near []*table) {
	last, ok := r.named[key]
	if !ok {
		return -1, nil
	}
	for at := last; at >= 0 && len(near) < maxTables; at = r.tables[at].before {
		near = append(near, r.tables[at])
	}
	slices.Reverse(near)
	return last, near
}

// creationOf returns the last creation so far of a table with a key, or -1. It
// looks at the names of those that came since it was asked last: in many files
// it never is.
func (r *reader) creationOf(key string) int32 {
	for ; r.indexed < r.creations.count(); r.indexed++ {
		c := r.creations.at(int32(r.indexed))
		if name, _, ok := createHead(r.Lexer, r.Blank(c.from)); ok {
			r.created[r.keyOf(r.Text[name.From:name.To])] = int32(r.indexed)
		}
	}
	if at, ok := r.created[key]; ok {
		return at
	}
	return -1
}

// columnsFor returns the names of the columns of a creation that rows of a width
// without a list have: all of them, or those that are not computed; else nil.
func (r *reader) columnsFor(c *creation, width int) []string {
	switch {
	case int(c.columns) == width:
		if names := columnsOf(r.Lexer, c); len(names) == width {
			return names
		}
	case c.computed < 0 || int(c.columns-c.computed) == width:
		if names := storedOf(r.Lexer, c); len(names) == width {
			return names
		}
	}
	return nil
}

const (
	// maxOrders is how many lists of columns one table has.
	maxOrders = 1 << 14
	// maxDoubles is how far apart a column that a list names twice is noticed.
	// Elsewhere the later value is in its cell.
	maxDoubles = 64
)

// accepts reports whether rows with columns fit a table, and the order that
// their values then have.
func (t *table) accepts(columns []string, width int) (order int16, ok bool) {
	if columns == nil || t.columns == nil {
		return -1, columns == nil && t.columns == nil && int(t.width) == width
	}
	if slices.EqualFunc(columns, t.columns, strings.EqualFold) {
		return -1, true
	}
	odd := t.rarely()
	if len(columns) > len(t.columns) || len(odd.orders) >= maxOrders {
		return 0, false
	}
	if odd.places == nil {
		odd.places = make(map[string]int, len(t.columns))
		for i, c := range t.columns {
			odd.places[strings.ToLower(c)] = i
		}
	}
	moved := make([]int, len(columns))
	for i, c := range columns {
		at, found := odd.places[strings.ToLower(c)]
		if !found || slices.Contains(moved[max(0, i-maxDoubles):i], at) {
			return 0, false
		}
		moved[i] = at
	}
	for i, o := range odd.orders {
		if i < maxTables && slices.Equal(o, moved) {
			return int16(i), true
		}
	}
	odd.orders = append(odd.orders, moved)
	return int16(len(odd.orders) - 1), true
}

// chunked is a list that may get long, and is not copied then.
type chunked[T any] struct{ chunks [][]T }

const chunkSize = 1 << 10

func (c *chunked[T]) add(value T) {
	n := len(c.chunks)
	if n == 0 || len(c.chunks[n-1]) == chunkSize {
		c.chunks, n = append(c.chunks, nil), n+1
	}
	c.chunks[n-1] = append(c.chunks[n-1], value)
}

// at returns the value at an index, until the next one is added.
func (c *chunked[T]) at(i int32) *T { return &c.chunks[i/chunkSize][i%chunkSize] }

func (c *chunked[T]) count() int {
	n := len(c.chunks)
	if n == 0 {
		return 0
	}
	return (n-1)*chunkSize + len(c.chunks[n-1])
}
