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
		n := m.placeOf(e).rank[p.kind]
		if len(p.list) > 0 {
			n = m.placeAmong(p, e)
		}
		return p.counts(n)
	case isEmpty:
		return m.empty(e)
	case isOneOf:
		return m.anyFits(p.list, e)
	case isNone:
		return !m.anyFits(p.list, e)
	case hasInside:
		return m.has(p.list, e)
	case hasLang:
		for lang := range strings.SplitSeq(p.text, ",") {
			if m.speaks(e, strings.Trim(lang, ` "'`)) {
				return true
			}
		}
	case hasDir:
		return m.runs(e, p.text)
	}
	return false
}

// placeAmong returns where an element stands among those beside it that are
// what a selector asks for.
func (m *matcher) placeAmong(p *pseudo, e element) int32 {
	step := m.previous
	if p.kind == nthLastChild {
		step = m.following
	}
	n := int32(1)
	for e = step(e); e != noElement && m.steps > 0; e = step(e) {
		if m.anyFits(p.list, e) {
			n++
		}
	}
	return n
}

// empty reports whether nothing stands in an element.
func (m *matcher) empty(e element) bool {
	t := m.t
	switch {
	case e.id <= 0:
		return false
	case !e.isFormat:
		f := t.formatsFrom(e.id + 1)
		return t.node(e.id).end == e.id+1 && (f >= t.formats.len() || t.formats.at(f).node != e.id)
	}
	if e.id+1 < t.formats.len() && t.formats.at(e.id+1).outer == e.id {
		return false
	}
	at := t.formats.at(e.id).at
	if at < t.nodes.len() && t.isAnchor(t.node(at)) {
		at++
	}
	return at >= t.nodes.len() || t.node(at).format != e.id
}

// counts reports whether a place is one of an+b.
func (p *pseudo) counts(n int32) bool {
	d := int(n) - p.b
	if p.a == 0 {
		return n > 0 && d == 0
	}
	return n > 0 && d%p.a == 0 && d/p.a >= 0
}

// spot is where an element stands in the one around it.
type spot struct {
	rank
	before int32 // the element before it: a node, a format as a negative number, or 0
	behind int32 // the same of the one behind it
}

// placeOf returns where an element stands.
func (m *matcher) placeOf(e element) *spot {
	switch {
	case e == headElement:
		return &spot{rank: rank{1, 2, 1, 1}}
	case e == bodyElement:
		return &spot{rank: rank{2, 1, 1, 1}}
	case e == htmlElement:
		return &spot{rank: rank{1, 1, 1, 1}}
	}
	if m.nodePlaces == nil {
		m.nodePlaces, m.formatPlaces = make([]spot, m.t.nodes.len()), make([]spot, m.t.formats.len())
	}
	p, node := m.placed(e), int32(0)
	if p.rank[nthChild] != 0 {
		return p
	}
	if e.isFormat {
		node = m.t.formats.at(e.id).node
	} else {
		node = m.t.node(e.id).parent
	}
	c := counter{m: m, node: node, tallies: map[int32]*tallyOf{}}
	c.count()
	return p
}

func (m *matcher) placed(e element) *spot {
	if e.isFormat {
		return &m.formatPlaces[e.id]
	}
	return &m.nodePlaces[e.id]
}

// previous returns the element before another one, or noElement.
func (m *matcher) previous(e element) element {
	if e == noElement {
		return e
	}
	switch before := m.placeOf(e).before; {
	case e == bodyElement:
		return headElement
	case before > 0:
		return element{id: before}
	case before < 0:
		return element{-before, true}
	}
	return noElement
}

// following returns the element behind another one, or noElement.
func (m *matcher) following(e element) element {
	switch behind := m.placeOf(e).behind; {
	case behind > 0:
		return element{id: behind}
	case behind < 0:
		return element{-behind, true}
	}
	return noElement
}

// counter finds the places of all elements that stand in a node, or in the
// formatting elements that do.
type counter struct {
	m       *matcher
	node    int32
	tallies map[int32]*tallyOf // by format, or 0 for what stands in the node itself
	all     []childOf
}

// tallyOf counts what stands in one element.
type tallyOf struct {
	n     int32
	last  int32
	kinds map[string]int32
}

