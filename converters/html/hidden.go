package html

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// hidden reads a hidden element by the policy.
func (f *flow) hidden(id int32, st *state, how visible.Way) {
	b := f.b
	if !b.hasContent(id) {
		return
	}
	n := b.t.Node(id)
	b.count(how, int(n.Line))
	if b.lost.When(how) == converters.DropHidden && how != visible.ForEyes {
		return
	}
	st.inHidden = true
	l := css.Look{}
	if b.lost.When(how) == converters.KeepHidden {
		f.element(id, st, &l)
		return
	}
	label := labelOf(how)
	if !n.Tag.Is(dom.Block) && !b.t.Holds(id, dom.InsideBlock) || f.single {
		sh := b.shade(st, n.Format)
		f.line.Text("["+label+": ", sh, int(n.Line))
		f.line.Space = true
		f.element(id, st, &l)
		f.line.Space = false
		f.line.Text("]", sh, int(n.Last))
		return
	}
	inner := b.newFlow()
	inner.element(id, st, &l)
	f.flush()
	f.add(labelled(b.pos(id), label, inner.finish()))
}

// labelled sets blocks apart from the visible text.
func labelled(pos document.Pos, label string, blocks []document.Block) document.Block {
	if len(blocks) == 1 {
		if p, ok := blocks[0].(*document.Paragraph); ok {
			p.Inlines = append([]document.Inline{&document.Text{Value: "[" + label + ": "}}, p.Inlines...)
			p.Inlines = append(p.Inlines, &document.Text{Value: "]"})
			return p
		}
	}
	blocks = append([]document.Block{document.PlainParagraph(pos, "["+label+"]")}, blocks...)
	return &document.Quote{Pos: pos, Blocks: blocks}
}
