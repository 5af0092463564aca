package sql

import "strings"

// statementEnd returns where the statement ends that i is in: behind its
// delimiter, or before a line that ends a batch.
func (l *lexer) statementEnd(i int) int {
	for i < len(l.text) {
		c := l.text[i]
		switch {
		case !l.stops[c]:
			i++
		case c == l.delimiter[0] && l.delimited(i):
			return i + len(l.delimiter)
		case c == '\n':
			i++
			if l.batchEnd(i) > i || l.batches && l.opens(i) {
				return i
			}
		default:
			i = l.token(i)
			if l.cut {
				l.cut = false
				l.cuts++
				return i
			}
		}
	}
	return i
}

// batchEnd returns where the line ends that begins at i, if it ends a batch:
// GO in SQL Server's tools, / in Oracle's. Otherwise it returns i.
func (l *lexer) batchEnd(i int) int {
	at := l.spaces(i)
	switch l.at(at) {
	case 'G', 'g':
		if !l.is(at, "GO") {
			return i
		}
		at = l.spaces(at + 2)
		for at < len(l.text) && l.text[at] >= '0' && l.text[at] <= '9' {
			at++
		}
	case '/':
		at++
	default:
		return i
	}
	at = l.spaces(at)
	if l.at(at) == ';' {
		at = l.spaces(at + 1)
	}
	if at < len(l.text) && l.text[at] != '\n' {
		return i
	}
	return max(at, i)
}

// opens reports whether the line at i begins with INSERT, where a statement
// may end without a delimiter.
func (l *lexer) opens(i int) bool {
	i = l.spaces(i)
	return (l.at(i)|0x20) == 'i' && l.is(i, "INSERT")
}

// routine reports whether the statement at i, a CREATE or ALTER, makes
// something that holds statements of its own.
func (l *lexer) routine(i int) bool {
	var caps upper
	for range 12 {
		word := l.word(i)
		switch string(caps.of(word)) {
		case "PROCEDURE", "PROC", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE":
			return true
		case "CREATE", "ALTER", "OR", "REPLACE", "DEFINER", "TEMP", "TEMPORARY", "EDITIONABLE", "NONEDITIONABLE", "CONSTRAINT", "AGGREGATE":
			i = l.blank(i + len(word))
			if strings.EqualFold(word, "DEFINER") {
				i = l.blank(l.definer(i))
			}
		default:
			return false
		}
	}
	return false
}

// definer returns where the =`user`@`host` ends that begins at i.
func (l *lexer) definer(i int) int {
	for i < len(l.text) && l.text[i] > ' ' {
		if c := l.text[i]; c == '`' || c == '\'' {
			i = l.token(i)
			continue
		}
		i++
	}
	return i
}

// routineEnd returns where a statement ends that may hold others between
// BEGIN and END. Where these do not match, it ends as any statement does.
func (l *lexer) routineEnd(i int) int {
	if l.batches && !l.goless {
		if end := l.nextBatch(i); end >= 0 {
			return end
		}
		l.goless = true
	}
	if l.unblocked {
		return l.statementEnd(i)
	}
	for at, depth := i, 0; at < len(l.text); {
		c := l.text[at]
		switch {
		case c == l.delimiter[0] && l.delimited(at):
			at += len(l.delimiter)
			if depth <= 0 {
				return at
			}
		case c == '\n':
			at++
			if l.batchEnd(at) > at {
				return at
			}
		case l.stops[c]:
			at = l.token(at)
		case isWord(c):
			end := l.wordEnd(at)
			change, next := l.block(at, end, depth)
			depth += change
			at = next
		default:
			at++
		}
	}
	l.unblocked = true
	return l.statementEnd(i)
}

// block returns how a word changes the depth of BEGIN and END, and where to
// go on.
func (l *lexer) block(at, end, depth int) (change, next int) {
	if end-at < 3 || end-at > 5 {
		return 0, end
	}
	var caps upper
	switch string(caps.of(l.text[at:end])) {
	case "BEGIN":
		return 1, end
	case "CASE":
		if depth > 0 {
			return 1, end
		}
	case "END":
		after := l.blank(end)
		next := l.word(after)
		switch string(caps.of(next)) {
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
func (l *lexer) nextBatch(i int) int {
	for i < len(l.text) {
		c := l.text[i]
		switch {
		case c == '\n':
			i++
			if l.batchEnd(i) > i {
				return i
			}
		case l.stops[c]:
			i = l.token(i)
		default:
			i++
		}
	}
	return -1
}

// blockBegins reports whether the BEGIN at i begins a block, not a
// transaction.
func (l *lexer) blockBegins(i int) bool {
	i = l.blank(i + len("BEGIN"))
	if i == len(l.text) || l.delimited(i) {
		return false
	}
	var caps upper
	switch string(caps.of(l.word(i))) {
	case "TRANSACTION", "TRAN", "WORK", "DEFERRED", "IMMEDIATE", "EXCLUSIVE", "ISOLATION", "READ", "NOT", "DEFERRABLE", "GO":
		return false
	}
	return true
}
