package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
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
	return piece{lex.Span{From: c.from, To: c.from + int(c.size)}, int(c.line)}
}

// createHead reads a CREATE TABLE at i up to its columns. It is not ok for
// anything else.
func createHead(l *lex.Lexer, i int) (name lex.Span, open int, ok bool) {
	i = l.Blank(l.WordEnd(i))
	var caps lex.Upper
	for range 8 {
		word := l.Word(i)
		switch string(caps.Of(word)) {
		case "TABLE":
			return createName(l, l.Blank(i+len(word)))
		case "OR", "REPLACE", "GLOBAL", "LOCAL", "TEMP", "TEMPORARY", "UNLOGGED", "VOLATILE", "TRANSIENT", "EXTERNAL", "FOREIGN",
			"MULTISET", "CACHED", "MEMORY", "COLUMN", "ROW", "HYBRID":
			i = l.Blank(i + len(word))
		default:
			return lex.Span{}, i, false
		}
	}
	return lex.Span{}, i, false
}

// unlessExists reports whether a CREATE TABLE at i says IF NOT EXISTS in front of
// the name at to.
func unlessExists(l *lex.Lexer, i, to int) bool {
	const last = "EXISTS"
	before := strings.TrimRight(string(l.Text[i:to]), " \t\n")
	return len(before) > len(last) && strings.EqualFold(before[len(before)-len(last):], last)
}

// createName reads the name behind CREATE TABLE.
func createName(l *lex.Lexer, i int) (name lex.Span, open int, ok bool) {
	if l.Is(i, "IF") {
		for range 3 { // IF NOT EXISTS
			i = l.Blank(l.WordEnd(i))
		}
	}
	name = lex.Span{From: i, To: l.Names.Table(i)}
	open = l.Blank(name.To)
	return name, open, name.To > name.From && l.At(open) == '('
}

