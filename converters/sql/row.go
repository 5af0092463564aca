package sql

// row reads the row of values in parentheses at i, and returns where it ends
// and its values, appended to fields. It is not ok where there is no row, or
// one without values. It stops behind the widest row that is allowed.
func (l *lexer) row(i int, fields []span) (end int, values []span, ok bool) {
	if l.at(i) != '(' {
		return i, fields, false
	}
	for i++; ; i++ {
		if l.at(i) == ' ' {
			i++
		}
		if c := l.at(i); c <= ' ' || c == '-' || c == '/' || c == '#' {
			i = l.blank(i)
		}
		value, end := l.value(i)
		if value.from == value.to || end >= len(l.text) || len(fields) > l.widest {
			return end, fields, false
		}
		fields = append(fields, value)
		switch l.text[end] {
		case ')':
			return end + 1, fields, true
		case ',':
			i = end
		default:
			return end, fields, false
		}
	}
}

// value reads an expression and returns it without the comments behind it,
// and where the comma or the parenthesis stands that ends it.
func (l *lexer) value(i int) (value span, end int) {
	value = span{i, i}
	// Nearly all are one word or number, or one string, maybe with N in front.
	text := l.text
	for i < len(text) && plainByte[text[i]] {
		i++
	}
	if i < len(text) && text[i] == '\'' {
		i = l.quoted(i)
	}
	value.to = i
	if c := l.at(i); c == ',' || c == ')' {
		return value, i
	}
	for depth := 1; i < len(l.text); {
		c := l.text[i]
		switch {
		case c == '$':
			i = l.dollar(i)
			value.to = i
		case isWord(c) || c == '.' || c == '+':
			i++
			value.to = i
		case c <= ' ':
			i++
		case c == ',' && depth == 1 || c == ')' && depth == 1:
			return value, i
		case c == '(' || c == '{' || c == '[' && l.bracket(i) == i+1:
			depth++
			l.depth = max(l.depth, depth)
			i++
			value.to = i
		case c == ')' || c == '}' || c == ']':
			depth--
			i++
			value.to = i
		case l.delimited(i) || c == ';' || l.cut:
			return value, i
		default:
			i, value.to = l.part(i, value.to)
		}
	}
	return value, i
}

// part returns where the token at i ends, and where the value ends then: a
// comment behind it is no part of it.
func (l *lexer) part(i, last int) (end, to int) {
	if end := l.comment(i); end > i {
		return end, last
	}
	end = i + 1
	if l.stops[l.text[i]] {
		end = l.token(i)
	}
	return end, end
}
