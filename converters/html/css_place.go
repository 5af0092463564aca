package html

import "strings"

// rank is where an element stands among those beside it, from 1: from the
// front and from the back, among all and among those of its name. 0 is not
// known yet.
type rank [4]int32

// passes reports whether an element has a pseudo-class.
func (m *matcher) passes(p *pseudo, e element) bool {
	switch p.kind {
	case nthChild, nthLastChild, nthOfType, nthLastOfType:
		return p.counts(m.rank(e)[p.kind])
	case isEmpty:
		return !e.isFormat && e.id > 0 && m.t.node(e.id).end == e.id+1
	case isOneOf:
		return m.anyFits(p.list, e)
	case isNone:
		return !m.anyFits(p.list, e)
	case hasInside:
		return m.has(p.list, e)
	case hasLang:
		return m.speaks(e, p.text)
	}
	return false
}

// counts reports whether a place is one of an+b.
func (p *pseudo) counts(n int32) bool {
	d := int(n) - p.b
	if p.a == 0 {
		return n > 0 && d == 0
	}
	return n > 0 && d%p.a == 0 && d/p.a >= 0
}

// rank returns where an element stands. Formatting elements have none in the
// tree.
func (m *matcher) rank(e element) rank {
	switch {
	case e == headElement:
		return rank{1, 1, 1, 1}
	case e == bodyElement:
		return rank{2, 1, 1, 1}
	case e.isFormat || e.id < 0:
		return rank{}
	}
	if m.ranks == nil {
		m.ranks, m.kinds = make([]rank, m.t.nodes.len()), map[string]int32{}
	}
	if m.ranks[e.id][nthChild] == 0 {
		m.count(m.t.node(e.id).parent)
	}
	return m.ranks[e.id]
}

// count finds the places of all children of a node.
func (m *matcher) count(parent int32) {
	clear(m.kinds)
	n := int32(0)
	for c := range m.t.children(parent) {
		if m.steps--; m.t.node(c).isText {
			continue
		}
		n++
		kind := m.t.name(c)
		m.kinds[kind]++
		m.ranks[c] = rank{nthChild: n, nthOfType: m.kinds[kind]}
	}
	for c := range m.t.children(parent) {
		if p := &m.ranks[c]; p[nthChild] != 0 {
			p[nthLastChild], p[nthLastOfType] = n+1-p[nthChild], m.kinds[m.t.name(c)]+1-p[nthOfType]
		}
	}
}

func (m *matcher) anyFits(list []selector, e element) bool {
	for i := range list {
		if m.fits(list[i].parts, e) {
			return true
		}
	}
	return false
}

// fits reports whether an element and those around it are what the parts of a
// selector ask for.
func (m *matcher) fits(parts []compound, e element) bool {
	return m.is(&parts[0], e) && (m.steps <= 0 || m.left(parts, e) == matches)
}

// has reports whether something in an element, or behind it, is what a
// selector that stands at the element asks for.
func (m *matcher) has(list []selector, e element) bool {
	if e.isFormat || m.steps <= 0 {
		return m.steps <= 0
	}
	outer := m.anchor
	m.anchor = e
	defer func() { m.anchor = outer }()
	for i := range list {
		parts := list[i].parts
		first, end := int32(1), m.t.nodes.len()
		if e.id > 0 {
			first, end = e.id+1, m.t.node(e.id).end
			if c := parts[len(parts)-2].combinator; c == '+' || c == '~' {
				first, end = end, m.t.node(m.t.node(e.id).parent).end
			}
		}
		if m.hasBetween(parts, first, end) {
			return true
		}
	}
	return false
}

// hasBetween looks at the nodes from first to end, and at the formats in them.
func (m *matcher) hasBetween(parts []compound, first, end int32) bool {
	last := int32(0)
	for c := first; c < end && m.steps > 0; c++ {
		n := m.t.node(c)
		m.steps--
		for f := n.format; f > last; f = m.t.formats.at(f).outer {
			if m.t.formats.at(f).node >= first-1 && m.fits(parts, element{f, true}) {
				return true
			}
		}
		last = max(last, n.format)
		if !n.isText && m.fits(parts, element{id: c}) {
			return true
		}
	}
	return m.steps <= 0
}

// speaks reports whether the nearest language that is said around an element
// is one, or a kind of one.
func (m *matcher) speaks(e element, lang string) bool {
	for ; e != noElement; e = m.parent(e) {
		for _, key := range []attr{attrLang, attrXmlLang} {
			if v, ok := m.attr(e, key); ok {
				v = strings.ToLower(v)
				return v == lang || strings.HasPrefix(v, lang+"-")
			}
		}
	}
	return false
}
