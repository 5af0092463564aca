package pptx

import (
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// frame adds a table, a chart, a diagram or an object.
func (p *painter) frame(sh *shape) error {
	s, inner := p.s, p.s.inner(sh)
	switch name := s.Name(inner); {
	case inner == 0:
		p.image(sh, false)
		return nil
	case name.Is(drawing.A, "tbl"):
		p.image(sh, false)
		return p.table(sh, inner)
	case name.Is(drawing.C, "chart"), name.Is(drawing.CX, "chart"):
		return p.chart(sh, s.links.target(s.Attr(inner, drawing.R, "id")))
	case name.Is(drawing.DGM, "relIds"):
		return p.diagram(sh, s.links.target(s.Attr(inner, drawing.R, "dm")))
	}
	p.deck.Lose(lost.Object, onSlide(p.deck.number))
	if pic := s.Child(inner, drawing.P, "pic"); pic != 0 && sh.alt == "" {
		sh.alt = p.deck.scratch.shape(s, pic, drawing.Space{}).alt
	}
	p.image(sh, true)
	return nil
}

// chart adds a chart from its part.
func (p *painter) chart(sh *shape, part string) error {
	d, chart := p.deck, &drawing.Chart{}
	text, err := textOf(d.pkg, part)
	if err == nil && text != "" {
		var read *drawing.Chart
		if read, err = drawing.ReadChart(d.ctx, d.env, xmlread.Source{Part: part, Text: text}, d.pos()); err == nil {
			chart = read
		}
	}
	if err := d.tolerate(err); err != nil {
		return err
	}
	if sh.alt != chart.Title {
		p.image(sh, false)
	}
	blocks := chart.Blocks(d.env)
	if len(blocks) == 0 {
		d.Lose(lost.ChartEmpty, onSlide(d.number))
	}
	p.out = append(p.out, blocks...)
	return nil
}

// textOf returns the text of a part; "" for one that is missing.
func textOf(pkg *ooxml.Package, part string) (string, error) {
	if part == "" || !pkg.Has(part) {
		return "", nil
	}
	return pkg.Text(part)
}

// diagram adds a diagram: the points of its data, or the text of its drawing.
func (p *painter) diagram(sh *shape, part string) error {
	p.image(sh, false)
	links := &links{deck: p.deck, part: part}
	p.ground = drawing.Paint{Kind: drawing.PaintOther}
	x := drawing.Text{Env: p.deck.env, Link: links.url, TeX: p.tex, Look: p.look}
	read := func(part string, reader drawing.DiagramReader) ([]document.Block, error) {
		text, err := textOf(p.deck.pkg, part)
		if err != nil || text == "" {
			return nil, p.deck.tolerate(err)
		}
		blocks, err := reader(p.deck.ctx, p.deck.env, xmlread.Source{Part: part, Text: text}, x, p.deck.pos())
		return blocks, p.deck.tolerate(err)
	}
	blocks, err := read(part, drawing.ReadDiagram)
	if err == nil && len(blocks) == 0 {
		blocks, err = read(p.deck.pkg.Part(p.s.links.all(), "diagramDrawing"), drawing.ReadDiagramDrawing)
	}
	if len(blocks) == 0 && err == nil {
		p.deck.Lose(lost.ChartEmpty, onSlide(p.deck.number))
	}
	p.out = append(p.out, blocks...)
	return err
}
