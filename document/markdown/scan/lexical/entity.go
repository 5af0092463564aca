package lexical

import (
	"html"
	"strings"
	"unicode/utf8"
)

// maxEntity is the longest name of a character reference in HTML.
const maxEntity = 31

// Entity decodes the character reference at i (CommonMark 2.5), and
// returns the offset behind it.
func Entity(s string, i int) (text string, end int, ok bool) {
	if i+2 < len(s) && s[i+1] == '#' {
		return numeric(s, i+2)
	}
	end = i + 1
	for end < len(s) && end-i <= maxEntity+1 && IsAlnum(s[end]) {
		end++
	}
	if end-i < 3 || end == len(s) || s[end] != ';' {
		return "", i, false
	}
	ref := s[i : end+1]
	text = html.UnescapeString(ref)
	// The library decodes "&notx;" as "¬x;", as HTML does without semicolons.
	if text == ref || strings.HasSuffix(text, ";") && ref != "&semi;" {
		return "", i, false
	}
	return text, end + 1, true
}

// numeric decodes a numeric character reference from behind its "&#".
func numeric(s string, i int) (text string, end int, ok bool) {
	base, most := rune(10), 7
	if s[i]|0x20 == 'x' {
		base, most = 16, 6
		i++
	}
	r, from := rune(0), i
	for ; i < len(s) && i-from <= most; i++ {
		d := digit(s[i])
		if d >= base {
			break
		}
		r = r*base + d
	}
	if i == from || i-from > most || i == len(s) || s[i] != ';' {
		return "", 0, false
	}
	if r == 0 || !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	return string(r), i + 1, true
}

// digit returns the value of a hexadecimal digit; 16 for another byte.
func digit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 16
}

// Unescape decodes the backslash escapes and character references of a
// destination, a title or an info string.
func Unescape(s string) string {
	i := strings.IndexAny(s, `\&`)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	done := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i+1 < len(s) && IsPunct(s[i+1]) {
				b.WriteString(s[done:i])
				done = i + 1
				i++
			}
		case '&':
			if text, end, ok := Entity(s, i); ok {
				b.WriteString(s[done:i])
				b.WriteString(text)
				done = end
				i = end - 1
			}
		}
	}
	b.WriteString(s[done:])
	return b.String()
}
