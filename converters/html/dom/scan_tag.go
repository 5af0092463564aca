package dom

import (
	"html"
	"strings"
)

// startTag reads "<name attributes>".
func (z *Scanner) startTag(t *Token) {
	t.Kind = StartToken
	z.TagName(t, z.pos+1)
	z.attrs = z.attrs[:0]
	var seen [AttrCount + maxExtra]bool
	for z.pos < len(z.src) {
		c := z.src[z.pos]
		switch {
		case c == '>':
			z.pos++
			t.Attrs = z.attrs
			z.raw = t.Tag.rawText()
			if t.Tag.Is(escapable) && (z.unclosed[t.Tag] || z.rawEnd(t.Tag) < 0) {
				z.raw, z.unclosed[t.Tag] = TagNone, true
				t.lone, t.cut = true, !t.closed
			}
			return
		case c == '/' && strings.HasPrefix(z.src[z.pos:], "/>"):
			t.closed = true
			z.pos++
		case IsSpace(c) || c == '/':
			z.pos++
		default:
			key, value := z.attribute(t)
			if key != AttrNone && !seen[key] {
				seen[key] = true
				z.attrs = append(z.attrs, Attribute{key, value})
			}
		}
	}
	t.Kind, t.cut = EndOfInput, true // a tag that the source cuts off is none
}

// endTag reads "</name>" and ignores attributes in it.
func (z *Scanner) endTag(t *Token) {
	t.Kind = EndToken
	z.TagName(t, z.pos+2)
	for z.pos < len(z.src) {
		switch c := z.src[z.pos]; {
		case c == '>':
			z.pos++
			return
		case IsSpace(c) || c == '/':
			z.pos++
		default:
			z.attribute(t)
		}
	}
	t.Kind, t.cut = EndOfInput, true
}

// TagName reads the name of a tag that begins at an offset.
func (z *Scanner) TagName(t *Token, start int) {
	end := start
	for end < len(z.src) && !IsSpace(z.src[end]) && z.src[end] != '/' && z.src[end] != '>' {
		end++
	}
	t.Name = z.src[start:end]
	t.Tag = tagOf(t.Name)
	z.pos = end
}

// attribute reads one attribute.
func (z *Scanner) attribute(t *Token) (Attr, string) {
	start := z.pos
	for z.pos < len(z.src) {
		c := z.src[z.pos]
		if IsSpace(c) || c == '/' || c == '>' || c == '=' && z.pos > start {
			break
		}
		z.pos++
	}
	key := AttrOf(z.src[start:z.pos])
	if key == AttrNone && len(z.extra) > 0 && z.pos-start <= LongestExtra {
		key = z.extra.number(strings.ToLower(z.src[start:z.pos]), &z.given)
	}
	after := z.pos
	z.skipSpace()
	if z.pos >= len(z.src) || z.src[z.pos] != '=' {
		z.pos = after
		return key, ""
	}
	z.pos++
	z.skipSpace()
	return key, z.attributeValue(t)
}

// attributeValue reads the value of an attribute, after its "=".
func (z *Scanner) attributeValue(t *Token) string {
	if z.pos >= len(z.src) {
		return ""
	}
	quote := z.src[z.pos]
	if quote == '"' || quote == '\'' {
		start := z.pos + 1
		if i := strings.IndexByte(z.src[start:], quote); i >= 0 {
			z.pos = start + i + 1
			return z.src[start : start+i]
		}
		t.cut = true
		z.pos = start
		return z.until(">")
	}
	return z.until("> \n\t\r\f")
}

// until returns the text before one of the bytes.
func (z *Scanner) until(stops string) string {
	start := z.pos
	if i := strings.IndexAny(z.src[start:], stops); i >= 0 {
		z.pos += i
	} else {
		z.pos = len(z.src)
	}
	return z.src[start:z.pos]
}

func (z *Scanner) skipSpace() {
	for z.pos < len(z.src) && IsSpace(z.src[z.pos]) {
		z.pos++
	}
}

// rawText reads the text of an element in which nothing is markup but its own
// end tag. It reports whether there is any.
func (z *Scanner) rawText(t *Token) bool {
	name := z.raw
	z.raw = TagNone
	end := -1
	if !z.unclosed[name] {
		end = z.rawEnd(name)
	}
	if end < 0 {
		z.unclosed[name], t.cut = true, true
		end = len(z.src)
	}
	if end == z.pos {
		return false
	}
	t.Kind, t.Text, t.Raw = TextToken, z.src[z.pos:end], !name.Is(escapable)
	z.pos = end
	return true
}

