package html

import "strings"

// element is what a selector may match: a node of the tree, a formatting
// element, or one of the two that every page has.
type element struct {
	id       int32
	isFormat bool
}

// The elements that are no nodes.
var (
	bodyElement = element{id: -1}
	htmlElement = element{id: -2}
	noElement   = element{id: -3}
	headElement = element{id: -4} // its content does not matter here
)

// matcher matches selectors on a budget of steps.
type matcher struct {
	t     *tree
	steps int64 // what is left

	quirks bool    // classes and ids have no case
	anchor element // where :has() stands

	nodePlaces, formatPlaces []spot // as far as they were asked for

	words  map[string]uint64 // what selectors ask for around an element
	filter *filter           // made when a selector first asks for what is around
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
func (m *matcher) match(s *selector, e element) bool {
	if s.around != 0 && m.steps > 0 {
		if m.filter == nil {
			m.filter = newFilter(m)
		}
		m.steps--
		if m.filter.around(m.t, e)&s.around != s.around {
			return false
		}
	}
	if !m.is(&s.parts[0], e) {
		return false
	}
	if m.steps <= 0 || len(s.parts) == 1 {
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
func (m *matcher) left(parts []compound, e element) outcome {
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

func (m *matcher) try(parts []compound, e element) outcome {
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
func (m *matcher) followsOne(s *selector, e element) bool {
	if s.parts[0].combinator == '+' {
		return m.try(s.parts[1:], m.previous(e)) == matches
	}
	b, parent, n := &s.beside, m.parent(e), m.placeOf(e).rank[nthChild]
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
func (m *matcher) beside(combinator byte, rest []compound, e element) outcome {
	for p := m.previous(e); p != noElement; p = m.previous(p) {
		if m.try(rest, p) == matches {
			return matches
		}
		if combinator == '+' {
			break
		}
		m.steps--
	}
	return failsHere
}

// parent returns the element that an element stands in.
func (m *matcher) parent(e element) element {
	m.steps--
	switch {
	case e == bodyElement || e == headElement:
		return htmlElement
	case e.id < 0:
		return noElement
	case e.isFormat:
		f := m.t.formats.at(e.id)
		return m.inside(f.outer, f.node)
	default:
		n := m.t.node(e.id)
		return m.inside(n.format, n.parent)
	}
}

// inside returns the formatting element that stands directly in a node, or
// the node itself.
func (m *matcher) inside(f, node int32) element {
	if f != 0 && m.t.formats.at(f).node == node {
		return element{f, true}
	}
	if node == root {
		return bodyElement
	}
	return element{id: node}
}

// is reports whether an element is what a compound asks for.
func (m *matcher) is(c *compound, e element) bool {
	m.steps--
	if c.anchor {
		return e == m.anchor
	}
	if c.tag != "" && c.tag != m.name(e) {
		return false
	}
	if c.id != "" {
		if v, _ := m.word(e, attrId); v != c.id {
			return false
		}
	}
	if len(c.classes) > 0 {
		class, _ := m.word(e, attrClass)
		m.steps -= int64(len(class) / 64 * len(c.classes))
		for _, want := range c.classes {
			if !hasWord(class, want) {
				return false
			}
		}
	}
	for i := range c.attrs {
		v, ok := m.attr(e, c.attrs[i].key)
		if m.steps -= int64(len(v) / 64); c.attrs[i].fold {
			m.steps -= foldSteps(v)
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
		return want != "" && hasWord(v, want)
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
func (m *matcher) word(e element, key attr) (string, bool) {
	v, ok := m.attr(e, key)
	if m.quirks {
		m.steps -= foldSteps(v)
		v = strings.ToLower(v)
	}
	return v, ok
}

// foldSteps is what it costs to make the case of a value lower.
func foldSteps(v string) int64 { return int64(len(v) / 16) }

func (m *matcher) name(e element) string {
	switch {
	case e == bodyElement:
		return "body"
	case e == htmlElement:
		return "html"
	case e == headElement:
		return "head"
	case e.isFormat:
		return m.t.formats.at(e.id).tag.String()
	}
	return m.t.name(e.id)
}

func (m *matcher) attr(e element, key attr) (string, bool) {
	switch {
	case e.isFormat:
		return m.t.formatAttr(e.id, key)
	case e == bodyElement && m.t.body != 0:
		return m.t.attr(m.t.body, key)
	case e == htmlElement && m.t.html != 0:
		return m.t.attr(m.t.html, key)
	case e.id < 0:
		return "", false
	}
	return m.t.attr(e.id, key)
}
