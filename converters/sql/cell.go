package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// cell returns what a value says: a string without its quotes, everything
// else as it is written.
func cell(l *lex.Lexer, raw string) string {
	if len(raw) > maxBlob && isBlob(raw) {
		return cutBlob(raw)
	}
	last := raw[len(raw)-1]
	switch {
	case last == '\'':
		if raw[0] == '\'' {
			return literal(l, raw, raw, l.Backslash)
		}
		return prefixed(l, raw)
	case last == '"' && raw[0] == '"':
		return literal(l, raw, raw, l.Backslash)
	case last == '$' && raw[0] == '$':
		return dollarText(raw)
	case last == ')':
		return call(l, raw)
	}
	return raw
}

// call returns the text of a call that a dump program writes in place of a value,
// or the value: CAST of SQL Server's tools and those of sqlite3's shell.
func call(l *lex.Lexer, raw string) string {
	switch raw[0] {
	case 'C', 'c':
		return castText(l, raw)
	case 'r', 'u':
		if !l.Mysql {
			return shellText(raw)
		}
	}
	return raw
}

// castText returns the string or the number in CAST(N'2024-05-05' AS Date), or
// the value. The type of a column is above its table.
func castText(l *lex.Lexer, raw string) string {
	const open, as = "CAST(", " AS "
	at := strings.LastIndex(raw, as)
	if len(raw) < len(open) || !strings.EqualFold(raw[:len(open)], open) || at < len(open) {
		return raw
	}
	for i := at + len(as); i < len(raw); i++ {
		if c := raw[i]; !lex.IsWord(c) && c != ' ' && c != '(' && c != ')' && c != ',' {
			return raw
		}
	}
	inner := strings.TrimSpace(raw[len(open):at])
	if strings.Trim(inner, "0123456789.-") == "" {
		return inner
	}
	if inner == "" || inner[len(inner)-1] != '\'' {
		return raw
	}
	if text := cell(l, inner); text != inner {
		return text
	}
	return raw
}

// shellText returns the text of a value that sqlite3's shell writes in place of
// a string with line ends, or the value:
//
//	replace(replace('one\r\ntwo','\r',char(13)),'\n',char(10))
//	unistr('one\u000atwo')
func shellText(raw string) string {
	if inner, ok := strings.CutPrefix(raw, "unistr("); ok {
		return unistr(raw, inner[:len(inner)-1])
	}
	calls, inner := 0, raw
	for ; calls < 2; calls++ {
		rest, ok := strings.CutPrefix(inner, "replace(")
		if !ok {
			break
		}
		inner = rest
	}
	if calls == 0 {
		return raw
	}
	text, rest, ok := shellString(inner)
	for ; ok && calls > 0; calls-- {
		text, rest, ok = replaced(text, rest)
	}
	if !ok || rest != "" {
		return raw
	}
	return text
}

// replaced puts the characters in place that the rest of a replace names: a sign
// for a line end, which has a backslash, and the number of its code.
func replaced(text, rest string) (string, string, bool) {
	sign, rest, ok := shellString(strings.TrimPrefix(rest, ","))
	if !ok || strings.IndexByte(sign, '\\') < 0 {
		return "", "", false
	}
	for _, code := range [...]struct{ call, text string }{{",char(10))", "\n"}, {",char(13))", "\r"}} {
		if after, ok := strings.CutPrefix(rest, code.call); ok {
			return strings.ReplaceAll(text, sign, code.text), after, true
		}
	}
	return "", "", false
}
