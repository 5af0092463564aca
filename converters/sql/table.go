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
	at     int   // where the first row begins
	line   int32 // its line
	order  int16 // index into orders, or -1: as they come
	form   rowForm
	copied uint8 // index into the forms of COPY
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

const (
	// maxTables is how many tables of one name a list of columns is compared
	// with.
	maxTables = 4
	// maxOrders is how many lists of columns one table has.
	maxOrders = 1 << 14
	// maxDoubles is how far apart a column that a list names twice is noticed.
	// Elsewhere the later value is in its cell.
	maxDoubles = 64
)

// moved returns where in a table each of some columns is. It is not ok if one is
// not in it, or twice among them.
func (t *table) moved(columns []string) (moved []int, ok bool) {
	odd := t.rarely()
	if odd.places == nil {
		odd.places = make(map[string]int, len(t.columns))
		for i, c := range t.columns {
			odd.places[strings.ToLower(c)] = i
		}
	}
	moved = make([]int, len(columns))
	for i, c := range columns {
		at, found := odd.places[strings.ToLower(c)]
		if !found || slices.Contains(moved[max(0, i-maxDoubles):i], at) {
			return nil, false
		}
		moved[i] = at
	}
	return moved, true
}

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
	moved, ok := t.moved(columns)
	if !ok {
		return 0, false
	}
	for i, o := range odd.orders {
		if i < maxTables && slices.Equal(o, moved) {
			return int16(i), true
		}
	}
	odd.orders = append(odd.orders, moved)
	return int16(len(odd.orders) - 1), true
}

// piece is a part of the text that is shown as it is, comments in front
// of it included.
type piece struct {
	lex.Span
	line int // of its start
}
