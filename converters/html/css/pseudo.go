package css

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// pseudo is a pseudo-class that an element must have.
type pseudo struct {
	kind pseudoKind
	a, b int // of an+b
	list []selector
}

type pseudoKind uint8

const (
	nthChild pseudoKind = iota
	isOneOf
	isNone
	isNever
)

// Pseudo-classes that are not evaluated.
const (
	// States that a page at rest is not in, what depends on its reader, and
	// elements without text.
	restless = "hover focus focus-within focus-visible active visited target target-within fullscreen modal popover-open autofill -webkit-autofill " +
		"playing paused seeking buffering stalled muted volume-locked current past future user-valid user-invalid picture-in-picture " +
		"valid invalid in-range out-of-range placeholder-shown indeterminate default blank host host-context state local-link " +
		"active-view-transition required optional read-write empty"
	// States that nearly everything is in.
	always = "defined read-only enabled"
)

// pseudo reads a pseudo-class or a pseudo-element.
func (p *selectorReader) pseudo(c *compound, sel *selector) verdict {
	p.s = p.s[1:]
	element := strings.HasPrefix(p.s, ":")
	if element {
		p.s = p.s[1:]
	}
	name := strings.ToLower(p.ident())
	args, called, ok := p.arguments()
	if !ok || name == "" {
		return invalid
	}
	if element || dom.HasWord("before after first-line first-letter", name) {
		return skipped // no element of the page
	}
	if called && dom.HasWord("is where matches -webkit-any not", name) {
		return p.selectors(name, args, c, sel)
	}
	sel.specificity += classWeight
	if !called {
		return p.plainPseudo(name, c, sel)
	}
	args = strings.ToLower(args)
	if name != "nth-child" || strings.Contains(args, " of ") {
		sel.unsure = true // such as :has() and :nth-last-child()
		return readable
	}
	test := pseudo{kind: nthChild}
	if test.a, test.b, ok = anPlusB(args); !ok {
		return invalid
	}
	c.tests = append(c.tests, test)
	return readable
}

// plainPseudo reads a pseudo-class without arguments. One that is not known, or
// asks for what follows an element, leaves unsure what the selector matches.
func (p *selectorReader) plainPseudo(name string, c *compound, sel *selector) verdict {
	switch name {
	case "root", "scope":
		if c.tag != "" && c.tag != "html" {
			return skipped
		}
		c.tag = "html"
	case "first-child":
		c.tests = append(c.tests, pseudo{kind: nthChild, b: 1})
	case "link", "any-link":
		c.attrs = append(c.attrs, attrTest{key: dom.AttrHref})
	case "checked", "disabled", "open":
		c.attrs = append(c.attrs, attrTest{key: dom.AttrOf(name)})
	default:
		switch {
		case dom.HasWord(always, name):
		case dom.HasWord(restless, name):
			c.tests = append(c.tests, pseudo{kind: isNever})
		default:
			sel.unsure = true
		}
	}
	return readable
}

// anPlusB reads "odd", "even", "an+b" (css-syntax-3, section 6).
func anPlusB(s string) (a, b int, ok bool) {
	s = strings.Join(strings.Fields(s), "")
	switch s {
	case "odd":
		return 2, 1, true
	case "even":
		return 2, 0, true
	}
	step, rest, hasN := strings.Cut(s, "n")
	if !hasN {
		b, err := strconv.Atoi(s)
		return 0, b, err == nil
	}
	if step == "" || step == "+" || step == "-" {
		step += "1"
	}
	a, err := strconv.Atoi(step)
	if err != nil {
		return 0, 0, false
	}
	if rest == "" {
		return a, 0, true
	}
	b, err = strconv.Atoi(rest)
	return a, b, err == nil
}

// arguments reads what is in a parenthesis, if one follows.
func (p *selectorReader) arguments() (args string, called, ok bool) {
	if !strings.HasPrefix(p.s, "(") {
		return "", false, true
	}
	depth := 0
	in := props.TextReader{Src: p.s}
	for {
		switch in.Seek("()") {
		case '(':
			depth++
		case ')':
			depth--
		default:
			return "", true, false
		}
		in.Pos++
		if depth == 0 {
			args, p.s = strings.TrimSpace(p.s[1:in.Pos-1]), p.s[in.Pos:]
			return args, true, true
		}
	}
}

// selectors reads a pseudo-class of selectors. It is as specific as the most
// specific of them; where() is not specific at all.
func (p *selectorReader) selectors(name, args string, c *compound, sel *selector) verdict {
	test := pseudo{kind: isOneOf}
	if name == "not" {
		test.kind = isNone
	}
	if p.depth >= maxInside || p.spent != nil && *p.spent >= maxCompounds {
		return tooLong
	}
	most := int32(0)
	for arg := range props.SplitOutside(args, ',') {
		in := selectorReader{quirks: p.quirks, extra: p.extra, spent: p.spent, depth: p.depth + 1, s: strings.TrimSpace(arg)}
		inner := selector{parent: noElement}
		v := in.parts(&inner)
		most = max(most, inner.specificity)
		sel.unsure = sel.unsure || inner.unsure
		switch {
		case v == invalid && test.kind == isNone:
			return invalid
		case v == skipped || v == invalid || inner.unsure && test.kind == isNone:
		case v == tooLong || len(test.list) >= maxSelectors:
			return tooLong
		default:
			test.list = append(test.list, inner)
		}
	}
	if name != "where" {
		sel.specificity += most
	}
	c.tests = append(c.tests, test)
	return readable
}
