package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// creation is a CREATE TABLE with columns. Of a file there may be very many that
// nothing asks for, so that it holds little.
type creation struct {
	from int // with the comments in front of it
	line int32
	// Where its parts are, behind from: where the parenthesis of the columns
	// begins, where what follows it ends (engine, comment, partitions), and where
	// the statement ends.
	open, tail, size uint32
	columns          int32
	computed         int32 // how many columns are computed from others, or -1: not counted yet
	used             bool  // a table has its columns
	shown            bool  // a table shows it
	anew             bool  // not IF NOT EXISTS
}

// whole returns all of it as a piece.
func (c *creation) whole() piece {
	return piece{span{c.from, c.from + int(c.size)}, int(c.line)}
}

// createHead reads a CREATE TABLE at i up to its columns. It is not ok for
// anything else.
func (l *lexer) createHead(i int) (name span, open int, ok bool) {
	i = l.blank(l.wordEnd(i))
	var caps upper
	for range 8 {
		word := l.word(i)
		switch string(caps.of(word)) {
		case "TABLE":
			return l.createName(l.blank(i + len(word)))
		case "OR", "REPLACE", "GLOBAL", "LOCAL", "TEMP", "TEMPORARY", "UNLOGGED", "VOLATILE", "TRANSIENT", "EXTERNAL", "FOREIGN",
			"MULTISET", "CACHED", "MEMORY", "COLUMN", "ROW", "HYBRID":
			i = l.blank(i + len(word))
		default:
			return span{}, i, false
		}
	}
	return span{}, i, false
}

// unlessExists reports whether a CREATE TABLE at i says IF NOT EXISTS in front of
// the name at to.
func (l *lexer) unlessExists(i, to int) bool {
	const last = "EXISTS"
	before := strings.TrimRight(l.text[i:to], " \t\n")
	return len(before) > len(last) && strings.EqualFold(before[len(before)-len(last):], last)
}

// createName reads the name behind CREATE TABLE.
func (l *lexer) createName(i int) (name span, open int, ok bool) {
	if l.is(i, "IF") {
		for range 3 { // IF NOT EXISTS
			i = l.blank(l.wordEnd(i))
		}
	}
	name = span{i, l.tableName(i)}
	open = l.blank(name.to)
	return name, open, name.to > name.from && l.at(open) == '('
}

// definitions calls visit with each definition between the parentheses at
// open, and returns where the last one ends: 0 where they do not match.
func (l *lexer) definitions(open int, visit func(span)) (end int) {
	for i := open + 1; ; i++ {
		from := l.blank(i)
		part, at := l.expression(from)
		switch l.at(at) {
		case ',', ')':
			if part.from < part.to {
				visit(part)
			}
			if l.text[at] == ')' {
				return at + 1
			}
			i = at
		default:
			return 0
		}
	}
}

// isColumn reports whether a definition is that of a column, not a
// constraint or an index.
func (l *lexer) isColumn(part span) bool {
	first := l.word(part.from)
	if first == "" {
		return true // quoted
	}
	at := l.blank(part.from + len(first))
	bracket := l.at(at) == '('
	var caps upper
	switch string(caps.of(first)) {
	case "CONSTRAINT":
		return false
	case "PRIMARY", "FOREIGN":
		return !l.is(at, "KEY")
	case "CHECK":
		return !bracket
	case "EXCLUDE":
		return !bracket && !l.is(at, "USING")
	case "PERIOD":
		return !l.is(at, "FOR")
	case "LIKE":
		return at >= part.to
	case "UNIQUE", "FULLTEXT", "SPATIAL", "KEY", "INDEX":
		return !bracket && !l.makesIndex(at) && !l.isIndex(at, part.to)
	}
	return true
}

// makesIndex reports whether a word stands at i that says, behind UNIQUE and
// its like, that no column is defined.
func (l *lexer) makesIndex(i int) bool {
	var caps upper
	switch string(caps.of(l.word(i))) {
	case "KEY", "INDEX", "CLUSTERED", "NONCLUSTERED", "NULLS":
		return true
	}
	return false
}

// isIndex reports whether the name of an index stands at i: it is quoted, or
// its columns follow it, or what says how it is made. A type may have numbers
// behind it.
func (l *lexer) isIndex(i, end int) bool {
	if i >= end || !isWord(l.text[i]) {
		return i < end
	}
	at := l.blank(l.wordEnd(i))
	if l.is(at, "USING") || l.is(at, "ON") {
		return true
	}
	if l.at(at) != '(' {
		return false
	}
	c := l.at(l.blank(at + 1))
	return c < '0' || c > '9'
}

