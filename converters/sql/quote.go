package sql

import "strings"

// quoted returns where the string or the quoted name ends that begins at i.
func (l *lexer) quoted(i int) int {
	text := l.text
	if end := l.bracketed(i); end > i {
		return end
	}
	if end := l.plainString(i); end > i {
		return end
	}
	if l.guarded {
		text = text[:l.resume(i)]
	}
	q, from, escapes := text[i], i+1, l.escapes(i)
	l.cut = false
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
		if at < len(text) && isWord(text[at]) {
			l.glued++
		}
		return at
	}
}

// bracketed returns where the string of Oracle ends whose quote stands at i, in
// q'[…]' with any signs for the brackets, or i.
func (l *lexer) bracketed(i int) int {
	if l.mysql || i == 0 || l.text[i] != '\'' || l.text[i-1]|0x20 != 'q' || i+2 >= len(l.text) {
		return i
	}
	if c := l.at(i - 2); isWord(c) && (c|0x20 != 'n' || isWord(l.at(i-3))) {
		return i
	}
	sign := closing(l.text[i+1])
	if sign <= ' ' || isWord(sign) || i >= l.unquoted.from && i < l.unquoted.to {
		return i
	}
	to := l.resume(i) // no string holds the begin of a statement
	n := strings.Index(l.text[i+2:max(i+2, to)], string([]byte{sign, '\''}))
	if n < 0 {
		l.unquoted = span{i, to}
		return i
	}
	l.cut = false
	return i + 2 + n + 2
}

// closing returns the sign that closes what c opens.
func closing(c byte) byte {
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
func (l *lexer) plainString(i int) int {
	text := l.text
	n := strings.IndexByte(text[i+1:], text[i])
	if n < 0 || l.guarded {
		return i
	}
	end := i + 1 + n + 1
	if text[end-2] == '\\' || end >= len(text) || text[end] != ',' && text[end] != ')' {
		return i
	}
	l.cut = false
	return end
}

// unclosed returns where a string ends that begins at i and is not closed
// before end: there.
func (l *lexer) unclosed(i, end int) int {
	if l.open < 0 {
		l.open = i
	}
	if end < len(l.text) {
		l.cut = true
	}
	return end
}

// escapes reports whether a backslash escapes in the string at i: where the
// dialect has it, and in PostgreSQL's E'…'.
func (l *lexer) escapes(i int) bool {
	return l.backslash || l.text[i] == '\'' && (l.at(i-1)|0x20) == 'e' && !isWord(l.at(i-2))
}

// oddBackslashes reports whether a text ends with an odd number of them.
func oddBackslashes(text string) bool {
	n := len(text)
	for n > 0 && text[n-1] == '\\' {
		n--
	}
	return (len(text)-n)%2 == 1
}

// resume returns the end of the line behind i that the begin of a statement
// follows, or the end of the text.
func (l *lexer) resume(i int) int {
	if i >= l.resumes.from && i <= l.resumes.to {
		return l.resumes.to
	}
	l.resumes = span{i, len(l.text)}
	for at := i; ; {
		n := strings.IndexByte(l.text[at:], '\n')
		if n < 0 {
			return len(l.text)
		}
		at += n + 1
		if l.begins(at) {
			l.resumes.to = at - 1
			return at - 1
		}
	}
}

// begins reports whether a statement begins at i that is no prose.
func (l *lexer) begins(i int) bool {
	first := l.word(i)
	if len(first) < 4 || len(first) > 7 {
		return false
	}
	second := l.word(l.spaces(i + len(first)))
	var caps upper
	switch string(caps.of(first)) {
	case "INSERT", "REPLACE":
		return strings.EqualFold(second, "INTO")
	case "CREATE", "DROP", "ALTER":
		return strings.EqualFold(second, "TABLE")
	case "LOCK", "UNLOCK":
		return strings.EqualFold(second, "TABLES")
	case "COPY":
		return second != "" && strings.Contains(l.text[i:l.lineEnd(i)], "FROM stdin")
	}
	return false
}

// token returns where the token ends that begins at i with one of the bytes
// of stops that is no delimiter: behind i in any case.
func (l *lexer) token(i int) int {
	switch l.text[i] {
	case '\'', '"':
		return l.quoted(i)
	case '`':
		return l.name(i, '`')
	case '[':
		return l.bracket(i)
	case '$':
		return l.dollar(i)
	case '/':
		if l.at(i+1) == '*' {
			return l.commentEnd(i)
		}
	}
	return max(l.comment(i), i+1)
}

// name returns where the name ends that a byte closes, within a bounded
// distance, or i+1.
func (l *lexer) name(i int, end byte) int {
	near := l.text[i+1 : min(len(l.text), i+1+nameMost)]
	for at := 0; ; at += 2 {
		n := strings.IndexByte(near[at:], end)
		if n < 0 {
			return i + 1
		}
		at += n
		if at+1 == len(near) || near[at+1] != end {
			return i + 1 + at + 1
		}
	}
}

// bracket returns where the [name] ends at i, or i+1 if it is a subscript or
// a list.
func (l *lexer) bracket(i int) int {
	before, next := l.at(i-1), l.at(i+1)
	if isWord(before) || before == ']' || before == ')' || !isWord(next) && next != '#' || next >= '0' && next <= '9' {
		return i + 1
	}
	end := l.name(i, ']')
	if strings.IndexByte(l.text[i:end], '\n') >= 0 {
		return i + 1
	}
	return end
}

// dollar returns where the $tag$ string ends that begins at i, or i+1.
func (l *lexer) dollar(i int) int {
	if i >= l.tagged || isWord(l.at(i-1)) {
		return i + 1
	}
	end := i + 1
	for end < len(l.text) && l.text[end] != '$' && isWord(l.text[end]) && end-i < nameMost {
		end++
	}
	if l.at(end) != '$' || l.at(i+1) >= '0' && l.at(i+1) <= '9' {
		return i + 1
	}
	tag := l.text[i : end+1]
	if n := strings.Index(l.text[end+1:], tag); n >= 0 {
		return end + 1 + n + len(tag)
	}
	if l.misses++; l.misses >= missesMost {
		l.tagged = i
	}
	return i + 1
}
