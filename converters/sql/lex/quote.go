package lex

import "strings"

// quoted returns where the string or the quoted name ends that begins at i.
func (l *Lexer) quoted(i int) int {
	text := l.Text
	if end := l.bracketed(i); end > i {
		return end
	}
	if end := l.plainString(i); end > i {
		return end
	}
	if l.Guarded {
		text = text[:l.resume(i)]
	}
	q, from, escapes := text[i], i+1, l.escapes(i)
	l.Cut = false
	for at := from; ; {
		n := strings.IndexByte(text[at:], q)
		if n < 0 {
			return l.unclosed(i, len(text))
		}
		at += n
		if escapes && oddBackslashes(text[from:at]) {
			at++
			from = at
			continue
		}
		at++
		if at < len(text) && text[at] == q {
			at++
			from = at
			continue
		}
		if at < len(text) && IsWord(text[at]) {
			l.Glued++
		}
		return at
	}
}

// bracketed returns where the string of Oracle ends whose quote is at i, in
// q'[…]' with any signs for the brackets, or i.
func (l *Lexer) bracketed(i int) int {
	if l.Mysql || i == 0 || l.Text[i] != '\'' || l.Text[i-1]|0x20 != 'q' || i+2 >= len(l.Text) {
		return i
	}
	if c := l.At(i - 2); IsWord(c) && (c|0x20 != 'n' || IsWord(l.At(i-3))) {
		return i
	}
	sign := Closing(l.Text[i+1])
	if sign <= ' ' || IsWord(sign) || i >= l.unquoted.From && i < l.unquoted.To {
		return i
	}
	to := l.resume(i) // no string holds the start of a statement
	n := strings.Index(l.Text[i+2:max(i+2, to)], string([]byte{sign, '\''}))
	if n < 0 {
		l.unquoted = Span{i, to}
		return i
	}
	l.Cut = false
	return i + 2 + n + 2
}

// Closing returns the sign that closes what c opens.
func Closing(c byte) byte {
	switch c {
	case '[':
		return ']'
	case '{':
		return '}'
	case '(':
		return ')'
	case '<':
		return '>'
	}
	return c
}

// plainString returns where the string or the quoted name ends that begins at
// i if that needs no second look, or i.
func (l *Lexer) plainString(i int) int {
	text := l.Text
	n := strings.IndexByte(text[i+1:], text[i])
	if n < 0 || l.Guarded {
		return i
	}
	end := i + 1 + n + 1
	if text[end-2] == '\\' || end >= len(text) || text[end] != ',' && text[end] != ')' {
		return i
	}
	l.Cut = false
	return end
}

// unclosed returns where a string ends that begins at i and is not closed
// before end: there.
func (l *Lexer) unclosed(i, end int) int {
	if l.Open < 0 {
		l.Open = i
	}
	if end < len(l.Text) {
		l.Cut = true
	}
	return end
}

// escapes reports whether a backslash escapes in the string at i: where the
// dialect has it, and in PostgreSQL's E'…'.
func (l *Lexer) escapes(i int) bool {
	return l.Backslash || l.Text[i] == '\'' && (l.At(i-1)|0x20) == 'e' && !IsWord(l.At(i-2))
}

// oddBackslashes reports whether a text ends with an odd number of them.
func oddBackslashes(text string) bool {
	n := len(text)
	for n > 0 && text[n-1] == '\\' {
		n--
	}
	return (len(text)-n)%2 == 1
}

// resume returns the end of the line behind i that the start of a statement
// follows, or the end of the text.
func (l *Lexer) resume(i int) int {
	if i >= l.resumes.From && i <= l.resumes.To {
		return l.resumes.To
	}
	l.resumes = Span{i, len(l.Text)}
	for at := i; ; {
		n := strings.IndexByte(l.Text[at:], '\n')
		if n < 0 {
			return len(l.Text)
		}
		at += n + 1
		if l.Begins(at) {
			l.resumes.To = at - 1
			return at - 1
		}
	}
}

