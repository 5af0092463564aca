// Package lex finds the tokens of SQL: names, strings, comments, values and the
// ends of statements, as each product writes them. It reads nothing of what they
// mean.
//
//   - note.go: comments that people wrote
//   - set.go, row.go, name.go: the values of INSERT … SET, those of a row, names
//   - block.go, skip.go: where the rows of a COPY, a statement and a batch end
//   - lex.go: words, blanks and comments; quote.go: strings and quoted names
//   - dialect.go: what the products differ in, and guessing it
package lex

import "strings"

// Lexer finds where the tokens of a text end. It holds no position, so that a
// second look at the same place gives the same answer.
type Lexer struct {
	Text
	Dialect
	Strings  Strings
	Names    Names
	comments comments

	Delimiter string    // what ends a statement
	Stops     [256]bool // bytes that a scan for the end of a statement looks at
	Depth     int       // of parentheses in values, the most so far
	Widest    int       // how many values a row may have
	Cuts      int       // strings that ended before a line that begins a statement
	uncopied  int       // from here on, no rows of a COPY are ended
}

// Text is SQL. What is asked of it needs no more than the bytes around a place.
type Text string

// Strings finds where strings and quoted names end. It keeps what searches found that
// went far, so that no later one goes there again.
type Strings struct {
	text    Text
	dialect Dialect

	Guarded bool // strings end before a line that begins a statement
	Open    int  // where the first quote is that is never closed, or -1
	Glued   int  // strings with a letter right behind them
	Cut     bool // the last string ended before a line that begins a statement
	Misses  int  // $tag$ that were never closed

	tagged   int  // from here on, $tag$ opens nothing
	unquoted Span // in here, no q'[ is closed
	resumes  Span // what resume found last
}

// Names finds where names end that are quoted or not.
type Names struct {
	text    Text
	unnamed Span // in here, no [ is closed: all ] are doubled
	run     Span // of one byte that closes names, as far as it was looked at
}

// comments finds where comments end.
type comments struct {
	text      Text
	mysql     bool
	nested    bool // comments are in comments
	unended   int  // from here on, no comment is closed
	unmatched int  // from here on, no comment with another one in it is closed
}

// Span is a part of the text.
type Span struct{ From, To int }

const (
	// maxMisses is how many $tag$ that are never closed are looked for: each
	// search goes to the end of the text.
	maxMisses = 16
	// MaxName is the longest quoted name, in bytes. A quote that none ends in
	// this distance is not a quote.
	MaxName = 1024
)

// NewLexer returns a lexer of a text in a dialect.
func NewLexer(text string, d Dialect) *Lexer {
	end := len(text)
	t := Text(text)
	l := &Lexer{
		Text: t, Dialect: d, uncopied: end + 1, Names: Names{text: t},
		Strings:  Strings{text: t, dialect: d, Open: -1, tagged: end, resumes: Span{0, -1}},
		comments: comments{text: t, mysql: d.Mysql, nested: d.nested, unended: end, unmatched: end},
	}
	l.Delimit(";")
	return l
}

// Delimit sets what ends a statement.
func (l *Lexer) Delimit(delimiter string) {
	l.Delimiter = delimiter
	l.Stops = [256]bool{'\'': true, '"': true, '`': true, '[': true, '$': true, '-': true, '/': true, '#': true, '\n': true}
	l.Stops[delimiter[0]] = true
}

// Delimited reports whether the delimiter is at i.
func (l *Lexer) Delimited(i int) bool { return strings.HasPrefix(string(l.Text[i:]), l.Delimiter) }

// At returns the byte at i, or 0 behind the end.
func (t Text) At(i int) byte {
	if i >= 0 && i < len(t) {
		return t[i]
	}
	return 0
}

// LineEnd returns where the line ends that i is in.
func (t Text) LineEnd(i int) int {
	if n := strings.IndexByte(string(t[i:]), '\n'); n >= 0 {
		return i + n
	}
	return len(t)
}

// Of returns a part of it.
func (t Text) Of(s Span) string { return string(t[s.From:s.To]) }

// IsWord reports whether a byte belongs to a bare name.
func IsWord(c byte) bool { return wordByte[c] }

// WordEnd returns where the bare name ends that begins at i.
func (t Text) WordEnd(i int) int {
	for i < len(t) && (wordByte[t[i]] || t[i] == '#') {
		i++
	}
	return i
}

