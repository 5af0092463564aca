package html

import (
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/room"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// span is blocks of a flow.
type span struct{ from, to int }

// placed reads an element with a position: it may lie over the others in the
// nearest one around it, or be that one. What is over the page, as a screen for
// loading is, labels nothing.
func (f *flow) placed(id int32, st *state, l *css.Look) {
	outer, from := f.covers, len(f.blocks)
	if fronts := l.Box.Bounds.Fronts && (l.Box.Block || f.b.t.Node(id).Tag.Is(dom.Block)) && !st.inHidden; l.Box.Covers || l.Box.Over > 0 || fronts {
		f.flush()
		from = len(f.blocks)
		if fronts && (l.Box.Over == 0 || f.b.hasContent(id)) {
			over(f, id, room.Beneath(f.b.t, f.b.sheet, id, l.Box.Bounds.Up, st.look.font.pixels(16)))
		}
	}
	f.covers = nil
	f.element(id, st, l)
	if len(f.covers) > 0 || room.HasCover(f.b.t, f.b.sheet, id, &f.b.stage.Lying) {
		f.flush()
		f.underneath(from, st)
	}
	if !f.b.hasContent(id) {
		over(f, id, l.Box.Over)
	}
	if f.covers = outer; l.Box.Covers {
		f.flush()
		if !l.Box.Fixed {
			f.covers = append(f.covers, span{from, len(f.blocks)})
		}
	}
}

// over labels the last blocks, which an element lies over.
func over(f *flow, id int32, count int) {
	if n := min(len(f.blocks), count); n > 0 {
		f.b.count(visible.StyleUnsure, int(f.b.t.Node(id).Line))
		f.b.lost.Label(visible.StyleUnsure).LabelBlocks(f.blocks[len(f.blocks)-n:])
	}
}

// underneath labels the blocks that boxes may lie over.
func (f *flow) underneath(from int, st *state) {
	if st.inHidden {
		return
	}
	label := f.b.lost.Label(visible.StyleUnsure)
	for _, c := range append(f.covers, span{len(f.blocks), 0}) {
		if from < c.from {
			label.LabelBlocks(f.blocks[from:c.from])
		}
		from = max(from, c.to)
	}
}

// hidden reads a hidden element by the policy. What is shown of it keeps its form,
// and each text has a label.
func (f *flow) hidden(id int32, st *state, how visible.Way) {
	if f.b.hasContent(id) && f.b.uncover(id, st, how) {
		f.element(id, st, &css.Look{})
	}
}
