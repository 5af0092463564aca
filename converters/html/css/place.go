package css

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// nth is the place among the elements beside it that a pseudo-class asks for
// (selectors-4, section 14.4): each a-th one, from the b-th on.
type nth struct {
	a, b   int
	last   bool       // counted from the end
	ofType bool       // among those of its name
	of     []selector // among those that match one of these, if there are some

	counted bool // there is an element whose place was counted last
	at      Element
	place   int // of that one
}

// nthOf returns what a pseudo-class of places asks for, by its name and what is
// in its parenthesis.
func nthOf(name, args string) (nth, bool) {
	n := nth{last: strings.Contains(name, "last-"), ofType: strings.HasSuffix(name, "-of-type")}
	if !strings.HasPrefix(name, "nth-") {
		n.b = 1
		return n, true
	}
	s := strings.ToLower(strings.Join(strings.Fields(args), ""))
	switch s {
	case "odd":
		s = "2n+1"
	case "even":
		s = "2n"
	}
	step, offset, repeats := strings.Cut(s, "n")
	if !repeats {
		step, offset = "0", s
	}
	switch step {
	case "", "+", "-":
		step += "1"
	}
	var err, wrong error
	n.a, err = strconv.Atoi(step)
	if offset != "" {
		n.b, wrong = strconv.Atoi(offset)
	}
	return n, err == nil && wrong == nil
}

// holds reports whether the pseudo-class asks for a place.
func (n *nth) holds(place int) bool {
	if n.a == 0 {
		return place == n.b
	}
	return (place-n.b)%n.a == 0 && (place-n.b)/n.a >= 0
}

// isAt reports whether an element has the place that is asked for.
func (m *matcher) isAt(n *nth, e Element) bool {
	if len(n.of) > 0 && !m.anyFits(n.of, e) {
		return false
	}
	if n.a == 0 && n.b == 1 && !n.last && !n.ofType && len(n.of) == 0 {
		return m.previous(e) == noElement
	}
	return n.holds(m.place(n, e))
}

// place counts the elements from the first one, or the last one, to e. They are
// asked for in document order, so that each is looked at once.
func (m *matcher) place(n *nth, e Element) int {
	count, follows := 1, false
	for p := m.previous(e); p != noElement && m.Steps > 0 && !follows; p = m.previous(p) {
		if m.counts(n, p, e) {
			if follows = n.counted && p == n.at; !follows {
				count++
			}
		}
	}
	switch {
	case follows && n.last:
		count = n.place - count
	case follows:
		count += n.place
	case n.last:
		count = 1
		for p := m.next(e); p != noElement && m.Steps > 0; p = m.next(p) {
			if m.counts(n, p, e) {
				count++
			}
		}
	}
	n.counted, n.at, n.place = true, e, count
	return count
}

// counts reports whether an element counts for the place of another one.
func (m *matcher) counts(n *nth, beside, e Element) bool {
	m.Steps--
	return (!n.ofType || nameOf(m.t, beside) == nameOf(m.t, e)) && (len(n.of) == 0 || m.anyFits(n.of, beside))
}

// beside is the element in front of each node and each format, or behind it, as a
// number: a node, a format below 0, or 0 for none.
type beside struct{ nodes, formats []int32 }

// at returns the place of an element.
func (b *beside) at(e Element) *int32 {
	if e.IsFormat {
		return &b.formats[e.ID]
	}
	return &b.nodes[max(e.ID, dom.Root)] // the body has the place of the page
}

// element returns the element of a number.
func element(number int32) Element {
	switch {
	case number > 0:
		return Element{ID: number}
	case number < 0:
		return Element{-number, true}
	}
	return noElement
}

// previous returns the element before another one, or noElement.
func (m *matcher) previous(e Element) Element {
	switch {
	case e == BodyElement:
		return headElement
	case e.ID < 0:
		return noElement
	case m.before.nodes == nil:
		m.findBefore()
	}
	return element(*m.before.at(e))
}

// next returns the element behind another one, or noElement.
func (m *matcher) next(e Element) Element {
	if e == headElement {
		return BodyElement
	}
	if e.ID < 0 {
		return noElement
	}
	if m.after.nodes == nil {
		m.findAfter()
	}
	return element(*m.after.at(e))
}

// findBefore finds the element in front of each other one.
func (m *matcher) findBefore() {
	nodes, formats := m.t.Nodes.Len(), m.t.Formats.Len()
	m.before = beside{make([]int32, nodes), make([]int32, formats)}
	last := beside{make([]int32, nodes), make([]int32, formats)}
	seen := make([]bool, formats)
	add := func(e Element, number int32) {
		l := last.at(m.parent(e))
		*m.before.at(e), *l = *l, number
	}
	var see func(id int32) // adds a format, and those around it
	see = func(id int32) {
		if id == 0 || seen[id] {
			return
		}
		seen[id] = true
		see(m.t.Formats.At(id).Outer)
		add(Element{id, true}, -id)
	}
	body, next := m.t.BodyStart(), int32(1)
	for id := int32(1); id <= nodes; id++ {
		for ; next < formats && m.t.Formats.At(next).At <= id; next++ {
			if !m.t.Formats.At(next).Again { // one that has no content is no element
				see(next)
			}
		}
		if id == nodes {
			return
		}
		n := m.t.Node(id)
		see(n.Format)
		inBody := n.Parent != dom.Root || id >= body && n.Tag != dom.TagBody && n.Tag != dom.TagHtml
		if !n.IsText && !m.t.IsAnchor(n) && inBody {
			add(Element{ID: id}, id)
		}
	}
}

// findAfter finds the element behind each other one.
func (m *matcher) findAfter() {
	m.previous(Element{ID: dom.Root})
	m.after = beside{make([]int32, len(m.before.nodes)), make([]int32, len(m.before.formats))}
	for id, number := range m.before.nodes {
		if number != 0 {
			*m.after.at(element(number)) = int32(id)
		}
	}
	for id, number := range m.before.formats {
		if number != 0 {
			*m.after.at(element(number)) = -int32(id)
		}
	}
}