// Word returns the bare name at i, or "".
func (t Text) Word(i int) string { return string(t[i:t.WordEnd(i)]) }

// Is reports whether the bare name at i is a word, in any case.
func (t Text) Is(i int, word string) bool {
	end := i + len(word)
	if end > len(t) || end < len(t) && (IsWord(t[end]) || t[end] == '#') {
		return false
	}
	return strings.EqualFold(string(t[i:end]), word)
}

// Upper is room for a keyword in upper case.
type Upper [16]byte

// Of returns a word in upper case, or nothing for one that is longer than every
// keyword that is asked for.
func (u *Upper) Of(word string) []byte {
	if len(word) > len(u) {
		return nil
	}
	for i := range len(word) {
		c := word[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		u[i] = c
	}
	return u[:len(word)]
}

// Blank returns where the white space and the comments end that begin at i.
func (l *Lexer) Blank(i int) int {
	for i < len(l.Text) {
		c := l.Text[i]
		switch {
		case c <= ' ':
			i++
			continue
		case c != '-' && c != '/' && c != '#':
			return i
		}
		end := l.comments.end(i)
		if end == i {
			return i
		}
		i = end
	}
	return i
}

// Spaces returns where the blanks and tabs end that begin at i.
func (t Text) Spaces(i int) int {
	for i < len(t) && t[i] <= ' ' && t[i] != '\n' {
		i++
	}
	return i
}

// Comment returns where the comment ends that begins at i, or i.
func (l *Lexer) Comment(i int) int { return l.comments.end(i) }

// end returns where the comment ends that begins at i, or i. A comment
// that MySQL or MariaDB runs (/*! and /*M!) is none.
func (c *comments) end(i int) int {
	switch c.text[i] {
	case '-':
		if c.text.At(i+1) == '-' && c.dashes(c.text.At(i+2)) {
			return c.text.LineEnd(i)
		}
	case '#':
		if c.hash(i) {
			return c.text.LineEnd(i)
		}
	case '/':
		if c.text.At(i+1) == '*' && c.text.At(i+2) != '!' && (c.text.At(i+2) != 'M' || c.text.At(i+3) != '!') {
			return c.closed(i)
		}
	}
	return i
}

// dashes reports whether two dashes before a byte begin a comment. In MySQL
// they are two signs before a number.
func (c *comments) dashes(next byte) bool {
	return !c.mysql || !(next >= '0' && next <= '9' || next == '.' || next == '(' || next == '@')
}

// hash reports whether the # at i begins a comment: everywhere in MySQL, else
// where it is at the beginning of a line with a blank behind it.
func (c *comments) hash(i int) bool {
	if c.mysql {
		return !IsWord(c.text.At(i - 1))
	}
	if next := c.text.At(i + 1); next > ' ' && next != '#' {
		return false
	}
	return c.text.StartsLine(i)
}

// StartsLine reports whether only blanks are before i in its line.
func (t Text) StartsLine(i int) bool {
	for i > 0 && (t[i-1] == ' ' || t[i-1] == '\t') {
		i--
	}
	return i == 0 || t[i-1] == '\n'
}

// closed returns where the /* comment at i ends. One that is never closed
// ends with its line, so that it hides nothing.
func (c *comments) closed(i int) int {
	if i >= c.unended {
		return c.text.LineEnd(i)
	}
	n := strings.Index(string(c.text[i+2:]), "*/")
	if n < 0 {
		c.unended = i
		return c.text.LineEnd(i)
	}
	end := i + 2 + n + 2
	if c.nested && i < c.unmatched && strings.Contains(string(c.text[i+2:end]), "/*") {
		return c.nestedEnd(i, end)
	}
	return end
}

// nestedEnd returns where the /* comment at i ends that has another one in it,
// or first where those do not match: no later one is taken to match then.
func (c *comments) nestedEnd(i, first int) int {
	for depth, from := 1, i+2; ; {
		n := strings.IndexByte(string(c.text[from:]), '*')
		if n < 0 {
			c.unmatched = i
			return first
		}
		at := from + n
		switch {
		case n > 0 && c.text[at-1] == '/':
			depth++
			from = at + 1
		case c.text.At(at+1) == '/':
			from = at + 2
			if depth--; depth == 0 {
				return from
			}
		default:
			from = at + 1
		}
	}
}
