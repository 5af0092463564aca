package lex

import "strings"

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
			if l.BatchEnd(i) > i || l.batches && l.opens(i) {
				return i
			}
		default:
			i = l.Token(i)
			if l.Cut {
				l.Cut = false
				l.Cuts++
				return i
			}
		}
	}
	return i
}

// BatchEnd returns where the line ends that begins at i, if it ends a batch:
// GO in SQL Server's tools, / in Oracle's. Otherwise it returns i.
func (l *Lexer) BatchEnd(i int) int {
	at := l.Spaces(i)
	switch l.At(at) {
	case 'G', 'g':
		if !l.Is(at, "GO") {
			return i
		}
		at = l.Spaces(at + 2)
		for at < len(l.Text) && l.Text[at] >= '0' && l.Text[at] <= '9' {
			at++
		}
	case '/':
		at++
	default:
		return i
	}
	at = l.Spaces(at)
	if l.At(at) == ';' {
		at = l.Spaces(at + 1)
	}
	if at < len(l.Text) && l.Text[at] != '\n' {
		return i
	}
	return max(at, i)
}

// opens reports whether the line at i begins with INSERT, where a statement
// may end without a delimiter.
func (l *Lexer) opens(i int) bool {
	i = l.Spaces(i)
	return (l.At(i)|0x20) == 'i' && l.Is(i, "INSERT")
}

// Routine reports whether the statement at i, a CREATE or ALTER, makes
// something that holds statements of its own.
func (l *Lexer) Routine(i int) bool {
	var caps Upper
	for range 12 {
		word := l.Word(i)
		switch string(caps.Of(word)) {
		case "PROCEDURE", "PROC", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE":
			return true
		case "CREATE", "ALTER", "OR", "REPLACE", "DEFINER", "TEMP", "TEMPORARY", "EDITIONABLE", "NONEDITIONABLE", "CONSTRAINT", "AGGREGATE":
			i = l.Blank(i + len(word))
			if strings.EqualFold(word, "DEFINER") {
				i = l.Blank(l.definer(i))
			}
		default:
			return false
		}
	}
	return false
}

// definer returns where the =`user`@`host` ends that begins at i.
func (l *Lexer) definer(i int) int {
	for i < len(l.Text) && l.Text[i] > ' ' {
		if c := l.Text[i]; c == '`' || c == '\'' {
			i = l.Token(i)
			continue
		}
		i++
	}
	return i
}

// RoutineEnd returns where a statement ends that may hold others between
// BEGIN and END. Where these do not match, it ends as any statement does.
func (l *Lexer) RoutineEnd(i int) int {
	if l.batches && !l.goless {
		if end := l.nextBatch(i); end >= 0 {
			return end
		}
		l.goless = true
	}
	if l.unblocked {
		return l.StatementEnd(i)
	}
	for at, depth := i, 0; at < len(l.Text); {
		c := l.Text[at]
		switch {
		case c == l.Delimiter[0] && l.Delimited(at):
			at += len(l.Delimiter)
			if depth <= 0 {
				return at
			}
		case c == '\n':
			at++
			if l.BatchEnd(at) > at {
				return at
			}
		case l.Stops[c]:
			at = l.Token(at)
		case IsWord(c):
			end := l.WordEnd(at)
			change, next := l.block(at, end, depth)
			depth += change
			at = next
		default:
			at++
		}
	}
	l.unblocked = true
	return l.StatementEnd(i)
}

// block returns how a word changes the depth of BEGIN and END, and where to
// go on.
func (l *Lexer) block(at, end, depth int) (change, next int) {
	if end-at < 3 || end-at > 5 {
		return 0, end
	}
	var caps Upper
	switch string(caps.Of(l.Text[at:end])) {
	case "BEGIN":
		return 1, end
	case "CASE":
		if depth > 0 {
			return 1, end
		}
	case "END":
		after := l.Blank(end)
		next := l.Word(after)
		switch string(caps.Of(next)) {
		case "IF", "LOOP", "WHILE", "REPEAT", "FOR":
			return 0, after + len(next)
		case "CASE":
			return -1, after + len(next)
		}
		return -1, end
	}
	return 0, end
}

// nextBatch returns where the next line begins that ends a batch, or -1.
func (l *Lexer) nextBatch(i int) int {
	for i < len(l.Text) {
		c := l.Text[i]
		switch {
		case c == '\n':
			i++
			if l.BatchEnd(i) > i {
				return i
			}
		case l.Stops[c]:
			i = l.Token(i)
		default:
			i++
		}
	}
	return -1
}

// BlockBegins reports whether the BEGIN at i opens a block, not a
// transaction.
func (l *Lexer) BlockBegins(i int) bool {
	i = l.Blank(i + len("BEGIN"))
	if i == len(l.Text) || l.Delimited(i) {
		return false
	}
	var caps Upper
	switch string(caps.Of(l.Word(i))) {
	case "TRANSACTION", "TRAN", "WORK", "DEFERRED", "IMMEDIATE", "EXCLUSIVE", "ISOLATION", "READ", "NOT", "DEFERRABLE", "GO":
		return false
	}
	return true
}
