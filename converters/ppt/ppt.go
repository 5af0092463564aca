// Package ppt reads presentations of PowerPoint 97 to 2003 ([MS-PPT]).
//
//   - [x] slides in the order of the presentation, each a section with its number and
//     title; hidden slides are left out and counted
//   - [x] text of placeholders and shapes, by rows and columns; groups; bullets with their
//     levels; bold, italic, raised and lowered text; links
//   - [x] tables with spans; alternative texts of pictures; speaker notes
//   - [x] hidden shapes, shapes beside the slide, text that is too small: left out and
//     counted; footers, dates and slide numbers are left out
//   - [x] encryption with a password, by RC4
//   - [-] numbered paragraphs: as bullets; bullets that only a master says: by the kind of
//     the text
//   - [ ] text in the colour of its ground; text that only a master shows; charts, diagrams,
//     embedded objects, comments; presentations of PowerPoint 95
//
// ppt.go joins the slides, deck.go finds them; slide.go reads the shapes of one, table.go
// tables, text.go the text in shapes.
package ppt

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for ppt files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes ppt.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "ppt",
		Title:      "PowerPoint 97 to 2003 presentation",
		Version:    3,
		Extensions: []string{"ppt", "pps"},
		Isolated:   true,
		MediaTypes: []string{"application/vnd.ms-powerpoint"},
		Limits:     append(cfb.Limits(), converters.LimitNodes, converters.LimitDepth, converters.LimitText),
		Warnings: append(visible.Warnings(visible.Slide, visible.Shape, visible.OffPage, visible.Size),
			lost.Warnings(lost.SlideFurniture, lost.Slide, lost.End)...),
	}
}

// Sniff implements [converters.Sniffer].
func (converter) Sniff(content *io.SectionReader) bool { return cfb.Holds(content, stream) }

// Convert returns the document of a presentation: a section a slide.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	file, err := cfb.Open(ctx, env, in.SectionReader)
	if err != nil {
		return nil, err
	}
	d := &deck{ctx: ctx, env: env, Tally: lost.NewTally(env)}
	d.words = wordtext.Builder{Env: env, Fail: d.fail}
	if err := d.open(file); err != nil {
		return nil, err
	}
	meta, err := file.Meta()
	if err != nil {
		return nil, err
	}
	doc := &document.Document{Meta: meta}
	for i := range d.slides {
		section := d.section(i + 1)
		if d.failed != nil {
			return nil, d.failed
		}
		if section != nil {
			doc.Blocks = append(doc.Blocks, section)
		}
	}
	if file.IsCut() {
		d.Lose(lost.End, document.Pos{})
	}
	d.Warn(env)
	if len(doc.Blocks) == 0 {
		return nil, env.Empty("the presentation has no slides")
	}
	doc.Blocks = d.words.Finish(doc.Blocks)
	return doc, nil
}

// section returns a slide as a section; nil for one that is left out.
func (d *deck) section(number int) *document.Section {
	s := &d.slides[number-1]
	pos := document.Pos{Page: int32(number)}
	raw, ok := d.persisted(s.ref, kindSlide)
	if !ok {
		d.Lose(lost.Slide, pos)
		return nil
	}
	out := converters.Make(d.env, &document.Section{Pos: pos, Kind: document.SectionSlide, Number: number})
	if isHidden(raw) {
		if d.Hide(visible.Slide, pos) {
			return nil
		}
		out.Label = d.Label(visible.Slide)
	}
	r := &slideReader{deck: d, pos: pos, outline: s.texts}
	shapes := r.shapes(raw)
	out.Title, out.Blocks = r.content(shapes)
	if notes := d.notesOf(raw, pos); notes != nil {
		out.Blocks = append(out.Blocks, notes)
	}
	if out.Label != 0 {
		out.Label.LabelBlocks(out.Blocks)
	}
	return out
}

// notesOf returns the speaker notes of a slide, or nil.
func (d *deck) notesOf(slide []byte, pos document.Pos) document.Block {
	ref, ok := d.notes[notesRef(slide)]
	if !ok {
		return nil
	}
	raw, ok := d.persisted(ref, kindNotes)
	if !ok {
		return nil
	}
	r := &slideReader{deck: d, pos: pos, ofNotes: true}
	if _, blocks := r.content(r.shapes(raw)); len(blocks) > 0 {
		return converters.Make(d.env, &document.Section{Pos: pos, Kind: document.SectionSpeakerNotes, Blocks: blocks})
	}
	return nil
}
