package css

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

const (
	maxParts     = 32   // of a selector
	maxSelectors = 64   // in the parenthesis of a pseudo-class
	maxInside    = 8    // parentheses in one another
	maxSelector  = 4096 // bytes

	maxCompounds = 400_000 // of all rules
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

// Pseudo-classes that are not evaluated.
const (
	// States that a page at rest is not in, and what depends on its reader.
	restless = "hover focus focus-within focus-visible active visited target target-within fullscreen modal popover-open autofill -webkit-autofill " +
		"playing buffering volume-locked current past future user-valid user-invalid picture-in-picture " +
		"blank host host-context state local-link active-view-transition before after first-letter"
	// States that nearly everything is in.
	always = "defined read-only enabled"
)

// selectorReader reads selectors.
type selectorReader struct {
	selectorRules
	s     string
	depth int // parentheses around
}

// selectorRules is what selectors are read by.
type selectorRules struct {
	quirks    bool       // classes and ids have no case
	extra     dom.Extras // attributes that rules ask for
	compounds *int       // how many were read
}

// selector reads compounds with combinators between them.
func (r *selectorReader) selector() (selector, verdict) {
	sel := selector{parent: noElement, beside: siblings{parent: noElement}}
	if len(r.s) > maxSelector {
		return sel, tooLong
	}
	out, pending, ok := readable, byte(0), true
	for r.s = strings.TrimSpace(r.s); r.s != ""; {
		c := compound{combinator: pending}
		out = max(out, r.compound(&c, &sel))
		sel.parts = append(sel.parts, c)
		if pending, ok = r.combinator(); !ok || out == invalid {
			return sel, invalid
		}
	}
	if len(sel.parts) == 0 || pending != 0 {
		return sel, invalid
	}
	slices.Reverse(sel.parts)
	if len(sel.parts) > maxParts {
		out = tooLong
	}
	return sel, out
}

// combinator reads the text between two compounds; 0 at the end.
func (r *selectorReader) combinator() (byte, bool) {
	trimmed := strings.TrimLeft(r.s, " \n\t\r\f")
	space := len(trimmed) < len(r.s)
	r.s = trimmed
	if r.s == "" {
		return 0, true
	}
	if c := r.s[0]; c == '>' || c == '+' || c == '~' {
		r.s = strings.TrimLeft(r.s[1:], " \n\t\r\f")
		return c, true
	}
	return ' ', space
}

// compound reads one compound and adds to the selector's specificity.
func (r *selectorReader) compound(c *compound, sel *selector) verdict {
	start, out := len(r.s), readable
	for r.s != "" && out != invalid {
		*r.compounds++
		v := readable
		switch r.s[0] {
		case '*', '|':
			r.s = r.s[1:]
		case '#':
			sel.specificity += idWeight
			c.id, v = r.name()
		case '.':
			var name string
			sel.specificity += classWeight
			name, v = r.name()
			c.classes = append(c.classes, name)
		case '[':
			sel.specificity += classWeight
			v = r.attribute(c, sel)
		case ':':
			v = r.pseudo(c, sel)
		default:
			name := r.ident()
			if name == "" && len(r.s) < start {
				return out
			} else if name == "" {
				return invalid
			}
			if !strings.HasPrefix(r.s, "|") { // no namespace
				c.tag = strings.ToLower(name)
				sel.specificity++
			}
		}
		out = max(out, v)
	}
	return out
}

// name reads a class or an id behind its mark.
func (r *selectorReader) name() (string, verdict) {
	r.s = r.s[1:]
	name := r.ident()
	if name == "" {
		return "", invalid
	}
	if r.quirks {
		name = strings.ToLower(name)
	}
	return name, readable
}

// ident reads a name, with its escapes resolved.
func (r *selectorReader) ident() string {
	name, rest := props.CutName(r.s)
	r.s = rest
	return name
}

// attribute reads "[name op value flag]".
func (r *selectorReader) attribute(c *compound, sel *selector) verdict {
	in := props.TextReader{Src: r.s, Pos: 1}
	if in.Seek("]") == 0 {
		return invalid
	}
	name, rest := props.CutName(strings.TrimSpace(r.s[1:in.Pos]))
	r.s = r.s[in.Pos+1:]
	name = strings.ToLower(name)
	op, value, compares := strings.Cut(strings.TrimSpace(rest), "=")
	if len(op) > 1 && strings.Contains(op, "|") { // a namespace
		sel.unsure = true
		return readable
	}
	if name == "" || op != "" && (!compares || len(op) > 1 || !strings.Contains("~|^$*", op)) {
		return invalid
	}
	key := dom.AttrOf(name)
	switch extra, known := r.extra[name]; {
	case key != dom.AttrNone:
	case !known || extra == dom.AttrTooMany:
		sel.unsure = true // nobody knows which elements have it
		return readable
	case extra == dom.AttrNone:
		return skipped // no element has it
	default:
		key = extra
	}
	test := attrTest{key: key}
	if compares {
		test.op = (op + "=")[0]
		test.value, test.fold = testValue(strings.TrimSpace(value))
		test.fold = test.fold || slices.Contains(folded, key)
	}
	c.attrs = append(c.attrs, test)
	return readable
}

// folded are attributes of which upper and lower case are the same.
var folded = []dom.Attr{dom.AttrType, dom.AttrAlign, dom.AttrDir, dom.AttrRel}

// testValue reads the value of a test, and whether the flag behind it says
// that case does not matter.
func testValue(v string) (value string, fold bool) {
	value, flag, _ := strings.Cut(v, " ")
	if v != "" && (v[0] == '"' || v[0] == '\'') {
		in := props.TextReader{Src: v}
		in.Quoted(v[0])
		value, flag = v[1:min(in.Pos, len(v))], v[min(in.Pos+1, len(v)):]
	}
	return props.UnescapeCSS(value), strings.EqualFold(strings.TrimSpace(flag), "i")
}

// pseudo reads a pseudo-class or a pseudo-element. A pseudo-class that is not
// evaluated leaves unsure what the selector matches.
func (r *selectorReader) pseudo(c *compound, sel *selector) verdict {
	r.s = r.s[1:]
	element := strings.HasPrefix(r.s, ":")
	r.s = strings.TrimPrefix(r.s, ":")
	name := strings.ToLower(r.ident())
	args, called, ok := r.arguments()
	if !ok || name == "" {
		return invalid
	}
	if called && dom.HasWord("is where not", name) {
		return r.list(name, args, c, sel)
	}
	switch {
	case strings.HasPrefix(name, "-ms-") || strings.HasPrefix(name, "-o-"):
		return invalid
	case name == "first-line":
		sel.unsure = true // most of the text, or all of it
		return readable
	case strings.HasPrefix(name, "-moz-"):
		sel.unsure = true // in some browsers none
		return skipped
	case element || !called && dom.HasWord(restless, name):
		return sel.rest(name)
	}
	sel.specificity += classWeight
	switch {
	case dom.HasWord(places, name) && called == strings.HasPrefix(name, "nth-"):
		return r.place(name, args, c, sel)
	case called:
		sel.unsure = true // such as :has()
		return readable
	}
	return c.state(name, sel)
}

// rest takes a state that a page at rest is not in, or what a style puts beside the
// content of an element.
func (s *selector) rest(name string) verdict {
	if s.generated = dom.HasWord("before after", name); s.generated {
		return readable
	}
	if name == "details-content" { // and its summary is not
		s.unsure = true
		return readable
	}
	return skipped
}

// places are the pseudo-classes of the place among the elements beside one.
const places = "first-child last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child nth-of-type nth-last-of-type"

// place reads one of those.
func (r *selectorReader) place(name, args string, c *compound, sel *selector) verdict {
	if first, only := strings.CutPrefix(name, "only-"); only {
		r.place("first-"+first, args, c, sel)
		name = "last-" + first
	}
	formula, of, chooses := strings.Cut(args, " of ")
	n, ok := nthOf(name, formula)
	if !ok || chooses && n.ofType {
		return invalid
	}
	out := readable
	if chooses {
		var most int32
		n.of, most, out = r.selectors(of, true, sel)
		sel.specificity += most
		if out == readable && len(n.of) == 0 {
			out = skipped
		}
	}
	c.places = append(c.places, n)
	return out
}

// state reads a pseudo-class without arguments.
func (c *compound) state(name string, sel *selector) verdict {
	switch {
	case name == "root" || name == "scope":
		if c.tag != "" && c.tag != "html" {
			return skipped
		}
		c.tag = "html"
	case name == "link" || name == "any-link":
		c.attrs = append(c.attrs, attrTest{key: dom.AttrHref})
	case name == "empty":
		c.empty = true
	case dom.HasWord("checked disabled open", name):
		c.attrs = append(c.attrs, attrTest{key: dom.AttrOf(name)})
	case !dom.HasWord(always, name):
		sel.unsure = true
	}
	return readable
}

// arguments reads what is in a parenthesis, if one follows.
func (r *selectorReader) arguments() (args string, called, ok bool) {
	if !strings.HasPrefix(r.s, "(") {
		return "", false, true
	}
	in := props.TextReader{Src: r.s, Pos: 1}
	if in.SeekOutside(")") == 0 {
		return "", true, false
	}
	args, r.s = r.s[1:in.Pos], r.s[in.Pos+1:]
	return strings.TrimSpace(args), true, true
}

// list reads a pseudo-class of selectors. It is as specific as the most
// specific of them; where() is not specific at all.
func (r *selectorReader) list(name, args string, c *compound, sel *selector) verdict {
	list := list{not: name == "not"}
	var most int32
	var out verdict
	if list.selectors, most, out = r.selectors(args, list.not, sel); name != "where" {
		sel.specificity += most
	}
	c.lists = append(c.lists, list)
	return out
}

// selectors reads those in a parenthesis, and how specific the most specific one
// is. If one of them is none, all of them are, where that is strict.
func (r *selectorReader) selectors(args string, strict bool, sel *selector) (list []selector, most int32, out verdict) {
	if r.depth >= maxInside || *r.compounds >= maxCompounds {
		return nil, 0, tooLong
	}
	for arg := range props.SplitOutside(args, ',') {
		in := selectorReader{selectorRules: r.selectorRules, s: arg, depth: r.depth + 1}
		inner, v := in.selector()
		most = max(most, inner.specificity)
		sel.unsure = sel.unsure || inner.unsure
		switch {
		case v == invalid && strict:
			return nil, 0, invalid
		case v == skipped || v == invalid || inner.unsure && strict:
		case v == tooLong || len(list) >= maxSelectors:
			return nil, 0, tooLong
		default:
			list = append(list, inner)
		}
	}
	return list, most, readable
}
