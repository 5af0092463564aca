package sql

import "github.com/seed353dc258/backstory/converters/sql/lex"

import "github.com/seed353dc258/backstory/document"

// insertSet reads the rest of an INSERT … SET of MySQL, which says one row by its
// columns. It is not ok for one that is shown as it is.
func (r *reader) insertSet(i int, h lex.Head) (end int, ok bool, err error) {
	if r.Delimiter != ";" {
		return i, false, nil // the row ends where the delimiter is, which is another one when it is read again
	}
	r.Depth = 0
	at, values, ok := assignments(r.Lexer, h.Rows, r.fields[:0])
	r.fields = values
	if !ok {
		return i, false, r.bounds(len(values), document.Pos{})
	}
	end, clause, ok := r.AfterRows(at)
	if !ok {
		return i, false, nil
	}
	count := tally{from: h.Rows, width: len(values), rows: 1}
	r.look(&count)
	if err := r.bounds(count.width, document.Pos{}); err != nil {
		return i, false, err
	}
	h.Columns = count.width
	to, ok := r.resolve(h, count.width)
	if !ok {
		r.lost.mismatched.add(r, i)
		return i, false, nil
	}
	if clause {
		r.lost.clauses.add(r, at)
	}
	err = r.place(to, segment{at: h.Rows, order: to.order, form: formSet}, at, &count)
	return r.trailing(to.table, end), true, err
}

// assignments reads a = 1, b = 'x' at i, and returns where that ends and the
// values, appended to fields. It stops behind the widest row that is allowed.
func assignments(l *lex.Lexer, i int, fields []lex.Span) (end int, values []lex.Span, ok bool) {
	for {
		_, value, end := assignment(l, i)
		if value.From == value.To || len(fields) > l.Widest {
			return i, fields, false
		}
		fields = append(fields, value)
		at := l.Blank(end)
		if l.At(at) != ',' {
			return value.To, fields, true
		}
		i = at + 1
	}
}

// assignedNames returns the columns that assignments have read.
func assignedNames(l *lex.Lexer, i, columns int) []string {
	names := make([]string, 0, columns)
	for len(names) < columns {
		name, _, end := assignment(l, i)
		names = append(names, lex.PlainName(l.Text[name.From:name.To]))
		i = l.Blank(end) + 1
	}
	return names
}

// assignment reads a = 1 at i. Without a value, it is none.
func assignment(l *lex.Lexer, i int) (name, value lex.Span, end int) {
	l.Cut = false // of a string before
	i = l.Blank(i)
	name = lex.Span{From: i, To: l.TableName(i)}
	i = l.Blank(name.To)
	if name.From == name.To || l.At(i) != '=' {
		return name, value, i
	}
	i = l.Blank(i + 1)
	value = lex.Span{From: i, To: i}
	for depth := 0; i < len(l.Text); {
		c := l.Text[i]
		switch {
		case c == ',' && depth == 0 || c == ';' || l.Delimited(i) || l.Cut:
			return name, value, i
		case c == '\n' && l.BatchEnd(i+1) > i+1:
			return name, value, i
		case c <= ' ':
			i++
			continue
		case lex.IsWord(c):
			word := l.WordEnd(i)
			if depth == 0 && (l.Is(i, "ON") || l.Is(i, "AS")) {
				return name, value, i
			}
			i = word
		case c == '(':
			depth++
			l.Depth = max(l.Depth, depth)
			i++
		case c == ')':
			if depth--; depth < 0 {
				return name, lex.Span{}, i
			}
			i++
		default:
			i, value.To = l.Part(i, value.To)
			continue
		}
		value.To = i
	}
	return name, value, i
}
