package lex

import "strings"

// Row reads the row of values in parentheses at i, and returns where it ends
// and its values, appended to fields. It is not ok where there is no row, or
// one without values. It stops behind the widest row that is allowed.
func (l *Lexer) Row(i int, fields []Span) (end int, values []Span, ok bool) {
	text := l.Text
	if i >= len(text) || text[i] != '(' {
		return i, fields, false
	}
	l.Strings.Cut = false // of a string before the row: the row reads the same when it is read again
	for i++; ; i++ {
		if i < len(text) && text[i] == ' ' {
			i++
		}
		if i < len(text) && !plainByte[text[i]] && text[i] != '\'' {
			i = l.Blank(i)
		}
		// Nearly all are one word or number, or one string, maybe with N in front.
		value := Span{i, i}
		for i < len(text) && plainByte[text[i]] {
			i++
		}
		if i < len(text) && text[i] == '\'' {
			i = l.Strings.end(i)
		}
		if i < len(text) && text[i] != ',' && text[i] != ')' {
			rest, end := l.Expression(i)
			value.To, i = rest.To, end
		} else {
			value.To = i
		}
		if value.From == value.To || i >= len(text) || len(fields) > l.Widest {
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

// RowBegin returns where the row begins that is due at i: MySQL has the word ROW
// in front of it, too.
func (l *Lexer) RowBegin(i int) int {
	if i = l.Blank(i); l.At(i) != '(' && l.Is(i, "ROW") {
		return l.Blank(i + len("ROW"))
	}
	return i
}

// Expression reads an expression, or what is left of one, and returns it without the
// comments behind it, and where the comma or the parenthesis is that ends it.
func (l *Lexer) Expression(i int) (value Span, end int) {
	value = Span{i, i}
	for depth := 1; i < len(l.Text); {
		c := l.Text[i]
		switch {
		case c == '$':
			i = l.Strings.dollar(i)
			value.To = i
		case IsWord(c) || c == '.' || c == '+':
			i++
			value.To = i
		case c <= ' ':
			i++
		case depth == 1 && (c == ',' || c == ')'):
			return value, i
		case l.Names.opensBracket(i):
			depth++
			l.Depth = max(l.Depth, depth)
			i++
			value.To = i
		case strings.IndexByte(")}]", c) >= 0:
			depth--
			i++
			value.To = i
		case l.Delimited(i) || c == ';' || l.Strings.Cut:
			return value, i
		default:
			i, value.To = l.part(i, value.To)
		}
	}
	return value, i
}

// part returns where the token at i ends, and where the value ends then: a
// comment behind it is no part of it.
func (l *Lexer) part(i, last int) (end, to int) {
	if end := l.comments.end(i); end > i {
		return end, last
	}
	end = i + 1
	if l.Stops[l.Text[i]] {
		end = l.Token(i)
	}
	return end, end
}
