package lex

// StatementEnd returns where the statement ends that i is in: behind its
// delimiter, or before a line that ends a batch.
func (l *Lexer) StatementEnd(i int) int {
	for i < len(l.Text) {
		c := l.Text[i]
		switch {
		case !l.Stops[c]:
			i++
		case c == l.Delimiter[0] && l.Delimited(i):
			return i + len(l.Delimiter)
		case c == '\n':
			i++
			if l.BatchEnd(i) > i || l.Batches && l.opens(i) {
				return i
			}
		default:
			i = l.Token(i)
			if l.Strings.Cut {
				l.Strings.Cut = false
				l.Cuts++
				return i
			}
		}
	}
	return i
}

// BatchEnd returns where the line ends that begins at i, if it ends a batch:
// GO in SQL Server's tools, / in Oracle's. Otherwise it returns i.
func (t Text) BatchEnd(i int) int {
	at := t.Spaces(i)
	switch t.At(at) {
	case 'G', 'g':
		if !t.Is(at, "GO") {
			return i
		}
		at = t.Spaces(at + 2)
		for at < len(t) && t[at] >= '0' && t[at] <= '9' {
			at++
		}
	case '/':
		at++
	default:
		return i
	}
	at = t.Spaces(at)
	if t.At(at) == ';' {
		at = t.Spaces(at + 1)
	}
	if at < len(t) && t[at] != '\n' {
		return i
	}
	return max(at, i)
}

// opens reports whether the line at i begins with INSERT, where a statement
// may end without a delimiter.
func (t Text) opens(i int) bool {
	i = t.Spaces(i)
	return (t.At(i)|0x20) == 'i' && t.Is(i, "INSERT")
}
