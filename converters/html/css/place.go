package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// rank is where an element is among those beside it, from 1: from the
// front and from the back, among all and among those of its name. 0 is not
// known yet.
type rank [4]int32

// passes reports whether an element has a pseudo-class.
func (m *matcher) passes(p *pseudo, e Element) bool {
	switch p.kind {
	case nthChild, nthLastChild, nthOfType, nthLastOfType:
		return p.counts(m.placeOf(e).rank[p.kind])
	case isEmpty:
		return m.empty(e)
	case isOneOf:
		return m.anyFits(p.list, e)
	case isNone:
		return !m.anyFits(p.list, e)
	case hasLang:
		for lang := range strings.SplitSeq(p.text, ",") {
			if m.speaks(e, strings.Trim(lang, ` "'`)) {
				return true
			}
		}
	}
	return false
}

// empty reports whether nothing is in an element.
func (m *matcher) empty(e Element) bool {
	t := m.t
	switch {
	case e.ID <= 0:
		return false
	case !e.IsFormat:
		f := t.FormatsFrom(e.ID + 1)
		return t.Node(e.ID).End == e.ID+1 && (f >= t.Formats.Len() || t.Formats.At(f).Node != e.ID)
	}
	if e.ID+1 < t.Formats.Len() && t.Formats.At(e.ID+1).Outer == e.ID {
		return false
	}
	at := t.Formats.At(e.ID).At
	if at < t.Nodes.Len() && t.IsAnchor(t.Node(at)) {
		at++
	}
	return at >= t.Nodes.Len() || t.Node(at).Format != e.ID
}

// counts reports whether a place is one of an+b.
func (p *pseudo) counts(n int32) bool {
	d := int(n) - p.b
	if p.a == 0 {
		return n > 0 && d == 0
	}
	return n > 0 && d%p.a == 0 && d/p.a >= 0
}

// spot is where an element is in the one around it.
type spot struct {
	rank
	before int32 // the element before it: a node, a format as a negative number, or 0
}

// placeOf returns where an element stands.
func (m *matcher) placeOf(e Element) *spot {
	switch {
	case e == headElement:
		return &spot{rank: rank{1, 2, 1, 1}}
	case e == BodyElement:
		return &spot{rank: rank{2, 1, 1, 1}}
	case e == HtmlElement:
		return &spot{rank: rank{1, 1, 1, 1}}
	}
	if m.nodePlaces == nil {
		m.nodePlaces, m.formatPlaces = make([]spot, m.t.Nodes.Len()), make([]spot, m.t.Formats.Len())
	}
	p, node := m.placed(e), int32(0)
	if p.rank[nthChild] != 0 {
		return p
	}
	if e.IsFormat {
		node = m.t.Formats.At(e.ID).Node
	} else {
		node = m.t.Node(e.ID).Parent
	}
	c := counter{m: m, node: node, tallies: map[int32]*tallyOf{}}
	c.count()
	return p
}

func (m *matcher) placed(e Element) *spot {
	if e.IsFormat {
		return &m.formatPlaces[e.ID]
	}
	return &m.nodePlaces[e.ID]
}

// previous returns the element before another one, or noElement.
func (m *matcher) previous(e Element) Element {
	if e == noElement {
		return e
	}
	switch before := m.placeOf(e).before; {
	case e == BodyElement:
		return headElement
	case before > 0:
		return Element{ID: before}
	case before < 0:
		return Element{-before, true}
	}
	return noElement
}

// counter finds the places of all elements that are in a node, or in the
// formatting elements that do.
type counter struct {
	m       *matcher
	node    int32
	tallies map[int32]*tallyOf // by format, or 0 for what is in the node itself
	all     []childOf
}

// tallyOf counts what is in one element.
type tallyOf struct {
	n     int32
	last  int32
	kinds map[string]int32
}

// childOf is an element, and the format that it is in.
type childOf struct {
	e      Element
	format int32
}

func (c *counter) count() {
	t := c.m.t
	for id := range t.Children(c.node) {
		c.begin(id)
		n := t.Node(id)
		c.see(n.Format)
		if !n.IsText && !t.IsAnchor(n) {
			c.add(Element{ID: id}, c.within(n.Format))
		}
		c.m.Steps--
	}
	c.begin(t.Node(c.node).End)
	for _, child := range c.all {
		tally, p := c.tallies[child.format], c.m.placed(child.e)
		p.rank[nthLastChild] = tally.n + 1 - p.rank[nthChild]
		p.rank[nthLastOfType] = tally.kinds[c.m.name(child.e)] + 1 - p.rank[nthOfType]
	}
	c.m.Steps -= int64(len(c.all))
}

// begin adds the formats that begin in front of a node, of which some have no
// content.
func (c *counter) begin(at int32) {
	formats := &c.m.t.Formats
	for id := c.m.t.FormatsFrom(at); id < formats.Len() && formats.At(id).At == at; id++ {
		if f := formats.At(id); f.Node == c.node && !f.Again {
			c.see(id)
		}
	}
}

// see adds a format, and those around it, if they are new.
func (c *counter) see(id int32) {
	if c.within(id) == 0 || c.m.formatPlaces[id].rank[nthChild] != 0 {
		return
	}
	outer := c.m.t.Formats.At(id).Outer
	c.see(outer)
	c.add(Element{id, true}, c.within(outer))
}

// within returns a format if it began in the node, else 0.
func (c *counter) within(id int32) int32 {
	if id != 0 && c.m.t.Formats.At(id).Node == c.node {
		return id
	}
	return 0
}

func (c *counter) add(e Element, format int32) {
	tally := c.tallies[format]
	if tally == nil {
		tally = &tallyOf{kinds: map[string]int32{}}
		c.tallies[format] = tally
	}
	kind := c.m.name(e)
	tally.n++
	tally.kinds[kind]++
	*c.m.placed(e) = spot{rank: rank{nthChild: tally.n, nthOfType: tally.kinds[kind]}, before: tally.last}
	if tally.last = e.ID; e.IsFormat {
		tally.last = -e.ID
	}
	c.all = append(c.all, childOf{e, format})
}

func (m *matcher) anyFits(list []selector, e Element) bool {
	for i := range list {
		if m.fits(list[i].parts, e) {
			return true
		}
	}
	return false
}

// fits reports whether an element and those around it are what the parts of a
// selector ask for.
func (m *matcher) fits(parts []compound, e Element) bool {
	return m.is(&parts[0], e) && (m.Steps <= 0 || m.left(parts, e) == matches)
}

// speaks reports whether the nearest language that is said around an element
// is one, or a kind of one.
func (m *matcher) speaks(e Element, lang string) bool {
	for ; e != noElement; e = m.parent(e) {
		for _, key := range []dom.Attr{dom.AttrLang, dom.AttrXmlLang} {
			if v, ok := m.attr(e, key); ok {
				v = strings.ToLower(v)
				return v == lang || strings.HasPrefix(v, lang+"-")
			}
		}
	}
	return false
}
