package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// copyEnd is the line that ends the rows of a COPY.
const copyEnd = `\.`

// copyHead reads a COPY … FROM stdin at i, up to the line behind it. Plain
// says that the rows are in PostgreSQL's text format with its defaults.
func (l *lexer) copyHead(i int) (h head, plain, ok bool) {
	i = l.blank(l.wordEnd(i))
	h.name = span{i, l.tableName(i)}
	if h.name.from == h.name.to {
		return h, false, false
	}
	i = l.blank(h.name.to)
	h.list = span{i, i}
	h.list.to, h.columns = l.columnList(i)
	i = l.blank(h.list.to)
	if !l.is(i, "FROM") {
		return h, false, false
	}
	i = l.blank(i + len("FROM"))
	if !l.is(i, "STDIN") {
		return h, false, false
	}
	i = l.blank(i + len("STDIN"))
	plain = l.at(i) == ';'
	end := l.lineEnd(i)
	if plain && l.spaces(i+1) != end || !strings.HasSuffix(strings.TrimRight(l.text[i:end], " \t"), ";") {
		return h, false, false
	}
	h.rows = min(end+1, len(l.text))
	return h, plain, true
}

// copyBlock returns where the rows of a COPY end that begin at i, and where
// to go on. Where no line says that they end, they end before the first line
// that is empty, has another number of fields than the first, or begins a
// statement.
func (l *lexer) copyBlock(i int) (rows, next int) {
	for at := i; at < l.uncopied; {
		end := l.lineEnd(at)
		n := strings.Index(l.text[max(at-1, 0):], "\n"+copyEnd)
		if strings.HasPrefix(l.text[at:], copyEnd) && at+len(copyEnd) == end {
			return at, min(end+1, len(l.text))
		}
		if n < 0 {
			l.uncopied = i
			break
		}
		at = max(at-1, 0) + n + 1
		if end = l.lineEnd(at); end == at+len(copyEnd) {
			return at, min(end+1, len(l.text))
		}
		at = min(end+1, len(l.text))
	}
	width := 0
	for at := i; at < len(l.text); {
		end := l.lineEnd(at)
		n := strings.Count(l.text[at:end], "\t") + 1
		if width == 0 {
			width = n
		}
		if end == at || n != width || l.begins(at) {
			return at, at
		}
		at = min(end+1, len(l.text))
	}
	return len(l.text), len(l.text)
}

// copyFields appends the fields of the line text[i:end] to fields.
func (l *lexer) copyFields(i, end int, fields []span) []span {
	for {
		n := strings.IndexByte(l.text[i:end], '\t')
		if n < 0 {
			return append(fields, span{i, end})
		}
		fields = append(fields, span{i, i + n})
		i += n + 1
	}
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
	return next, true, r.place(to, segment{at: h.rows, order: to.order, form: formCopy}, rows, &count)
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
