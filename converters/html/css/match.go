package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Element is what a selector may match: a node of the tree, a formatting
// element, or one of the two that every page has.
type Element struct {
	ID       int32
	IsFormat bool
}

// The elements that are no nodes.
var (
	BodyElement = Element{ID: -1}
	HtmlElement = Element{ID: -2}
	noElement   = Element{ID: -3}
	headElement = Element{ID: -4} // its content does not matter here
)

// matcher matches selectors on a budget of steps.
type matcher struct {
	t     *dom.Tree
	Steps int64 // what is left

	quirks bool // classes and ids have no case

	nodePlaces, formatPlaces []spot // as far as they were asked for
}

// outcome says how a selector failed, so that a search further out that must
// fail as well is not made; it bounds a match by depth times parts.
type outcome uint8

const (
	matches outcome = iota
	failsHere
	failsOutwards // no element further out can do better
)

// match reports whether a selector matches. When the budget is spent it looks
// at nothing but the last part of the selector.
func (m *matcher) match(s *selector, e Element) bool {
	if !m.is(&s.parts[0], e) {
		return false
	}
	if m.Steps <= 0 || len(s.parts) == 1 {
		return true
	}
	if c := s.parts[0].combinator; c != ' ' && c != '>' {
		return m.followsOne(s, e)
	}
	// Elements beside one another have the same elements around them.
	if p := m.parent(e); p != s.parent {
		s.parent, s.fits = p, m.left(s.parts, e) == matches
	}
	return s.fits
}

// left matches the parts on the left of parts[0], which is e.
func (m *matcher) left(parts []compound, e Element) outcome {
	if len(parts) == 1 {
		return matches
	}
	rest := parts[1:]
	switch parts[0].combinator {
	case '>':
		return m.try(rest, m.parent(e))
	case '+', '~':
		return m.beside(parts[0].combinator, rest, e)
	}
	for e = m.parent(e); e != noElement; e = m.parent(e) {
		if out := m.try(rest, e); out != failsHere {
			return out
		}
	}
	return failsOutwards
}

func (m *matcher) try(parts []compound, e Element) outcome {
	if e == noElement {
		return failsOutwards
	}
	if !m.is(&parts[0], e) {
		return failsHere
	}
	return m.left(parts, e)
}

// followsOne matches the rest of a selector against the elements in front of
// e. They are asked for in document order, so that each is looked at once.
func (m *matcher) followsOne(s *selector, e Element) bool {
	if s.parts[0].combinator == '+' {
		return m.try(s.parts[1:], m.previous(e)) == matches
	}
	b, parent, n := &s.beside, m.parent(e), m.placeOf(e).number
	if b.parent != parent || b.seen >= n || b.seen == 0 {
		*b = siblings{parent: parent}
	}
	before := n - 1
	for p := m.previous(e); p != noElement && before > b.seen && !b.found; p = m.previous(p) {
		b.found = m.try(s.parts[1:], p) == matches
		before--
	}
	b.seen = n - 1
	return b.found
}

// beside matches a part against the elements before e.
func (m *matcher) beside(combinator byte, rest []compound, e Element) outcome {
	for p := m.previous(e); p != noElement; p = m.previous(p) {
		if m.try(rest, p) == matches {
			return matches
		}
		if combinator == '+' {
			break
		}
		m.Steps--
	}
	return failsHere
}

// parent returns the element that an element is in.
func (m *matcher) parent(e Element) Element {
	m.Steps--
	switch {
	case e == BodyElement || e == headElement:
		return HtmlElement
	case e.ID < 0:
		return noElement
	case e.IsFormat:
		f := m.t.Formats.At(e.ID)
		return m.inside(f.Outer, f.Node)
	default:
		n := m.t.Node(e.ID)
		return m.inside(n.Format, n.Parent)
	}
}

// inside returns the formatting element that stands directly in a node, or
// the node itself.
func (m *matcher) inside(f, node int32) Element {
	if f != 0 && m.t.Formats.At(f).Node == node {
		return Element{f, true}
	}
	if node == dom.Root {
		return BodyElement
	}
	return Element{ID: node}
}

// is reports whether an element is what a compound asks for.
func (m *matcher) is(c *compound, e Element) bool {
	m.Steps--
	if c.tag != "" && c.tag != m.name(e) {
		return false
	}
	if c.id != "" {
		if v, _ := m.word(e, dom.AttrId); v != c.id {
			return false
		}
	}
	if len(c.classes) > 0 {
		class, _ := m.word(e, dom.AttrClass)
		m.Steps -= int64(len(class) / 64 * len(c.classes))
		for _, want := range c.classes {
			if !dom.HasWord(class, want) {
				return false
			}
		}
	}
	for i := range c.attrs {
		v, ok := m.attr(e, c.attrs[i].key)
		if m.Steps -= int64(len(v) / 64); c.attrs[i].fold {
			m.Steps -= foldSteps(v)
		}
		if !ok || !c.attrs[i].holds(v) {
			return false
		}
	}
	for i := range c.tests {
		if !m.passes(&c.tests[i], e) {
			return false
		}
	}
	return true
}

func (a *attrTest) holds(v string) bool {
	want := a.value
	if a.fold {
		v, want = strings.ToLower(v), strings.ToLower(want)
	}
	switch a.op {
	case '=':
		return v == want
	case '~':
		return want != "" && dom.HasWord(v, want)
	case '|':
		return v == want || strings.HasPrefix(v, want+"-")
	case '^':
		return want != "" && strings.HasPrefix(v, want)
	case '$':
		return want != "" && strings.HasSuffix(v, want)
	case '*':
		return want != "" && strings.Contains(v, want)
	}
	return true
}

// word returns a class or an id as selectors are compared with it.
func (m *matcher) word(e Element, key dom.Attr) (string, bool) {
	v, ok := m.attr(e, key)
	if m.quirks {
		m.Steps -= foldSteps(v)
		v = strings.ToLower(v)
	}
	return v, ok
}

// foldSteps is what it costs to make the case of a value lower.
func foldSteps(v string) int64 { return int64(len(v) / 16) }

func (m *matcher) name(e Element) string {
	switch {
	case e == BodyElement:
		return "body"
	case e == HtmlElement:
		return "html"
	case e == headElement:
		return "head"
	case e.IsFormat:
		return m.t.Formats.At(e.ID).Tag.String()
	}
	return m.t.Name(e.ID)
}

func (m *matcher) attr(e Element, key dom.Attr) (string, bool) {
	switch {
	case e.IsFormat:
		return m.t.FormatAttr(e.ID, key)
	case e == BodyElement && m.t.Body != 0:
		return m.t.Attr(m.t.Body, key)
	case e == HtmlElement && m.t.HTML != 0:
		return m.t.Attr(m.t.HTML, key)
	case e.ID < 0:
		return "", false
	}
	return m.t.Attr(e.ID, key)
}
