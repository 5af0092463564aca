package markdown

import (
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// part takes what has been read of the long block that is open.
func (r *reader) part(open scan.NodeID) {
	if r.folding.long == longChanged {
		r.fold()
		return
	}
	if r.folding.long == longNone {
		r.folding.long, r.count.before = longClean, r.count.chars
	}
	clean := !r.tree.Truncated && r.hides.name == "" && r.begins(open)
	r.count.source(r.source, int(r.tree.Nodes[open].Start), r.blocks.Offset())
	r.blocks.Fold(func(_, child scan.NodeID) { clean = clean && r.clean(child) }, nil)
	if !clean {
		r.again()
	}
}

// again goes back to the start of the long block, which must change.
func (r *reader) again() {
	r.blocks.Again()
	r.folding.long, r.count.chars = longChanged, r.count.before
	r.leaves.looked = 0
}

// fold packs what is closed in the block that is open, and lets go of its tree.
func (r *reader) fold() {
	moved := map[scan.NodeID]*held{}
	r.blocks.Fold(
		func(parent, child scan.NodeID) {
			h := r.folding.held[parent]
			if h == nil {
				h = r.newHeld(parent)
			}
			r.holdOne(h, parent, child)
		},
		func(from, to scan.NodeID) {
			if h := r.folding.held[from]; h != nil {
				moved[to] = h
			}
		})
	r.folding.held = moved
}
