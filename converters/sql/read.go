package sql

import (
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// read reads all statements.
func (r *reader) read() error {
	for i := 0; i < len(r.Text); {
		for i < len(r.Text) && r.Text[i] <= ' ' {
			i++
		}
		r.front = i
		r.begin = r.Blank(i)
		if r.begin == len(r.Text) {
			return r.end(i)
		}
		end, err := r.statement(r.begin)
		if err == nil {
			err = r.step(i, end)
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
	if len(r.items) > 0 && (r.joined || len(r.Notes(i, len(r.Text))) > 0) {
		if _, err := r.piece(len(r.Text)); err != nil {
			return err
		}
	}
	return r.step(i, len(r.Text))
}

// statement reads the statement at i and returns where it ends.
func (r *reader) statement(i int) (end int, err error) {
	switch {
	case r.Delimited(i):
		return i + len(r.Delimiter), nil
	case r.Text[i] == ';':
		return i + 1, nil
	case r.StartsLine(i):
		if end := r.BatchEnd(i); end > i {
			return end, nil
		}
		if r.shell(i) {
			if err := r.connect(i); err != nil {
				return i, err
			}
			return r.piece(r.LineEnd(i))
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
	switch string(caps.Of(r.Word(i))) {
	case "INSERT", "REPLACE", "UPSERT":
		end, ok, err = r.insert(i)
	case "COPY":
		end, ok, err = r.copyRows(i)
	case "CREATE", "ALTER":
		if end, ok, err = r.create(i); !ok && err == nil && r.Routine(i) {
			return r.RoutineEnd(i), false, nil
		}
	case "BEGIN", "DECLARE":
		if r.Is(i, "DECLARE") || r.BlockBegins(i) {
			return r.RoutineEnd(i), false, nil
		}
	case "USE":
		err = r.use(useOf(r.Lexer, i))
	case "DELIMITER":
		if r.redelimit(i) {
			return r.LineEnd(i), false, nil
		}
	}
	if ok || err != nil {
		return end, ok, err
	}
	return r.StatementEnd(i), false, nil
}

// maxDelimiter is the longest delimiter, in bytes.
const maxDelimiter = 32

// redelimit reads the DELIMITER of MySQL's client at i. It reports false where
// it names none, or is not at the start of its line.
func (r *reader) redelimit(i int) bool {
	words := strings.Fields(r.Text[i+len("DELIMITER") : r.LineEnd(i)])
	if !r.StartsLine(i) || len(words) == 0 || len(words[0]) > maxDelimiter {
		return false
	}
	r.Delimit(words[0])
	return true
}

// create reads a CREATE TABLE. It is not ok for one without columns.
func (r *reader) create(i int) (end int, ok bool, err error) {
	name, open, ok := createHead(r.Lexer, i)
	if !ok || r.Is(i, "ALTER") {
		return i, false, nil
	}
	columns := 0
	r.Depth = 0
	closed := definitions(r.Lexer, open, func(part lex.Span) {
		if isColumn(r.Lexer, part) {
			columns++
		}
	})
	if closed == 0 || columns == 0 {
		return i, false, nil
	}
	end = r.createEnd(closed)
	tail := r.trimmed(closed, end)
	if at := r.Blank(closed); r.Is(at, "AS") || r.Is(at, "SELECT") {
		return i, false, nil // its rows come from elsewhere: nothing to sum up
	}
	line := r.lineOf(r.front)
	pos := document.LineSpan(r.lineOf(open), r.lineOf(max(closed, tail)-1))
	if uint64(end-r.front) > math.MaxUint32 {
		return i, false, nil
	}
	if err := r.bounds(columns, pos); err != nil {
		return i, false, err
	}
	r.joined = false
	r.items = append(r.items, item{itemCreation, int32(r.creations.count())})
	r.creations.add(creation{
		from: r.front, line: int32(line), columns: int32(columns), computed: -1,
		open: uint32(open - r.front), tail: uint32(tail - r.front), size: uint32(end - r.front),
		anew: !unlessExists(r.Lexer, i, name.From),
	})
	r.heads.forget()
	return end, true, r.spend(creationNodes, 0, pos)
}

// createEnd returns where the statement ends whose columns end at i. SQL
// Server needs no delimiter.
func (r *reader) createEnd(i int) int {
	if end, clause, ok := r.AfterRows(i); ok && !clause {
		return end
	}
	return r.StatementEnd(i)
}
