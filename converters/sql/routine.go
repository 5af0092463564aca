package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// routines finds where statements end that hold others.
type routines struct {
	lex       *lex.Lexer
	goless    bool // no batch ends any more
	unblocked bool // a BEGIN was without its END
}

// is reports whether the statement at i, a CREATE or ALTER, makes
// something that holds statements of its own.
func (r *routines) is(i int) bool {
	var caps lex.Upper
	for range 12 {
		word := r.lex.Word(i)
		switch string(caps.Of(word)) {
		case "PROCEDURE", "PROC", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE":
			return true
		case "CREATE", "ALTER", "OR", "REPLACE", "DEFINER", "TEMP", "TEMPORARY", "EDITIONABLE", "NONEDITIONABLE", "CONSTRAINT", "AGGREGATE":
			i = r.lex.Blank(i + len(word))
			if strings.EqualFold(word, "DEFINER") {
				i = r.lex.Blank(r.definer(i))
			}
		default:
			return false
		}
	}
	return false
}

// definer returns where the =`user`@`host` ends that begins at i.
func (r *routines) definer(i int) int {
	for i < len(r.lex.Text) && r.lex.Text[i] > ' ' {
		if c := r.lex.Text[i]; c == '`' || c == '\'' {
			i = r.lex.Token(i)
			continue
		}
		i++
	}
	return i
}

// end returns where a statement ends that may hold others between
// BEGIN and END. Where these do not match, it ends as any statement does.
func (r *routines) end(i int) int {
	if r.lex.Batches && !r.goless {
		if end := r.nextBatch(i); end >= 0 {
			return end
		}
		r.goless = true
	}
	if r.unblocked {
		return r.lex.StatementEnd(i)
	}
	for at, depth := i, 0; at < len(r.lex.Text); {
		c := r.lex.Text[at]
		switch {
		case c == r.lex.Delimiter[0] && r.lex.Delimited(at):
			at += len(r.lex.Delimiter)
			if depth <= 0 {
				return at
			}
		case c == '\n':
			at++
			if r.lex.BatchEnd(at) > at {
				return at
			}
		case r.lex.Stops[c]:
			at = r.lex.Token(at)
		case lex.IsWord(c):
			end := r.lex.WordEnd(at)
			change, next := r.block(at, end, depth)
			depth += change
			at = next
		default:
			at++
		}
	}
	r.unblocked = true
	return r.lex.StatementEnd(i)
}

// block returns how a word changes the depth of BEGIN and END, and where to
// go on.
func (r *routines) block(at, end, depth int) (change, next int) {
	if end-at < 3 || end-at > 5 {
		return 0, end
	}
	var caps lex.Upper
	switch string(caps.Of(string(r.lex.Text[at:end]))) {
	case "BEGIN":
		return 1, end
	case "CASE":
		if depth > 0 {
			return 1, end
		}
	case "END":
		after := r.lex.Blank(end)
		next := r.lex.Word(after)
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
func (r *routines) nextBatch(i int) int {
	for i < len(r.lex.Text) {
		c := r.lex.Text[i]
		switch {
		case c == '\n':
			i++
			if r.lex.BatchEnd(i) > i {
				return i
			}
		case r.lex.Stops[c]:
			i = r.lex.Token(i)
		default:
			i++
		}
	}
	return -1
}

// begins reports whether the BEGIN at i opens a block, not a
// transaction.
func (r *routines) begins(i int) bool {
	i = r.lex.Blank(i + len("BEGIN"))
	if i == len(r.lex.Text) || r.lex.Delimited(i) {
		return false
	}
	var caps lex.Upper
	switch string(caps.Of(r.lex.Word(i))) {
	case "TRANSACTION", "TRAN", "WORK", "DEFERRED", "IMMEDIATE", "EXCLUSIVE", "ISOLATION", "READ", "NOT", "DEFERRABLE", "GO":
		return false
	}
	return true
}