// definitions calls visit with each definition between the parentheses at
// open, and returns where the last one ends: 0 where they do not match.
func definitions(l *lex.Lexer, open int, visit func(lex.Span)) (end int) {
	for i := open + 1; ; i++ {
		from := l.Blank(i)
		part, at := l.Expression(from)
		switch l.At(at) {
		case ',', ')':
			if part.From < part.To {
				visit(part)
			}
			if l.Text[at] == ')' {
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
func isColumn(l *lex.Lexer, part lex.Span) bool {
	first := l.Word(part.From)
	if first == "" {
		return true // quoted
	}
	at := l.Blank(part.From + len(first))
	bracket := l.At(at) == '('
	var caps lex.Upper
	switch string(caps.Of(first)) {
	case "CONSTRAINT":
		return false
	case "PRIMARY", "FOREIGN":
		return !l.Is(at, "KEY")
	case "CHECK":
		return !bracket
	case "EXCLUDE":
		return !bracket && !l.Is(at, "USING")
	case "PERIOD":
		return !l.Is(at, "FOR")
	case "LIKE":
		return at >= part.To
	case "UNIQUE", "FULLTEXT", "SPATIAL", "KEY", "INDEX":
		return !bracket && !makesIndex(l, at) && !isIndex(l, at, part.To)
	}
	return true
}

// makesIndex reports whether a word is at i that says, behind UNIQUE and
// its like, that no column is defined.
func makesIndex(l *lex.Lexer, i int) bool {
	var caps lex.Upper
	switch string(caps.Of(l.Word(i))) {
	case "KEY", "INDEX", "CLUSTERED", "NONCLUSTERED", "NULLS":
		return true
	}
	return false
}

// isIndex reports whether the name of an index is at i: it is quoted, or
// its columns follow it, or what says how it is made. A type may have numbers
// behind it.
func isIndex(l *lex.Lexer, i, end int) bool {
	if i >= end || !lex.IsWord(l.Text[i]) {
		return i < end
	}
	at := l.Blank(l.WordEnd(i))
	if l.Is(at, "USING") || l.Is(at, "ON") {
		return true
	}
	if l.At(at) != '(' {
		return false
	}
	c := l.At(l.Blank(at + 1))
	return c < '0' || c > '9'
}

// again calls visit with each definition of a creation that was read before,
// maybe with another delimiter, which may be in a definition. It returns
// where the last one ends.
func again(l *lex.Lexer, c *creation, visit func(lex.Span)) (end int) {
	was := l.Delimiter
	l.Delimit(noDelimiter)
	end = definitions(l, c.from+int(c.open), visit)
	l.Delimit(was)
	return end
}

// columnsOf returns the names of the columns that a creation has.
func columnsOf(l *lex.Lexer, c *creation) []string {
	names := make([]string, 0, c.columns)
	again(l, c, func(part lex.Span) {
		if isColumn(l, part) {
			names = append(names, columnName(l, part))
		}
	})
	return names
}

// storedOf returns the names of the columns that are not computed from others:
// those that rows without a list have.
func storedOf(l *lex.Lexer, c *creation) []string {
	var names []string
	again(l, c, func(part lex.Span) {
		if isColumn(l, part) && !isComputed(l, part) {
			names = append(names, columnName(l, part))
		}
	})
	c.computed = c.columns - int32(len(names))
	return names
}

// isComputed reports whether the definition of a column says AS and an
// expression in parentheses.
func isComputed(l *lex.Lexer, part lex.Span) bool {
	for i := l.Names.Part(part.From); i < part.To; {
		c := l.Text[i]
		switch {
		case lex.IsWord(c):
			end := l.WordEnd(i)
			if strings.EqualFold(string(l.Text[i:end]), "AS") && l.At(l.Blank(end)) == '(' {
				return true
			}
			i = end
		case c == '(':
			end, _, ok := l.Row(i, nil)
			if !ok {
				return false
			}
			i = end
		case l.Stops[c]:
			i = l.Token(i)
		default:
			i++
		}
	}
	return false
}

// columnName returns the name that a definition of a column begins with.
func columnName(l *lex.Lexer, part lex.Span) string {
	end := l.Names.Part(part.From)
	if end == part.From {
		end = part.To
	}
	return lex.PlainName(string(l.Text[part.From:end]))
}

// summary returns a creation in one line: its columns with their types and
// what comments say of them, its constraints, and what follows them. It returns
// the lines of that, too.
func summary(l *lex.Lexer, c *creation) (text string, lines document.Pos) {
	var b strings.Builder
	open, end := c.from+int(c.open), c.from+int(c.tail)
	parts := make([]lex.Span, 0, c.columns)
	closed := again(l, c, func(part lex.Span) { parts = append(parts, part) })
	remarks := l.Remarks(parts, open, closed)
	for k, part := range parts {
		if k > 0 {
			b.WriteString(", ")
		}
		oneLine(l, &b, part)
		if said := strings.Join(remarks[k], " "); said != "" {
			b.WriteString(" (" + strings.ReplaceAll(said, "\n", " ") + ")")
		}
	}
	if after := (lex.Span{From: l.Blank(closed), To: end}); after.From < after.To {
		b.WriteString("; ")
		oneLine(l, &b, after)
	}
	first := int(c.line) + strings.Count(string(l.Text[c.from:open]), "\n")
	last := first + strings.Count(string(l.Text[open:max(closed, end)-1]), "\n")
	return b.String(), document.LineSpan(first, last)
}

// oneLine writes a part of the text with each white space and comment in it
// made one blank, and none at the start and the end of a parenthesis. Quotes
// around names that need none are left out.
func oneLine(l *lex.Lexer, b *strings.Builder, part lex.Span) {
	for i := part.From; i < part.To; {
		if end := min(l.Blank(i), part.To); end > i {
			i = end
			if i < part.To && l.Text[i] != ')' && l.Text[i] != ',' {
				b.WriteByte(' ')
			}
			continue
		}
		end := i + 1
		switch c := l.Text[i]; {
		case l.Stops[c]:
			end = l.Token(i)
		case lex.IsWord(c):
			end = l.WordEnd(i)
		}
		end = min(end, part.To)
		b.WriteString(bareName(l, string(l.Text[i:end])))
		if l.Text[i] == '(' {
			end = max(end, min(l.Blank(end), part.To))
		}
		i = end
	}
}

// bareName returns a token, or the name in it if it is one in quotes that does
// not need them.
func bareName(l *lex.Lexer, token string) string {
	c := token[0]
	if len(token) < 3 || c != '`' && c != '[' && (c != '"' || l.Backslash) {
		return token
	}
	name := token[1 : len(token)-1]
	for i := range len(name) {
		if !lex.IsWord(name[i]) {
			return token
		}
	}
	return name
}

// chunked is a list that may get long, and is not copied then.
type chunked[T any] struct{ chunks [][]T }

const chunkSize = 1 << 10

func (c *chunked[T]) add(value T) {
	n := len(c.chunks)
	if n == 0 || len(c.chunks[n-1]) == chunkSize {
		c.chunks, n = append(c.chunks, nil), n+1
	}
	c.chunks[n-1] = append(c.chunks[n-1], value)
}

// at returns the value at an index, until the next one is added.
func (c *chunked[T]) at(i int32) *T { return &c.chunks[i/chunkSize][i%chunkSize] }

func (c *chunked[T]) count() int {
	n := len(c.chunks)
	if n == 0 {
		return 0
	}
	return (n-1)*chunkSize + len(c.chunks[n-1])
}

// noDelimiter is in no text.
const noDelimiter = "\xff"
