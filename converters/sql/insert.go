package sql

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
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

const (
	// headsMost is how many heads are remembered.
	headsMost = 4096
	// tablesMost is how many tables of one name a list of columns is compared
	// with.
	tablesMost = 4
	// tableNodes and creationNodes are what a table and a CREATE TABLE take of
	// the limit of nodes.
	tableNodes    = 24
	creationNodes = 16
)

// insert reads an INSERT with its rows. It is not ok for one that is shown as
// it is.
func (r *reader) insert(i int) (end int, ok bool, err error) {
	h, ok := r.head(i)
	if !ok {
		return i, false, nil
	}
	count := tally{width: r.lastTo.width, from: h.rows}
	if r.lastTo.table == nil {
		count.width = h.columns
	}
	r.depth = 0
	at, err := r.rows(&count)
	if err != nil || !count.ok {
		return i, false, err
	}
	end, clause, ok := r.afterRows(at)
	if !ok {
		return i, false, nil
	}
	to := r.lastTo
	if to.table == nil {
		if err := r.bounds(count.width, document.Pos{}); err != nil {
			return i, false, err
		}
		if to, ok = r.resolve(h, count.width); !ok {
			r.lost.mismatched.add(r, i)
			return i, false, nil
		}
		r.remember(i, h, to)
	}
	if clause {
		r.lost.clauses.add(r, at)
	}
	return end, true, r.place(to, segment{at: h.rows, order: to.order}, at, &count)
}

// head reads the head at i. One that was read before needs no second look:
// lastTo has what it means, or no table.
func (r *reader) head(i int) (h head, ok bool) {
	if r.last != "" && strings.HasPrefix(r.text[i:], r.last) {
		return head{rows: r.blank(i + len(r.last))}, true
	}
	h, ok = r.insertHead(i)
	if ok {
		r.last = r.text[i:h.rows]
		r.lastTo = r.heads[r.last]
	}
	if r.lastTo.table == nil {
		r.last = ""
	}
	return h, ok
}

// remember notes what a head means.
func (r *reader) remember(i int, h head, to target) {
	r.last, r.lastTo = r.text[i:h.rows], to
	if len(r.heads) < headsMost {
		r.heads[r.last] = to
	}
}

// tally counts the rows of a statement.
type tally struct {
	from  int // where they begin
	width int // of each row; 0 until the first is read
	rows  int
	empty int // cells without content
	blobs int
	ok    bool
}

// rows reads the rows of an INSERT and returns where they end.
func (r *reader) rows(t *tally) (end int, err error) {
	for i := t.from; ; i++ {
		start := r.blank(i)
		var ok bool
		i, r.fields, ok = r.row(start, r.fields[:0])
		if !ok {
			return i, r.bounds(len(r.fields), document.Pos{})
		}
		if t.width == 0 {
			t.width = len(r.fields)
		}
		if len(r.fields) != t.width {
			r.lost.mismatched.add(r, start)
			return i, nil
		}
		t.rows++
		r.look(t)
		if err := r.step(start, i); err != nil {
			return i, err
		}
		if next := r.blank(i); r.at(next) != ',' {
			t.ok = true
			return i, nil
		} else {
			i = next
		}
	}
}

// look counts the values of a row that are empty, and those that are cut.
func (r *reader) look(t *tally) {
	for _, f := range r.fields {
		switch n := f.to - f.from; {
		case n == 2 && r.text[f.from] == '\'':
			t.empty++
		case n > blobMost && isBlob(r.text[f.from:f.to]):
			t.blobs++
		}
	}
}

// place adds rows to a table. They end at end.
func (r *reader) place(to target, s segment, end int, t *tally) error {
	s.line = int32(r.lineOf(s.at))
	pos := document.LineSpan(int(s.line), r.lineOf(max(end-1, s.at)))
	if err := r.bounds(to.width, pos); err != nil {
		return err
	}
	if t.blobs > 0 {
		r.lost.blobs.add(r, s.at)
		r.lost.blobs.n += t.blobs - 1
	}
	r.joined = false
	nodes := 0
	if len(to.table.segments) == 0 {
		to.table.first, nodes = int(s.line), tableNodes
	}
	to.table.last = pos.Lines.Last
	if r.front < r.begin {
		r.note(to.table)
	}
	to.table.segments = append(to.table.segments, s)
	// Rows of some columns are written in the table's width, which costs work
	// that a small file can ask for.
	if err := r.env.Step(r.ctx, int64(t.rows)*int64(len(to.table.columns)), pos); err != nil {
		return err
	}
	return r.spend(nodes, t.rows*t.width-t.empty, pos)
}

// note keeps the comments in front of the statement for its table.
func (r *reader) note(t *table) {
	if len(t.notes) < notesMost {
		t.notes = append(t.notes, piece{span{r.front, r.begin}, r.lineOf(r.front)})
	} else if len(r.notes(r.front, r.begin)) > 0 {
		r.lost.comments.add(r, r.front)
	}
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
		if r.creations[created].columns != width {
			return target{}, false
		}
		columns = r.columnsOf(&r.creations[created])
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

// copyRows reads a COPY with its rows. It is not ok for what is none.
func (r *reader) copyRows(i int) (end int, ok bool, err error) {
	h, plain, ok := r.copyHead(i)
	if !ok {
		return i, false, nil
	}
	rows, next := r.copyBlock(h.rows)
	if !plain {
		end, err = r.piece(next)
		return end, true, err
	}
	count := tally{from: h.rows, width: h.columns}
	short, err := r.copyTally(&count, rows)
	if err != nil {
		return i, false, err
	}
	to, fits := target{}, false
	if count.ok {
		if err := r.bounds(count.width, document.LineSpan(r.lineOf(i), r.lineOf(i))); err != nil {
			return i, false, err
		}
		to, fits = r.resolve(h, count.width)
	}
	if !fits {
		if count.rows > 0 {
			r.lost.mismatched.add(r, h.rows)
		}
		end, err = r.piece(next)
		return end, true, err
	}
	if short > 0 {
		r.lost.ragged.add(r, h.rows)
		r.lost.ragged.n += short - 1
	}
	return next, true, r.place(to, segment{at: h.rows, order: to.order, copy: true}, rows, &count)
}

// copyTally counts the rows of a COPY up to end, and those that are shorter
// than the first or than its list of columns. It is not ok if one is longer.
func (r *reader) copyTally(t *tally, end int) (short int, err error) {
	for i := t.from; i < end; {
		stop := min(r.lineEnd(i), end)
		n := strings.Count(r.text[i:stop], "\t") + 1
		if t.width == 0 {
			t.width = n
		}
		if n > t.width {
			return 0, nil
		}
		if n < t.width {
			short++
		}
		t.rows++
		if err := r.step(i, stop); err != nil {
			return 0, err
		}
		i = stop + 1
	}
	t.ok = t.rows > 0
	return short, nil
}
