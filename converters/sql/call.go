package sql

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

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

// shellString reads the string that a text begins with, and returns what it
// says and what follows it.
func shellString(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '\'' {
		return "", s, false
	}
	end := 1
	for {
		n := strings.IndexByte(s[end:], '\'')
		if n < 0 {
			return "", s, false
		}
		end += n + 1
		if end == len(s) || s[end] != '\'' {
			break
		}
		end++
	}
	return strings.ReplaceAll(s[1:end-1], "''", "'"), s[end:], true
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

// unistr returns the text of a string with \uXXXX of SQLite, or \XXXX and
// \+XXXXXX of U&'…', or the value raw.
func unistr(raw, quoted string) string {
	text, rest, ok := shellString(quoted)
	if !ok || rest != "" {
		return raw
	}
	var b strings.Builder
	for {
		n := strings.IndexByte(text, '\\')
		if n < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:n])
		text = text[n+1:]
		if strings.HasPrefix(text, `\`) {
			b.WriteByte('\\')
			text = text[1:]
			continue
		}
		digits, rest := 4, strings.TrimPrefix(text, "u")
		if after, long := strings.CutPrefix(text, "+"); long {
			digits, rest = 6, after
		}
		text = rest
		if len(text) < digits {
			return raw
		}
		code, err := strconv.ParseUint(text[:digits], 16, 32)
		if err != nil {
			return raw
		}
		text = text[digits:]
		one := rune(code)
		if utf16.IsSurrogate(one) {
			one, text = secondHalf(one, text)
		}
		if !utf8.ValidRune(one) {
			return raw
		}
		b.WriteRune(one)
	}
}

// secondHalf joins half of a character with the other half that follows it, and
// returns the text after that; -1 where none does.
func secondHalf(half rune, text string) (rune, string) {
	rest, ok := strings.CutPrefix(text, `\`)
	if rest = strings.TrimPrefix(rest, "u"); !ok || len(rest) < 4 {
		return -1, text
	}
	code, err := strconv.ParseUint(rest[:4], 16, 32)
	if joined := utf16.DecodeRune(half, rune(code)); err == nil && joined != utf8.RuneError {
		return joined, rest[4:]
	}
	return -1, text
}
