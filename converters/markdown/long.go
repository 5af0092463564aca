package markdown

import (
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// part takes what has been read of the long block that is open.
func (r *reader) part(open scan.NodeID) {
	if r.long == longChanged {
		r.fold()
		return
	}
	if r.long == longNone {
		r.long, r.account.count.before = longClean, r.account.count.chars
	}
	clean := !r.in.tree.Truncated && r.build.html.hides.name == "" && r.begins(open)
	r.account.count.source(r.in.source, int(r.in.tree.Nodes[open].Start), r.blocks.Offset())
	r.blocks.Fold(func(_, child scan.NodeID) { clean = clean && r.clean.clean(child) }, nil)
	if !clean {
		r.again()
	}
}

// again goes back to the start of the long block, which must change.
func (r *reader) again() {
	r.blocks.Again()
	r.long, r.account.count.chars = longChanged, r.account.count.before
	r.clean.looked = 0
}

// fold packs what is closed in the block that is open, and lets go of its tree.
func (r *reader) fold() {
	moved := map[scan.NodeID]*held{}
	r.blocks.Fold(
		func(parent, child scan.NodeID) {
			h := r.build.folding.held[parent]
			if h == nil {
				h = r.build.folding.hold(parent, r.in.tree.Nodes[parent].Kind)
			}
			r.build.holdOne(h, parent, child)
		},
		func(from, to scan.NodeID) {
			if h := r.build.folding.held[from]; h != nil {
				moved[to] = h
			}
		})
	r.build.folding.held = moved
}
