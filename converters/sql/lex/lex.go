// Package lex finds the tokens of SQL: names, strings, comments, values and the
// ends of statements, as each product writes them. It reads nothing of what they
// mean.
//
//   - note.go: comments that people wrote
//   - copy.go: the head and the rows of a COPY
//   - head.go, set.go, row.go, name.go: names, the start of an INSERT, the values of
//     a row, those of INSERT … SET
//   - skip.go: where a statement, a batch and a routine end
//   - lex.go: words, blanks and comments; quote.go: strings and quoted names
//   - dialect.go: what the products differ in, and guessing it
package lex

import "strings"

// Lexer finds where the tokens of a text end. It holds no position, so that a
// second look at the same place gives the same answer.
type Lexer struct {
	Text string
	Dialect
	Delimiter string    // what ends a statement
	Stops     [256]bool // bytes that a scan for the end of a statement looks at
	Guarded   bool      // strings end before a line that begins a statement

	Depth  int  // of parentheses in values, the most so far
	Widest int  // how many values a row may have
	Open   int  // where the first quote is that is never closed, or -1
	Glued  int  // strings with a letter right behind them
	Cuts   int  // strings that ended before a line that begins a statement
	Cut    bool // the last string was such
	Misses int  // $tag$ that were never closed

	memo
}

// memo is what searches found that went far, so that no later one goes there again.
type memo struct {
	goless    bool // no batch ends any more
	unblocked bool // a BEGIN was without its END
	tagged    int  // from here on, $tag$ opens nothing
	unended   int  // from here on, no comment is closed
	unmatched int  // from here on, no comment with another one in it is closed
	uncopied  int  // from here on, no rows of a COPY are ended
	unquoted  Span // in here, no q'[ is closed
	unnamed   Span // in here, no [ is closed: all ] are doubled
	run       Span // of one byte that closes names, as far as it was looked at
	resumes   Span // what resume found last
}

// Span is a part of the text.
type Span struct{ From, To int }

const (
	// maxMisses is how many $tag$ that are never closed are looked for: each
	// search goes to the end of the text.
	maxMisses = 16
	// maxName is the longest quoted name, in bytes. A quote that none ends in
	// this distance is not a quote.
	maxName = 1024
)

// NewLexer returns a lexer of a text in a dialect.
func NewLexer(text string, d Dialect) *Lexer {
	end := len(text)
	far := memo{tagged: end, unended: end, unmatched: end, uncopied: end + 1, resumes: Span{0, -1}}
	l := &Lexer{Text: text, Dialect: d, Open: -1, memo: far}
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
func (l *Lexer) Delimited(i int) bool { return strings.HasPrefix(l.Text[i:], l.Delimiter) }

// At returns the byte at i, or 0 behind the end.
func (l *Lexer) At(i int) byte {
	if i >= 0 && i < len(l.Text) {
		return l.Text[i]
	}
	return 0
}

// LineEnd returns where the line ends that i is in.
func (l *Lexer) LineEnd(i int) int {
	if n := strings.IndexByte(l.Text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(l.Text)
}

// IsWord reports whether a byte belongs to a bare name.
func IsWord(c byte) bool { return wordByte[c] }

// WordEnd returns where the bare name ends that begins at i.
func (l *Lexer) WordEnd(i int) int {
	text := l.Text
	for i < len(text) && (wordByte[text[i]] || text[i] == '#') {
		i++
	}
	return i
}

// Word returns the bare name at i, or "".
func (l *Lexer) Word(i int) string { return l.Text[i:l.WordEnd(i)] }

// Is reports whether the bare name at i is a word, in any case.
func (l *Lexer) Is(i int, word string) bool {
	end := i + len(word)
	if end > len(l.Text) || end < len(l.Text) && (IsWord(l.Text[end]) || l.Text[end] == '#') {
		return false
	}
	return strings.EqualFold(l.Text[i:end], word)
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
		end := l.Comment(i)
		if end == i {
			return i
		}
		i = end
	}
	return i
}

// Spaces returns where the blanks and tabs end that begin at i.
func (l *Lexer) Spaces(i int) int {
	for i < len(l.Text) && l.Text[i] <= ' ' && l.Text[i] != '\n' {
		i++
	}
	return i
}

// Comment returns where the comment ends that begins at i, or i. A comment
// that MySQL or MariaDB runs (/*! and /*M!) is none.
func (l *Lexer) Comment(i int) int {
	switch l.Text[i] {
	case '-':
		if l.At(i+1) == '-' && l.dashes(l.At(i+2)) {
			return l.LineEnd(i)
		}
	case '#':
		if l.hash(i) {
			return l.LineEnd(i)
		}
	case '/':
		if l.At(i+1) == '*' && l.At(i+2) != '!' && (l.At(i+2) != 'M' || l.At(i+3) != '!') {
			return l.commentEnd(i)
		}
	}
	return i
}

// dashes reports whether two dashes before a byte begin a comment. In MySQL
// they are two signs before a number.
func (l *Lexer) dashes(next byte) bool {
	return !l.Mysql || !(next >= '0' && next <= '9' || next == '.' || next == '(' || next == '@')
}

// hash reports whether the # at i begins a comment: everywhere in MySQL, else
// where it is at the beginning of a line with a blank behind it.
func (l *Lexer) hash(i int) bool {
	if l.Mysql {
		return !IsWord(l.At(i - 1))
	}
	if c := l.At(i + 1); c > ' ' && c != '#' {
		return false
	}
	return l.StartsLine(i)
}

// StartsLine reports whether only blanks are before i in its line.
func (l *Lexer) StartsLine(i int) bool {
	for i > 0 && (l.Text[i-1] == ' ' || l.Text[i-1] == '\t') {
		i--
	}
	return i == 0 || l.Text[i-1] == '\n'
}

// commentEnd returns where the /* comment at i ends. One that is never closed
// ends with its line, so that it hides nothing.
func (l *Lexer) commentEnd(i int) int {
	if i >= l.unended {
		return l.LineEnd(i)
	}
	n := strings.Index(l.Text[i+2:], "*/")
	if n < 0 {
		l.unended = i
		return l.LineEnd(i)
	}
	end := i + 2 + n + 2
	if l.nested && i < l.unmatched && strings.Contains(l.Text[i+2:end], "/*") {
		return l.nestedEnd(i, end)
	}
	return end
}

// nestedEnd returns where the /* comment at i ends that has another one in it,
// or first where those do not match: no later one is taken to match then.
func (l *Lexer) nestedEnd(i, first int) int {
	for depth, from := 1, i+2; ; {
		n := strings.IndexByte(l.Text[from:], '*')
		if n < 0 {
			l.unmatched = i
			return first
		}
		at := from + n
		switch {
		case n > 0 && l.Text[at-1] == '/':
			depth++
			from = at + 1
		case l.At(at+1) == '/':
			from = at + 2
			if depth--; depth == 0 {
				return from
			}
		default:
			from = at + 1
		}
	}
}
