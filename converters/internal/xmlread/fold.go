package xmlread

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Fold says how [ReadTree] holds elements with very many children: those that
// come first are nodes, the others are folded into runs, of which only the
// place in the source is held. [Tree.Next] unfolds a run when it comes to it.
type Fold struct {
	Keep  int // so many child elements of an element are never folded
	Bytes int // of the source that a run has at least; 0 folds nothing
}

// maxFold is how many times [Fold.Bytes] an element may have that is folded
// with those around it. A larger one has runs of its own: reading it again for
// each of those, and for those in it, would not be linear.
const maxFold = 4

// level is what a builder that folds knows of an open element.
type level struct {
	children int    // child elements that are read
	pieces   int    // of text, in an element without child elements
	run      NodeID // the first child that may be folded next, 0 for none
	from     int    // where that begins
	attrs    int    // and what the tree held there
	texts    int
}

// folds is what a tree knows of its runs.
type folds struct {
	scanner *Scanner  // of their content; nil as long as there is none
	held    []heldRun // those that are unfolded, in order
	err     error
}

// heldRun is a run that is unfolded, and where its nodes begin.
type heldRun struct {
	run                 NodeID
	nodes, attrs, texts int
	pins                int
}

// opened notes that an element was opened.
func (b *treeBuilder) opened() {
	if b.fold.Bytes > 0 {
		b.levels = append(b.levels, level{})
	}
}

// closed folds what may be folded behind the element at whose end tag the
// scanner is.
func (b *treeBuilder) closed(env *converters.Env) {
	if b.fold.Bytes == 0 {
		return
	}
	b.levels = b.levels[:len(b.levels)-1]
	if len(b.levels) == 0 {
		return
	}
	around := &b.levels[len(b.levels)-1]
	if around.children++; around.children < max(b.fold.Keep, 1) {
		return
	}
	size := b.at - int(b.tree.nodes[b.last].offset)
	switch {
	case around.run == 0 || size >= maxFold*b.fold.Bytes:
		b.next(around)
	case b.at-around.from >= b.fold.Bytes && b.canFold():
		b.close(env, around)
	}
}

// piecesKept is how many pieces of text are kept for each child element that is.
const piecesKept = 16

// said folds what may be folded behind a piece of text: comments and CDATA
// sections may part it into very many.
func (b *treeBuilder) said(env *converters.Env) {
	if b.fold.Bytes == 0 || len(b.levels) == 0 {
		return
	}
	around := &b.levels[len(b.levels)-1]
	switch {
	case around.run != 0:
		if b.last >= around.run && b.at-around.from >= b.fold.Bytes && b.canFold() {
			b.close(env, around)
		}
	case around.children == 0:
		if around.pieces++; around.pieces >= piecesKept*max(b.fold.Keep, 1) {
			b.next(around)
		}
	}
}

// next lets a run begin here.
func (b *treeBuilder) next(l *level) {
	t := b.tree
	l.run, l.from, l.attrs, l.texts = NodeID(len(t.nodes)), b.at, len(t.attrs), len(t.texts)
}

// canFold reports whether the children of the open element can be read without
// the elements around them: none of those but the root declares a namespace.
func (b *treeBuilder) canFold() bool {
	below, _ := slices.BinarySearchFunc(b.bindings, 2, func(x binding, depth int) int { return cmp.Compare(x.depth, depth) })
	return below == len(b.bindings) || b.bindings[below].depth >= len(b.Scanner.open)
}

// close folds a run that ends here. Its node has the place of its first one,
// so that what leads to that leads to it.
func (b *treeBuilder) close(env *converters.Env, l *level) {
	t := b.tree
	if t.folds.scanner == nil {
		t.folds.scanner = b.fragments()
	}
	t.truncate(env, heldRun{nodes: int(l.run), attrs: l.attrs, texts: l.texts})
	t.nodes = append(t.nodes, node{offset: int32(l.from), end: int32(b.at), parent: b.open, attrs: foldedRun})
	b.last = l.run
	b.next(l)
}

// truncate lets go of the nodes from a mark on.
func (t *Tree) truncate(env *converters.Env, m heldRun) {
	gone := len(t.nodes) - m.nodes + len(t.attrs) - m.attrs
	_ = env.Spend(converters.LimitNodes, -int64(gone), document.Pos{}) // less is never too much
	clear(t.texts[m.texts:])
	t.nodes, t.attrs, t.texts = t.nodes[:m.nodes], t.attrs[:m.attrs], t.texts[:m.texts]
}

