package dom

import "strings"

// kind says what a token is.
type kind uint8

const (
	TextToken kind = iota
	StartToken
	EndToken
	commentToken
	doctypeToken
	EndOfInput
)

// Token is a piece of the source. Its strings are parts of the source: nothing
// is copied and no character reference is resolved yet.
type Token struct {
	Kind   kind
	Tag    Tag
	Name   string // of an element without a tag of its own, as it is written
	Text   string // of a text, a comment or a doctype
	Raw    bool   // text in which character references mean nothing; a processing instruction
	closed bool   // a start tag that ends in "/>"
	lone   bool   // a title or a text area that nothing closes: what follows is read as usual
	cut    bool   // the source ended, or its quotes did, before the token did
	Line   int    // where it begins
	Attrs  []Attribute
}

// Attribute is an attribute that the converter knows, its value still raw.
type Attribute struct {
	Key   Attr
	Value string
}

// Scanner cuts a source into tokens by the rules of HTML's tokenizer (WHATWG
// HTML 13.2.5). All work is linear: every byte is looked at a bounded number
// of times, whatever is left open.
//
// It departs from the standard where that would lose text: a title, a text
// area, or a quoted value that nothing closes ends at the next markup instead
// of swallowing the rest.
type Scanner struct {
	src     string
	pos     int
	line    int
	counted int // up to where the line ends are counted

	cdata    bool           // CDATA sections are text: in foreign and in XML content
	raw      Tag            // the element whose raw text comes next, or none
	unclosed [TagCount]bool // no end tag of it follows
	attrs    []Attribute
	extra    Extras // attributes to keep besides those of the table
	given    Attr   // how many of them have a number
}

// NewScanner returns a scanner of a source, which keeps the attributes of the
// table and those that are asked for.
func NewScanner(src string, asked Extras) *Scanner { return &Scanner{src: src, line: 1, extra: asked} }

// Next returns the next token. Its attributes are valid until the next call.
func (z *Scanner) Next() Token {
	z.count(z.pos)
	t := Token{Line: z.line}
	switch {
	case z.pos >= len(z.src):
		t.Kind = EndOfInput
	case z.raw != TagNone && z.rawText(&t):
	default:
		z.raw = TagNone
		if !z.markup(&t) {
			z.plainText(&t)
		}
	}
	return t
}

// count counts the line ends up to an offset.
func (z *Scanner) count(to int) {
	if to > z.counted {
		z.line += strings.Count(z.src[z.counted:to], "\n")
		z.counted = to
	}
}

// plainText reads up to the next markup.
func (z *Scanner) plainText(t *Token) {
	at := z.pos + 1 // what is at pos is not markup
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
	t.Kind, t.Text = TextToken, z.src[z.pos:at]
	z.pos = at
}

// opensMarkup reports whether the "<" at an offset begins markup.
func (z *Scanner) opensMarkup(at int) bool {
	if at+1 >= len(z.src) {
		return false
	}
	switch c := z.src[at+1]; {
	case IsLetter(c), c == '!', c == '?':
		return true
	case c == '/':
		return at+2 < len(z.src)
	}
	return false
}

// markup reads the markup at the position, if any.
func (z *Scanner) markup(t *Token) bool {
	if z.src[z.pos] != '<' || !z.opensMarkup(z.pos) {
		return false
	}
	rest := z.src[z.pos:]
	switch {
	case IsLetter(rest[1]):
		z.startTag(t)
	case rest[1] == '/' && IsLetter(rest[2]):
		z.endTag(t)
	case strings.HasPrefix(rest, "<!--"):
		z.comment(t)
	case z.cdata && strings.HasPrefix(rest, "<![CDATA["):
		t.Kind, t.Raw = TextToken, true
		t.Text = z.upTo(len("<![CDATA["), "]]>")
	case len(rest) >= 9 && strings.EqualFold(rest[:9], "<!doctype"):
		t.Kind = doctypeToken
		t.Text = z.upTo(len("<!doctype"), ">")
	default:
		t.Kind, t.Raw = commentToken, rest[1] == '?'
		t.Text = z.upTo(2, ">")
	}
	return true
}

// upTo returns the text between the next skip bytes and an end mark, and
// moves behind it. Without one it is the rest of the source.
func (z *Scanner) upTo(skip int, mark string) string {
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
func (z *Scanner) comment(t *Token) {
	t.Kind = commentToken
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
			t.Text, t.cut = rest, true
			z.pos = len(z.src)
			return
		}
		at += i
		for _, mark := range []string{"-->", "--!>"} {
			if strings.HasPrefix(rest[at:], mark) {
				t.Text = rest[:at]
				z.pos += 4 + at + len(mark)
				return
			}
		}
		at++
	}
}

// IsLetter reports whether a byte is a letter of ASCII.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsSpace reports whether a byte is white space of HTML.
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }
