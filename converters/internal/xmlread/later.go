package xmlread

import "github.com/seed353dc258/backstory/converters"

// laterTree is what a tree must know to read the content of elements that were
// passed over.
type laterTree struct {
	scanner *Scanner // of such content; nil as long as there is none
	firsts  map[NodeID]NodeID
	read    []laterMark // of the elements whose content is held, in order
	err     error
}

// laterMark is where the content of an element begins that was read later.
type laterMark struct {
	of                  NodeID
	nodes, attrs, texts int
}

// canWait reports whether the element whose start tag is the event can be read
// without the elements around it: none of them but the root declares a
// namespace.
func (b *treeBuilder) canWait() bool {
	own := len(b.Scanner.open)
	for _, x := range b.bindings {
		if x.depth > 1 && x.depth < own {
			return false
		}
	}
	return true
}

// wait adds the element whose start tag is the event without what is in it,
// which is checked. The scanner is at its end tag then.
func (b *treeBuilder) wait(env *converters.Env) error {
	if b.tree.later.scanner == nil {
		b.tree.later.scanner, b.tree.later.firsts = b.fragments(), map[NodeID]NodeID{}
	}
	if err := b.element(env); err != nil {
		return err
	}
	b.tree.nodes[b.open].waits = true
	for depth := b.Depth(); ; {
		kind, err := b.Next()
		if err != nil {
			return err
		}
		switch kind {
		case End:
			if b.Depth() == depth {
				b.end()
				return nil
			}
		case Start:
			for i := range b.Scanner.attrs {
				a := &b.Scanner.attrs[i]
				if _, err := b.value(b.src[a.from:a.to]); err != nil {
					return err
				}
			}
		case Text:
			if b.cdata || !hasByte(b.raw, '&') {
				continue
			}
			if b.scratch, err = b.AppendText(b.scratch[:0]); err != nil {
				return err
			}
		case Comment:
			b.tree.Comments++
		case ProcInst:
			b.tree.Instructions++
		}
	}
}

// fragments returns a scanner for elements of the document that stand below
// the root.
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

// restart sets the scanner to a start tag, as if that were the root's.
func (s *Scanner) restart(offset int) {
	s.unbind(0)
	s.at, s.done, s.line, s.lined = offset, offset, 1, 0
	s.open, s.rooted, s.empty, s.kind, s.fresh = s.open[:0], false, false, EOF, false
}

// firstLater returns the first child of an element that was passed over, and
// reads its content unless that is held.
func (t *Tree) firstLater(n NodeID) NodeID {
	first, held := t.later.firsts[n]
	if held || t.later.err != nil {
		return first
	}
	mark := laterMark{n, len(t.nodes), len(t.attrs), len(t.texts)}
	t.later.read = append(t.later.read, mark)
	if t.later.err = t.readLater(n); t.later.err == nil && len(t.nodes) > mark.nodes {
		first = NodeID(mark.nodes)
	}
	t.later.firsts[n] = first
	return first
}

// readLater reads the content of an element.
func (t *Tree) readLater(n NodeID) error {
	s := t.later.scanner
	s.restart(int(t.nodes[n].offset))
	b := &treeBuilder{Scanner: s, tree: t, open: n}
	if _, err := b.Next(); err != nil {
		return err
	}
	for {
		kind, err := b.Next()
		if err != nil {
			return err
		}
		switch kind {
		case Start:
			err = b.element(s.env)
		case End:
			if b.Depth() == 1 {
				return nil
			}
			b.end()
		case Text:
			err = b.characters(s.env)
		}
		if err != nil {
			return err
		}
	}
}

// Forget lets go of the content of an element for which [Source.Later] holds,
// and of what was read after it. It is read again if it is asked for; nodes in
// it that somebody remembers mean nothing any more.
func (t *Tree) Forget(n NodeID) {
	if !t.nodes[n].waits {
		return
	}
	if _, held := t.later.firsts[n]; !held {
		return
	}
	for last := len(t.later.read) - 1; last >= 0; last-- {
		mark := t.later.read[last]
		t.later.read = t.later.read[:last]
		delete(t.later.firsts, mark.of)
		gone := len(t.nodes) - mark.nodes + len(t.attrs) - mark.attrs
		_ = t.later.scanner.env.Spend(converters.LimitNodes, -int64(gone), t.Pos(n)) // less is never too much
		clear(t.texts[mark.texts:])
		t.nodes, t.attrs, t.texts = t.nodes[:mark.nodes], t.attrs[:mark.attrs], t.texts[:mark.texts]
		if mark.of == n {
			return
		}
	}
}

// Err returns the error that ended reading content later, as [ReadTree]
// returns it: a limit that is passed. What was not read looks empty.
func (t *Tree) Err() error { return t.later.err }
