package html

import "strings"

// kind says what a token is.
type kind uint8

const (
	textToken kind = iota
	startToken
	endToken
	commentToken
	doctypeToken
	endOfInput
)

// token is a piece of the source. Its strings are parts of the source: nothing
// is copied and no character reference is resolved yet.
type token struct {
	kind   kind
	tag    tag
	name   string // of an element without a tag of its own, as it is written
	text   string // of a text, a comment or a doctype
	raw    bool   // text in which character references mean nothing; a processing instruction
	closed bool   // a start tag that ends in "/>"
	lone   bool   // a title or a text area that nothing closes: what follows is read as usual
	cut    bool   // the source ended, or its quotes did, before the token did
	line   int    // where it begins
	attrs  []attribute
}

// attribute is an attribute that the converter knows, its value still raw.
type attribute struct {
	key   attr
	value string
}

// scanner cuts a source into tokens by the rules of HTML's tokenizer (WHATWG
// HTML 13.2.5). All work is linear: every byte is looked at a bounded number
// of times, whatever is left open.
//
// It departs from the standard where that would lose text: a title, a text
// area, or a quoted value that nothing closes ends at the next markup instead
// of swallowing the rest.
type scanner struct {
	src     string
	pos     int
	line    int
	counted int // up to where the line ends are counted

	cdata    bool           // CDATA sections are text: in foreign and in XML content
	raw      tag            // the element whose raw text comes next, or none
	unclosed [tagCount]bool // no end tag of it follows
	attrs    []attribute
	extra    extras // attributes to keep besides those of the table
	given    attr   // how many of them have a number
}

func newScanner(src string) *scanner { return &scanner{src: src, line: 1} }

// next returns the next token. Its attributes are valid until the next call.
func (z *scanner) next() token {
	z.count(z.pos)
	t := token{line: z.line}
	switch {
	case z.pos >= len(z.src):
		t.kind = endOfInput
	case z.raw != tagNone && z.rawText(&t):
	default:
		z.raw = tagNone
		if !z.markup(&t) {
			z.plainText(&t)
		}
	}
	return t
}

// count counts the line ends up to an offset.
func (z *scanner) count(to int) {
	if to > z.counted {
		z.line += strings.Count(z.src[z.counted:to], "\n")
		z.counted = to
	}
}

// plainText reads up to the next markup.
func (z *scanner) plainText(t *token) {
	at := z.pos + 1 // what stands at pos is no markup
	for {
		i := strings.IndexByte(z.src[at:], '<')
		if i < 0 {
			at = len(z.src)
			break
		}
		at += i
		if z.opensMarkup(at) {
			break
		}
		at++
	}
	t.kind, t.text = textToken, z.src[z.pos:at]
	z.pos = at
}

// opensMarkup reports whether the "<" at an offset begins markup.
func (z *scanner) opensMarkup(at int) bool {
	if at+1 >= len(z.src) {
		return false
	}
	switch c := z.src[at+1]; {
	case isLetter(c), c == '!', c == '?':
		return true
	case c == '/':
		return at+2 < len(z.src)
	}
	return false
}

// markup reads the markup at the position, if any.
func (z *scanner) markup(t *token) bool {
	if z.src[z.pos] != '<' || !z.opensMarkup(z.pos) {
		return false
	}
	rest := z.src[z.pos:]
	switch {
	case isLetter(rest[1]):
		z.startTag(t)
	case rest[1] == '/' && isLetter(rest[2]):
		z.endTag(t)
	case strings.HasPrefix(rest, "<!--"):
		z.comment(t)
	case z.cdata && strings.HasPrefix(rest, "<![CDATA["):
		t.kind, t.raw = textToken, true
		t.text = z.upTo(len("<![CDATA["), "]]>")
	case len(rest) >= 9 && strings.EqualFold(rest[:9], "<!doctype"):
		t.kind = doctypeToken
		t.text = z.upTo(len("<!doctype"), ">")
	default:
		t.kind, t.raw = commentToken, rest[1] == '?'
		t.text = z.upTo(2, ">")
	}
	return true
}

// upTo returns what stands between the next skip bytes and an end mark, and
// moves behind it. Without one it is the rest of the source.
func (z *scanner) upTo(skip int, mark string) string {
	start := z.pos + skip
	if i := strings.Index(z.src[start:], mark); i >= 0 {
		z.pos = start + i + len(mark)
		return z.src[start : start+i]
	}
	z.pos = len(z.src)
	return z.src[start:]
}

// comment reads "<!-- … -->" and the ways to close it that browsers accept:
// "<!-->", "<!--->" and "--!>".
func (z *scanner) comment(t *token) {
	t.kind = commentToken
	rest := z.src[z.pos+4:]
	for _, abrupt := range []string{">", "->"} {
		if strings.HasPrefix(rest, abrupt) {
			z.pos += 4 + len(abrupt)
			return
		}
	}
	for at := 0; ; {
		i := strings.Index(rest[at:], "--")
		if i < 0 {
			t.text, t.cut = rest, true
			z.pos = len(z.src)
			return
		}
		at += i
		for _, mark := range []string{"-->", "--!>"} {
			if strings.HasPrefix(rest[at:], mark) {
				t.text = rest[:at]
				z.pos += 4 + at + len(mark)
				return
			}
		}
		at++
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }
