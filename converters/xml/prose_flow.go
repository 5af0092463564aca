package xml

import (
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// sink takes the blocks of a flow, and of those in it.
type sink struct {
	blocks []document.Block
	out    *[]document.Block      // takes them, where it is not nil
	spill  func([]document.Block) // takes them when they are much, where it is not nil
	weight int                    // of the blocks, where they spill
}

// put adds blocks.
func (s *sink) put(blocks ...document.Block) {
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

// flow collects what is in an element: text in paragraphs, and blocks.
type flow struct {
	line
	*sink
	node xmlread.NodeID
}

// open returns a flow for an element, until close is called as often. The
// memory is that of a flow that was closed before.
func (p *prose) open(n xmlread.NodeID, to *sink) *flow {
	if p.deep == len(p.flows) {
		f := &flow{}
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
		f.put(&document.Paragraph{Pos: p.Pos(f.node), Inlines: inlines})
	}
}

// content returns the blocks of what is in an element, from a child on.
// Headings in it have the level given.
func (p *prose) content(n xmlread.NodeID, level int) ([]document.Block, error) {
	return p.without(n, 0, level)
}

// pour adds the blocks of what is in an element to those of the document.
func (p *prose) pour(n xmlread.NodeID, level int) error {
	return p.fill(&sink{out: p.text}, n, level)
}

// without returns the blocks of what is in an element, without a child.
func (p *prose) without(n, child xmlread.NodeID, level int) ([]document.Block, error) {
	var to sink
	err := p.fillBut(&to, n, child, level)
	return to.blocks, err
}

// fill adds the blocks of what is in an element to others.
func (p *prose) fill(to *sink, n xmlread.NodeID, level int) error { return p.fillBut(to, n, 0, level) }

// fillBut is fill without a child.
func (p *prose) fillBut(to *sink, n, child xmlread.NodeID, level int) error {
	f := p.open(n, to)
	defer p.close()
	for c := p.First(n); c != 0; c = p.Next(c) {
		if c == child {
			continue
		}
		if err := p.Env.Step(p.Ctx, 1, document.Pos{}); err != nil {
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
