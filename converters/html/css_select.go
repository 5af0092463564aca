package html

import "strings"

// selector is a selector of simple parts: names, ids, classes, attributes and
// the combinators between them. It is kept from right to left.
type selector struct {
	parts       []compound
	specificity int32
	around      uint64 // what has to be around (see filter)

	parent element // the last one that the rest of the selector was tried around
	fits   bool    // what came of it
	beside siblings
}

// siblings is how far the elements in front of another one were looked at.
type siblings struct {
	parent, next int32
	before       int32 // the nearest one, or 0
	found        bool  // one of them matches
}

// compound is what one element must be.
type compound struct {
	tag        string // "" is any
	id         string
	classes    []string
	attrs      []attrTest
	first      bool // :first-child
	not        []compound
	combinator byte // to the next part on the left: ' ', '>', '+', '~', or 0
}

type attrTest struct {
	key   attr
	op    byte // 0 for presence, else the character before "=" or "="
	value string
}

const (
	mostParts       = 16   // of a selector
	longestSelector = 1024 // bytes
)

// parseSelector reads one selector. It reports false for what is not simple:
// pseudo-elements, states such as :hover, and attributes that are not kept.
func parseSelector(s string) (selector, bool) {
	if len(s) > longestSelector {
		return selector{}, false
	}
	p := selectorReader{s: strings.TrimSpace(s)}
	var sel selector
	for p.s != "" {
		c, ok := p.compound(&sel)
		if !ok || len(sel.parts) == mostParts {
			return selector{}, false
		}
		sel.parts = append(sel.parts, c)
		comb, ok := p.combinator()
		if !ok {
			return selector{}, false
		}
		if comb != 0 && p.s == "" {
			return selector{}, false
		}
		if comb == 0 && p.s != "" {
			return selector{}, false
		}
		// The combinator belongs to the part on its right.
		if comb != 0 {
			p.pending = comb
		}
	}
	if len(sel.parts) == 0 {
		return selector{}, false
	}
	reverse(sel.parts)
	sel.parent = noElement
	return sel, true
}

func reverse(parts []compound) {
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
}

type selectorReader struct {
	s       string
	pending byte
}

// combinator reads what stands between two compounds; 0 at the end.
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
	if space {
		return ' ', true
	}
	return 0, false
}

// compound reads one compound and adds to the selector's specificity.
func (p *selectorReader) compound(sel *selector) (compound, bool) {
	c := compound{combinator: p.pending}
	p.pending = 0
	start := p.s
	for p.s != "" {
		switch p.s[0] {
		case '*':
			p.s = p.s[1:]
		case '#':
			p.s = p.s[1:]
			c.id = p.ident()
			sel.specificity += 1 << 16
			if c.id == "" {
				return c, false
			}
		case '.':
			p.s = p.s[1:]
			name := p.ident()
			sel.specificity += 1 << 8
			if name == "" {
				return c, false
			}
			c.classes = append(c.classes, name)
		case '[':
			sel.specificity += 1 << 8
			if !p.attribute(&c) {
				return c, false
			}
		case ':':
			if !p.pseudo(&c, sel) {
				return c, false
			}
		default:
			name := p.ident()
			if name == "" {
				return c, len(p.s) < len(start)
			}
			c.tag = strings.ToLower(name)
			sel.specificity++
		}
	}
	return c, len(p.s) < len(start)
}

// ident reads a name, with its escapes resolved.
func (p *selectorReader) ident() string {
	i := 0
	for i < len(p.s) {
		c := p.s[i]
		if c == '\\' && i+1 < len(p.s) {
			i += 2
			continue
		}
		if !isLetter(c) && !isDigit(c) && c != '-' && c != '_' && c < 0x80 {
			break
		}
		i++
	}
	name := p.s[:min(i, len(p.s))]
	p.s = p.s[len(name):]
	if strings.IndexByte(name, '\\') >= 0 {
		return unescapeCSS(name)
	}
	return name
}

// attribute reads "[name op value]".
func (p *selectorReader) attribute(c *compound) bool {
	end := strings.IndexByte(p.s, ']')
	if end < 0 {
		return false
	}
	inner := strings.TrimSpace(p.s[1:end])
	p.s = p.s[end+1:]
	test := attrTest{}
	name, value, hasValue := strings.Cut(inner, "=")
	if hasValue {
		test.op = '='
		if n := len(name); n > 0 && strings.IndexByte("~|^$*", name[n-1]) >= 0 {
			test.op, name = name[n-1], name[:n-1]
		}
		test.value = strings.Trim(strings.TrimSpace(value), `"'`)
	}
	test.key = attrOf(strings.TrimSpace(name))
	c.attrs = append(c.attrs, test)
	return test.key != attrNone
}

// pseudo reads the few pseudo-classes that a page at rest can decide.
func (p *selectorReader) pseudo(c *compound, sel *selector) bool {
	p.s = p.s[1:]
	name := strings.ToLower(p.ident())
	switch name {
	case "root":
		c.tag = "html"
		sel.specificity += 1 << 8
		return true
	case "first-child":
		c.first = true
		sel.specificity += 1 << 8
		return true
	case "link", "any-link":
		sel.specificity += 1 << 8
		c.attrs = append(c.attrs, attrTest{key: attrHref})
		return true
	case "not":
		end := strings.IndexByte(p.s, ')')
		if end < 0 || p.s[0] != '(' {
			return false
		}
		inner := selectorReader{s: strings.TrimSpace(p.s[1:end])}
		p.s = p.s[end+1:]
		n, ok := inner.compound(sel)
		if !ok || inner.s != "" || len(n.not) > 0 {
			return false
		}
		c.not = append(c.not, n)
		return true
	}
	return false
}
