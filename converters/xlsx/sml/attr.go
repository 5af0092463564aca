package sml

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// Attrs are the attributes of a tag as they are written.
type Attrs struct{ rest []byte }

// Next returns the next attribute: its name without prefix, and its value as
// it is written.
func (a *Attrs) Next() (name, value []byte, ok bool) {
	name, value, ok = a.whole()
	return local(name), value, ok
}

// whole returns the next attribute with its whole name.
func (a *Attrs) whole() (name, value []byte, ok bool) {
	b := a.rest
	i := 0
	for i < len(b) && b[i] <= ' ' {
		i++
	}
	from := i
	for i < len(b) && b[i] != '=' {
		i++
	}
	name = b[from:i]
	for i < len(b) && b[i] != '"' && b[i] != '\'' {
		i++
	}
	if i >= len(b) {
		a.rest = nil
		return nil, nil, false
	}
	end := bytes.IndexByte(b[i+1:], b[i])
	if end < 0 {
		a.rest = nil
		return nil, nil, false
	}
	value = b[i+1 : i+1+end]
	a.rest = b[i+end+2:]
	for len(name) > 0 && name[len(name)-1] <= ' ' {
		name = name[:len(name)-1]
	}
	return name, value, true
}

// Get returns the value of an attribute, or "".
func (a Attrs) Get(name string) string {
	for {
		n, value, ok := a.Next()
		if !ok {
			return ""
		}
		if string(n) == name {
			return string(unescape(nil, value))
		}
	}
}

// Flag returns the value of a boolean attribute.
func (a Attrs) Flag(name string) bool { return Bool(a.Get(name)) }

// Bool reports whether a text is a value of xsd:boolean.
func Bool(s string) bool { return s == "1" || s == "true" || s == "on" }

// Number returns the value of an attribute as a number, or other.
func (a Attrs) Number(name string, other int) int {
	if n, err := strconv.Atoi(a.Get(name)); err == nil {
		return n
	}
	return other
}

// Digits reads a number without sign of at most nine digits.
func Digits(b []byte) (n int, ok bool) {
	if len(b) == 0 || len(b) > 9 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// unescape appends text with its references resolved. What is not a reference
// stays as it is written.
func unescape(to, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return append(to, text...)
		}
		to = append(to, text[:i]...)
		text = text[i:]
		r, size := reference(text)
		if size == 0 {
			r, size = '&', 1
		}
		to = utf8.AppendRune(to, r)
		text = text[size:]
	}
}

// reference reads the reference at the start of a text.
func reference(text []byte) (rune, int) {
	const longest = 12
	end := bytes.IndexByte(text[:min(len(text), longest)], ';')
	if end < 0 {
		return 0, 0
	}
	switch name := string(text[1:end]); name {
	case "amp":
		return '&', end + 1
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	default:
		base := 10
		if len(name) < 2 || name[0] != '#' {
			return 0, 0
		}
		if name = name[1:]; name[0] == 'x' {
			name, base = name[1:], 16
		}
		n, err := strconv.ParseUint(name, base, 32)
		if err != nil || !utf8.ValidRune(rune(n)) || n > utf8.MaxRune {
			return 0, 0
		}
		return rune(n), end + 1
	}
}

// Decode appends the text of a cell: references resolved, line ends LF, and
// the characters that SpreadsheetML writes as _x000D_ (ECMA-376 part 1,
// 22.9.2.19) as what they are. What marks rich text in the store is left out.
func Decode(to, text []byte) []byte {
	start := len(to)
	if bytes.IndexByte(text, '&') >= 0 {
		to = unescape(to, text)
	} else {
		to = append(to, text...)
	}
	out := to[:start]
	in := to[start:]
	if !strange(in) {
		return to
	}
	for i := 0; i < len(in); i++ {
		c := in[i]
		if c == '_' {
			if r, ok := hexEscape(in[i:]); ok {
				if c = byte(r); r >= utf8.RuneSelf {
					out = utf8.AppendRune(out, r)
					i += 6
					continue
				}
				i += 6
			}
		}
		switch {
		case c == '\r':
			if i+1 < len(in) && in[i+1] == '\n' {
				continue
			}
			out = append(out, '\n')
		case c >= sheet.FirstMark && c <= sheet.LastMark:
		default:
			out = append(out, c)
		}
	}
	return to[:len(out)]
}

// strange reports whether a text has something that decode changes.
func strange(b []byte) bool {
	for i, c := range b {
		if c < ' ' && c != '\n' && c != '\t' || c == '_' && i+1 < len(b) && b[i+1] == 'x' {
			return true
		}
	}
	return false
}

// hexEscape reads _xHHHH_.
func hexEscape(b []byte) (rune, bool) {
	if len(b) < 7 || b[1] != 'x' || b[6] != '_' {
		return 0, false
	}
	n := rune(0)
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return n, utf8.ValidRune(n)
}

// Less reports whether a text is a number below a limit.
func Less(text string, limit float64) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f < limit
}

// AttrInt returns the value of an attribute that is a number of 0 or more.
func AttrInt(s *xmlread.Scanner, name string) (int, bool) {
	n, err := strconv.Atoi(s.Value(xmlread.None, name))
	return n, err == nil && n >= 0
}
