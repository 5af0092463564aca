package scan

import (
	"fmt"
	"strings"
)

// Reader reads Markdown a few blocks at a time: what it holds does not grow with
// the source. The blocks are those of [Parse], and the caller asks for them in
// [Reader.Tree], which is good until the next call of [Reader.Next].
//
// Of a block that is longer than what is held at once, a long list for one, the
// caller sees one part after the other: see [Reader.Fold].
type Reader struct {
	Tree Tree
	s    scanBlocks
	next int // offset of the next line; -1 before front matter was looked for
	part int // how many nodes are read at once
	held int // of what is held at once, at most
	open NodeID
	all  bool      // the whole source has been read for what is defined in it
	from scanBegin // of the block that was folded last
	err  error

	chained []*scanOpen // scratch
}

// scanBatch is how many nodes are read at once, scanHeld how much may be held at
// most where the options do not say: a line of a leaf counts one, the label of a
// footnote four, and that of a link eight.
const (
	scanBatch     = 1 << 12
	scanHeld      = 4 << 20
	scanNoteHeld  = 4
	scanLabelHeld = 8
)

// HeldError says that more of a source would have to be held at once than
// [Options].MaxHeld allows.
type HeldError struct {
	Max  int
	Line int
}

// Error names the limit and the place.
func (e *HeldError) Error() string {
	return fmt.Sprintf("more than %d lines of a block, or labels, would be held at once at line %d", e.Max, e.Line)
}

// NewReader returns a reader of src, which is as [Parse] wants it. What links
// and footnotes are called anywhere in the source is known from the start.
func NewReader(src string, opts Options) (*Reader, error) {
	r := &Reader{part: opts.Part, held: opts.MaxHeld}
	if r.held <= 0 {
		r.held = scanHeld
	}
	if r.part <= 0 {
		r.part = scanBatch
	}
	var defined Tree
	if strings.Contains(src, "]:") {
		r.begin(src, opts)
		for first := true; r.Next(); first = false {
			if first && r.open == 0 && r.next >= len(src) { // it is short
				r.all, r.s.leaf.defined = true, true
				return r, nil
			}
			r.Fold(nil, nil)
		}
		if r.err != nil {
			return nil, r.err
		}
		defined = r.Tree
	}
	r.begin(src, opts)
	r.Tree.defs, r.Tree.labels, r.Tree.notes = defined.defs, defined.labels, defined.notes
	r.s.leaf.defined = true
	return r, nil
}

// begin goes to the start of the source.
func (r *Reader) begin(src string, opts Options) {
	r.Tree = newTree(src, opts)
	r.Tree.Nodes = append(make([]Node, 0, 64), r.Tree.Nodes...)
	r.s.begin(&r.Tree)
	r.s.leaf.sparing, r.s.leaf.held = true, r.held
	r.next, r.open = -1, 0
}

// Err returns what ended the reading before the end of the source.
func (r *Reader) Err() error { return r.err }

// Offset returns how far the source has been read.
func (r *Reader) Offset() int { return min(r.next, r.Tree.Rest) }

// Open returns the last block if it goes on behind what was read, or 0. If it is
// the only one, it is long, and has to be folded.
func (r *Reader) Open() NodeID { return r.open }

// Next reads on, until there are some blocks or a part of a long one, and reports
// whether there are. Blocks that were closed before are let go.
func (r *Reader) Next() bool {
	if r.all {
		r.all = false
		return true
	}
	r.release()
	t, s := &r.Tree, &r.s
	if r.next < 0 {
		r.next = s.frontMatter()
	}
	most := len(t.Nodes) + r.part
	for r.next < len(s.src) && len(t.Nodes) < most && r.err == nil {
		r.next = s.readLine(r.next)
		r.check()
	}
	if r.next >= len(s.src) && r.err == nil {
		s.closeTo(1)
		r.check()
	}
	if r.err != nil {
		return false
	}
	r.open = 0
	if chain := r.chain(); len(chain) > 0 {
		r.open = chain[0].id
	}
	return len(t.Nodes) > 1
}

// check ends the reading if more is held than is allowed.
func (r *Reader) check() {
	if len(r.Tree.spans) > r.held || !r.s.leaf.defined && r.Tree.labelsHeld() > r.held {
		r.err = &HeldError{Max: r.held, Line: int(r.s.lineNo)}
	}
}

// labelsHeld returns how much the labels that are known count.
func (t *Tree) labelsHeld() int { return scanLabelHeld*len(t.labels) + scanNoteHeld*len(t.notes) }

// chain returns the blocks with children that are open, the outer ones first.
func (r *Reader) chain() []*scanOpen {
	r.chained = r.chained[:0]
	for i := range r.s.stack.open[1:] {
		r.chained = append(r.chained, &r.s.stack.open[i+1])
	}
	if r.s.leaf.node.Kind == KindTable {
		r.chained = append(r.chained, &r.s.table.open)
	}
	return r.chained
}

