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
	text string
}

type pseudoKind uint8

const (
	nthChild pseudoKind = iota
	nthLastChild
	nthOfType
	nthLastOfType
	isEmpty
	isOneOf
	isNone
	hasLang
	isNever
)

// Pseudo-classes that are not evaluated.
const (
	// States that a page at rest is not in, and what depends on its reader.
	restless = "hover focus focus-within focus-visible active visited target target-within fullscreen modal popover-open autofill -webkit-autofill " +
		"playing paused seeking buffering stalled muted volume-locked current past future user-valid user-invalid picture-in-picture " +
		"valid invalid in-range out-of-range placeholder-shown indeterminate default blank host host-context state local-link " +
		"active-view-transition checked disabled required open optional read-write"
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
	v, known := readable, true
	if called {
		v, known = function(name, args, c)
	} else {
		v, known = plainPseudo(name, c)
	}
	sel.unsure = sel.unsure || !known
	return v
}

// plainPseudo reads a pseudo-class without arguments, and reports whether it is
// known.
func plainPseudo(name string, c *compound) (v verdict, known bool) {
	test := func(kind pseudoKind, a, b int) {
		c.tests = append(c.tests, pseudo{kind: kind, a: a, b: b})
	}
	switch name {
	case "root", "scope":
		if c.tag != "" && c.tag != "html" {
			return skipped, true
		}
		c.tag = "html"
	case "first-child":
		test(nthChild, 0, 1)
	case "last-child":
		test(nthLastChild, 0, 1)
	case "only-child":
		test(nthChild, 0, 1)
		test(nthLastChild, 0, 1)
	case "first-of-type":
		test(nthOfType, 0, 1)
	case "last-of-type":
		test(nthLastOfType, 0, 1)
	case "only-of-type":
		test(nthOfType, 0, 1)
		test(nthLastOfType, 0, 1)
	case "empty":
		test(isEmpty, 0, 0)
	case "link", "any-link":
		c.attrs = append(c.attrs, attrTest{key: dom.AttrHref})
	case "checked", "disabled", "open":
		c.attrs = append(c.attrs, attrTest{key: dom.AttrOf(name)})
	default:
		switch {
		case dom.HasWord(always, name):
		case dom.HasWord(restless, name):
			test(isNever, 0, 0)
		default:
			return readable, false
		}
	}
	return readable, true
}

// function reads a pseudo-class that counts, and reports whether it is one that
// is evaluated: neither are :has() and :dir().
func function(name, args string, c *compound) (v verdict, known bool) {
	var kind pseudoKind
	switch name {
	case "nth-child":
		kind = nthChild
	case "nth-last-child":
		kind = nthLastChild
	case "nth-of-type":
		kind = nthOfType
	case "nth-last-of-type":
		kind = nthLastOfType
	case "lang":
		c.tests = append(c.tests, pseudo{kind: hasLang, text: strings.ToLower(args)})
		return readable, true
	default:
		return readable, false
	}
	args = strings.ToLower(args)
	if strings.Contains(args, " of ") {
		return readable, false
	}
	a, b, ok := anPlusB(args)
	if !ok {
		return invalid, true
	}
	c.tests = append(c.tests, pseudo{kind: kind, a: a, b: b})
	return readable, true
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