// fragments returns a scanner for parts of the document below the root.
func (b *treeBuilder) fragments() *Scanner {
	s := New(b.ctx, b.env, Source{Part: b.part, Text: b.src, Spaces: b.spaces})
	s.doctype = b.doctype
	for _, x := range b.bindings {
		if x.depth == 1 {
			x.depth = 0
			s.addBinding(x)
		}
	}
	return s
}

// restart sets the scanner to a place inside of an element.
func (s *Scanner) restart(offset int) {
	s.unbind(0)
	s.at, s.done, s.line, s.lined = offset, offset, 1, 0
	s.open, s.rooted, s.empty, s.kind, s.fresh = append(s.open[:0], element{}), true, false, EOF, false
}

// unfold returns a node, or the first of a run in its place.
func (t *Tree) unfold(n NodeID) NodeID {
	if n == 0 || t.nodes[n].attrs != foldedRun {
		return n
	}
	if first := t.nodes[n].attr; first != 0 || t.folds.err != nil {
		return NodeID(first)
	}
	mark := heldRun{run: n, nodes: len(t.nodes), attrs: len(t.attrs), texts: len(t.texts)}
	t.folds.held = append(t.folds.held, mark)
	if t.folds.err = t.readRun(n); t.folds.err != nil {
		return 0
	}
	t.nodes[n].attr = int32(mark.nodes)
	return NodeID(mark.nodes)
}

// readRun reads a run.
func (t *Tree) readRun(n NodeID) error {
	s, run := t.folds.scanner, t.nodes[n]
	s.restart(int(run.offset))
	b := &treeBuilder{Scanner: s, tree: t, open: run.parent}
	for {
		kind, err := b.Next()
		if err != nil {
			return err
		}
		depth := 1 // where a run ends: at the end of a child, or behind a text
		switch kind {
		case Start:
			err = b.element()
			depth = 0
		case End:
			b.end()
			depth = 2
		case Text:
			err = b.characters()
		}
		if err != nil {
			return err
		}
		if b.at == int(run.end) && b.Depth() == depth {
			t.nodes[b.last].next = run.next
			return b.pay()
		}
	}
}

// heldAt returns the place in held of the run that a node is in, or -1.
func (t *Tree) heldAt(n NodeID) int {
	i, _ := slices.BinarySearchFunc(t.folds.held, int(n)+1, func(h heldRun, n int) int { return cmp.Compare(h.nodes, n) })
	return i - 1
}

// release folds a run again, and those that were unfolded after it, unless
// something in them is pinned.
func (t *Tree) release(i int) {
	gone := t.folds.held[i:]
	if len(gone) == 0 || slices.ContainsFunc(gone, func(h heldRun) bool { return h.pins > 0 }) {
		return
	}
	t.truncate(t.folds.scanner.env, gone[0])
	for _, h := range gone {
		t.nodes[h.run].attr = 0
	}
	t.folds.held = t.folds.held[:i]
}

// Pass returns the sibling after a node, or 0, and folds again what ends with
// the node and what was unfolded after that: nodes in it that somebody
// remembers mean nothing any more, unless they are pinned.
func (t *Tree) Pass(n NodeID) NodeID {
	next := t.nodes[n].next
	if i := t.heldAt(n); i >= 0 {
		begin := NodeID(t.folds.held[i].nodes)
		if next != 0 && next < begin || next == 0 && t.nodes[n].parent < begin {
			t.release(i)
		}
	}
	return t.unfold(next)
}

// look is [Tree.Next] for whoever remembers no node: where a run comes next,
// those that were unfolded since so many were held are folded again.
func (t *Tree) look(n NodeID, held int) NodeID {
	next := t.nodes[n].next
	if next != 0 && t.nodes[next].attrs == foldedRun {
		t.release(held)
	}
	return t.unfold(next)
}

// Pin makes a node mean the same until [Tree.Unpin] is called as often.
func (t *Tree) Pin(n NodeID) { t.pin(n, 1) }

// Unpin ends what [Tree.Pin] began.
func (t *Tree) Unpin(n NodeID) { t.pin(n, -1) }

func (t *Tree) pin(n NodeID, by int) {
	if i := t.heldAt(n); i >= 0 {
		t.folds.held[i].pins += by
	}
}

// Err returns the error that ended reading a run, as [ReadTree] returns it: a
// limit that is passed. What was not read looks empty.
func (t *Tree) Err() error { return t.folds.err }
