package pptx

import (
	"slices"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// painter reads the shapes of a slide or a page of notes.
type painter struct {
	deck   *deck
	s      *source
	layout *page
	theme  drawing.Theme
	canvas *canvas
	out    []document.Block

	titleAt string // the shape whose text is the title

	seen  seen
	count int // of shapes

	reader drawing.Text       // of texts, one after the other
	ground drawing.Paint      // behind the one that is read
	free   [2]*drawing.Levels // what it inherits in a shape that is not a placeholder
}

// painter returns the reader of a slide's shapes.
func (d *deck) painter(s *source, layout *page) *painter {
	p := &painter{deck: d, s: s, layout: layout, theme: layout.colors(), seen: seen{size: d.show.size, moving: s.moving}}
	slide := s.Child(xmlread.Root, drawing.P, "cSld")
	if over := s.Child(s.Child(xmlread.Root, drawing.P, "clrMapOvr"), drawing.A, "overrideClrMapping"); over != 0 {
		p.theme = p.theme.Mapped(s.Tree, over)
	}
	bare := s.Attr(xmlread.Root, xmlread.None, "showMasterSp") == "0"
	p.canvas = d.scratch.canvas(d.show.size, readGround(s.Tree, s.Child(slide, drawing.P, "bg")), layout, bare)
	return p
}

// seen tells which shapes can be seen on a slide or a page of notes.
type seen struct {
	size   drawing.Frame // unknown for notes
	moving bool          // shapes may come and go
	lids   []lid
}

// lid is a shape through which nothing is seen, and its place among the shapes
// that lie over one another.
type lid struct {
	frame drawing.Frame
	at    int
}

// text returns the reader of a shape's text, which is on a ground. It is to
// be used before the next one is asked for.
func (p *painter) text(sh *shape, ground drawing.Paint) *drawing.Text {
	if sh.looks.styles != nil {
		return p.textIn(sh.looks.styles, ground)
	}
	p.free = [2]*drawing.Levels{sh.looks.style, p.deck.show.defaults}
	return p.textIn(p.free[:], ground)
}

// textIn returns the reader of a text in some styles.
func (p *painter) textIn(styles []*drawing.Levels, ground drawing.Paint) *drawing.Text {
	if p.reader.Tree == nil {
		p.reader = drawing.Text{Env: p.deck.env, Tree: p.s.Tree, Link: p.s.links.url, TeX: p.tex, Look: p.look}
	}
	p.reader.Styles, p.ground = styles, ground
	return &p.reader
}

// tex returns an equation in LaTeX, and counts what nobody sees of it.
func (p *painter) tex(t *xmlread.Tree, n xmlread.NodeID, hides func(run xmlread.NodeID) bool) string {
	for _, words := range omml.Phantoms(t, n) {
		p.deck.Tell(p.deck.env, lost.Phantom, onSlide(p.deck.number), words)
	}
	return omml.Seen(t, n, hides)
}

// paras returns the paragraphs of a shape.
func (p *painter) paras(sh *shape) []drawing.Para {
	if !sh.progress.read {
		sh.progress.read = true
		sh.progress.paras = p.text(sh, sh.looks.ground).Body(sh.text)
		p.deck.holdParas(sh.progress.paras)
	}
	return sh.progress.paras
}

// look returns what becomes of a run of text on the ground of the one that is
// read.
func (p *painter) look(l drawing.Look, text string) (label document.Style, shows bool) {
	if p.deck.bytes += int64(len(text)); p.deck.bytes > utf8.UTFMax*p.deck.env.Limits.Text {
		return 0, false // more than may be written: see overflow
	}
	how := p.theme.Judge(l, p.ground)
	if how == visible.Shown {
		return 0, true
	}
	return p.deck.Label(how), !p.deck.Hide(how, onSlide(p.deck.number))
}

// arrange sets shapes in the order in which they are read, those that say nothing, such
// as rules and grounds, behind the others.
func arrange(s *source, deck *deck, shapes []*shape) {
	var said, silent []*shape
	for _, sh := range shapes {
		if says(s.Tree, sh) {
			said = append(said, sh)
		} else {
			silent = append(silent, sh)
		}
	}
	drawing.Arrange(said, deck.show.rtl, func(sh *shape) drawing.Frame { return sh.frame })
	copy(shapes, append(said, silent...))
}

// says reports whether a shape or one in it may show something.
func says(t *xmlread.Tree, sh *shape) bool {
	switch {
	case sh.kind == kindFrame, sh.kind == kindPicture && !sh.decorative, sh.alt != "" && !sh.decorative:
		return true
	case sh.kind == kindGroup:
		return slices.ContainsFunc(sh.children, func(inner *shape) bool { return says(t, inner) })
	}
	return sh.text != 0 && hasText(t, sh.text)
}

// image adds a shape as its alternative text. Without one it is nothing, but
// for a picture.
func (p *painter) image(sh *shape, picture bool) {
	if sh.decorative || sh.alt == "" && !picture {
		return
	}
	var in document.Inline = converters.Make(p.deck.env, &document.Image{Alt: sh.alt})
	if sh.url != "" {
		in = converters.Make(p.deck.env, &document.Link{URL: sh.url, Inlines: []document.Inline{in}})
	}
	p.out = append(p.out, converters.Make(p.deck.env, &document.Paragraph{Pos: p.deck.pos(), Inlines: []document.Inline{in}}))
}
