package sql

import (
	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// insert reads an INSERT with its rows. It is not ok for one that is shown as
// it is.
func (r *reader) insert(i int) (end int, ok bool, err error) {
	h, ok := r.heads.read(r.lex, i)
	if !ok {
		return i, false, nil
	}
	if h.Set {
		return r.insertSet(i, h)
	}
	count := tally{width: r.heads.to.width, from: h.Rows}
	if r.heads.to.table == nil {
		count.width = h.Columns
	}
	r.lex.Depth = 0
	at, err := r.rows(&count)
	if err != nil || !count.ok {
		return i, false, err
	}
	return r.inserted(i, at, h, r.heads.to, &count)
}

// insertSet reads the rest of an INSERT … SET of MySQL, which says one row by its
// columns. It is not ok for one that is shown as it is.
func (r *reader) insertSet(i int, h head) (end int, ok bool, err error) {
	if r.lex.Delimiter != ";" {
		return i, false, nil // the row ends where the delimiter is, which is another one when it is read again
	}
	r.lex.Depth = 0
	at, values, ok := r.lex.Assignments(h.Rows, r.fields[:0])
	r.fields = values
	if !ok {
		return i, false, r.bounds(len(values), document.Pos{})
	}
	count := tally{from: h.Rows, width: len(values), rows: 1}
	look(r.fields, r.lex, &count)
	h.Columns = count.width
	return r.inserted(i, at, h, target{}, &count)
}

// inserted takes the rows of an INSERT at i, which end at at, for those of a table: of
// the one that the head says where none is given.
func (r *reader) inserted(i, at int, h head, to target, count *tally) (end int, ok bool, err error) {
	end, clause, ok := afterRows(r.lex, at)
	if !ok {
		return i, false, nil
	}
	if to.table == nil {
		if err := r.bounds(count.width, document.Pos{}); err != nil {
			return i, false, err
		}
		if to, ok = r.catalog.resolve(h, count.width); !ok {
			r.lost.mismatched.add(&r.lines, i)
			return i, false, nil
		}
		if !h.Set {
			r.heads.add(string(r.lex.Text[i:h.Rows]), to)
		}
	}
	if clause {
		r.lost.clauses.add(&r.lines, at)
	}
	s := segment{at: h.Rows, order: to.order}
	if h.Set {
		s.form = formSet
	}
	err = r.place(to, s, at, count)
	return r.trailing(to.table, end), true, err
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
		start := i
		if r.lex.At(i) != '(' {
			start = r.lex.RowBegin(i)
		}
		var ok bool
		i, r.fields, ok = r.lex.Row(start, r.fields[:0])
		if !ok {
			return i, r.bounds(len(r.fields), document.Pos{})
		}
		if t.width == 0 {
			t.width = len(r.fields)
		}
		if len(r.fields) != t.width {
			r.lost.mismatched.add(&r.lines, start)
			return i, nil
		}
		t.rows++
		look(r.fields, r.lex, t)
		if err := r.account.step(start, i); err != nil {
			return i, err
		}
		if r.lex.At(i) == ',' {
			continue
		}
		next := r.lex.Blank(i)
		if r.lex.At(next) != ',' {
			t.ok = true
			return i, nil
		}
		i = next
	}
}

// look counts the values of a row that are empty, and those that are cut.
func look(fields []lex.Span, l *lex.Lexer, t *tally) {
	for _, f := range fields {
		switch n := f.To - f.From; {
		case n == 2 && l.Text[f.From] == '\'':
			t.empty++
		case n > maxBlob && isBlob(l.Of(f)):
			t.blobs++
		}
	}
}

// place adds rows to a table. They end at end.
func (r *reader) place(to target, s segment, end int, t *tally) error {
	s.line = int32(r.lines.lineOf(s.at))
	pos := document.LineSpan(int(s.line), r.lines.lineOf(max(end-1, s.at)))
	if err := r.bounds(to.width, pos); err != nil {
		return err
	}
	if t.blobs > 0 {
		r.lost.blobs.add(&r.lines, s.at)
		r.lost.blobs.n += t.blobs - 1
	}
	r.joined = false
	nodes := 0
	if len(to.table.segments) == 0 {
		to.table.first, nodes = s.line, tableNodes
	}
	to.table.last = int32(pos.Lines.Last)
	if r.front < r.begin {
		r.note(to.table, r.front, r.begin)
	}
	to.table.segments = append(to.table.segments, s)
	to.table.rows += int64(t.rows)
	to.table.bytes += int64(end - s.at)
	// Rows of some columns are written in the table's width, which costs work
	// that a small file can ask for.
	if err := r.account.env.Step(r.account.ctx, int64(t.rows)*int64(len(to.table.columns)), pos); err != nil {
		return err
	}
	return r.account.spend(nodes, t.rows*t.width-t.empty, pos)
}
