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
	hasInside
	hasLang
	hasDir
	isNever
)

// What browsers know besides those that are evaluated.
const (
	// States that a page at rest is not in, and what depends on its reader.
	restless = "hover focus focus-within focus-visible active visited target target-within fullscreen modal popover-open autofill -webkit-autofill " +
		"playing paused seeking buffering stalled muted volume-locked current past future user-valid user-invalid picture-in-picture " +
		"valid invalid in-range out-of-range placeholder-shown indeterminate default blank host host-context state local-link " +
		"-webkit-any-link -webkit-full-screen active-view-transition xr-overlay checked disabled required open optional read-write"
	// States that nearly everything is in.
	always = "defined read-only enabled"
	// Pseudo-elements, which are no elements of the page.
	apartFromPage = "before after first-line first-letter selection placeholder marker backdrop file-selector-button cue part slotted highlight " +
		"target-text grammar-error spelling-error view-transition details-content scroll-marker scroll-button picker checkmark picker-icon"
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
		if dom.HasWord(apartFromPage, name) || strings.HasPrefix(name, "-webkit-") || strings.HasPrefix(name, "view-transition") {
			return skipped
		}
		return invalid
	}
	if called && dom.HasWord("is where matches -webkit-any not has", name) {
		return p.selectors(name, args, c, sel)
	}
	sel.specificity += classWeight
	if called {
		return p.function(name, args, c)
	}
	return plainPseudo(name, c)
}

// plainPseudo reads a pseudo-class without arguments.
func plainPseudo(name string, c *compound) verdict {
	test := func(kind pseudoKind, a, b int) {
		c.tests = append(c.tests, pseudo{kind: kind, a: a, b: b})
	}
	switch name {
	case "root", "scope":
		if c.tag != "" && c.tag != "html" {
			return skipped
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
			return invalid
		}
	}
	return readable
}

// function reads a pseudo-class that counts, or asks for a language.
func (p *selectorReader) function(name, args string, c *compound) verdict {
	counts := pseudo{kind: isNever}
	switch name {
	case "nth-child":
		counts.kind = nthChild
	case "nth-last-child":
		counts.kind = nthLastChild
	case "nth-of-type":
		counts.kind = nthOfType
	case "nth-last-of-type":
		counts.kind = nthLastOfType
	case "lang":
		c.tests = append(c.tests, pseudo{kind: hasLang, text: strings.ToLower(args)})
		return readable
	case "dir":
		c.tests = append(c.tests, pseudo{kind: hasDir, text: strings.ToLower(strings.TrimSpace(args))})
		return readable
	default:
		if !dom.HasWord(restless, name) {
			return invalid
		}
		c.tests = append(c.tests, counts)
		return readable
	}
	args, of, filtered := strings.Cut(strings.ToLower(args), " of ")
	var ok bool
	if counts.a, counts.b, ok = anPlusB(args); !ok {
		return invalid
	}
	if filtered { // what it counts among, it is itself
		var ignored selector
		var one compound
		if v := p.selectors("is", of, &one, &ignored); v != readable {
			return v
		}
		counts.list = one.tests[0].list
		c.tests = append(c.tests, one.tests[0])
	}
	c.tests = append(c.tests, counts)
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
	switch step {
	case "", "+":
		a = 1
	case "-":
		a = -1
	default:
		n, err := strconv.Atoi(step)
		if err != nil {
			return 0, 0, false
		}
		a = n
	}
	if rest == "" {
		return a, 0, true
	}
	b, err := strconv.Atoi(rest)
	return a, b, err == nil
}

// arguments reads what stands in a parenthesis, if one follows.
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
	switch name {
	case "not":
		test.kind = isNone
	case "has":
		test.kind = hasInside
	}
	if p.depth >= deepestSelector || p.spent != nil && *p.spent >= mostCompounds {
		return tooLong
	}
	most := int32(0)
	for arg := range props.SplitOutside(args, ',') {
		in := selectorReader{quirks: p.quirks, extra: p.extra, spent: p.spent, depth: p.depth + 1, s: strings.TrimSpace(arg)}
		inner := selector{parent: noElement}
		var v verdict
		if test.kind == hasInside {
			v = in.relative(&inner)
		} else {
			v = in.parts(&inner, 0)
		}
		most = max(most, inner.specificity)
		switch {
		case v == invalid && test.kind != isOneOf:
			return invalid
		case v == skipped || v == invalid:
		case v == tooLong || len(test.list) >= mostSelectors:
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

// relative reads a selector from the element that it stands at.
func (p *selectorReader) relative(sel *selector) verdict {
	from := byte(' ')
	if p.s != "" && strings.IndexByte(">+~", p.s[0]) >= 0 {
		from = p.s[0]
		p.s = strings.TrimSpace(p.s[1:])
	}
	v := p.parts(sel, from)
	sel.parts = append(sel.parts, compound{anchor: true})
	return v
}
