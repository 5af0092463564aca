package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// copyEnd is the line that ends the rows of a COPY.
const copyEnd = `\.`

// copyHead reads a COPY … FROM stdin at i, up to the line behind it. Plain
// says that the rows are in PostgreSQL's text format with its defaults.
func copyHead(l *lex.Lexer, i int) (h lex.Head, plain, ok bool) {
	i = l.Blank(l.WordEnd(i))
	h.Name = lex.Span{From: i, To: l.TableName(i)}
	if h.Name.From == h.Name.To {
		return h, false, false
	}
	i = l.Blank(h.Name.To)
	h.List = lex.Span{From: i, To: i}
	h.List.To, h.Columns = l.ColumnList(i)
	i = l.Blank(h.List.To)
	if !l.Is(i, "FROM") {
		return h, false, false
	}
	i = l.Blank(i + len("FROM"))
	if !l.Is(i, "STDIN") {
		return h, false, false
	}
	i = l.Blank(i + len("STDIN"))
	plain = l.At(i) == ';'
	end := l.LineEnd(i)
	if plain && l.Spaces(i+1) != end || !strings.HasSuffix(strings.TrimRight(l.Text[i:end], " \t"), ";") {
		return h, false, false
	}
	h.Rows = min(end+1, len(l.Text))
	return h, plain, true
}

// copyBlock returns where the rows of a COPY end that begin at i, and where
// to go on. Where no line says that they end, they end before the first line
// that is empty, has another number of fields than the first, or begins a
// statement.
func copyBlock(l *lex.Lexer, i int) (rows, next int) {
	for at := i; at < l.Uncopied; {
		end := l.LineEnd(at)
		n := strings.Index(l.Text[max(at-1, 0):], "\n"+copyEnd)
		if strings.HasPrefix(l.Text[at:], copyEnd) && at+len(copyEnd) == end {
			return at, min(end+1, len(l.Text))
		}
		if n < 0 {
			l.Uncopied = i
			break
		}
		at = max(at-1, 0) + n + 1
		if end = l.LineEnd(at); end == at+len(copyEnd) {
			return at, min(end+1, len(l.Text))
		}
		at = min(end+1, len(l.Text))
	}
	width := 0
	for at := i; at < len(l.Text); {
		end := l.LineEnd(at)
		n := strings.Count(l.Text[at:end], "\t") + 1
		if width == 0 {
			width = n
		}
		if end == at || n != width || l.Begins(at) {
			return at, at
		}
		at = min(end+1, len(l.Text))
	}
	return len(l.Text), len(l.Text)
}

// copyFields appends the fields of the line text[i:end] to fields.
func copyFields(l *lex.Lexer, i, end int, fields []lex.Span) []lex.Span {
	for {
		n := strings.IndexByte(l.Text[i:end], '\t')
		if n < 0 {
			return append(fields, lex.Span{From: i, To: end})
		}
		fields = append(fields, lex.Span{From: i, To: i + n})
		i += n + 1
	}
}

// copyRows reads a COPY with its rows. It is not ok for what is none.
func (r *reader) copyRows(i int) (end int, ok bool, err error) {
	h, plain, ok := copyHead(r.Lexer, i)
	if !ok {
		return i, false, nil
	}
	rows, next := copyBlock(r.Lexer, h.Rows)
	if !plain {
		end, err = r.piece(next)
		return end, true, err
	}
	count := tally{from: h.Rows, width: h.Columns}
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
			r.lost.mismatched.add(r, h.Rows)
		}
		end, err = r.piece(next)
		return end, true, err
	}
	if short > 0 {
		r.lost.ragged.add(r, h.Rows)
		r.lost.ragged.n += short - 1
	}
	return next, true, r.place(to, segment{at: h.Rows, order: to.order, form: formCopy}, rows, &count)
}

// copyTally counts the rows of a COPY up to end, and those that are shorter
// than the first or than its list of columns. It is not ok if one is longer.
func (r *reader) copyTally(t *tally, end int) (short int, err error) {
	for i := t.from; i < end; {
		stop := min(r.LineEnd(i), end)
		n := strings.Count(r.Text[i:stop], "\t") + 1
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
