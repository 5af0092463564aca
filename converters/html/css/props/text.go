package props

import (
	"iter"
	"strconv"
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
// escape, and returns it; 0 at the end. An end of a bracket that is not open is
// nothing.
func (r *TextReader) SeekOutside(stops string) byte {
	ends := make([]byte, 0, 16) // of the brackets that are open
	for r.Seek("()[]{}"+stops) != 0 {
		c, n := r.Src[r.Pos], len(ends)
		switch {
		case n == 0 && strings.IndexByte(stops, c) >= 0:
			return c
		case c == '(':
			ends = append(ends, ')')
		case c == '[' || c == '{':
			ends = append(ends, c+2)
		case n > 0 && ends[n-1] == c:
			ends = ends[:n-1]
		}
		r.Pos++
	}
	return 0
}

// Seek moves to the next of the stops that is in no string, address or escape,
// and returns it; 0 at the end.
func (r *TextReader) Seek(stops string) byte {
	for ; r.Pos < len(r.Src); r.Pos++ {
		switch c := r.Src[r.Pos]; {
		case isWordByte(c): // none is a stop
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
		if before > 0 && isWordByte(s[before-1]) && start < len(s) && isWordByte(s[start]) {
			b.WriteByte(' ') // a comment parts words
		}
	}
	b.WriteString(s[start:])
	return b.String()
}

// isWordByte reports whether a byte may be in a name or a number of CSS.
func isWordByte(c byte) bool {
	return dom.IsLetter(c) || dom.IsDigit(c) || c == '-' || c == '_' || c >= 0x80
}

// SplitOutside yields the parts of a text between bytes that are in no string,
// bracket or parenthesis.
func SplitOutside(s string, sep byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		r := TextReader{Src: s}
		for start := 0; ; start = r.Pos {
			stop := r.SeekOutside(string(rune(sep)))
			if !yield(s[start:r.Pos]) || stop == 0 {
				return
			}
			r.Pos++
		}
	}
}

// CutName cuts a name off the front of a text, with its escapes resolved.
func CutName(s string) (name, rest string) {
	i := 0
	for i < len(s) && (isWordByte(s[i]) || s[i] == '\\' && i+1 < len(s)) {
		if s[i] == '\\' {
			_, n := escaped(s[i:])
			i += n - 1
		}
		i++
	}
	return UnescapeCSS(s[:i]), s[i:]
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
		text, n := escaped(s[i:])
		b.WriteString(text)
		i += n - 1
	}
	return b.String()
}

// escaped returns what an escape at the front of a text means, and its length.
func escaped(s string) (string, int) {
	end := 1
	for end < min(len(s), 7) && isHex(s[end]) {
		end++
	}
	if end == 1 {
		end = min(2, len(s))
		return s[1:end], end
	}
	n, _ := strconv.ParseUint(s[1:end], 16, 32)
	if n <= ' ' {
		n = '\uFFFD' // no white space: it is part of the word
	}
	if end < len(s) && dom.IsSpace(s[end]) {
		end++
	}
	return string(rune(n)), end
}

// isHex reports whether a byte is a hexadecimal digit.
func isHex(c byte) bool { return dom.IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
