package ipynb

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// value is one JSON value that is known to be valid, or none. Its text is a part
// of the notebook's: a cell of many megabytes is never copied to be read.
type value struct {
	text string
	at   int // where it is in the notebook
}

// part returns a value inside a value.
func (v value) part(from, to int) value { return value{v.text[from:to], v.at + from} }

// begins reports whether a value begins with a byte.
func (v value) begins(b byte) bool { return v.text != "" && v.text[0] == b }

// behind returns where a value ends that begins at a place.
func (v value) behind(at int) int {
	for depth := 0; at < len(v.text); at++ {
		switch v.text[at] {
		case '"':
			at = v.quoted(at)
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 { // a number or a word
				if n := strings.IndexAny(v.text[at:], ",]} \t\r\n"); n >= 0 {
					return at + n
				}
				return len(v.text)
			}
			continue
		}
		if depth == 0 {
			return at + 1
		}
	}
	return len(v.text)
}

// quoted returns where the quotation mark is that ends a string.
func (v value) quoted(at int) int {
	for at++; at < len(v.text) && v.text[at] != '"'; at++ {
		if v.text[at] == '\\' {
			at++
		}
	}
	return at
}

// space returns the next place without white space and what sets values apart.
func (v value) space(at int) int {
	for at < len(v.text) && strings.IndexByte(" \t\r\n,:", v.text[at]) >= 0 {
		at++
	}
	return at
}

// elements yields the values of an array; of anything else, none.
func (v value) elements() iter.Seq[value] {
	return func(yield func(value) bool) {
		if !v.begins('[') {
			return
		}
		for at := v.space(1); at < len(v.text)-1; {
			end := v.behind(at)
			if !yield(v.part(at, end)) {
				return
			}
			at = v.space(end)
		}
	}
}

// into sets the values of the fields of an object that are named.
func (v value) into(named map[string]*value) {
	for name, f := range v.fields() {
		if to := named[name]; to != nil {
			*to = f
		}
	}
}

// fields yields the names and values of an object; of anything else, none.
func (v value) fields() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		if !v.begins('{') {
			return
		}
		for at := v.space(1); at < len(v.text)-1; {
			end := v.quoted(at) + 1
			name := v.part(at, end).str()
			at = v.space(end)
			end = v.behind(at)
			if !yield(name, v.part(at, end)) {
				return
			}
			at = v.space(end)
		}
	}
}

// field returns the last value with a name, as JSON has it, or none.
func (v value) field(name string) value {
	var found value
	for k, f := range v.fields() {
		if k == name {
			found = f
		}
	}
	return found
}

// str returns a JSON string, or "" for what is none.
func (v value) str() string {
	if !v.begins('"') {
		return ""
	}
	s := v.text[1 : len(v.text)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			return string(append(out, s...))
		}
		out = append(out, s[:i]...)
		out, s = unescape(out, s[i+1:])
	}
	return string(out)
}

// unescape appends the character that an escape stands for, and returns what
// follows it. Half of a pair is none (RFC 8259, 8.2).
func unescape(out []byte, s string) ([]byte, string) {
	const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(from, s[0]); i >= 0 {
		return append(out, to[i]), s[1:]
	}
	r := hex(s)
	s = s[5:]
	if utf16.IsSurrogate(r) {
		second := rune(utf8.RuneError)
		if strings.HasPrefix(s, `\u`) {
			second = hex(s[1:])
		}
		if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
			s = s[6:]
		}
	}
	return utf8.AppendRune(out, r), s
}

// hex reads the number of an escape, which begins with u.
func hex(s string) rune {
	n, _ := strconv.ParseUint(s[1:5], 16, 16) // it is valid
	return rune(n)
}

// multiline returns a JSON string, or the strings of an array joined
// (nbformat, multiline_string). What is neither says nothing.
func (v value) multiline() string {
	if !v.begins('[') {
		return v.str()
	}
	var b strings.Builder
	for part := range v.elements() {
		b.WriteString(part.str())
	}
	return b.String()
}
