package props

import (
	"iter"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// TextReader goes through a text of CSS (css-syntax-3) from mark to mark. All
// work is linear.
type TextReader struct {
	Src string
	Pos int
}

// Body returns the content of a block, whose "{" has been read, and moves
// behind its "}".
func (r *TextReader) Body() string {
	start := r.Pos
	if r.SeekOutside("}") == 0 {
		return r.Src[start:]
	}
	r.Pos++
	return r.Src[start : r.Pos-1]
}

// SeekOutside moves to the next of the stops that is in no string, bracket or
// escape, and returns it; 0 at the end.
func (r *TextReader) SeekOutside(stops string) byte {
	open := make(brackets, 0, 16)
	for r.Seek("()[]{};") != 0 {
		c := r.Src[r.Pos]
		if len(open) == 0 && strings.IndexByte(stops, c) >= 0 {
			return c
		}
		open = open.pass(c)
		r.Pos++
	}
	return 0
}

// brackets are the ends of those that are open.
type brackets []byte

// pass takes over what a byte opens or ends. An end of another kind is nothing.
func (b brackets) pass(c byte) brackets {
	switch n := len(b); {
	case c == '(':
		return append(b, ')')
	case c == '[':
		return append(b, ']')
	case c == '{':
		return append(b, '}')
	case n > 0 && b[n-1] == c:
		return b[:n-1]
	}
	return b
}

// Seek moves to the next of the stops that is in no string, address or escape,
// and returns it; 0 at the end.
func (r *TextReader) Seek(stops string) byte {
	for ; r.Pos < len(r.Src); r.Pos++ {
		switch c := r.Src[r.Pos]; {
		case c == '\\':
			r.Pos++
		case c == '"' || c == '\'':
			r.Quoted(c)
		case c == '(' && isAddress(r.Src, r.Pos):
			i := strings.IndexByte(r.Src[r.Pos:], ')')
			if i < 0 {
				r.Pos = len(r.Src)
				return 0
			}
			r.Pos += i
		case strings.IndexByte(stops, c) >= 0:
			return c
		}
	}
	r.Pos = len(r.Src)
	return 0
}

// isAddress reports whether a parenthesis begins an address without quotes,
// which may hold any character.
func isAddress(s string, at int) bool {
	if !hasSuffixFold(s[:at], "url") {
		return false
	}
	for at++; at < len(s) && dom.IsSpace(s[at]); at++ {
	}
	return at < len(s) && s[at] != '"' && s[at] != '\''
}

// Quoted moves to the end of a string. A string ends with its line, too.
func (r *TextReader) Quoted(quote byte) {
	for r.Pos++; r.Pos < len(r.Src); r.Pos++ {
		switch r.Src[r.Pos] {
		case '\\':
			r.Pos++
		case quote, '\n':
			return
		}
	}
}

// HasPrefixFold reports whether a text begins with another one, in any case.
func HasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// StripComments removes comments outside strings.
func StripComments(s string) string {
	if !strings.Contains(s, "/*") {
		return s
	}
	var b strings.Builder
	r := TextReader{Src: s}
	start := 0
	for r.Seek("/") != 0 {
		if !strings.HasPrefix(s[r.Pos:], "/*") {
			r.Pos++
			continue
		}
		b.WriteString(s[start:r.Pos])
		before := r.Pos
		end := strings.Index(s[r.Pos+2:], "*/")
		if end < 0 {
			return b.String()
		}
		r.Pos += 2 + end + 2
		start = r.Pos
		if before > 0 && IsWordByte(s[before-1]) && start < len(s) && IsWordByte(s[start]) {
			b.WriteByte(' ') // a comment parts words
		}
	}
	b.WriteString(s[start:])
	return b.String()
}

// IsWordByte reports whether a byte may be in a name or a number of CSS.
func IsWordByte(c byte) bool {
	return dom.IsLetter(c) || dom.IsDigit(c) || c == '-' || c == '_' || c >= 0x80
}

// SplitOutside yields the parts of a text between bytes that are in no string,
// bracket or parenthesis.
func SplitOutside(s string, sep byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, open := 0, make(brackets, 0, 16)
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c == '\\':
				i++
			case c == '"' || c == '\'':
				r := TextReader{Src: s, Pos: i}
				r.Quoted(c)
				i = r.Pos
			case c == '(' && isAddress(s, i):
				if end := strings.IndexByte(s[i:], ')'); end >= 0 {
					i += end
				} else {
					i = len(s)
				}
			case c == sep && len(open) == 0:
				if !yield(s[start:i]) {
					return
				}
				start = i + 1
			default:
				open = open.pass(c)
			}
		}
		yield(s[start:])
	}
}

// UnescapeCSS resolves the escapes of CSS, with which a word can be written
// so that a search does not find it: "d\69splay".
func UnescapeCSS(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		n, digits := rune(0), 0
		for digits < 6 && i+1 < len(s) && IsHex(s[i+1]) {
			i++
			digits++
			n = n<<4 | rune(hexValue(s[i]))
		}
		switch {
		case digits > 0:
			if n <= ' ' {
				n = '\uFFFD' // no white space: it is part of the word
			}
			b.WriteRune(n)
			if i+1 < len(s) && dom.IsSpace(s[i+1]) {
				i++
			}
		case i+1 < len(s):
			i++
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// IsHex reports whether a byte is a hexadecimal digit.
func IsHex(c byte) bool { return dom.IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func hexValue(c byte) byte {
	if dom.IsDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
