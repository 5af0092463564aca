package lex

import "strings"

// copyEnd is the line that ends the rows of a COPY.
const copyEnd = `\.`

// CopyHead reads a COPY … FROM stdin at i, up to the line behind it. Plain
// says that the rows are in PostgreSQL's text format with its defaults.
func (l *Lexer) CopyHead(i int) (h Head, plain, ok bool) {
	i = l.Blank(l.WordEnd(i))
	h.Name = Span{From: i, To: l.TableName(i)}
	if h.Name.From == h.Name.To {
		return h, false, false
	}
	i = l.Blank(h.Name.To)
	h.List = Span{From: i, To: i}
	h.List.To, h.Columns = l.ColumnList(i)
	i = l.Blank(h.List.To)
	if !l.Is(i, "FROM") {
		return h, false, false
	}
	i = l.Blank(i + len("FROM"))
	if !l.Is(i, "STDIN") {
		return h, false, false
	}
	i = l.Blank(i + len("STDIN"))
	plain = l.At(i) == ';'
	end := l.LineEnd(i)
	if plain && l.Spaces(i+1) != end || !strings.HasSuffix(strings.TrimRight(l.Text[i:end], " \t"), ";") {
		return h, false, false
	}
	h.Rows = min(end+1, len(l.Text))
	return h, plain, true
}

// CopyBlock returns where the rows of a COPY end that begin at i, and where
// to go on. Where no line says that they end, they end before the first line
// that is empty, has another number of fields than the first, or begins a
// statement.
func (l *Lexer) CopyBlock(i int) (rows, next int) {
	for at := i; at < l.uncopied; {
		end := l.LineEnd(at)
		n := strings.Index(l.Text[max(at-1, 0):], "\n"+copyEnd)
		if strings.HasPrefix(l.Text[at:], copyEnd) && at+len(copyEnd) == end {
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
		n := strings.Count(l.Text[at:end], "\t") + 1
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

// CopyFields appends the fields of the line text[i:end] to fields.
func (l *Lexer) CopyFields(i, end int, fields []Span) []Span {
	for {
		n := strings.IndexByte(l.Text[i:end], '\t')
		if n < 0 {
			return append(fields, Span{From: i, To: end})
		}
		fields = append(fields, Span{From: i, To: i + n})
		i += n + 1
	}
}
