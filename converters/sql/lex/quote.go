package lex

import "strings"

// end returns where the string or the quoted name ends that begins at i.
func (s *Strings) end(i int) int {
	text := s.text
	if end := s.bracketed(i); end > i {
		return end
	}
	if end := s.plainString(i); end > i {
		return end
	}
	if s.Guarded {
		text = text[:s.resume(i)]
	}
	q, from, escapes := text[i], i+1, s.escapes(i)
	s.Cut = false
	for at := from; ; {
		n := strings.IndexByte(string(text[at:]), q)
		if n < 0 {
			return s.unclosed(i, len(text))
		}
		at += n
		if escapes && oddBackslashes(string(text[from:at])) {
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
			s.Glued++
		}
		return at
	}
}

// bracketed returns where the string of Oracle ends whose quote is at i, in
// q'[…]' with any signs for the brackets, or i.
func (s *Strings) bracketed(i int) int {
	if s.dialect.Mysql || i == 0 || s.text[i] != '\'' || s.text[i-1]|0x20 != 'q' || i+2 >= len(s.text) {
		return i
	}
	if c := s.text.At(i - 2); IsWord(c) && (c|0x20 != 'n' || IsWord(s.text.At(i-3))) {
		return i
	}
	sign := Closing(s.text[i+1])
	if sign <= ' ' || IsWord(sign) || i >= s.unquoted.From && i < s.unquoted.To {
		return i
	}
	to := s.resume(i) // no string holds the start of a statement
	n := strings.Index(string(s.text[i+2:max(i+2, to)]), string([]byte{sign, '\''}))
	if n < 0 {
		s.unquoted = Span{i, to}
		return i
	}
	s.Cut = false
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
func (s *Strings) plainString(i int) int {
	text := s.text
	n := strings.IndexByte(string(text[i+1:]), text[i])
	if n < 0 || s.Guarded {
		return i
	}
	end := i + 1 + n + 1
	if text[end-2] == '\\' || end >= len(text) || text[end] != ',' && text[end] != ')' {
		return i
	}
	s.Cut = false
	return end
}

// unclosed returns where a string ends that begins at i and is not closed
// before end: there.
func (s *Strings) unclosed(i, end int) int {
	if s.Open < 0 {
		s.Open = i
	}
	if end < len(s.text) {
		s.Cut = true
	}
	return end
}

// escapes reports whether a backslash escapes in the string at i: where the
// dialect has it, and in PostgreSQL's E'…'.
func (s *Strings) escapes(i int) bool {
	return s.dialect.Backslash || s.text[i] == '\'' && (s.text.At(i-1)|0x20) == 'e' && !IsWord(s.text.At(i-2))
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
func (s *Strings) resume(i int) int {
	if i >= s.resumes.From && i <= s.resumes.To {
		return s.resumes.To
	}
	s.resumes = Span{i, len(s.text)}
	for at := i; ; {
		n := strings.IndexByte(string(s.text[at:]), '\n')
		if n < 0 {
			return len(s.text)
		}
		at += n + 1
		if s.text.Begins(at) {
			s.resumes.To = at - 1
			return at - 1
		}
	}
}

// Begins reports whether a statement begins at i that is not prose.
func (t Text) Begins(i int) bool {
	first := t.Word(i)
	if len(first) < 4 || len(first) > 7 {
		return false
	}
	second := t.Word(t.Spaces(i + len(first)))
	var caps Upper
	switch string(caps.Of(first)) {
	case "INSERT", "REPLACE":
		return strings.EqualFold(second, "INTO")
	case "CREATE", "DROP", "ALTER":
		return strings.EqualFold(second, "TABLE")
	case "LOCK", "UNLOCK":
		return strings.EqualFold(second, "TABLES")
	case "COPY":
		return second != "" && strings.Contains(string(t[i:t.LineEnd(i)]), "FROM stdin")
	}
	return false
}

// Token returns where the token ends that begins at i with one of the bytes
// of stops that is not a delimiter: behind i in any case.
func (l *Lexer) Token(i int) int {
	switch l.Text[i] {
	case '\'', '"':
		return l.Strings.end(i)
	case '`':
		return l.Names.end(i, i+1, '`')
	case '[':
		return l.Names.bracket(i)
	case '$':
		return l.Strings.dollar(i)
	case '/':
		if l.At(i+1) == '*' {
			return l.comments.closed(i)
		}
	}
	return max(l.comments.end(i), i+1)
}

// end returns where the name ends that begins at i and that a byte closes, not before
// from: within a bounded distance, or i+1. A run of such bytes is measured once, however
// many names seem to begin in it.
func (n *Names) end(i, from int, end byte) int {
	near := n.text[:min(len(n.text), i+1+MaxName)]
	for at := from; at < len(near); {
		found := strings.IndexByte(string(near[at:]), end)
		if found < 0 {
			break
		}
		at += found
		to := min(n.runEnd(at, len(near)), len(near))
		if (to-at)%2 == 1 { // all before the last one are doubled
			return to
		}
		at = to
	}
	return i + 1
}

// runEnd returns where the run of one byte ends that i is in, at or behind most
// if it is longer.
func (n *Names) runEnd(i, most int) int {
	if i < n.run.From || i >= n.run.To {
		n.run = Span{i, i + 1}
	}
	for n.run.To < most && n.text[n.run.To] == n.text[i] {
		n.run.To++
	}
	return n.run.To
}

// bracket returns where the [name] ends at i, or i+1 if it is a subscript or
// a list.
func (n *Names) bracket(i int) int {
	before, next := n.text.At(i-1), n.text.At(i+1)
	if IsWord(before) || before == ']' || before == ')' || !IsWord(next) && next != '#' || next >= '0' && next <= '9' {
		return i + 1
	}
	from := i + 1
	if i >= n.unnamed.From && i < n.unnamed.To {
		from = n.unnamed.To
	}
	end := n.end(i, from, ']')
	if end == i+1 {
		n.unnamed = Span{i, min(len(n.text), i+1+MaxName)}
		return end
	}
	if strings.IndexByte(string(n.text[i:end]), '\n') >= 0 {
		return i + 1
	}
	return end
}

// opensBracket reports whether there is a bracket at i, and not one that quotes a name.
func (n *Names) opensBracket(i int) bool {
	switch n.text[i] {
	case '(', '{':
		return true
	case '[':
		return n.bracket(i) == i+1
	}
	return false
}

// dollar returns where the $tag$ string ends that begins at i, or i+1.
func (s *Strings) dollar(i int) int {
	if i >= s.tagged || IsWord(s.text.At(i-1)) {
		return i + 1
	}
	end := i + 1
	for end < len(s.text) && s.text[end] != '$' && IsWord(s.text[end]) && end-i < MaxName {
		end++
	}
	if s.text.At(end) != '$' || s.text.At(i+1) >= '0' && s.text.At(i+1) <= '9' {
		return i + 1
	}
	tag := s.text[i : end+1]
	if n := strings.Index(string(s.text[end+1:]), string(tag)); n >= 0 {
		return end + 1 + n + len(tag)
	}
	if s.Misses++; s.Misses >= maxMisses {
		s.tagged = i
	}
	return i + 1
}
