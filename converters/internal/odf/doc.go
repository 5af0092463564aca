package odf

import (
	"context"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/rooted"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// doc is one document while it is read: what its parts share.
type doc struct {
	ctx context.Context
	env *converters.Env
	*lost.Tally
	src      *pack.Source
	build    *builder
	common   *style.Sheet
	notes    []document.Block
	headings headings
	lists    lists
	deleted  map[string]string // by change: the text that it took away
	depth    int               // objects inside objects
	shared   int               // notes counted
	meta     meta
}

// meta is what the document says of itself.
type meta struct {
	document.Meta
	generator string // the program that wrote it
}

// headings is what is known of the headings of a document.
type headings struct {
	titles  map[string]string // by text: the ID of a heading
	heads   int
	outline style.Counter
}

func newDoc(ctx context.Context, env *converters.Env, src *pack.Source) *doc {
	d := &doc{ctx: ctx, env: env, Tally: lost.NewTally(env), build: newBuilder(env)}
	d.begin(src)
	return d
}

// begin forgets the styles and names of what was read, for another source.
func (d *doc) begin(src *pack.Source) {
	d.src = src
	d.common = style.NewSheet(d.env, nil)
	d.lists = lists{build: d.build, byID: map[string]*listRef{}, lastOf: map[string]*listRef{}}
	d.deleted = map[string]string{}
	d.headings.titles = map[string]string{}
}

// reader reads one part of a document.
type reader struct {
	doc    *doc
	s      *xmlread.Scanner
	styles *style.Sheet
	part   string
	page   int
	at     document.Pos // the paragraph, or the table and its row
	seen   struct {
		paragraphs, tables int32
		under              map[int]bool // by where they begin: paragraphs under shapes
	}
	item    *itemRef // the list item that is read
	paging  bool     // page numbers are left out: in headers and footers
	paged   bool     // one was left out
	inside  int      // frames and shapes around
	charted bool     // the values of a chart are read
	deck    onSlide
	text    inText
	control controls
}

// controls are what the controls of forms show (13), by id.
type controls map[string]string

// onSlide is what is known of the slide that is read.
type onSlide struct {
	slide     bool          // in a presentation
	size      drawing.Frame // of the slide
	said      bool          // a slide has text
	shapeName string        // the shape, for places
	under     visible.Paint // behind that
}

// inText is what is known of the text that is read.
type inText struct {
	ground   visible.Paint // behind it
	unseen   visible.Way   // of the text before
	lastLook lookMemo
	values   bool // it is the values of cells, in which a font of fixed width says nothing
}

// lists are the lists of a source.
type lists struct {
	build  *builder
	byID   map[string]*listRef
	lastOf map[string]*listRef // by style: the last list
}

// listRef is a list of the source with its count, which other lists may go on
// with.
type listRef struct {
	counter style.Counter
	number  int32 // of the list in the document
}

// listAt is an open text:list.
type listAt struct {
	ref   *listRef
	style *style.ListStyle // nil where only the paragraphs say it
	name  string
	level int // from 0
	// start is the number that the next item begins with, or -1.
	start int
}

// itemRef is the item that a paragraph belongs to.
type itemRef struct {
	at     *listAt
	fresh  bool // no paragraph of it has been seen
	header bool // it has no marker
	number string
}

// tone is how a piece of text is: its look, its link, and how it is hidden.
type tone struct {
	wordtext.Run
	how visible.Way
}

// lookMemo is what lookOf was asked last.
type lookMemo struct {
	chars  style.Chars
	ground visible.Paint
	tone   tone
	known  bool
}

// builder makes the blocks of a document and of the objects in it.
type builder struct {
	wordtext.Builder
	failed error // of the budget
	lists  int32 // so many lists were counted
}

// newBuilder returns the builder of a document.
func newBuilder(env *converters.Env) *builder {
	b := &builder{}
	b.Env = env
	b.Fail = func(err error) {
		if b.failed == nil {
			b.failed = err
		}
	}
	return b
}

// read returns a reader of a part at its start.
func (d *doc) read(s *xmlread.Scanner, part string) *reader {
	return &reader{doc: d, s: s, styles: style.NewSheet(d.env, d.common), part: part, control: controls{}, text: inText{ground: visible.White}}
}

// pos returns the place of the event.
func (r *reader) pos() document.Pos {
	if r.part == "" {
		return r.s.Pos()
	}
	at := r.at
	if at.Part, at.Page = r.part, int32(r.page); r.deck.shapeName != "" {
		at.Part = r.deck.shapeName
	}
	return at
}

// nextPage counts a page break that the producer has stored.
func (r *reader) nextPage() {
	if !r.deck.slide && r.page > 0 {
		r.page++
	}
}

// noteID returns a new name for a note.
func (d *doc) noteID() string {
	d.shared++
	return strconv.Itoa(d.shared)
}

// resolve finishes links that are not whole addresses. One into the document
// leads to a bookmark, or to a heading by its text, as in
// "#2.1.Sources|outline". One out of the package begins with "../", since the
// package counts as a folder (ODF 1.3 part 2, 3.7), which pandoc does not do:
// what follows is as seen from the folder that the document lies in.
func (d *doc) resolve() {
	root, office := "", strings.HasPrefix(d.meta.generator, rooted.Generator)
	if office {
		root = d.root()
	}
	plain := strings.HasPrefix(d.meta.generator, "Pandoc/")
	for _, l := range d.build.Links() {
		if name, ok := strings.CutPrefix(l.URL, "#"); ok {
			l.URL = "#" + d.anchor(name)
			continue
		}
		if plain {
			continue
		}
		if url, ok := rooted.Inside(l.URL); ok && office {
			l.URL = url
		} else if url, ok := rooted.Site(l.URL, root); ok {
			l.URL = url
		} else {
			l.URL = strings.TrimPrefix(l.URL, "../")
		}
	}
}

// stepsToRoot is from how many steps up on a link may come from the root of a
// disk: one leads out of the package, two to a neighbour.
const stepsToRoot = 3

// root returns the steps up to the root of the disk that the document was saved
// on, or "".
func (d *doc) root() string {
	var ways rooted.Ways
	for _, l := range d.build.Links() {
		ways.Add(l.URL)
	}
	return ways.Root(stepsToRoot)
}

// anchor returns the ID of the heading that a name means by its text, or the name.
func (d *doc) anchor(name string) string {
	text, kind, ok := strings.Cut(name, "|")
	if !ok || kind != "outline" {
		return name
	}
	if id, ok := d.headings.titles[text]; ok {
		return id
	}
	bare := strings.TrimLeft(text, "0123456789.")
	if id, ok := d.headings.titles[bare]; ok {
		return id
	}
	number := text[:len(text)-len(bare)]
	for _, t := range [...]string{number + " " + bare, strings.TrimSuffix(number, ".") + " " + bare} {
		if id, ok := d.headings.titles[t]; ok {
			return id
		}
	}
	return name
}
