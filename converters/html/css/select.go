package css

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// selector is a selector (selectors-4). It is kept from right to left.
type selector struct {
	parts       []compound
	specificity int32
	unsure      bool // it asks for more than is looked at

	parent Element // the last one that the rest of the selector was tried around
	fits   bool    // what came of it
	beside siblings
}

// siblings is how far the elements in front of another one were looked at.
type siblings struct {
	parent Element
	seen   int32 // how many
	found  bool  // one of them matches
}

// compound is what one element must be.
type compound struct {
	tag        string // "" is any
	id         string
	classes    []string
	attrs      []attrTest
	tests      []pseudo
	combinator byte // to the next part on the left: ' ', '>', '+', '~', or 0
}

type attrTest struct {
	key   dom.Attr
	op    byte // 0 for presence, else the character before "=" or "="
	fold  bool // upper and lower case are the same
	value string
}

const (
	maxParts     = 32   // of a selector
	maxSelectors = 64   // in the parenthesis of a pseudo-class
	maxInside    = 8    // parentheses in one another
	maxSelector  = 4096 // bytes
)

// verdict is what came of reading a selector.
type verdict uint8

const (
	readable verdict = iota
	skipped          // it means no element, or a state that a page at rest is not in
	tooLong          // it has more parts than are kept
	invalid          // no browser knows it: the whole rule is none
)

// Specificities of an id and of a class (selectors-4, section 17).
const (
	idWeight    = 1 << 20
	classWeight = 1 << 10
)

// selectorReader reads selectors.
type selectorReader struct {
	s      string
	quirks bool       // classes and ids have no case
	extra  dom.Extras // attributes that rules ask for
	depth  int
	spent  *int // counts the parts of selectors
}

// selector reads one selector. Of one that is too long the parts on the right
// are given.
func (p *selectorReader) selector(s string) (selector, verdict) {
	sel := selector{parent: noElement}
	if len(s) > maxSelector {
		return sel, tooLong
	}
	p.s = strings.TrimSpace(s)
	return sel, p.parts(&sel)
}

// parts reads the compounds of a selector.
func (p *selectorReader) parts(sel *selector) verdict {
	out, pending := readable, byte(0)
	for p.s != "" {
		c := compound{combinator: pending}
		v := p.compound(&c, sel)
		if v == invalid {
			return invalid
		}
		out = max(out, v)
		sel.parts = append(sel.parts, c)
		var ok bool
		if pending, ok = p.combinator(); !ok || pending != 0 && p.s == "" {
			return invalid
		}
	}
	if len(sel.parts) == 0 {
		return invalid
	}
	slices.Reverse(sel.parts)
	if len(sel.parts) > maxParts {
		sel.parts = sel.parts[:maxParts]
		sel.parts[maxParts-1].combinator = 0
		out = max(out, tooLong)
	}
	return out
}

// combinator reads the text between two compounds; 0 at the end.
func (p *selectorReader) combinator() (byte, bool) {
	trimmed := strings.TrimLeft(p.s, " \n\t\r\f")
	space := len(trimmed) < len(p.s)
	p.s = trimmed
	if p.s == "" {
		return 0, true
	}
	if c := p.s[0]; c == '>' || c == '+' || c == '~' {
		p.s = strings.TrimLeft(p.s[1:], " \n\t\r\f")
		return c, true
	}
	return ' ', space
}

// compound reads one compound and adds to the selector's specificity.
func (p *selectorReader) compound(c *compound, sel *selector) verdict {
	start, out := len(p.s), readable
	for p.s != "" {
		v := readable
		if p.spent != nil {
			*p.spent++
		}
		switch p.s[0] {
		case '*', '|':
			p.s = p.s[1:]
		case '#':
			p.s = p.s[1:]
			c.id = p.name()
			sel.specificity += idWeight
			if c.id == "" {
				v = invalid
			}
		case '.':
			p.s = p.s[1:]
			name := p.name()
			sel.specificity += classWeight
			if name == "" {
				v = invalid
			}
			c.classes = append(c.classes, name)
		case '[':
			sel.specificity += classWeight
			v = p.attribute(c, sel)
		case ':':
			v = p.pseudo(c, sel)
		default:
			name := p.ident()
			switch {
			case name == "" && len(p.s) < start:
				return out
			case name == "":
				return invalid
			case strings.HasPrefix(p.s, "|"): // a namespace
			default:
				c.tag = strings.ToLower(name)
				sel.specificity++
			}
		}
		if v == invalid {
			return invalid
		}
		out = max(out, v)
	}
	return out
}

// name reads a class or an id.
func (p *selectorReader) name() string {
	if p.quirks {
		return strings.ToLower(p.ident())
	}
	return p.ident()
}

// ident reads a name, with its escapes resolved.
func (p *selectorReader) ident() string {
	i := 0
	for i < len(p.s) {
		c := p.s[i]
		if c == '\\' && i+1 < len(p.s) {
			i++
			for n := 0; n < 6 && i < len(p.s) && props.IsHex(p.s[i]); n++ {
				i++
			}
			if i < len(p.s) && (dom.IsSpace(p.s[i]) || p.s[i-1] == '\\') {
				i++
			}
			continue
		}
		if !props.IsWordByte(c) {
			break
		}
		i++
	}
	name := p.s[:i]
	p.s = p.s[i:]
	return props.UnescapeCSS(name)
}

// attribute reads "[name op value flag]".
func (p *selectorReader) attribute(c *compound, sel *selector) verdict {
	in := props.TextReader{Src: p.s, Pos: 1}
	if in.Seek("]") == 0 {
		return invalid
	}
	inner := selectorReader{s: strings.TrimSpace(p.s[1:in.Pos])}
	p.s = p.s[in.Pos+1:]
	name := inner.ident()
	if strings.HasPrefix(inner.s, "*|") {
		inner.s = inner.s[1:]
	}
	if strings.HasPrefix(inner.s, "|") && !strings.HasPrefix(inner.s, "|=") { // a namespace
		inner.s = inner.s[1:]
		name = inner.ident()
	}
	if name == "" {
		return invalid
	}
	test := attrTest{key: dom.AttrOf(name)}
	if test.key == dom.AttrNone {
		var known bool
		if test.key, known = p.extra[strings.ToLower(name)]; !known || test.key == dom.AttrTooMany {
			sel.unsure = true // nobody knows which elements have it
			return readable
		}
	}
	op, value, compares := strings.Cut(strings.TrimSpace(inner.s), "=")
	if op != "" && (!compares || len(op) > 1 || !strings.Contains("~|^$*", op)) {
		return invalid
	}
	if compares {
		test.op = '='
		if op != "" {
			test.op = op[0]
		}
		test.value, test.fold = testValue(strings.TrimSpace(value))
		test.fold = test.fold || test.key == dom.AttrType || test.key == dom.AttrAlign || test.key == dom.AttrDir || test.key == dom.AttrRel
	}
	c.attrs = append(c.attrs, test)
	if test.key == dom.AttrNone {
		return skipped
	}
	return readable
}

// testValue reads the value of a test, and whether the flag behind it says
// that case does not matter.
func testValue(v string) (value string, fold bool) {
	if v == "" {
		return "", false
	}
	flag := ""
	if quote := v[0]; quote == '"' || quote == '\'' {
		in := props.TextReader{Src: v}
		in.Quoted(quote)
		value, flag = v[1:min(in.Pos, len(v))], v[min(in.Pos+1, len(v)):]
	} else {
		value, flag, _ = strings.Cut(v, " ")
	}
	return props.UnescapeCSS(value), strings.EqualFold(strings.TrimSpace(flag), "i")
}