// again calls visit with each definition of a creation that was read before,
// maybe with another delimiter, which may stand in a definition. It returns
// where the last one ends.
func (l *lexer) again(c *creation, visit func(span)) (end int) {
	was := l.delimiter
	l.delimit(noDelimiter)
	end = l.definitions(c.from+int(c.open), visit)
	l.delimit(was)
	return end
}

// columnsOf returns the names of the columns that a creation has.
func (l *lexer) columnsOf(c *creation) []string {
	names := make([]string, 0, c.columns)
	l.again(c, func(part span) {
		if l.isColumn(part) {
			names = append(names, l.columnName(part))
		}
	})
	return names
}

// storedOf returns the names of the columns that are not computed from others:
// those that rows without a list have.
func (l *lexer) storedOf(c *creation) []string {
	var names []string
	l.again(c, func(part span) {
		if l.isColumn(part) && !l.isComputed(part) {
			names = append(names, l.columnName(part))
		}
	})
	c.computed = c.columns - int32(len(names))
	return names
}

// isComputed reports whether the definition of a column says AS and an
// expression in parentheses.
func (l *lexer) isComputed(part span) bool {
	for i := l.namePart(part.from); i < part.to; {
		c := l.text[i]
		switch {
		case isWord(c):
			end := l.wordEnd(i)
			if strings.EqualFold(l.text[i:end], "AS") && l.at(l.blank(end)) == '(' {
				return true
			}
			i = end
		case c == '(':
			end, _, ok := l.row(i, nil)
			if !ok {
				return false
			}
			i = end
		case l.stops[c]:
			i = l.token(i)
		default:
			i++
		}
	}
	return false
}

// columnName returns the name that a definition of a column begins with.
func (l *lexer) columnName(part span) string {
	end := l.namePart(part.from)
	if end == part.from {
		end = part.to
	}
	return plainName(l.text[part.from:end])
}

// summary returns a creation in one line: its columns with their types and
// what comments say of them, its constraints, and what follows them. It returns
// the lines of that, too.
func (l *lexer) summary(c *creation) (text string, lines document.Pos) {
	var b strings.Builder
	open, end := c.from+int(c.open), c.from+int(c.tail)
	parts := make([]span, 0, c.columns)
	closed := l.again(c, func(part span) { parts = append(parts, part) })
	remarks := l.remarks(parts, open, closed)
	for k, part := range parts {
		if k > 0 {
			b.WriteString(", ")
		}
		l.oneLine(&b, part)
		if said := strings.Join(remarks[k], " "); said != "" {
			b.WriteString(" (" + strings.ReplaceAll(said, "\n", " ") + ")")
		}
	}
	if after := (span{l.blank(closed), end}); after.from < after.to {
		b.WriteString("; ")
		l.oneLine(&b, after)
	}
	first := int(c.line) + strings.Count(l.text[c.from:open], "\n")
	last := first + strings.Count(l.text[open:max(closed, end)-1], "\n")
	return b.String(), document.LineSpan(first, last)
}

// oneLine writes a part of the text with each white space and comment in it
// made one blank, and none at the begin and the end of a parenthesis. Quotes
// around names that need none are left out.
func (l *lexer) oneLine(b *strings.Builder, part span) {
	for i := part.from; i < part.to; {
		if end := min(l.blank(i), part.to); end > i {
			i = end
			if i < part.to && l.text[i] != ')' && l.text[i] != ',' {
				b.WriteByte(' ')
			}
			continue
		}
		end := i + 1
		switch c := l.text[i]; {
		case l.stops[c]:
			end = l.token(i)
		case isWord(c):
			end = l.wordEnd(i)
		}
		end = min(end, part.to)
		b.WriteString(l.bareName(l.text[i:end]))
		if l.text[i] == '(' {
			end = max(end, min(l.blank(end), part.to))
		}
		i = end
	}
}

// bareName returns a token, or the name in it if it is one in quotes that does
// not need them.
func (l *lexer) bareName(token string) string {
	c := token[0]
	if len(token) < 3 || c != '`' && c != '[' && (c != '"' || l.backslash) {
		return token
	}
	name := token[1 : len(token)-1]
	for i := range len(name) {
		if !isWord(name[i]) {
			return token
		}
	}
	return name
}