// Begins reports whether a statement begins at i that is not prose.
func (l *Lexer) Begins(i int) bool {
	first := l.Word(i)
	if len(first) < 4 || len(first) > 7 {
		return false
	}
	second := l.Word(l.Spaces(i + len(first)))
	var caps Upper
	switch string(caps.Of(first)) {
	case "INSERT", "REPLACE":
		return strings.EqualFold(second, "INTO")
	case "CREATE", "DROP", "ALTER":
		return strings.EqualFold(second, "TABLE")
	case "LOCK", "UNLOCK":
		return strings.EqualFold(second, "TABLES")
	case "COPY":
		return second != "" && strings.Contains(l.Text[i:l.LineEnd(i)], "FROM stdin")
	}
	return false
}

// Token returns where the token ends that begins at i with one of the bytes
// of stops that is not a delimiter: behind i in any case.
func (l *Lexer) Token(i int) int {
	switch l.Text[i] {
	case '\'', '"':
		return l.quoted(i)
	case '`':
		return l.nameEnd(i, i+1, '`')
	case '[':
		return l.bracket(i)
	case '$':
		return l.dollar(i)
	case '/':
		if l.At(i+1) == '*' {
			return l.commentEnd(i)
		}
	}
	return max(l.Comment(i), i+1)
}

// nameEnd returns where the name ends that begins at i and that a byte closes, not before
// from: within a bounded distance, or i+1. A run of such bytes is measured once, however
// many names seem to begin in it.
func (l *Lexer) nameEnd(i, from int, end byte) int {
	near := l.Text[:min(len(l.Text), i+1+maxName)]
	for at := from; at < len(near); {
		n := strings.IndexByte(near[at:], end)
		if n < 0 {
			break
		}
		at += n
		to := min(l.runEnd(at, len(near)), len(near))
		if (to-at)%2 == 1 { // all before the last one are doubled
			return to
		}
		at = to
	}
	return i + 1
}

// runEnd returns where the run of one byte ends that i is in, at or behind most
// if it is longer.
func (l *Lexer) runEnd(i, most int) int {
	if i < l.run.From || i >= l.run.To {
		l.run = Span{i, i + 1}
	}
	for l.run.To < most && l.Text[l.run.To] == l.Text[i] {
		l.run.To++
	}
	return l.run.To
}

// bracket returns where the [name] ends at i, or i+1 if it is a subscript or
// a list.
func (l *Lexer) bracket(i int) int {
	before, next := l.At(i-1), l.At(i+1)
	if IsWord(before) || before == ']' || before == ')' || !IsWord(next) && next != '#' || next >= '0' && next <= '9' {
		return i + 1
	}
	from := i + 1
	if i >= l.unnamed.From && i < l.unnamed.To {
		from = l.unnamed.To
	}
	end := l.nameEnd(i, from, ']')
	if end == i+1 {
		l.unnamed = Span{i, min(len(l.Text), i+1+maxName)}
		return end
	}
	if strings.IndexByte(l.Text[i:end], '\n') >= 0 {
		return i + 1
	}
	return end
}

// dollar returns where the $tag$ string ends that begins at i, or i+1.
func (l *Lexer) dollar(i int) int {
	if i >= l.tagged || IsWord(l.At(i-1)) {
		return i + 1
	}
	end := i + 1
	for end < len(l.Text) && l.Text[end] != '$' && IsWord(l.Text[end]) && end-i < maxName {
		end++
	}
	if l.At(end) != '$' || l.At(i+1) >= '0' && l.At(i+1) <= '9' {
		return i + 1
	}
	tag := l.Text[i : end+1]
	if n := strings.Index(l.Text[end+1:], tag); n >= 0 {
		return end + 1 + n + len(tag)
	}
	if l.Misses++; l.Misses >= maxMisses {
		l.tagged = i
	}
	return i + 1
}
