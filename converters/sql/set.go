package sql

import "github.com/seed353dc258/backstory/document"

// insertSet reads the rest of an INSERT … SET of MySQL, which says one row by its
// columns. It is not ok for one that is shown as it is.
func (r *reader) insertSet(i int, h head) (end int, ok bool, err error) {
	if r.delimiter != ";" {
		return i, false, nil // the row ends where the delimiter is, which is another one when it is read again
	}
	r.depth = 0
	at, values, ok := r.assignments(h.rows, r.fields[:0])
	r.fields = values
	if !ok {
		return i, false, r.bounds(len(values), document.Pos{})
	}
	end, clause, ok := r.afterRows(at)
	if !ok {
		return i, false, nil
	}
	count := tally{from: h.rows, width: len(values), rows: 1}
	r.look(&count)
	if err := r.bounds(count.width, document.Pos{}); err != nil {
		return i, false, err
	}
	h.columns = count.width
	to, ok := r.resolve(h, count.width)
	if !ok {
		r.lost.mismatched.add(r, i)
		return i, false, nil
	}
	if clause {
		r.lost.clauses.add(r, at)
	}
	err = r.place(to, segment{at: h.rows, order: to.order, form: formSet}, at, &count)
	return r.trailing(to.table, end), true, err
}

// assignments reads a = 1, b = 'x' at i, and returns where that ends and the
// values, appended to fields. It stops behind the widest row that is allowed.
func (l *lexer) assignments(i int, fields []span) (end int, values []span, ok bool) {
	for {
		_, value, end := l.assignment(i)
		if value.from == value.to || len(fields) > l.widest {
			return i, fields, false
		}
		fields = append(fields, value)
		at := l.blank(end)
		if l.at(at) != ',' {
			return value.to, fields, true
		}
		i = at + 1
	}
}

// assignedNames returns the columns that assignments have read.
func (l *lexer) assignedNames(i, columns int) []string {
	names := make([]string, 0, columns)
	for len(names) < columns {
		name, _, end := l.assignment(i)
		names = append(names, plainName(l.text[name.from:name.to]))
		i = l.blank(end) + 1
	}
	return names
}

// assignment reads a = 1 at i. Without a value, it is none.
func (l *lexer) assignment(i int) (name, value span, end int) {
	l.cut = false // of a string before
	i = l.blank(i)
	name = span{i, l.tableName(i)}
	i = l.blank(name.to)
	if name.from == name.to || l.at(i) != '=' {
		return name, value, i
	}
	i = l.blank(i + 1)
	value = span{i, i}
	for depth := 0; i < len(l.text); {
		c := l.text[i]
		switch {
		case c == ',' && depth == 0 || c == ';' || l.delimited(i) || l.cut:
			return name, value, i
		case c == '\n' && l.batchEnd(i+1) > i+1:
			return name, value, i
		case c <= ' ':
			i++
			continue
		case isWord(c):
			word := l.wordEnd(i)
			if depth == 0 && (l.is(i, "ON") || l.is(i, "AS")) {
				return name, value, i
			}
			i = word
		case c == '(':
			depth++
			l.depth = max(l.depth, depth)
			i++
		case c == ')':
			if depth--; depth < 0 {
				return name, span{}, i
			}
			i++
		default:
			i, value.to = l.part(i, value.to)
			continue
		}
		value.to = i
	}
	return name, value, i
}
