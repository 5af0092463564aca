package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// prefixed returns the text of a string with letters in front of it: N'…',
// E'…', _utf8'…'. Others, such as X'…' and B'…', stay as they are.
func prefixed(l *lex.Lexer, raw string) string {
	at := strings.IndexByte(raw, '\'')
	prefix := strings.TrimRight(raw[:at], " \t\n")
	if strings.EqualFold(prefix, "U&") {
		return unistr(raw, raw[at:])
	}
	for i := range len(prefix) {
		if !lex.IsWord(prefix[i]) {
			return raw
		}
	}
	switch {
	case !l.Mysql && isBracketed(prefix, raw[at:]):
		return raw[at+2 : len(raw)-2]
	case strings.EqualFold(prefix, "N"), prefix[0] == '_' && l.Mysql, isMoment(prefix):
		return literal(l, raw, raw[at:], l.Backslash)
	case strings.EqualFold(prefix, "E") && len(prefix) == at:
		return literal(l, raw, raw[at:], true)
	}
	return raw
}

// isBracketed reports whether a string with letters in front of it is one of
// Oracle: q'[…]' or nq'[…]'.
func isBracketed(prefix, quoted string) bool {
	if !strings.EqualFold(prefix, "q") && !strings.EqualFold(prefix, "nq") || len(quoted) < 4 {
		return false
	}
	return quoted[len(quoted)-2] == lex.Closing(quoted[1]) && !lex.IsWord(quoted[1])
}

// isMoment reports whether a word says that the string behind it is a time.
func isMoment(prefix string) bool {
	return strings.EqualFold(prefix, "DATE") || strings.EqualFold(prefix, "TIME") || strings.EqualFold(prefix, "TIMESTAMP")
}

// dollarText returns the text of a $tag$ string, or raw if it is more.
func dollarText(raw string) string {
	n := strings.IndexByte(raw[1:], '$') + 2
	tag := raw[:n]
	if len(raw) < 2*n || !strings.HasSuffix(raw, tag) {
		return raw
	}
	if inner := raw[n : len(raw)-n]; !strings.Contains(inner, tag) {
		return inner
	}
	return raw
}
