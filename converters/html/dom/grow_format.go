package dom

import "slices"

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

// formats are the formatting elements that are open.
type formats struct {
	t      *Tree
	active []activeFormat
	inner  int32
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
func (g *grower) startFormat(tok *Token) {
	if tok.Tag == TagA || tok.Tag == TagNobr {
		g.endFormat(tok.Tag)
	}
	if tok.closed && g.xml || g.formats.openFormats() >= maxFormats {
		return
	}
	g.formats.reopen(len(g.stack.open))
	first, count := g.t.keep(tok)
	g.formats.inner = g.t.Formats.Add(Format{
		Outer: g.formats.inner, Node: g.stack.parent(), line: int32(tok.Line), Data: first, At: g.t.Nodes.Len(), Count: count, Tag: tok.Tag,
	})
	g.formats.active = append(g.formats.active, activeFormat{format: g.formats.inner, depth: int32(len(g.stack.open)), tag: tok.Tag})
	if slices.ContainsFunc(tok.Attrs, func(a Attribute) bool { return a.Key == AttrId || a.Key == AttrName }) {
		g.insert(tok, false) // an empty node, so that links find the place
	}
}

// openFormats counts the formatting elements since the last marker.
func (f *formats) openFormats() int {
	n := 0
	for i := len(f.active) - 1; i >= 0 && !f.active[i].marker; i-- {
		n++
	}
	return n
}

// endFormat closes the innermost formatting element with a tag. Those that
// began inside it stay open.
func (g *grower) endFormat(t Tag) {
	at := len(g.formats.active) - 1
	for at >= 0 && !g.formats.active[at].marker && g.formats.active[at].tag != t {
		at--
	}
	if at < 0 || g.formats.active[at].marker {
		return
	}
	f := g.formats.active[at]
	if n := int32(len(g.stack.open)); f.depth < n && g.stack.open[n-1].special < f.depth {
		g.popTo(f.depth) // spans that began inside it end with it
	}
	g.formats.inner = g.t.Formats.At(f.format).Outer
	rest := g.formats.active[at+1:]
	for i := range rest {
		again := *g.t.Formats.At(rest[i].format)
		again.Outer, again.At, again.Again = g.formats.inner, g.t.Nodes.Len(), true
		g.formats.inner = g.t.Formats.Add(again)
		rest[i].format = g.formats.inner
	}
	g.formats.active = append(g.formats.active[:at], rest...)
}

// reopen opens what blocks that ended have interrupted (WHATWG HTML 13.2.4.3).
func (f *formats) reopen(depth int) {
	for i := len(f.active) - 1; i >= 0 && f.active[i].popped; i-- {
		f.active[i].popped = false
		f.active[i].depth = int32(depth)
	}
}

// interrupt notes that elements have ended up to a depth.
func (f *formats) interrupt(depth int32) {
	for i := len(f.active) - 1; i >= 0 && !f.active[i].marker && f.active[i].depth > depth; i-- {
		f.active[i].popped = true
	}
}

// inherited returns the innermost format that no block has interrupted: a cell
// is in those, and does not open the others again.
func (f *formats) inherited() int32 {
	i := len(f.active) - 1
	for i >= 0 && f.active[i].popped {
		i--
	}
	switch {
	case i == len(f.active)-1:
		return f.inner
	case f.active[i+1].popped:
		return f.t.Formats.At(f.active[i+1].format).Outer
	}
	return f.inner
}

// clearActive closes what began inside the innermost marker.
func (f *formats) clearActive() {
	for i := len(f.active) - 1; i >= 0; i-- {
		if f.active[i].marker {
			f.inner = f.active[i].format
			f.active = f.active[:i]
			return
		}
	}
}
