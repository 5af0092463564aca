package dom

// maxFormats is how many formatting elements may be open inside one another;
// one more is ignored.
const maxFormats = 64

// activeFormat is an open formatting element, or a marker: what was open
// outside a cell or an object stays open inside it, and cannot be closed there.
type activeFormat struct {
	format int32 // of a marker: what was open outside
	depth  int32 // how many elements were open where it began
	tag    Tag
	marker bool
	popped bool // the element that it began in has ended; the next text opens it again
}

// marks reports whether an element bounds what formatting end tags reach.
func marks(t Tag) bool {
	switch t {
	case TagTd, TagTh, TagCaption, TagObject, TagApplet, TagMarquee, TagTemplate:
		return true
	}
	return false
}

// startFormat opens a formatting element. What HTML's adoption agency does by
// moving and copying elements (WHATWG HTML 13.2.6.4.7) needs no moving here: a
// text is in every formatting element that is open where it is, whichever
// blocks began or ended since.
func (g *Grower) startFormat(tok *Token) {
	if tok.Tag == TagA || tok.Tag == TagNobr {
		g.endFormat(tok.Tag)
	}
	if tok.closed && g.xml || g.openFormats() >= maxFormats {
		return
	}
	g.reopen()
	first, count := g.keep(tok)
	g.format = g.T.Formats.Add(Format{
		Outer: g.format, Node: g.parent(), line: int32(tok.Line), Data: first, At: g.T.Nodes.Len(), Count: count, Tag: tok.Tag,
	})
	g.active = append(g.active, activeFormat{format: g.format, depth: int32(len(g.stack)), tag: tok.Tag})
	if _, anchor := g.T.FormatAttr(g.format, AttrName); anchor || tok.Tag == TagA || count > 0 {
		g.anchor(tok)
	}
}

// anchor leaves an empty node where a formatting element with an id or a name
// begins, so that links find the place.
func (g *Grower) anchor(tok *Token) {
	for _, a := range tok.Attrs {
		if a.Key == AttrId || a.Key == AttrName {
			g.Insert(tok, false)
			return
		}
	}
}

// openFormats counts the formatting elements since the last marker.
func (g *Grower) openFormats() int {
	n := 0
	for i := len(g.active) - 1; i >= 0 && !g.active[i].marker; i-- {
		n++
	}
	return n
}

// endFormat closes the innermost formatting element with a tag. Those that
// began inside it stay open.
func (g *Grower) endFormat(t Tag) {
	at := len(g.active) - 1
	for at >= 0 && !g.active[at].marker && g.active[at].tag != t {
		at--
	}
	if at < 0 || g.active[at].marker {
		return
	}
	f := g.active[at]
	if n := int32(len(g.stack)); f.depth < n && g.stack[n-1].special < f.depth {
		g.popTo(f.depth) // spans that began inside it end with it
	}
	g.format = g.T.Formats.At(f.format).Outer
	rest := g.active[at+1:]
	for i := range rest {
		again := *g.T.Formats.At(rest[i].format)
		again.Outer, again.At, again.Again = g.format, g.T.Nodes.Len(), true
		g.format = g.T.Formats.Add(again)
		rest[i].format = g.format
	}
	g.active = append(g.active[:at], rest...)
}

// reopen opens what blocks that ended have interrupted (WHATWG HTML 13.2.4.3).
func (g *Grower) reopen() {
	for i := len(g.active) - 1; i >= 0 && g.active[i].popped; i-- {
		g.active[i].popped = false
		g.active[i].depth = int32(len(g.stack))
	}
}

// interrupt notes that elements have ended up to a depth.
func (g *Grower) interrupt(depth int32) {
	for i := len(g.active) - 1; i >= 0 && !g.active[i].marker && g.active[i].depth > depth; i-- {
		g.active[i].popped = true
	}
}

// inherited returns the innermost format that no block has interrupted: a cell
// is in those, and does not open the others again.
func (g *Grower) inherited() int32 {
	i := len(g.active) - 1
	for i >= 0 && g.active[i].popped {
		i--
	}
	switch {
	case i == len(g.active)-1:
		return g.format
	case g.active[i+1].popped:
		return g.T.Formats.At(g.active[i+1].format).Outer
	}
	return g.format
}

// clearActive closes what began inside the innermost marker.
func (g *Grower) clearActive() {
	for i := len(g.active) - 1; i >= 0; i-- {
		if g.active[i].marker {
			g.format = g.active[i].format
			g.active = g.active[:i]
			return
		}
	}
}
