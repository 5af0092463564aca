package css

// passes reports whether an element has a pseudo-class.
func (m *matcher) passes(p *pseudo, e Element) bool {
	switch p.kind {
	case nthChild:
		return p.counts(m.placeOf(e).number)
	case isOneOf:
		return m.anyFits(p.list, e)
	case isNone:
		return !m.anyFits(p.list, e)
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

// spot is where an element is in the one around it.
type spot struct {
	number int32 // from 1; 0 is not known yet
	before int32 // the element before it: a node, a format as a negative number, or 0
}

// placeOf returns where an element is.
func (m *matcher) placeOf(e Element) *spot {
	switch {
	case e == headElement || e == HtmlElement:
		return &spot{number: 1}
	case e == BodyElement:
		return &spot{number: 2}
	}
	if m.nodePlaces == nil {
		m.nodePlaces, m.formatPlaces = make([]spot, m.t.Nodes.Len()), make([]spot, m.t.Formats.Len())
	}
	p := m.placed(e)
	if p.number != 0 {
		return p
	}
	c := counter{m: m, last: map[int32]spot{}}
	if e.IsFormat {
		c.node = m.t.Formats.At(e.ID).Node
	} else {
		c.node = m.t.Node(e.ID).Parent
	}
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
	m    *matcher
	node int32
	last map[int32]spot // how many are in a format, or in the node itself (0), and the last of them
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
	if c.within(id) == 0 || c.m.formatPlaces[id].number != 0 {
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
	last := c.last[format]
	last.number++
	*c.m.placed(e) = last
	if last.before = e.ID; e.IsFormat {
		last.before = -e.ID
	}
	c.last[format] = last
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