// childOf is an element, and the format that it stands in.
type childOf struct {
	e      element
	format int32
}

func (c *counter) count() {
	t := c.m.t
	for id := range t.children(c.node) {
		c.begin(id)
		n := t.node(id)
		c.see(n.format)
		if !n.isText && !t.isAnchor(n) {
			c.add(element{id: id}, c.within(n.format))
		}
		c.m.steps--
	}
	c.begin(t.node(c.node).end)
	for _, child := range c.all {
		tally, p := c.tallies[child.format], c.m.placed(child.e)
		p.rank[nthLastChild] = tally.n + 1 - p.rank[nthChild]
		p.rank[nthLastOfType] = tally.kinds[c.m.name(child.e)] + 1 - p.rank[nthOfType]
	}
	c.m.steps -= int64(len(c.all))
}

// begin adds the formats that begin in front of a node, of which some have no
// content.
func (c *counter) begin(at int32) {
	formats := &c.m.t.formats
	for id := c.m.t.formatsFrom(at); id < formats.len() && formats.at(id).at == at; id++ {
		if f := formats.at(id); f.node == c.node && !f.again {
			c.see(id)
		}
	}
}

// see adds a format, and those around it, if they are new.
func (c *counter) see(id int32) {
	if c.within(id) == 0 || c.m.formatPlaces[id].rank[nthChild] != 0 {
		return
	}
	outer := c.m.t.formats.at(id).outer
	c.see(outer)
	c.add(element{id, true}, c.within(outer))
}

// within returns a format if it began in the node, else 0.
func (c *counter) within(id int32) int32 {
	if id != 0 && c.m.t.formats.at(id).node == c.node {
		return id
	}
	return 0
}

func (c *counter) add(e element, format int32) {
	tally := c.tallies[format]
	if tally == nil {
		tally = &tallyOf{kinds: map[string]int32{}}
		c.tallies[format] = tally
	}
	kind := c.m.name(e)
	tally.n++
	tally.kinds[kind]++
	*c.m.placed(e) = spot{rank: rank{nthChild: tally.n, nthOfType: tally.kinds[kind]}, before: tally.last}
	last := tally.last
	if tally.last = e.id; e.isFormat {
		tally.last = -e.id
	}
	if last > 0 {
		c.m.nodePlaces[last].behind = tally.last
	} else if last < 0 {
		c.m.formatPlaces[-last].behind = tally.last
	}
	c.all = append(c.all, childOf{e, format})
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
	if m.steps <= 0 {
		return true
	}
	outer := m.anchor
	m.anchor = e
	defer func() { m.anchor = outer }()
	for i := range list {
		parts := list[i].parts
		c := parts[len(parts)-2].combinator
		first, within := int32(1), int32(0) // of html and body
		switch {
		case e.isFormat:
			within = m.t.formats.at(e.id).node
			first = within + 1
		case e.id > 0 && (c == '+' || c == '~'):
			within, first = m.t.node(e.id).parent, m.t.node(e.id).end
		case e.id > 0:
			within, first = e.id, e.id+1
		}
		if m.hasBetween(parts, first, m.t.node(within).end, within) {
			return true
		}
	}
	return false
}

// hasBetween looks at the nodes from first to end, and at the formats among
// them that began inside a node.
func (m *matcher) hasBetween(parts []compound, first, end, within int32) bool {
	for id := m.t.formatsFrom(first); id < m.t.formats.len() && m.steps > 0; id++ {
		f := m.t.formats.at(id)
		if m.steps--; f.at > end {
			break
		}
		if f.node >= within && m.fits(parts, element{id, true}) {
			return true
		}
	}
	for c := first; c < end && m.steps > 0; c++ {
		m.steps--
		if !m.t.node(c).isText && m.fits(parts, element{id: c}) {
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

// runs reports whether text in an element runs in a direction.
func (m *matcher) runs(e element, dir string) bool {
	for ; e != noElement; e = m.parent(e) {
		if v, ok := m.attr(e, attrDir); ok && (strings.EqualFold(v, "ltr") || strings.EqualFold(v, "rtl")) {
			return strings.EqualFold(v, dir)
		}
	}
	return dir == "ltr"
}
