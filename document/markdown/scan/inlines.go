package scan

import (
	"math"
	"strings"
)

// Inlines holds the inline nodes of one leaf, and the memory to read the
// next. The zero value is ready. It counts what references to definitions
// it resolved: when their destinations and titles add up to more than the
// source, and 100 kB, further references of the tree are text, so that a
// writer that repeats them stays linear.
type Inlines struct {
	Nodes []Inline
	Links []Link
	// Torn says that a part ended where something was open that may have been more
	// than text.
	Torn bool

	reader scanInlines
	done   bool // the last part was read
}

// Inlines reads the inline nodes of a paragraph, a heading or a table cell
// into in; a node of another kind has none (CommonMark appendix, phase 2).
// What in held before is overwritten.
func (t *Tree) Inlines(n NodeID, in *Inlines) {
	t.InlineParts(n, in, math.MaxInt32)
	in.Next()
}

// InlineParts begins to read the inline nodes of a leaf in parts, of about so many
// tokens or a few times as many each: [Inlines.Next] gives the next one. No node
// is in two of them.
func (t *Tree) InlineParts(n NodeID, in *Inlines, tokens int) {
	in.Nodes, in.Links, in.Torn = in.Nodes[:0], in.Links[:0], false
	p := &in.reader
	if in.done = !t.Nodes[n].Kind.isLeaf(); in.done {
		return
	}
	p.part.size = tokens
	p.reset(t, t.Spans(n), t.Nodes[n].Kind == KindTableCell)
}

// Next reads the next part of the leaf, and reports whether there was one: if not,
// the last one stays. A leaf without text has one part.
func (in *Inlines) Next() bool {
	if in.done {
		return false
	}
	in.Nodes, in.Links = in.Nodes[:0], in.Links[:0]
	p := &in.reader
	p.tokens.links = in.Links
	p.part.resume(&p.tokens)
	p.scan()
	end := len(p.text.s)
	if in.done = !p.part.divided; in.done {
		p.tokens.emphasis(0)
	} else {
		end = p.part.end
	}
	p.flat.text, p.flat.tokens, p.flat.mail = &p.text, &p.tokens, !p.t.opts.CommonMark
	in.Nodes = p.flat.flatten(in.Nodes, end)
	in.Links, in.Torn = p.tokens.links, in.Torn || p.part.torn
	return true
}

// More reports whether [Inlines.Next] gives another part.
func (in *Inlines) More() bool { return !in.done }

// Plain returns the text of node i and what is in it without markup, as an
// image's alternative text needs it. HTML is left out.
func (in *Inlines) Plain(i int) string {
	end := int(in.Nodes[i].Skip)
	if end == i+1 && in.Nodes[i].Kind != KindHTML {
		return in.Nodes[i].Text
	}
	var b strings.Builder
	for ; i < end; i++ {
		if in.Nodes[i].Kind != KindHTML {
			b.WriteString(in.Nodes[i].Text)
		}
	}
	return b.String()
}
