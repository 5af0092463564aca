package pptx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// notes returns the speaker notes of a slide, or nil.
func (d *deck) notes(slide *source) (document.Block, error) {
	s, err := d.open(d.pkg.Part(slide.links.all(), "notesSlide"))
	if s == nil || err != nil {
		return nil, err
	}
	defer d.release(s)
	master, err := d.layout(d.show.rels, "notesMaster")
	if err != nil {
		return nil, err
	}
	p := &painter{deck: d, s: s, layout: master, theme: master.colors(), canvas: &canvas{}}
	shapes := p.shapes(s.Child(s.Child(xmlread.Root, drawing.P, "cSld"), drawing.P, "spTree"), drawing.Space{})
	if err := p.put(shapes); err != nil || len(p.out) == 0 {
		return nil, err
	}
	return converters.Make(d.env, &document.Section{Pos: d.pos(), Kind: document.SectionSpeakerNotes, Blocks: p.out}), nil
}
