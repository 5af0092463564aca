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
			i, value.To = l.value(i)
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

// Expression reads an expression and returns it without the comments behind
// it, and where the comma or the parenthesis is that ends it.
func (l *Lexer) Expression(i int) (value Span, end int) {
	end, to := l.value(i)
	return Span{i, to}, end
}

// value reads what is left of an expression from i on, and returns where the
// comma or the parenthesis is that ends it, and where it ends without the
// comments before that.
func (l *Lexer) value(i int) (end, to int) {
	to = i
	for depth := 1; i < len(l.Text); {
		c := l.Text[i]
		switch {
		case c == '$':
			i = l.Strings.dollar(i)
			to = i
		case IsWord(c) || c == '.' || c == '+':
			i++
			to = i
		case c <= ' ':
			i++
		case depth == 1 && (c == ',' || c == ')'):
			return i, to
		case l.opensBracket(i):
			depth++
			l.Depth = max(l.Depth, depth)
			i++
			to = i
		case strings.IndexByte(")}]", c) >= 0:
			depth--
			i++
			to = i
		case l.Delimited(i) || c == ';' || l.Strings.Cut:
			return i, to
		default:
			i, to = l.part(i, to)
		}
	}
	return i, to
}

// opensBracket reports whether a bracket is at i that is none of a name.
func (l *Lexer) opensBracket(i int) bool {
	switch l.Text[i] {
	case '(', '{':
		return true
	case '[':
		return l.Names.bracket(i) == i+1
	}
	return false
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
