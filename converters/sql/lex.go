package sql

import "strings"

// lexer finds where the tokens of a text end. It holds no position, so that a
// second look at the same place gives the same answer.
type lexer struct {
	text string
	dialect
	delimiter string    // what ends a statement
	stops     [256]bool // bytes that a scan for the end of a statement looks at
	guarded   bool      // strings end before a line that begins a statement
	tagged    int       // from here on, $tag$ opens nothing

	depth  int  // of parentheses in values, the most so far
	widest int  // how many values a row may have
	open   int  // where the first quote is that is never closed, or -1
	glued  int  // strings with a letter right behind them
	cuts   int  // strings that ended before a line that begins a statement
	cut    bool // the last string was such
	misses int  // $tag$ that were never closed

	goless    bool // no batch ends any more
	unblocked bool // a BEGIN was without its END

	unended   int  // from here on, no comment is closed
	unmatched int  // from here on, no comment with another one in it is closed
	unquoted  span // in here, no q'[ is closed
	uncopied  int  // from here on, no rows of a COPY are ended
	resumes   span // what resume found last
}

// span is a part of the text.
type span struct{ from, to int }

const (
	// missesMost is how many $tag$ that are never closed are looked for: each
	// search goes to the end of the text.
	missesMost = 16
	// nameMost is the longest quoted name, in bytes. A quote that none ends in
	// this distance is no quote.
	nameMost = 1024
)

func newLexer(text string, d dialect) *lexer {
	end := len(text)
	l := &lexer{text: text, dialect: d, open: -1, tagged: end, unended: end, unmatched: end, uncopied: end + 1, resumes: span{0, -1}}
	l.delimit(";")
	return l
}

// delimit sets what ends a statement.
func (l *lexer) delimit(delimiter string) {
	l.delimiter = delimiter
	l.stops = [256]bool{'\'': true, '"': true, '`': true, '[': true, '$': true, '-': true, '/': true, '#': true, '\n': true}
	l.stops[delimiter[0]] = true
}

// delimited reports whether the delimiter stands at i.
func (l *lexer) delimited(i int) bool { return strings.HasPrefix(l.text[i:], l.delimiter) }

// at returns the byte at i, or 0 behind the end.
func (l *lexer) at(i int) byte {
	if i >= 0 && i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// lineEnd returns where the line ends that i is in.
func (l *lexer) lineEnd(i int) int {
	if n := strings.IndexByte(l.text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(l.text)
}

// isWord reports whether a byte belongs to a bare name.
func isWord(c byte) bool { return wordByte[c] }

// wordEnd returns where the bare name ends that begins at i.
func (l *lexer) wordEnd(i int) int {
	text := l.text
	for i < len(text) && (wordByte[text[i]] || text[i] == '#') {
		i++
	}
	return i
}

// word returns the bare name at i, or "".
func (l *lexer) word(i int) string { return l.text[i:l.wordEnd(i)] }

// is reports whether the bare name at i is a word, in any case.
func (l *lexer) is(i int, word string) bool {
	end := i + len(word)
	if end > len(l.text) || end < len(l.text) && (isWord(l.text[end]) || l.text[end] == '#') {
		return false
	}
	return strings.EqualFold(l.text[i:end], word)
}

// upper is room for a keyword in upper case.
type upper [16]byte

// of returns a word in upper case, or nothing for one that is longer than every
// keyword that is asked for.
func (u *upper) of(word string) []byte {
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

// blank returns where the white space and the comments end that begin at i.
func (l *lexer) blank(i int) int {
	for i < len(l.text) {
		c := l.text[i]
		switch {
		case c <= ' ':
			i++
			continue
		case c != '-' && c != '/' && c != '#':
			return i
		}
		end := l.comment(i)
		if end == i {
			return i
		}
		i = end
	}
	return i
}

// spaces returns where the blanks and tabs end that begin at i.
func (l *lexer) spaces(i int) int {
	for i < len(l.text) && l.text[i] <= ' ' && l.text[i] != '\n' {
		i++
	}
	return i
}

// comment returns where the comment ends that begins at i, or i. A comment
// that MySQL or MariaDB runs (/*! and /*M!) is none.
func (l *lexer) comment(i int) int {
	switch l.text[i] {
	case '-':
		if l.at(i+1) == '-' && l.dashes(l.at(i+2)) {
			return l.lineEnd(i)
		}
	case '#':
		if l.hash(i) {
			return l.lineEnd(i)
		}
	case '/':
		if l.at(i+1) == '*' && l.at(i+2) != '!' && (l.at(i+2) != 'M' || l.at(i+3) != '!') {
			return l.commentEnd(i)
		}
	}
	return i
}

// dashes reports whether two dashes before a byte begin a comment. In MySQL
// they are two signs before a number.
func (l *lexer) dashes(next byte) bool {
	return !l.mysql || !(next >= '0' && next <= '9' || next == '.' || next == '(' || next == '@')
}

// hash reports whether the # at i begins a comment: everywhere in MySQL, else
// where it stands at the begin of a line with a blank behind it.
func (l *lexer) hash(i int) bool {
	if l.mysql {
		return !isWord(l.at(i - 1))
	}
	if c := l.at(i + 1); c > ' ' && c != '#' {
		return false
	}
	return l.startsLine(i)
}

// startsLine reports whether only blanks stand before i in its line.
func (l *lexer) startsLine(i int) bool {
	for i > 0 && (l.text[i-1] == ' ' || l.text[i-1] == '\t') {
		i--
	}
	return i == 0 || l.text[i-1] == '\n'
}

// commentEnd returns where the /* comment at i ends. One that is never closed
// ends with its line, so that it hides nothing.
func (l *lexer) commentEnd(i int) int {
	if i >= l.unended {
		return l.lineEnd(i)
	}
	n := strings.Index(l.text[i+2:], "*/")
	if n < 0 {
		l.unended = i
		return l.lineEnd(i)
	}
	end := i + 2 + n + 2
	if l.nested && i < l.unmatched && strings.Contains(l.text[i+2:end], "/*") {
		return l.nestedEnd(i, end)
	}
	return end
}

// nestedEnd returns where the /* comment at i ends that has another one in it,
// or first where those do not match: no later one is taken to match then.
func (l *lexer) nestedEnd(i, first int) int {
	for depth, from := 1, i+2; ; {
		n := strings.IndexByte(l.text[from:], '*')
		if n < 0 {
			l.unmatched = i
			return first
		}
		at := from + n
		switch {
		case n > 0 && l.text[at-1] == '/':
			depth++
			from = at + 1
		case l.at(at+1) == '/':
			from = at + 2
			if depth--; depth == 0 {
				return from
			}
		default:
			from = at + 1
		}
	}
}