// release lets go of the blocks that are closed, and moves the open one to their
// place.
func (r *Reader) release() {
	t, s := &r.Tree, &r.s
	root, outer := &t.Nodes[0], &s.stack.open[0]
	if r.open == 0 {
		t.Nodes, root.First, outer.last = t.Nodes[:1], 0, 0
		r.releaseSpans(r.unread())
		return
	}
	by := r.open - 1
	if by == 0 {
		return
	}
	spans := r.unread()
	for i := len(t.Nodes) - 1; i >= int(r.open); i-- {
		n := &t.Nodes[i]
		if n.spanLen > 0 {
			spans = int(n.spanAt)
		}
		n.Parent, n.First, n.Next = max(n.Parent-by, 0), max(n.First-by, 0), max(n.Next-by, 0)
	}
	t.Nodes = t.Nodes[:1+copy(t.Nodes[1:], t.Nodes[r.open:])]
	root.First, outer.last = 1, 1
	for _, e := range r.chain() {
		e.id, e.last = e.id-by, max(e.last-by, 0)
	}
	r.open = 1
	r.releaseSpans(spans)
}

// unread returns the first span of the leaf that is open, which has no node yet.
func (r *Reader) unread() int {
	if k := r.s.leaf.node.Kind; k == KindDocument || k == KindTable {
		return len(r.Tree.spans)
	}
	return r.s.leaf.span
}

// releaseSpans lets go of the spans before one.
func (r *Reader) releaseSpans(from int) {
	t := &r.Tree
	for i := range t.Nodes {
		t.Nodes[i].spanAt = max(t.Nodes[i].spanAt-int32(from), 0)
	}
	t.spans = t.spans[:copy(t.spans, t.spans[from:])]
	r.s.leaf.span = max(r.s.leaf.span-from, 0)
}

// Fold calls visit for what is closed in the block that is open, and in the
// blocks that are open in it, in order, and lets go of it: a [KindFolded] stands
// for all that was visited of the children of one block. Then it calls moved, with the
// new name of each block that is still open.
func (r *Reader) Fold(visit func(parent, child NodeID), moved func(from, to NodeID)) {
	r.release()
	if r.open == 0 {
		return
	}
	t := &r.Tree
	r.from = r.s.stack.begun
	chain := r.chain()
	lasts := make([]Node, len(chain)) // what stands for the children
	for i, e := range chain {
		var open NodeID
		if i+1 < len(chain) {
			open = chain[i+1].id
		}
		if e.kind == KindList && !e.loose {
			e.loose = !r.Tree.isTight(&t.Nodes[e.id])
		}
		for c := t.Nodes[e.id].First; c != 0 && c != open; c = t.Nodes[c].Next {
			if lasts[i] = t.Nodes[c]; visit != nil && lasts[i].Kind != KindFolded {
				visit(e.id, c)
			}
		}
	}
	r.refill(chain, lasts, moved)
}

// refill leaves only the blocks of a chain in the tree, each with what stands for
// its children that were closed, if it had any.
func (r *Reader) refill(chain []*scanOpen, lasts []Node, moved func(from, to NodeID)) {
	t := &r.Tree
	end, parent := NodeID(1), NodeID(0)
	last := &r.s.stack.open[0].last
	t.Nodes[0].First, *last = 0, 0
	put := func(n Node) NodeID { // never behind where it was
		id := end
		n.Parent, n.First, n.Next, n.spanAt, n.spanLen = parent, 0, 0, 0, 0
		t.Nodes[id] = n
		if *last == 0 {
			t.Nodes[parent].First = id
		} else {
			t.Nodes[*last].Next = id
		}
		*last = id
		end++
		return id
	}
	for i, e := range chain {
		from := e.id
		e.id = put(t.Nodes[from])
		if moved != nil {
			moved(from, e.id)
		}
		parent, last = e.id, &e.last
		e.last = 0
		if l := lasts[i]; l.Line != 0 {
			put(Node{Kind: KindFolded, Extent: l.Extent})
		}
	}
	t.Nodes = t.Nodes[:end]
	r.open = chain[0].id
	r.releaseSpans(r.unread())
}

// Again goes back to where the block begins that was folded last.
func (r *Reader) Again() {
	t, s := &r.Tree, &r.s
	t.Nodes, t.spans = t.Nodes[:1], t.spans[:0]
	t.Nodes[0].First = 0
	s.stack.open = s.stack.open[:1]
	s.stack.open[0] = scanOpen{}
	s.leaf.node, s.stack.quotes, s.leaf.span = Node{}, 0, 0
	r.open = 0
	r.next, s.prevEOL, s.lineNo = r.from.pos, r.from.prevEOL, r.from.lineNo
	if h := r.from.header; h.End > h.Start {
		s.leaf.open(Node{Kind: KindParagraph, Extent: Extent{Start: h.Start}})
		s.table.failed = false
		t.spans = append(t.spans, h)
	}
}
