package markdown

import (
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// long is what is known of a block that is too long to be held as a tree. It is
// looked at first, part by part, and read again if it must change.
type long uint8

const (
	longNone    long = iota
	longClean        // nothing in it has to change so far
	longChanged      // it is read for the second time, and packed
)

// part takes what has been read of the long block that is open.
func (r *reader) part(open scan.NodeID) {
	if r.long == longChanged {
		r.fold()
		return
	}
	if r.long == longNone {
		r.long, r.count.before = longClean, r.count.chars
	}
	clean := !r.tree.Truncated && r.veil.name == "" && r.begins(open)
	r.count.source(r.source, int(r.tree.Nodes[open].Start), r.blocks.Offset())
	r.blocks.Fold(func(_, child scan.NodeID) { clean = clean && r.clean(child) }, nil)
	if !clean {
		r.again()
	}
}

// again goes back to the start of the long block, which must change.
func (r *reader) again() {
	r.blocks.Again()
	r.long, r.count.chars = longChanged, r.count.before
	r.looked = 0
}

// held is what has been made of the children of a block that were let go.
type held struct {
	blocks []document.Block // of a quote, an item, a footnote
	items  []document.Item
	grid   *document.Grid
}

// fold packs what is closed in the block that is open, and lets go of its tree.
func (r *reader) fold() {
	moved := map[scan.NodeID]*held{}
	r.blocks.Fold(
		func(parent, child scan.NodeID) {
			h := r.held[parent]
			if h == nil {
				h = r.newHeld(parent)
			}
			r.holdOne(h, parent, child)
		},
		func(from, to scan.NodeID) {
			if h := r.held[from]; h != nil {
				moved[to] = h
			}
		})
	r.held = moved
}

// newHeld returns what holds the children of a block from now on.
func (r *reader) newHeld(n scan.NodeID) *held {
	h := &held{}
	if r.tree.Nodes[n].Kind == scan.KindTable {
		h.grid = &document.Grid{}
	}
	if r.held == nil {
		r.held = map[scan.NodeID]*held{}
	}
	r.held[n] = h
	return h
}

// hold packs the children of a block that are in the tree.
func (r *reader) hold(h *held, n scan.NodeID) {
	for c := r.tree.Nodes[n].First; c != 0; c = r.tree.Nodes[c].Next {
		if r.tree.Nodes[c].Kind != scan.KindFolded {
			r.holdOne(h, n, c)
		}
	}
}

func (r *reader) holdOne(h *held, parent, child scan.NodeID) {
	switch r.tree.Nodes[parent].Kind {
	case scan.KindList:
		item := r.item(child)
		r.holds(1+document.Weight(item.Blocks...), r.pos(child))
		h.items = append(h.items, item)
	case scan.KindTable:
		r.holds(r.row(h.grid, child), r.pos(child))
	default:
		sink, of := r.sink, r.sinkOf
		r.sink, r.sinkOf = &h.blocks, parent
		blocks := r.block(nil, child)
		r.sink, r.sinkOf = sink, of
		r.holds(document.Weight(blocks...), r.pos(child))
		h.blocks = append(h.blocks, blocks...)
	}
}

const (
	// partTokens is how many tokens of a leaf are read at once, about, and
	// leafHeld how many nodes a part counts that stays in memory.
	partTokens = 1 << 12
	leafHeld   = 4
	// packFrom is from how many bytes on the blocks of a container are packed.
	packFrom = 256 << 10
	// A paragraph ends at the first line end behind lineNodes, and at any place
	// behind maxNodes.
	lineNodes = 1 << 14
	maxNodes  = 1 << 16
)

// divides reports whether the paragraph ends with the part that was read.
func (w *inliner) divides() bool {
	nodes := w.from.Nodes
	w.read += len(nodes)
	ended := w.read >= lineNodes && len(w.outer) == 0 && len(nodes) > 0 && isBreak(&nodes[len(nodes)-1])
	if !ended && w.read < maxNodes {
		return false
	}
	w.read = 0
	return true
}

// isOver reports whether a leaf has more text than a source may give.
func (r *reader) isOver(n scan.NodeID) bool {
	node := &r.tree.Nodes[n]
	if most := r.env.Limits.Get(converters.LimitText); int64(node.End-node.Start) > most {
		chars := int64(0)
		for _, s := range r.tree.Spans(n) {
			chars += int64(utf8.RuneCountInString(r.source[s.Start:s.End]))
		}
		r.fail(r.env.Check(converters.LimitText, chars, r.pos(n)))
	}
	return r.err != nil
}

// fail ends the reading with an error, if there is one.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// textCount counts characters that the text of the document has at least, so that
// what is too much is known before it is made.
type textCount struct {
	chars  int64
	before int64 // of the long block
	upto   int   // offset in the source up to which what stays is counted
	table  bool  // in a table nothing counts
}

// source counts a part of the source that stays.
func (t *textCount) source(s string, from, to int) {
	if from = max(from, t.upto); from < to {
		t.chars += int64(utf8.RuneCountInString(s[from:to]))
		t.upto = to
	}
}

// add counts a text. White space may go where lines are joined.
func (t *textCount) add(s string) {
	if t.table {
		return
	}
	for i := range len(s) {
		if c := s[i]; c > ' ' && c&0xc0 != 0x80 {
			t.chars++
		}
	}
}

// spent returns the error where the text is longer than its limit.
func (r *reader) spent() error {
	r.fail(r.env.Check(converters.LimitText, r.count.chars, r.pos(r.tree.Nodes[0].First)))
	return r.err
}
