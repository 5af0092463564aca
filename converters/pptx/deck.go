package pptx

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// deck is a presentation that is being read.
type deck struct {
	*lost.Tally
	ctx context.Context
	env *converters.Env
	pkg *ooxml.Package
	presentation
	scratch
	pages     map[string]*page
	done      map[string]bool // slides that were read, by part
	failed    error           // that ends the reading
	firstErr  error           // why the first part could not be read
	bytes     int64           // of text so far
	number    int             // of the slide that is being read, from 1
	at        string          // the shape on it, for places
	cellParas []drawing.Para  // of the cell that is read
}

// presentation is what the presentation part says, and the parts for all slides.
type presentation struct {
	rels     *ooxml.Relations
	slides   []string // the ids of their relationships, in order
	size     drawing.Frame
	rtl      bool
	defaults *drawing.Levels   // for text that is in no placeholder
	authors  map[string]string // of comments, by id
	tables   map[string]*tableStyle
}

// scratch is memory that one slide after the other uses.
type scratch struct {
	scanner *xmlread.Scanner // of the parts
	rooms   []*xmlread.Tree  // of parts that were read
	grid    *grid            // of the slide that was read last
	shapes  []shape          // that are not used yet
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
	if d.rels, err = pkg.Relations(main); err != nil {
		return nil, err
	}
	t, err := pkg.Tree(main, drawing.Spaces())
	if err != nil {
		return nil, err
	}
	if !t.Name(xmlread.Root).Is(drawing.P, "presentation") {
		return nil, converters.Corrupt(document.Pos{Part: main}, "the main part of the package is no presentation")
	}
	d.read(t)
	if len(d.slides) == 0 {
		return nil, converters.Corrupt(document.Pos{Part: main}, "the presentation has no readable slides")
	}
	return d, nil
}

// read takes what is needed from the presentation part.
func (d *deck) read(t *xmlread.Tree) {
	d.rtl = drawing.Bool(t.Attr(xmlread.Root, xmlread.None, "rtl"))
	list := t.Child(xmlread.Root, drawing.P, "sldIdLst")
	for c := t.First(list); c != 0; c = t.Next(c) {
		if t.Name(c).Is(drawing.P, "sldId") {
			d.slides = append(d.slides, t.Attr(c, drawing.R, "id"))
		}
	}
	size := t.Child(xmlread.Root, drawing.P, "sldSz")
	d.size = drawing.Frame{
		W: drawing.Length(t.Attr(size, xmlread.None, "cx")), H: drawing.Length(t.Attr(size, xmlread.None, "cy")),
	}
	d.size.Known = d.size.W > 0 && d.size.H > 0
	d.defaults = drawing.ReadLevels(t, t.Child(xmlread.Root, drawing.P, "defaultTextStyle"))
}

// pos returns the place of the slide that is being read.
func (d *deck) pos() document.Pos { return document.Pos{Page: int32(d.number), Part: d.at} }

// tolerate takes the error of a part that the presentation can be read without:
// one that is broken is counted. Limits and the like stay errors.
func (d *deck) tolerate(err error) error {
	if err == nil || !errors.Is(err, converters.ErrCorrupt) {
		return err
	}
	if d.firstErr == nil {
		d.firstErr = err
	}
	d.Lose(lost.Part, onSlide(d.number))
	return nil
}

// nothing is the error for a presentation that gives no text.
func (d *deck) nothing() error {
	if d.firstErr != nil {
		return d.firstErr
	}
	return converters.Corrupt(document.Pos{}, "the presentation has no extractable slide text")
}

// open reads a part and its relationships. It returns nil for one that is
// missing or broken.
func (d *deck) open(part string) (*source, error) {
	if part == "" || !d.pkg.Has(part) {
		return nil, nil
	}
	text, err := d.pkg.Text(part)
	if err != nil {
		return nil, d.tolerate(err)
	}
	src := xmlread.Source{Part: part, Text: text, Spaces: drawing.Spaces(), Omit: omitted}
	if n := len(d.rooms); n > 0 {
		src.Room, d.rooms = d.rooms[n-1], d.rooms[:n-1]
	}
	if d.scanner == nil {
		d.scanner = xmlread.New(d.ctx, d.env, src)
	}
	at := document.Pos{Part: part}
	length := int64(len(text))
	if err := d.env.Spend(converters.LimitNodes, length/partBytes, at); err != nil {
		return nil, err
	}
	free := d.env.Left(converters.LimitNodes) / (1 + treeShare) * treeShare // kept while the tree grows, which may have the rest
	_ = d.env.Spend(converters.LimitNodes, free, at)                        // so much is left
	t, err := d.scanner.ReadTree(src)
	if err != nil {
		_ = d.env.Spend(converters.LimitNodes, -free-length/partBytes, at)
		return nil, d.tolerate(err)
	}
	s := &source{Tree: t, deck: d, part: part, length: length, moving: strings.Contains(text, ":timing")}
	return s, d.env.Spend(converters.LimitNodes, treeShare*s.Size()-free, at)
}

// omitted reports whether an element says nothing that is read: animations,
// outlines of shapes, the third dimension.
func omitted(n xmlread.Name) bool {
	switch n.Local {
	case "timing", "transition", "custGeom", "scene3d", "sp3d", "custDataLst":
		return n.Space == drawing.A || n.Space == drawing.P
	}
	return false
}

// source is a part that is open.
type source struct {
	*xmlread.Tree
	deck   *deck
	part   string
	length int64            // of its text
	moving bool             // it has animations
	read   *ooxml.Relations // nil until they are asked for
}

// rels returns the relationships of the part. An error that ends the reading
// is kept for the end of the slide.
func (s *source) rels() *ooxml.Relations {
	if s.read != nil {
		return s.read
	}
	var err error
	if s.read, err = s.deck.pkg.Relations(s.part); err != nil {
		s.read = &ooxml.Relations{}
		if err = s.deck.tolerate(err); err != nil && s.deck.failed == nil {
			s.deck.failed = err
		}
	}
	return s.read
}

// link returns the address that a relationship leads to, or "" where it leads
// to another slide or to a part.
func (s *source) link(id string) string {
	if r, ok := s.rels().ByID(id); ok && r.External {
		return strings.Clone(r.Target)
	}
	return ""
}

// target returns the part that a relationship leads to, or "".
func (s *source) target(id string) string {
	if r, ok := s.rels().ByID(id); ok && !r.External {
		return r.Target
	}
	return ""
}
