package pptx

import (
	"context"
	"errors"
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
	ctx      context.Context
	env      *converters.Env
	pkg      *ooxml.Package
	show     presentation
	scratch  scratch
	pages    map[string]*page
	done     map[string]bool // slides that were read, by part
	failed   error           // that ends the reading
	firstErr error           // why the first part could not be read
	bytes    int64           // of text so far
	number   int             // of the slide that is being read, from 1
	at       string          // the shape on it, for places
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
	paras   []drawing.Para   // of the cell that is read
}

// kind is what a shape is.
type kind uint8

const (
	kindNone    kind = iota // no shape
	kindShape               // with text, or without
	kindPicture             // a picture, a film
	kindFrame               // a table, a chart, a diagram, an object
	kindGroup
)

// shape is a shape of a slide, its place in coordinates of the slide.
type shape struct {
	kind     kind
	node     xmlread.NodeID
	text     xmlread.NodeID // the text body, or 0
	frame    drawing.Frame
	inner    drawing.Space // of a group
	children []*shape      // of a group
	holder   holder
	hidden   bool   // by the attribute
	place    string // its name or number, for places
	described
	looks    looks
	progress progress
}

// described is what a shape says of itself.
type described struct {
	alt        string
	decorative bool
	url        string // what a click on it opens
}

// looks is how a shape and its text look.
type looks struct {
	fill   drawing.Paint
	ground drawing.Paint   // behind its text, PaintOther if it cannot be told
	style  *drawing.Levels // of its text, from the style of the shape
	styles []*drawing.Levels
}

// progress is what has been read and written of a shape.
type progress struct {
	paras []drawing.Para // of the text, once they are read
	read  bool
	at    int // among the shapes that lie over one another
	taken int // paragraphs that are the title of the slide
}

// page is a layout or a master: what slides inherit from. Every field of a
// nil *page reads as empty.
type page struct {
	master  *page // of a layout
	holders []holder
	byKey   map[key]int     // of holders
	title   *drawing.Levels // of a master
	body    *drawing.Levels
	other   *drawing.Levels
	theme   drawing.Theme // of a master
	ground  drawing.Paint // unset if it says nothing
	covers  []cover
	bare    bool // a layout that does not show the shapes of its master
}

// cover is a shape that is in front of the ground.
type cover struct {
	frame drawing.Frame
	paint drawing.Paint
}

// gridSide is into how many parts each side of a slide is divided.
const gridSide = 32

// grid holds for each part of a slide, by row, 1 + an index in the covers of
// its canvas, or 0 for the ground.
type grid [gridSide][gridSide]int32

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
	if n := len(d.scratch.rooms); n > 0 {
		src.Room, d.scratch.rooms = d.scratch.rooms[n-1], d.scratch.rooms[:n-1]
	}
	if d.scratch.scanner == nil {
		d.scratch.scanner = xmlread.New(d.ctx, d.env, src)
	}
	at := document.Pos{Part: part}
	length := int64(len(text))
	if err := d.env.Spend(converters.LimitNodes, length/partBytes, at); err != nil {
		return nil, err
	}
	free := d.env.Left(converters.LimitNodes) / (1 + treeShare) * treeShare // kept while the tree grows, which may have the rest
	_ = d.env.Spend(converters.LimitNodes, free, at)                        // so much is left
	t, err := d.scratch.scanner.ReadTree(src)
	if err != nil {
		_ = d.env.Spend(converters.LimitNodes, -free-length/partBytes, at)
		return nil, d.tolerate(err)
	}
	s := &source{Tree: t, links: links{deck: d, part: part}, length: length, moving: strings.Contains(text, ":timing")}
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
	links  links
	length int64 // of its text
	moving bool  // it has animations
}

// links are the relationships of a part.
type links struct {
	deck *deck
	part string
	read *ooxml.Relations // nil until they are asked for
}

// all returns the relationships. An error that ends the reading is kept for the end
// of the slide.
func (l *links) all() *ooxml.Relations {
	if l.read != nil {
		return l.read
	}
	var err error
	if l.read, err = l.deck.pkg.Relations(l.part); err != nil {
		l.read = &ooxml.Relations{}
		if err = l.deck.tolerate(err); err != nil && l.deck.failed == nil {
			l.deck.failed = err
		}
	}
	return l.read
}

// url returns the address that a relationship leads to, or "" where it leads
// to another slide or to a part.
func (l *links) url(id string) string {
	if r, ok := l.all().ByID(id); ok && r.External {
		return strings.Clone(r.Target)
	}
	return ""
}

// target returns the part that a relationship leads to, or "".
func (l *links) target(id string) string {
	if r, ok := l.all().ByID(id); ok && !r.External {
		return r.Target
	}
	return ""
}

// What is held is counted in nodes of about 32 bytes, with the room that slices
// grow by, so that the limit on nodes bounds the memory that a presentation
// takes. The tree of a part counts as itself; while it is open, as much again
// for every treeShare is kept for what is made of it at once.
const (
	treeShare = 2
	partBytes = 48 // of the text of an open part, for one node

	nodesShape      = 16
	nodesLevels     = 36 // a list style
	nodesCell       = 7
	nodesTableStyle = 20
	nodesRow        = 8
	nodesPara       = 5
	nodesInline     = 3
	nodesLong       = 20 // of a paragraph with more than longInlines, which is written at once

	longInlines = 1 << 12
)

// hold counts nodes that are held. The error for too many ends the reading.
func (d *deck) hold(nodes int) {
	if err := d.env.Spend(converters.LimitNodes, int64(nodes), d.pos()); err != nil && d.failed == nil {
		d.failed = err
	}
}

// holdParas counts what is made of paragraphs.
func (d *deck) holdParas(paras []drawing.Para) {
	n := 0
	for i := range paras {
		inlines := len(paras[i].Inlines)
		n += nodesPara + nodesInline*inlines + nodesLong*max(inlines-longInlines, 0)
	}
	d.hold(n)
}

// room is how many nodes an open part counts as beyond those of its tree.
func (s *source) room() int64 { return treeShare*s.Size() + s.length/partBytes }

// maxRooms is the size of trees whose memory is used again.
const maxRooms = 1 << 14

// release gives back what a part took of the limit of nodes.
func (d *deck) release(s *source) {
	if s.Size() <= maxRooms {
		d.scratch.rooms = append(d.scratch.rooms, s.Tree)
	}
	_ = d.env.Spend(converters.LimitNodes, -s.Size()-s.room(), document.Pos{}) // less is never over a limit
}
