package css

import (
	"iter"
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

	before, after beside

	path  []around  // from the page to the element that was asked for last
	fresh []Element // of it, memory for those that are new
}

// outcome says how a selector failed, so that a search further out that must
// fail as well is not made; it bounds a match by depth times parts.
type outcome uint8

const (
	matches outcome = iota
	failsHere
	failsOutwards // no element further out can do better
)

// match reports whether a selector matches.
func (m *matcher) match(s *selector, e Element) bool {
	if !m.is(&s.parts[0], e) {
		return false
	}
	if len(s.parts) == 1 {
		return true
	}
	if c := s.parts[0].combinator; c != ' ' && c != '>' {
		return m.followsOne(s, e)
	}
	// Elements beside one another have the same elements around them.
	if p := m.parent(e); p != s.parent {
		s.parent, s.fits = p, p != noElement && m.wordsAround(p).has(s.needs) && m.left(s.parts, e) == matches
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
		return m.behind(parts[0].combinator, rest, e)
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
	first := m.previous(e)
	if s.parts[0].combinator == '+' {
		return m.try(s.parts[1:], first) == matches
	}
	b, parent := &s.beside, m.parent(e)
	if b.parent != parent || startOf(m.t, e) <= startOf(m.t, b.last) {
		*b = siblings{parent: parent, last: noElement}
	}
	for p := first; p != noElement && p != b.last && !b.found && m.Steps > 0; p = m.previous(p) {
		b.found = m.try(s.parts[1:], p) == matches
	}
	b.last = first
	return b.found
}

// startOf returns the node with which an element begins.
func startOf(t *dom.Tree, e Element) int32 {
	if e.IsFormat {
		return t.Formats.At(e.ID).At
	}
	return e.ID
}

// behind matches a part against the elements before e.
func (m *matcher) behind(combinator byte, rest []compound, e Element) outcome {
	for p := m.previous(e); p != noElement && m.Steps > 0; p = m.previous(p) {
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
		return innermost(m.t, f.Outer, f.Node)
	default:
		n := m.t.Node(e.ID)
		return innermost(m.t, n.Format, n.Parent)
	}
}

// innermost returns the formatting element that is directly in a node, or
// the node itself.
func innermost(t *dom.Tree, f, node int32) Element {
	if f != 0 && t.Formats.At(f).Node == node {
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
	if c.tag != "" && c.tag != nameOf(m.t, e) {
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
		v, ok := attrOf(m.t, e, c.attrs[i].key)
		if m.Steps -= int64(len(v) / 64); c.attrs[i].fold {
			m.Steps -= foldSteps(v)
		}
		if !ok || !c.attrs[i].holds(v) {
			return false
		}
	}
	return (!c.empty || e.ID > 0 && m.t.Node(e.ID).End == e.ID+1) && m.isAmong(c, e)
}

// isAmong reports whether an element is what lists of selectors ask for, and where
// places do.
func (m *matcher) isAmong(c *compound, e Element) bool {
	for i := range c.lists {
		if m.anyFits(c.lists[i].selectors, e) == c.lists[i].not {
			return false
		}
	}
	for i := range c.places {
		if !m.isAt(&c.places[i], e) {
			return false
		}
	}
	return true
}

// anyFits reports whether an element and those around it are what one of some
// selectors asks for.
func (m *matcher) anyFits(selectors []selector, e Element) bool {
	for i := range selectors {
		if parts := selectors[i].parts; m.is(&parts[0], e) && m.left(parts, e) == matches {
			return true
		}
	}
	return false
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
	v, ok := attrOf(m.t, e, key)
	if m.quirks {
		m.Steps -= foldSteps(v)
		v = strings.ToLower(v)
	}
	return v, ok
}

// foldSteps is what it costs to make the case of a value lower.
func foldSteps(v string) int64 { return int64(len(v) / 16) }

func nameOf(t *dom.Tree, e Element) string {
	switch {
	case e == BodyElement:
		return "body"
	case e == HtmlElement:
		return "html"
	case e == headElement:
		return "head"
	case e.IsFormat:
		return t.Formats.At(e.ID).Tag.String()
	}
	return t.Name(e.ID)
}

func attrOf(t *dom.Tree, e Element, key dom.Attr) (string, bool) {
	switch {
	case e.IsFormat:
		return t.FormatAttr(e.ID, key)
	case e == BodyElement && t.Page.Body != 0:
		return t.Attr(t.Page.Body, key)
	case e == HtmlElement && t.Page.HTML != 0:
		return t.Attr(t.Page.HTML, key)
	case e.ID < 0:
		return "", false
	}
	return t.Attr(e.ID, key)
}

// selector is a selector (selectors-4). It is kept from right to left.
type selector struct {
	parts       []compound
	specificity int32
	unsure      bool // it asks for more than is looked at
	generated   bool // it means what a style puts before or behind the content of an element

	needs  *words  // what is around an element that it matches; nil for one part
	parent Element // the last one that the rest of the selector was tried around
	fits   bool    // what came of it
	beside siblings
}

// siblings is how far the elements in front of another one were looked at.
type siblings struct {
	parent, last Element
	found        bool // one of them matches
}

// compound is what one element must be.
type compound struct {
	tag        string // "" is any
	id         string
	classes    []string
	attrs      []attrTest
	places     []nth
	lists      []list
	empty      bool
	combinator byte // to the next part on the left: ' ', '>', '+', '~', or 0
}

type attrTest struct {
	key   dom.Attr
	op    byte // 0 for presence, else the character before "=" or "="
	fold  bool // upper and lower case are the same
	value string
}

// list is the argument of :is() or :not().
type list struct {
	selectors []selector
	not       bool
}

// words is a set of tags, ids and classes that may say too much, but never too little
// (a Bloom filter of one function): most rules ask for a word that nothing around an
// element has, and need no look at what is around it.
type words [4]uint64

// add adds a word, of a kind that tells tags, ids and classes apart.
func (w *words) add(kind byte, word string) {
	h := (uint32(2166136261) ^ uint32(kind)) * 16777619 // FNV-1a
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	h ^= h >> 16
	w[h>>6&3] |= 1 << (h & 63)
}

// has reports whether all words of another set may be in a set; nil is a set of none.
func (w *words) has(all *words) bool {
	return all == nil || all[0]&^w[0]|all[1]&^w[1]|all[2]&^w[2]|all[3]&^w[3] == 0
}

// needed returns what the elements around one must have for a selector to match it.
func (s *selector) needed() *words {
	if len(s.parts) == 1 {
		return nil // most rules have one, and pages have many rules
	}
	w := new(words)
	for i := 1; i < len(s.parts); i++ {
		if c := s.parts[i-1].combinator; c != ' ' && c != '>' {
			continue // it is beside another one
		}
		part := &s.parts[i]
		if part.tag != "" {
			w.add('t', part.tag)
		}
		if part.id != "" {
			w.add('#', part.id)
		}
		for _, class := range part.classes {
			w.add('.', class)
		}
	}
	return w
}

// around is an element with what it and those around it have.
type around struct {
	e   Element
	has words
}

// wordsAround returns what an element and those around it have. The last path is kept:
// elements come in document order, so that the next one shares most of it.
func (m *matcher) wordsAround(e Element) *words {
	if n := len(m.path); n > 0 && m.path[n-1].e == e { // another rule asks
		return &m.path[n-1].has
	}
	fresh := m.fresh[:0]
	for ; e != noElement; e = m.parent(e) {
		start := startOf(m.t, e)
		for len(m.path) > 0 && m.path[len(m.path)-1].e != e && startOf(m.t, m.path[len(m.path)-1].e) >= start {
			m.path = m.path[:len(m.path)-1]
		}
		if len(m.path) > 0 && m.path[len(m.path)-1].e == e {
			break
		}
		fresh = append(fresh, e)
	}
	if e == noElement {
		m.path = m.path[:0]
	}
	for i := len(fresh) - 1; i >= 0; i-- {
		next := around{e: fresh[i]}
		if len(m.path) > 0 {
			next.has = m.path[len(m.path)-1].has
		}
		m.addOwn(&next.has, fresh[i])
		m.path = append(m.path, next)
	}
	m.fresh = fresh
	return &m.path[len(m.path)-1].has
}

// addOwn adds what an element itself has.
func (m *matcher) addOwn(w *words, e Element) {
	w.add('t', nameOf(m.t, e))
	if id, ok := m.word(e, dom.AttrId); ok {
		w.add('#', id)
	}
	if class, ok := m.word(e, dom.AttrClass); ok {
		m.Steps -= int64(len(class) / 64)
		for name := range classesOf(class) {
			w.add('.', name)
		}
	}
}

// classesOf yields the classes of an attribute. Other white space than that of
// ASCII is part of a class.
func classesOf(s string) iter.Seq[string] {
	return strings.FieldsFuncSeq(s, func(r rune) bool { return r < 0x80 && dom.IsSpace(byte(r)) })
}
