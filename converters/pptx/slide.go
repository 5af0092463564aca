package pptx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// slide reads a slide by the id of its relationship. It returns nil for one
// that is hidden, missing or empty.
func (d *deck) slide(number int, id string) (*document.Section, error) {
	d.number = number
	r, ok := d.show.rels.ByID(id)
	if !ok || r.External || !d.pkg.Has(r.Target) || d.done[r.Target] {
		d.Lose(lost.Slide, onSlide(number))
		return nil, nil
	}
	d.done[r.Target] = true
	s, err := d.open(r.Target)
	if s == nil || err != nil {
		return nil, err
	}
	defer d.release(s)
	section := converters.Make(d.env, &document.Section{Pos: d.pos(), Kind: document.SectionSlide, Number: number})
	if show := s.Attr(xmlread.Root, xmlread.None, "show"); show != "" && !drawing.Bool(show) {
		d.Hide(visible.Slide, onSlide(number))
		if d.Drops(visible.Slide) {
			return nil, nil
		}
		section.Label = d.Label(visible.Slide)
	}
	title, err := d.fill(section, s)
	if err == nil {
		err = d.failed
	}
	if err != nil {
		return nil, err
	}
	if title == "" && len(section.Blocks) == 0 {
		return nil, nil
	}
	section.Title = title
	section.Label.LabelBlocks(section.Blocks)
	return section, nil
}

// fill adds what a slide holds and what is beside it to its section, and
// returns its title.
func (d *deck) fill(section *document.Section, s *source) (string, error) {
	layout, err := d.layout(s.links.all(), "slideLayout")
	if err != nil {
		return "", err
	}
	p := d.painter(s, layout)
	shapes := p.shapes(s.Child(s.Child(xmlread.Root, drawing.P, "cSld"), drawing.P, "spTree"), drawing.Space{})
	title := p.takeTitle(shapes)
	if title == "" {
		title = p.guessTitle(shapes)
	}
	section.Pos.Part = p.titleAt
	if err := p.put(shapes); err != nil {
		return "", err
	}
	section.Blocks = drawing.OneOfMany(p.out)
	comments, err := d.comments(s)
	if err != nil {
		return "", err
	}
	section.Blocks = append(section.Blocks, comments...)
	notes, err := d.notes(s)
	if notes != nil {
		section.Blocks = append(section.Blocks, notes)
	}
	return title, err
}

// shapes returns the shapes of a tree or a group, in the order in which they
// lie over one another.
func (p *painter) shapes(tree xmlread.NodeID, space drawing.Space) []*shape {
	var out []*shape
	drawing.Each(p.s.Tree, tree, func(n xmlread.NodeID) {
		if p.deck.failed != nil {
			return
		}
		sh := p.deck.scratch.shape(p.s, n, space)
		if sh == nil {
			return
		}
		p.deck.hold(nodesShape)
		if sh.looks.style != nil {
			p.deck.hold(nodesLevels)
		}
		sh.looks.styles = p.deck.show.inherit(sh, p.layout)
		p.count++
		sh.progress.at = p.count
		p.seen.addLid(p.s, sh)
		if sh.kind == kindGroup {
			sh.children = p.shapes(n, sh.inner)
		} else if sh.text != 0 || sh.looks.fill.Kind != drawing.PaintUnset {
			p.canvas.lay(sh)
		}
		out = append(out, sh)
	})
	return out
}

// lay tells what is behind the text of a shape, and puts the shape in front.
func (cv *canvas) lay(sh *shape) {
	filled := sh.looks.fill.Kind != drawing.PaintUnset && !sh.looks.fill.IsClear()
	switch {
	case sh.kind == kindFrame: // a table may show what is behind it
		sh.looks.ground = cv.behind(sh.frame)
		cv.cover(cover{sh.frame, sh.looks.fill})
	case filled:
		sh.looks.ground = sh.looks.fill
		cv.cover(cover{sh.frame, sh.looks.fill})
	case sh.text != 0:
		sh.looks.ground = cv.behind(sh.frame)
	}
}

// put adds the blocks of shapes in the order in which they are read.
func (p *painter) put(shapes []*shape) error {
	arrange(p.s, p.deck, shapes)
	for _, sh := range shapes {
		if err := p.deck.env.Step(p.deck.ctx, 1, p.deck.pos()); err != nil {
			return err
		}
		around := p.deck.at
		p.deck.at = sh.place
		if err := p.putShape(sh); err != nil {
			return err
		}
		p.deck.at = around
		if p.deck.failed != nil {
			return p.deck.failed
		}
		if err := p.deck.overflow(); err != nil {
			return err
		}
	}
	return nil
}

// putShape adds the blocks of a shape, unless it is hidden.
func (p *painter) putShape(sh *shape) error {
	if sh.holder.isFurniture() {
		if sh.text != 0 && hasText(p.s.Tree, sh.text) {
			p.deck.Lose(lost.SlideFurniture, onSlide(p.deck.number))
		}
		return nil
	}
	from := len(p.out)
	if err := p.content(sh); err != nil {
		return err
	}
	how := p.seen.hides(p.s, sh)
	if how == visible.Shown || len(p.out) == from {
		return nil
	}
	p.deck.Hide(how, onSlide(p.deck.number))
	p.out = append(p.out[:from], p.deck.Labelled(how, p.out[from:])...)
	return nil
}

// content adds what a shape holds.
func (p *painter) content(sh *shape) error {
	switch sh.kind {
	case kindShape:
		paras := p.paras(sh)
		if len(paras) == 0 {
			p.image(sh, false)
			return nil
		}
		blocks := drawing.Blocks(p.deck.env, paras[sh.progress.taken:], p.deck.pos())
		if sh.url != "" {
			linked(p.deck.env, blocks, sh.url)
		}
		p.out = append(p.out, blocks...)
	case kindPicture:
		p.image(sh, true)
	case kindFrame:
		return p.frame(sh)
	case kindGroup:
		p.image(sh, false)
		return p.put(sh.children)
	}
	return nil
}

// linked makes links of paragraphs without links: what a click on their shape
// opens.
func linked(env *converters.Env, blocks []document.Block, url string) {
	document.Walk(blocks, func(b document.Block) bool {
		if b, ok := b.(*document.Paragraph); ok {
			for _, in := range b.Inlines {
				if _, ok := in.(*document.Link); ok {
					return true
				}
			}
			b.Inlines = []document.Inline{converters.Make(env, &document.Link{URL: url, Inlines: b.Inlines})}
		}
		return true
	})
}
