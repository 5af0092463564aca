package html

import (
	"strings"

	"golang.org/x/net/html"
)

// startTag reads "<name attributes>".
func (z *scanner) startTag(t *token) {
	t.kind = startToken
	z.tagName(t, z.pos+1)
	z.attrs = z.attrs[:0]
	var seen [attrCount + mostExtra]bool
	for z.pos < len(z.src) {
		c := z.src[z.pos]
		switch {
		case c == '>':
			z.pos++
			t.attrs = z.attrs
			z.raw = t.tag.rawText()
			if t.tag.is(escapable) && (z.unclosed[t.tag] || z.rawEnd(t.tag) < 0) {
				z.raw, z.unclosed[t.tag] = tagNone, true
				t.lone, t.cut = true, !t.closed
			}
			return
		case c == '/' && strings.HasPrefix(z.src[z.pos:], "/>"):
			t.closed = true
			z.pos++
		case isSpace(c) || c == '/':
			z.pos++
		default:
			key, value := z.attribute(t)
			if key != attrNone && !seen[key] {
				seen[key] = true
				z.attrs = append(z.attrs, attribute{key, value})
			}
		}
	}
	t.kind, t.cut = endOfInput, true // a tag that the source cuts off is none
}

// endTag reads "</name>" and ignores attributes in it.
func (z *scanner) endTag(t *token) {
	t.kind = endToken
	z.tagName(t, z.pos+2)
	for z.pos < len(z.src) {
		switch c := z.src[z.pos]; {
		case c == '>':
			z.pos++
			return
		case isSpace(c) || c == '/':
			z.pos++
		default:
			z.attribute(t)
		}
	}
	t.kind, t.cut = endOfInput, true
}

// tagName reads the name of a tag that begins at an offset.
func (z *scanner) tagName(t *token, start int) {
	end := start
	for end < len(z.src) && !isSpace(z.src[end]) && z.src[end] != '/' && z.src[end] != '>' {
		end++
	}
	t.name = z.src[start:end]
	t.tag = tagOf(t.name)
	z.pos = end
}

// attribute reads one attribute.
func (z *scanner) attribute(t *token) (attr, string) {
	start := z.pos
	for z.pos < len(z.src) {
		c := z.src[z.pos]
		if isSpace(c) || c == '/' || c == '>' || c == '=' && z.pos > start {
			break
		}
		z.pos++
	}
	key := attrOf(z.src[start:z.pos])
	if key == attrNone && len(z.extra) > 0 && z.pos-start <= longestExtra {
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
func (z *scanner) attributeValue(t *token) string {
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

// until returns what stands before one of the bytes.
func (z *scanner) until(stops string) string {
	start := z.pos
	if i := strings.IndexAny(z.src[start:], stops); i >= 0 {
		z.pos += i
	} else {
		z.pos = len(z.src)
	}
	return z.src[start:z.pos]
}

func (z *scanner) skipSpace() {
	for z.pos < len(z.src) && isSpace(z.src[z.pos]) {
		z.pos++
	}
}

// rawText reads the text of an element in which nothing is markup but its own
// end tag. It reports whether there is any.
func (z *scanner) rawText(t *token) bool {
	name := z.raw
	z.raw = tagNone
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
	t.kind, t.text, t.raw = textToken, z.src[z.pos:end], !name.is(escapable)
	z.pos = end
	return true
}

// rawEnd returns where the end tag of a raw text element begins, or -1. In a
// script, "<!--" and "<script" hide an end tag up to "-->" or one more end tag
// (the double escaped state of WHATWG HTML 13.2.5.27).
func (z *scanner) rawEnd(name tag) int {
	if name == tagPlaintext {
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
		case name != tagScript:
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
func closes(s, open string, name tag) bool {
	word := name.String()
	n := len(open) + len(word)
	if len(s) <= n || s[:len(open)] != open || !strings.EqualFold(s[len(open):n], word) {
		return false
	}
	return isSpace(s[n]) || s[n] == '/' || s[n] == '>'
}

// unescape resolves the character references of a text.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	return html.UnescapeString(s)
}

// unescapeValue resolves the character references of an attribute's value. A
// reference without a semicolon before "=", a letter or a digit is none, so
// that "?a=1&copy=2" stays an address (WHATWG HTML 13.2.5.73).
func unescapeValue(s string) string {
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
		end := 1
		for end < len(s) && (isLetter(s[end]) || isDigit(s[end]) || s[end] == '#') {
			end++
		}
		out := s[:end]
		switch {
		case end < len(s) && s[end] == ';':
			end++
			if out = html.UnescapeString(s[:end]); len(out) > 1 && strings.HasSuffix(out, ";") {
				out = s[:end] // a longer name that is none
			}
		case end < len(s) && s[end] == '=' || end > 1 && s[1] != '#' && !wholeReference(out):
		default:
			out = html.UnescapeString(out)
		}
		b.WriteString(out)
		s = s[end:]
	}
}

// wholeReference reports whether all of a name without semicolon is one
// reference, so that nothing of it is left as text.
func wholeReference(s string) bool {
	out := html.UnescapeString(s)
	return len(out) <= 4 && (out == "&" || out[0] != '&') && !isLetter(out[len(out)-1]) && !isDigit(out[len(out)-1])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
