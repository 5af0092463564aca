package sql

// row reads the row of values in parentheses at i, and returns where it ends
// and its values, appended to fields. It is not ok where there is no row, or
// one without values. It stops behind the widest row that is allowed.
func (l *lexer) row(i int, fields []span) (end int, values []span, ok bool) {
	text := l.text
	if i >= len(text) || text[i] != '(' {
		return i, fields, false
	}
	l.cut = false // of a string before the row: the row reads the same when it is read again
	for i++; ; i++ {
		if i < len(text) && text[i] == ' ' {
			i++
		}
		if i < len(text) && !plainByte[text[i]] && text[i] != '\'' {
			i = l.blank(i)
		}
		// Nearly all are one word or number, or one string, maybe with N in front.
		value := span{i, i}
		for i < len(text) && plainByte[text[i]] {
			i++
		}
		if i < len(text) && text[i] == '\'' {
			i = l.quoted(i)
		}
		if i < len(text) && text[i] != ',' && text[i] != ')' {
			i, value.to = l.value(i)
		} else {
			value.to = i
		}
		if value.from == value.to || i >= len(text) || len(fields) > l.widest {
			return i, fields, false
		}
		fields = append(fields, value)
		switch text[i] {
		case ')':
			return i + 1, fields, true
		case ',':
		default:
			return i, fields, false
		}
	}
}

// rowBegin returns where the row begins that is due at i: MySQL has the word ROW
// in front of it, too.
func (l *lexer) rowBegin(i int) int {
	if i = l.blank(i); l.at(i) != '(' && l.is(i, "ROW") {
		return l.blank(i + len("ROW"))
	}
	return i
}

// expression reads an expression and returns it without the comments behind
// it, and where the comma or the parenthesis stands that ends it.
func (l *lexer) expression(i int) (value span, end int) {
	end, to := l.value(i)
	return span{i, to}, end
}

// value reads what is left of an expression from i on, and returns where the
// comma or the parenthesis stands that ends it, and where it ends without the
// comments before that.
func (l *lexer) value(i int) (end, to int) {
	to = i
	for depth := 1; i < len(l.text); {
		c := l.text[i]
		switch {
		case c == '$':
			i = l.dollar(i)
			to = i
		case isWord(c) || c == '.' || c == '+':
			i++
			to = i
		case c <= ' ':
			i++
		case c == ',' && depth == 1 || c == ')' && depth == 1:
			return i, to
		case c == '(' || c == '{' || c == '[' && l.bracket(i) == i+1:
			depth++
			l.depth = max(l.depth, depth)
			i++
			to = i
		case c == ')' || c == '}' || c == ']':
			depth--
			i++
			to = i
		case l.delimited(i) || c == ';' || l.cut:
			return i, to
		default:
			i, to = l.part(i, to)
		}
	}
	return i, to
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
