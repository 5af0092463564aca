package sql

import (
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// read reads all statements.
func (r *reader) read() error {
	for i := 0; i < len(r.lex.Text); {
		for i < len(r.lex.Text) && r.lex.Text[i] <= ' ' {
			i++
		}
		r.front = i
		r.begin = r.lex.Blank(i)
		if r.begin == len(r.lex.Text) {
			return r.end(i)
		}
		end, err := r.statement(r.begin)
		if err == nil {
			err = r.account.step(i, end)
		}
		if err != nil {
			return err
		}
		i = end
	}
	return nil
}

// end reads the comments behind the last statement: they are SQL as any other
// text, unless a program wrote them.
func (r *reader) end(i int) error {
	if len(r.catalog.items) > 0 && (r.joined || len(r.lex.Notes(i, len(r.lex.Text))) > 0) {
		if _, err := r.piece(len(r.lex.Text)); err != nil {
			return err
		}
	}
	return r.account.step(i, len(r.lex.Text))
}

// statement reads the statement at i and returns where it ends.
func (r *reader) statement(i int) (end int, err error) {
	switch {
	case r.lex.Delimited(i):
		return i + len(r.lex.Delimiter), nil
	case r.lex.Text[i] == ';':
		return i + 1, nil
	case r.lex.StartsLine(i):
		if end := r.lex.BatchEnd(i); end > i {
			return end, nil
		}
		if shell(r.lex, i) {
			if err := r.connect(i); err != nil {
				return i, err
			}
			return r.piece(r.lex.LineEnd(i))
		}
	}
	end, ok, err := r.understood(i)
	if ok || err != nil {
		return end, err
	}
	return r.piece(end)
}

// understood reads the statement at i and returns where it ends. It is not ok for
// one that is shown as it is.
func (r *reader) understood(i int) (end int, ok bool, err error) {
	var caps lex.Upper
	switch string(caps.Of(r.lex.Word(i))) {
	case "INSERT", "REPLACE", "UPSERT":
		end, ok, err = r.insert(i)
	case "COPY":
		end, ok, err = r.copyRows(i)
	case "CREATE", "ALTER":
		if end, ok, err = r.create(i); !ok && err == nil && r.routines.is(i) {
			return r.routines.end(i), false, nil
		}
	case "BEGIN", "DECLARE":
		if r.lex.Is(i, "DECLARE") || r.routines.begins(i) {
			return r.routines.end(i), false, nil
		}
	case "USE":
		err = r.use(useOf(r.lex, i))
	case "DELIMITER":
		if redelimit(r.lex, i) {
			return r.lex.LineEnd(i), false, nil
		}
	}
	if ok || err != nil {
		return end, ok, err
	}
	return r.lex.StatementEnd(i), false, nil
}

// maxDelimiter is the longest delimiter, in bytes.
const maxDelimiter = 32

// redelimit reads the DELIMITER of MySQL's client at i. It reports false where
// it names none, or is not at the start of its line.
func redelimit(l *lex.Lexer, i int) bool {
	words := strings.Fields(string(l.Text[i+len("DELIMITER") : l.LineEnd(i)]))
	if !l.StartsLine(i) || len(words) == 0 || len(words[0]) > maxDelimiter {
		return false
	}
	l.Delimit(words[0])
	return true
}

// create reads a CREATE TABLE. It is not ok for one without columns.
func (r *reader) create(i int) (end int, ok bool, err error) {
	name, open, ok := createHead(r.lex, i)
	if !ok || r.lex.Is(i, "ALTER") {
		return i, false, nil
	}
	columns := 0
	r.lex.Depth = 0
	closed := definitions(r.lex, open, func(part lex.Span) {
		if isColumn(r.lex, part) {
			columns++
		}
	})
	if closed == 0 || columns == 0 {
		return i, false, nil
	}
	end = createEnd(r.lex, closed)
	tail := trimmed(r.lex, closed, end)
	if at := r.lex.Blank(closed); r.lex.Is(at, "AS") || r.lex.Is(at, "SELECT") {
		return i, false, nil // its rows come from elsewhere: nothing to sum up
	}
	line := r.lines.lineOf(r.front)
	pos := document.LineSpan(r.lines.lineOf(open), r.lines.lineOf(max(closed, tail)-1))
	if uint64(end-r.front) > math.MaxUint32 {
		return i, false, nil
	}
	if err := r.bounds(columns, pos); err != nil {
		return i, false, err
	}
	r.joined = false
	r.catalog.items = append(r.catalog.items, item{itemCreation, int32(r.catalog.creations.count())})
	r.catalog.creations.add(creation{
		from: r.front, line: int32(line), columns: int32(columns), computed: -1,
		open: uint32(open - r.front), tail: uint32(tail - r.front), size: uint32(end - r.front),
		anew: !unlessExists(r.lex, i, name.From),
	})
	r.heads.forget()
	return end, true, r.account.spend(creationNodes, 0, pos)
}

// createEnd returns where the statement ends whose columns end at i. SQL
// Server needs no delimiter.
func createEnd(l *lex.Lexer, i int) int {
	if end, clause, ok := afterRows(l, i); ok && !clause {
		return end
	}
	return l.StatementEnd(i)
}
