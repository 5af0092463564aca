package lex

import "strings"

// Table reads a name at i, its parts joined by dots, each bare or quoted,
// and returns where it ends, or i.
func (n *Names) Table(i int) int {
	for at := i; ; at++ {
		end := n.Part(at)
		if end == at {
			return i
		}
		if n.text.At(end) != '.' {
			return end
		}
		for n.text.At(end+1) == '.' { // database..table
			end++
		}
		at = end
	}
}

// Part returns where the bare or quoted name ends that begins at i, or i.
func (n *Names) Part(i int) int {
	switch c := n.text.At(i); {
	case c == '"' || c == '`' || c == '\'': // SQLite's own dump has the last
		if end := n.end(i, i+1, c); end > i+2 {
			return end
		}
	case c == '[':
		if end := n.end(i, i+1, ']'); end > i+2 {
			return end
		}
	case IsWord(c) || c == '#':
		return n.text.WordEnd(i)
	}
	return i
}

// ColumnList reads the list of names in parentheses at i, and returns where
// it ends and how many names it has; none where there is something else.
func (l *Lexer) ColumnList(i int) (end, columns int) {
	if l.At(i) != '(' {
		return i, 0
	}
	for at := i + 1; ; at++ {
		at = l.Blank(at)
		end := l.Names.Table(at)
		if end == at {
			return i, 0
		}
		columns++
		at = l.Blank(end)
		switch l.At(at) {
		case ')':
			return at + 1, columns
		case ',':
		default:
			return i, 0
		}
	}
}

// ColumnNames returns the names of a list that columnList has read.
func (l *Lexer) ColumnNames(i, end int) []string {
	var names []string
	for at := i + 1; at < end; at++ {
		at = l.Blank(at)
		stop := l.Names.Table(at)
		if stop == at {
			break
		}
		names = append(names, PlainName(string(l.Text[at:stop])))
		at = l.Blank(stop)
	}
	return names
}

// PlainName returns a name as people say it: without quotes.
func PlainName(raw string) string {
	if !strings.ContainsAny(raw, "\"`['") {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); {
		end := byte(0)
		switch raw[i] {
		case '"', '`', '\'':
			end = raw[i]
		case '[':
			end = ']'
		}
		if end == 0 {
			b.WriteByte(raw[i])
			i++
			continue
		}
		for i++; i < len(raw); i++ {
			if raw[i] == end {
				if i+1 == len(raw) || raw[i+1] != end {
					break
				}
				i++
			}
			b.WriteByte(raw[i])
		}
		i++
	}
	return b.String()
}

// NameKey returns what two names have in common that mean the same table:
// their letters in lower case, without quotes and without the schema that a
// product has by default.
func NameKey(raw string) string {
	name := strings.ToLower(PlainName(raw))
	for _, schema := range [...]string{"public.", "dbo.", "main."} {
		if rest, ok := strings.CutPrefix(name, schema); ok {
			return rest
		}
	}
	return name
}