// rawEnd returns where the end tag of a raw text element begins, or -1. In a
// script, "<!--" and "<script" hide an end tag up to "-->" or one more end tag
// (the double escaped state of WHATWG HTML 13.2.5.27).
func (z *Scanner) rawEnd(name Tag) int {
	if name == TagPlaintext {
		return -1
	}
	const outside, comment, inner = 0, 1, 2
	state := outside
	for at := z.pos; ; at++ {
		i := strings.IndexAny(z.src[at:], "<-")
		if i < 0 {
			return -1
		}
		at += i
		rest := z.src[at:]
		switch {
		case closes(rest, "</", name):
			if state != inner {
				return at
			}
			state = comment
		case name != TagScript:
		case state != outside && strings.HasPrefix(rest, "-->"):
			state = outside
		case state == outside && strings.HasPrefix(rest, "<!--"):
			state = comment
		case state == comment && closes(rest, "<", name):
			state = inner
		}
	}
}

// closes reports whether s begins with the tag "<name" or "</name".
func closes(s, open string, name Tag) bool {
	word := name.String()
	n := len(open) + len(word)
	if len(s) <= n || s[:len(open)] != open || !strings.EqualFold(s[len(open):n], word) {
		return false
	}
	return IsSpace(s[n]) || s[n] == '/' || s[n] == '>'
}

// Unescape resolves the character references of a text.
func Unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	return resolved(s)
}

// UnescapeValue resolves the character references of an attribute's value. A
// reference without a semicolon before "=", a letter or a digit is none, so
// that "?a=1&copy=2" stays an address (WHATWG HTML 13.2.5.73).
func UnescapeValue(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		out, n := reference(s)
		b.WriteString(out)
		s = s[n:]
	}
}

// reference returns what a character reference at the front of a value means,
// and its length.
func reference(s string) (string, int) {
	end := 1
	for end < len(s) && (IsLetter(s[end]) || IsDigit(s[end]) || s[end] == '#') {
		end++
	}
	out := s[:end]
	switch {
	case end < len(s) && s[end] == ';':
		end++
		if out = resolved(s[:end]); len(out) > 1 && strings.HasSuffix(out, ";") {
			out = s[:end] // a longer name that is none
		}
	case end < len(s) && s[end] == '=' || end > 1 && s[1] != '#' && !wholeReference(out):
	default:
		out = resolved(out)
	}
	return out, end
}

// wholeReference reports whether all of a name without semicolon is one
// reference, so that nothing of it is left as text.
func wholeReference(s string) bool {
	out := resolved(s)
	return len(out) <= 4 && (out == "&" || out[0] != '&') && !IsLetter(out[len(out)-1]) && !IsDigit(out[len(out)-1])
}

// resolved resolves the character references of a text. Numbers are given to the library with
// their semicolon: it takes one digit without it for none, and no digit for one.
func resolved(s string) string {
	at, n := oddNumber(s)
	if at < 0 {
		return html.UnescapeString(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for ; at >= 0; at, n = oddNumber(s) {
		b.WriteString(html.UnescapeString(s[:at]))
		if n > 0 {
			b.WriteString(html.UnescapeString(s[at:at+n] + ";"))
		} else {
			n, _ = b.WriteString("&#")
		}
		s = s[at+n:]
	}
	b.WriteString(html.UnescapeString(s))
	return b.String()
}

// oddNumber finds the first reference by a number that has no semicolon, or no digit: then its
// length is 0. Where there is none it is at -1.
func oddNumber(s string) (at, length int) {
	for {
		next := strings.Index(s[at:], "&#")
		if next < 0 {
			return -1, 0
		}
		at += next
		if length = numberLength(s[at:]); length == 0 || at+length == len(s) || s[at+length] != ';' {
			return at, length
		}
		at += length
	}
}

// numberLength is the length of the reference by a number at the front of a text, without its
// semicolon; 0 where there is none.
func numberLength(s string) int {
	digits, ok := strings.CutPrefix(s, "&#")
	if !ok {
		return 0
	}
	isOf := IsDigit
	if digits != "" && digits[0]|0x20 == 'x' {
		digits, isOf = digits[1:], isHex
	}
	rest := digits
	for rest != "" && isOf(rest[0]) {
		rest = rest[1:]
	}
	if rest == digits {
		return 0
	}
	return len(s) - len(rest)
}

func isHex(c byte) bool { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// IsDigit reports whether a byte is a digit of ASCII.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }
