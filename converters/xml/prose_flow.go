package xml

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// put adds blocks.
func (s *sink) put(blocks ...document.Block) {
	for _, b := range blocks {
		switch b.(type) {
		case *document.Paragraph, *document.Heading:
			*s.held += document.Weight(b)
		default: // what is in it was counted when it was read
			*s.held += document.Weight((*document.ThematicBreak)(nil))
		}
	}
	if s.out != nil {
		*s.out = append(*s.out, blocks...)
		return
	}
	s.blocks = append(s.blocks, blocks...)
	if s.spill == nil {
		return
	}
	if s.weight += document.Weight(blocks...); len(s.blocks) >= maxBlocks || s.weight >= maxWeight {
		full := s.blocks
		s.blocks, s.weight = nil, 0
		s.spill(full)
	}
}

// pay charges a step for an element, and what blocks take that were made before it.
func (p *prose) pay(n xmlread.NodeID) error {
	if p.held > 0 {
		held := int64(p.held)
		p.held = 0
		if err := p.elements.Env.Spend(converters.LimitNodes, held, p.elements.Pos(n)); err != nil {
			return err
		}
	}
	return p.elements.Env.Step(p.elements.Ctx, 1, document.Pos{})
}

// open returns a flow for an element, until close is called as often. The
// memory is that of a flow that was closed before.
func (p *prose) open(n xmlread.NodeID, to *sink) *flow {
	if p.deep == len(p.flows) {
		f := &flow{line: p.elements.newLine()}
		f.part = func() { p.end(f) }
		p.flows = append(p.flows, f)
	}
	f := p.flows[p.deep]
	p.deep++
	f.node, f.sink = n, to
	return f
}

// close ends the use of the flow that was opened last.
func (p *prose) close() {
	p.deep--
	p.flows[p.deep].sink = nil
}

// end ends the paragraph that is open.
func (p *prose) end(f *flow) {
	if inlines := f.inlines(); len(inlines) > 0 {
		f.put(converters.Make(p.elements.Env, &document.Paragraph{Pos: p.elements.Pos(f.node), Inlines: inlines}))
	}
}

// content returns the blocks of what is in an element, from a child on.
// Headings in it have the level given.
func (p *prose) content(n xmlread.NodeID, level int) ([]document.Block, error) {
	return p.without(n, 0, level)
}

// pour adds the blocks of what is in an element to those of the document.
func (p *prose) pour(n xmlread.NodeID, level int) error {
	return p.fill(&sink{out: p.text, held: &p.held}, n, level)
}

// without returns the blocks of what is in an element, without a child.
func (p *prose) without(n, child xmlread.NodeID, level int) ([]document.Block, error) {
	to := sink{held: &p.held}
	err := p.fillBut(&to, n, child, level)
	return to.blocks, err
}

// fill adds the blocks of what is in an element to others.
func (p *prose) fill(to *sink, n xmlread.NodeID, level int) error { return p.fillBut(to, n, 0, level) }

// fillBut is fill without a child.
func (p *prose) fillBut(to *sink, n, child xmlread.NodeID, level int) error {
	f := p.open(n, to)
	defer p.close()
	for c := p.elements.First(n); c != 0; c = p.elements.Next(c) {
		if c == child {
			continue
		}
		if err := p.pay(c); err != nil {
			return err
		}
		if err := p.child(f, c, level); err != nil {
			return err
		}
	}
	p.end(f)
	if to.out != nil || p.text == nil { // else they wait for what is around
		to.put(p.after...)
		p.after = nil
	}
	return nil
}

// What is together is made into blocks and written at once: the text of a
// paragraph, what is in a quotation, an item, a cell. So that this takes little
// memory however much it is, what is longer than anything that people write is
// parted, and goes on as another one of its kind.
const (
	// maxBlocks is how many blocks a quotation, an item or a cell has, and how
	// many terms a list of definitions.
	maxBlocks = 1024
	// maxWeight is how many nodes blocks that are kept together have.
	maxWeight = 2 * vocab.MaxPieces
	// maxNotes is how many notes wait for the end of what they are in.
	maxNotes = 256
	// maxMath is how many elements a formula has. A longer one is its words.
	maxMath = 1 << 14
)

// noteNodes is what a note takes beside what is in it, and its name.
const noteNodes = 5

// keepNote keeps a note until what it is in has ended. Many are not kept: they
// are written elsewhere anyway.
func (p *prose) keepNote(note document.Block) {
	p.held += noteNodes
	p.after = append(p.after, note)
	if len(p.after) >= maxNotes && p.text != nil {
		*p.text = append(*p.text, p.after...)
		p.after = nil
	}
}

// portions reads the content of an element without a child in portions of not too many
// blocks: take gets each of them, the last one too.
func (p *prose) portions(n, child xmlread.NodeID, level int, take func([]document.Block)) error {
	to := sink{spill: take, held: &p.held}
	err := p.fillBut(&to, n, child, level)
	if len(to.blocks) > 0 {
		take(to.blocks)
	}
	return err
}

// DocBook marks what an edition no longer says with revisionflag="deleted". That
// may be any element: a paragraph, a word in it, an item, a row, a title.

// putDeleted has what stands for a deleted element follow what is being read.
func (p *prose) putDeleted(n xmlread.NodeID) {
	if text := p.elements.deletedText(n); text != "" {
		p.keepNote(converters.Make(p.elements.Env, &document.Paragraph{Pos: p.elements.Pos(n), Inlines: document.Hidden.LabelText(text)}))
	}
}
