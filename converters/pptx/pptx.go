// Package pptx reads presentations in Office Open XML (ISO/IEC 29500-1, 19), as
// PowerPoint, Google Slides, LibreOffice, Keynote, WPS, OnlyOffice, pandoc and
// python-pptx write them.
//
//   - [x] slides in the order of the presentation, each a section with its number
//     and title; hidden slides are left out and counted
//   - [-] titles that are in no placeholder: by their letters and their place
//   - [x] bullets, numbers and levels with what they inherit from layout and master
//   - [x] groups, the reading order by rows and columns
//   - [x] tables with spans; charts; diagrams (SmartArt); equations
//   - [x] alternative text; pictures without it and mere decoration
//   - [x] speaker notes; comments of both kinds, with author, replies, state
//   - [x] links, line breaks, bold, italic, struck, raised and lowered text
//   - [x] hidden shapes, shapes beside the slide, text that is transparent, tiny
//     or in the colour of its ground: left out and counted
//   - [x] prompts of layouts, footers, dates and slide numbers are left out
//   - [x] parts with any name; layouts, masters and themes that are missing
//   - [-] embedded objects, sound and film: what shows in their place
//   - [ ] animations, transitions, text that only a master shows (counted), ink
//
// Reading goes part by part:
//
//   - pptx.go: the presentation
//   - notes.go, comment.go: what is beside a slide
//   - slide.go, frame.go, table.go, title.go: what a slide holds
//   - tablelook.go, tablestyle.go: what tables are painted with
//   - hide.go, lid.go, painter.go, ground.go: what cannot be seen
//   - page.go, shape.go: layouts and masters, and the shapes of all of them
//   - deck.go, holder.go: what is held; what a placeholder inherits
//   - warn.go: what is lost
package pptx

import (
	"context"
	"errors"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for pptx files and their kin: with macros, as shows,
// as templates.
func New() converters.Converter { return converter{} }

type converter struct{}

// contentTypes are those of a presentation's main part.
var contentTypes = []string{
	"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
	"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
	"application/vnd.openxmlformats-officedocument.presentationml.template.main+xml",
	"application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
	"application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
	"application/vnd.ms-powerpoint.template.macroEnabled.main+xml",
}

// Format describes pptx.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "pptx",
		Title:      "PowerPoint presentation",
		Version:    19,
		Extensions: []string{"pptx", "pptm", "ppsx", "ppsm", "potx", "potm"},
		MediaTypes: []string{
			"application/vnd.openxmlformats-officedocument.presentationml.presentation",
			"application/vnd.openxmlformats-officedocument.presentationml.slideshow",
			"application/vnd.openxmlformats-officedocument.presentationml.template",
			"application/vnd.ms-powerpoint.presentation.macroenabled.12",
			"application/vnd.ms-powerpoint.slideshow.macroenabled.12",
			"application/vnd.ms-powerpoint.template.macroenabled.12",
		},
		Limits: []converters.Limit{
			converters.LimitNodes, converters.LimitDepth, converters.LimitCells, converters.LimitColumns,
			converters.LimitEntries, converters.LimitPart, converters.LimitParts, converters.LimitRatio,
		},
		Warnings: append(warningTable(), ooxml.Warnings()...),
	}
}

// usualMain is what programs call the main part.
const usualMain = "ppt/presentation.xml"

// Sniff reports whether a file is a presentation.
func (converter) Sniff(content *io.SectionReader) bool {
	return ooxml.Sniff(content, usualMain, contentTypes...)
}

// Convert returns the document of a presentation: a section a slide.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	d, err := openDeck(ctx, env, in.SectionReader)
	if err != nil {
		return nil, err
	}
	doc := &document.Document{}
	if doc.Meta, err = d.pkg.Core(); err != nil {
		if err = d.tolerate(err); err != nil {
			return nil, err
		}
		doc.Meta = document.Meta{}
	}
	for i, id := range d.show.slides {
		section, err := d.slide(i+1, id)
		if err != nil {
			return nil, err
		}
		if section != nil {
			doc.Blocks = append(doc.Blocks, section)
		}
	}
	d.Warn(d.env)
	if len(doc.Blocks) == 0 {
		return nil, nothing(d.firstErr, d.env)
	}
	return doc, nil
}

// openDeck reads the presentation part.
func openDeck(ctx context.Context, env *converters.Env, content *io.SectionReader) (*deck, error) {
	pkg, err := ooxml.Open(ctx, env, content)
	if err != nil {
		return nil, err
	}
	d := &deck{ctx: ctx, env: env, pkg: pkg, pages: map[string]*page{}, done: map[string]bool{}, Tally: lost.NewTally(env)}
	main, err := pkg.Main(usualMain, contentTypes...)
	if err != nil {
		if errors.Is(err, converters.ErrCorrupt) {
			err = converters.Corrupt(document.Pos{}, "the package has no %s, so that it is no presentation", usualMain)
		}
		return nil, err
	}
	if d.show.rels, err = pkg.Relations(main); err != nil {
		return nil, err
	}
	t, err := pkg.Tree(main, drawing.Spaces())
	if err != nil {
		return nil, err
	}
	if !t.Name(xmlread.Root).Is(drawing.P, "presentation") {
		return nil, converters.Corrupt(document.Pos{Part: main}, "the main part of the package is no presentation")
	}
	d.show.read(t)
	if len(d.show.slides) == 0 {
		return nil, &converters.CorruptError{Pos: document.Pos{Part: main}, What: "the presentation has no readable slides", Empty: true}
	}
	return d, nil
}

// read takes what is needed from the presentation part.
func (p *presentation) read(t *xmlread.Tree) {
	p.rtl = drawing.Bool(t.Attr(xmlread.Root, xmlread.None, "rtl"))
	list := t.Child(xmlread.Root, drawing.P, "sldIdLst")
	for c := t.First(list); c != 0; c = t.Next(c) {
		if t.Name(c).Is(drawing.P, "sldId") {
			p.slides = append(p.slides, t.Attr(c, drawing.R, "id"))
		}
	}
	size := t.Child(xmlread.Root, drawing.P, "sldSz")
	p.size = drawing.Frame{
		W: drawing.Length(t.Attr(size, xmlread.None, "cx")), H: drawing.Length(t.Attr(size, xmlread.None, "cy")),
	}
	p.size.Known = p.size.W > 0 && p.size.H > 0
	p.defaults = drawing.ReadLevels(t, t.Child(xmlread.Root, drawing.P, "defaultTextStyle"))
}

// nothing is the error for a presentation that gives no text.
func nothing(firstErr error, env *converters.Env) error {
	if firstErr != nil {
		return firstErr
	}
	return env.Empty("the presentation has no extractable slide text")
}
