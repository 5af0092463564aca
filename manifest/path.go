package manifest

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// JSON holds text, and a file name on Unix need not be one. Such a path is
// written twice: as relative_path with U+FFFD for every byte that is not
// UTF-8, for those who read, and without loss as path_bytes, by EscapePath.
// A path that is UTF-8 has no path_bytes.

const hexDigits = "0123456789abcdef"

// EscapePath writes a path of any bytes as UTF-8: bytes that are not part of a
// valid character, and the percent sign, become %xx with lower-case digits.
func EscapePath(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); {
		r, n := utf8.DecodeRuneInString(path[i:])
		if c := path[i]; c == '%' || r == utf8.RuneError && n == 1 {
			b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
			i++
			continue
		}
		b.WriteString(path[i : i+n])
		i += n
	}
	return b.String()
}

var errEscape = errors.New("reading an escaped path: a percent sign without two digits")

// UnescapePath reads what EscapePath wrote.
func UnescapePath(escaped string) (string, error) {
	if !strings.Contains(escaped, "%") {
		return escaped, nil
	}
	b := make([]byte, 0, len(escaped))
	for i := 0; i < len(escaped); i++ {
		if escaped[i] != '%' {
			b = append(b, escaped[i])
			continue
		}
		if i+2 >= len(escaped) {
			return "", errEscape
		}
		hi, lo := fromHex(escaped[i+1]), fromHex(escaped[i+2])
		if hi > 15 || lo > 15 {
			return "", errEscape
		}
		b = append(b, hi<<4|lo)
		i += 2
	}
	return string(b), nil
}

func fromHex(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 0xff
}

// exactPath is the inverse of the two fields. The escaped form counts only
// when it says the same as the readable one: nobody shall read one name and
// have another acted on.
func exactPath(readable, escaped string) string {
	if escaped == "" {
		return readable
	}
	exact, err := UnescapePath(escaped)
	if err != nil || utf8.ValidString(exact) || string([]rune(exact)) != readable {
		return readable
	}
	return exact
}
