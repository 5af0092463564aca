package lex

// Assignments reads a = 1, b = 'x' at i, and returns where that ends and the
// values, appended to fields. It stops behind the widest row that is allowed.
func (l *Lexer) Assignments(i int, fields []Span) (end int, values []Span, ok bool) {
	for {
		_, value, end := l.Assignment(i)
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

// AssignedNames returns the columns that Assignments have read.
func (l *Lexer) AssignedNames(i, columns int) []string {
	names := make([]string, 0, columns)
	for len(names) < columns {
		name, _, end := l.Assignment(i)
		names = append(names, PlainName(l.Of(name)))
		i = l.Blank(end) + 1
	}
	return names
}

// Assignment reads a = 1 at i. Without a value, it is none.
func (l *Lexer) Assignment(i int) (name, value Span, end int) {
	l.Strings.Cut = false // of a string before
	i = l.Blank(i)
	name = Span{From: i, To: l.Names.Table(i)}
	i = l.Blank(name.To)
	if name.From == name.To || l.At(i) != '=' {
		return name, value, i
	}
	i = l.Blank(i + 1)
	value, end = l.assigned(i)
	return name, value, end
}

// assigned returns the value at i of an assignment, and where it ends.
func (l *Lexer) assigned(i int) (value Span, end int) {
	value = Span{From: i, To: i}
	for depth := 0; i < len(l.Text) && !l.endsAssigned(i, depth); {
		switch c := l.Text[i]; {
		case c <= ' ':
			i++
			continue
		case IsWord(c):
			i = l.WordEnd(i)
		case c == '(':
			depth++
			l.Depth = max(l.Depth, depth)
			i++
		case c == ')':
			if depth--; depth < 0 {
				return Span{}, i
			}
			i++
		default:
			i, value.To = l.part(i, value.To)
			continue
		}
		value.To = i
	}
	return value, i
}

// endsAssigned reports whether no value of an assignment goes on at i, which is
// inside as many parentheses as depth says.
func (l *Lexer) endsAssigned(i, depth int) bool {
	switch c := l.Text[i]; {
	case c == ',' && depth == 0, c == ';', l.Delimited(i), l.Strings.Cut:
		return true
	case c == '\n':
		return l.BatchEnd(i+1) > i+1
	}
	return depth == 0 && (l.Is(i, "ON") || l.Is(i, "AS"))
}
