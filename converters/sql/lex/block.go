package lex

import "strings"

// copyEnd is the line that ends the rows of a COPY.
const copyEnd = `\.`

// CopyBlock returns where the rows of a COPY end that begin at i, and where
// to go on. Where no line says that they end, they end before the first line
// that is empty, has another number of fields than the first, or begins a
// statement.
func (l *Lexer) CopyBlock(i int) (rows, next int) {
	for at := i; at < l.uncopied; {
		end := l.LineEnd(at)
		n := strings.Index(string(l.Text[max(at-1, 0):]), "\n"+copyEnd)
		if strings.HasPrefix(string(l.Text[at:]), copyEnd) && at+len(copyEnd) == end {
			return at, min(end+1, len(l.Text))
		}
		if n < 0 {
			l.uncopied = i
			break
		}
		at = max(at-1, 0) + n + 1
		if end = l.LineEnd(at); end == at+len(copyEnd) {
			return at, min(end+1, len(l.Text))
		}
		at = min(end+1, len(l.Text))
	}
	width := 0
	for at := i; at < len(l.Text); {
		end := l.LineEnd(at)
		n := strings.Count(string(l.Text[at:end]), "\t") + 1
		if width == 0 {
			width = n
		}
		if end == at || n != width || l.Begins(at) {
			return at, at
		}
		at = min(end+1, len(l.Text))
	}
	return len(l.Text), len(l.Text)
}
