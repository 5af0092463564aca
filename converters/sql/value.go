package sql

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

const (
	// maxBlob is the longest binary value that is shown whole, in bytes of
	// the text.
	maxBlob = 1024
	// blobShown is how many digits of a longer one are shown.
	blobShown = 64
)

// literal returns the text of a string in quotes, or the whole value raw if it
// is more than one string.
func literal(l *lex.Lexer, raw, quoted string, escapes bool) string {
	if len(quoted) < 2 {
		return raw
	}
	q, inner := quoted[0], quoted[1:len(quoted)-1]
	special := strings.IndexByte(inner, q) >= 0
	if !special && (!escapes || strings.IndexByte(inner, '\\') < 0) {
		return inner
	}
	var b strings.Builder
	b.Grow(len(inner))
	for i := 0; i < len(inner); {
		c := inner[i]
		switch {
		case c == '\\' && escapes:
			if i+1 == len(inner) {
				return raw
			}
			i = unescape(l, &b, inner, i+1)
		case c == q:
			if i+1 == len(inner) || inner[i+1] != q {
				return raw
			}
			b.WriteByte(q)
			i += 2
		default:
			n := plainRun(inner[i:], q)
			b.WriteString(inner[i : i+n])
			i += n
		}
	}
	return valid(b.String())
}

// plainRun returns how many bytes a text begins with that are neither a quote
// nor a backslash: at least 1.
func plainRun(text string, q byte) int {
	n := 1
	for n < len(text) && text[n] != q && text[n] != '\\' {
		n++
	}
	return n
}

// unescape writes what the escape means whose backslash is before i, and
// returns where it ends.
func unescape(l *lex.Lexer, b *strings.Builder, text string, i int) int {
	c := text[i]
	if l.Mysql {
		switch c {
		case '0':
			b.WriteByte(0)
			return i + 1
		case 'Z':
			b.WriteByte(0x1A)
			return i + 1
		case '%', '_':
			b.WriteByte('\\')
			b.WriteByte(c)
			return i + 1
		}
		if !strings.ContainsRune("bnrt", rune(c)) {
			b.WriteByte(c)
			return i + 1
		}
	}
	return unescapeC(b, text, i)
}

// unescapeC writes what a backslash before i means as in C, which PostgreSQL
// has in E'…' and COPY: letters, octal and hexadecimal numbers, \u and \U.
func unescapeC(b *strings.Builder, text string, i int) int {
	switch c := text[i]; c {
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'v':
		b.WriteByte('\v')
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return number(b, text, i, numeral{8, 3})
	case 'x':
		return number(b, text, i+1, numeral{16, 2})
	case 'u':
		return number(b, text, i+1, numeral{16, 4})
	case 'U':
		return number(b, text, i+1, numeral{16, 8})
	default:
		b.WriteByte(c)
	}
	return i + 1
}

// numeral is how a number in an escape is written.
type numeral struct{ base, digits int }

// number writes the byte or the character whose number is at i.
func number(b *strings.Builder, text string, i int, n numeral) int {
	end, value := i, uint64(0)
	for end < len(text) && end-i < n.digits {
		d, err := strconv.ParseUint(text[end:end+1], n.base, 8)
		if err != nil {
			break
		}
		value = value*uint64(n.base) + d
		end++
	}
	switch {
	case end == i:
		b.WriteString(text[i-1 : i])
	case n.digits > 3 && value <= utf8.MaxRune:
		b.WriteRune(rune(value))
	default:
		b.WriteByte(byte(value))
	}
	return end
}

// isBlob reports whether a value is binary: 0x…, X'…' or '\x….
func isBlob(raw string) bool {
	digits := raw
	switch c := raw[0]; {
	case strings.HasPrefix(raw, "0x"), strings.HasPrefix(raw, "X'"), strings.HasPrefix(raw, "x'"):
		digits = raw[2:]
	case strings.HasPrefix(raw, `'\x`):
		digits = raw[3:]
	case strings.HasPrefix(raw, `\\x`): // in a COPY
		digits = raw[3:]
	case c == 'E' && strings.HasPrefix(raw, `E'\\x`):
		digits = raw[5:]
	default:
		return false
	}
	for i := range min(maxBlob, len(digits)-1) {
		if c := digits[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
			return false
		}
	}
	return true
}

// cutBlob returns the start of a long binary value and how long it is.
func cutBlob(raw string) string {
	digits := strings.TrimLeft(strings.Trim(raw, "E'"), `\`)
	digits = strings.Trim(digits[strings.IndexAny(digits, "xX")+1:], "'")
	return raw[:blobShown] + "… (" + strconv.Itoa(len(digits)/2) + " bytes)"
}

// copyCell returns what a field of a COPY says.
func copyCell(raw string, form copyForm) string {
	switch {
	case raw == form.Null:
		return "NULL"
	case form.CSV:
		return form.Unquoted(raw)
	case strings.IndexByte(raw, '\\') < 0:
		return raw
	}
	if len(raw) > maxBlob && isBlob(raw) {
		return cutBlob(raw[1:]) // the first backslash escapes the second one
	}
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		n := strings.IndexByte(raw[i:], '\\')
		if n < 0 || i+n+1 == len(raw) {
			b.WriteString(raw[i:])
			break
		}
		b.WriteString(raw[i : i+n])
		i = unescapeC(&b, raw, i+n+1)
	}
	return valid(b.String())
}

// valid returns a text in which escapes may have made bytes that are no
// characters.
func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

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
