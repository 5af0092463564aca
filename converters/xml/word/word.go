package word

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// IsRoot reports whether a document is one of Word 2003 (WordprocessingML
// of the Office 2003 XML Reference Schemas).
func IsRoot(name xmlread.Name) bool { return name.Is(vocab.NsWord, "wordDocument") }

// Is reports whether a tree has a body of Word 2003.
func Is(r *vocab.Base) bool { return r.Child(xmlread.Root, vocab.NsWord, "body") != 0 }

// Read reads a document of Word 2003.
func Read(r *vocab.Base) ([]document.Block, error) {
	w := &word{Base: r, losses: losses{Tally: visible.NewTally(r.Env)}, headings: map[string]string{}}
	if err := w.readStyles(); err != nil {
		return nil, err
	}
	if err := w.readLists(); err != nil {
		return nil, err
	}
	w.properties()
	blocks, err := w.text(r.Child(xmlread.Root, vocab.NsWord, "body"))
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		title   string
		stories []xmlread.NodeID
	}{{"Header", w.headers}, {"Footer", w.footers}} {
		more, err := w.furniture(part.title, part.stories)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, more...)
	}
	blocks = append(blocks, w.rest...)
	if w.bodies != nil {
		blocks = append(blocks, w.bodies.Blocks()...)
	}
	for _, l := range w.internal {
		if id, ok := w.headings[l.URL[1:]]; ok {
			l.URL = "#" + id
		}
	}
	w.losses.warn(r.Env)
	return blocks, nil
}

// word is a reader of one document.
type word struct {
	*vocab.Base
	losses

	styles  map[string]*style
	body    props  // of a paragraph without style
	plain   string // the style of such a paragraph
	lists   lists
	headers []xmlread.NodeID
	footers []xmlread.NodeID

	marks    []string          // bookmarks that wait for their paragraph
	headings map[string]string // by bookmark: the ID of the heading that it is at
	internal []*document.Link  // links to bookmarks
	notes    int
	bodies   *document.Packer // of notes; nil for none
	rest     []document.Block // what stands beside the cells of a table
	tables   int              // that are open
	shade    color            // of the innermost cell that is open
	paged    bool             // a header or footer is being read: page numbers say nothing
	deleted  int              // deletions that are open
	veil     visible.Way      // how the last text was hidden
	cover    visible.Way      // how the shape around is hidden

	place
}

// place is where the reader is in a story: open fields and links, and what
// stands beside the paragraph that it reads.
type place struct {
	fields []field
	links  []string
	line   *line
	flow   *flow // that the line is for
	beside []document.Block
}

// properties reads what the file says of the document.
func (w *word) properties() {
	p := w.Child(xmlread.Root, vocab.NsOffice, "DocumentProperties")
	if p == 0 {
		return
	}
	for _, f := range []struct {
		name  string
		field *string
	}{
		{"Title", &w.Meta.Title},
		{"Author", &w.Meta.Author},
		{"Subject", &w.Meta.Subject},
		{"Keywords", &w.Meta.Keywords},
		{"Created", &w.Meta.Created},
		{"LastSaved", &w.Meta.Modified},
	} {
		*f.field = w.Words(w.Child(p, vocab.NsOffice, f.name))
	}
}

// text reads the body.
func (w *word) text(n xmlread.NodeID) ([]document.Block, error) {
	f := &flow{word: w, settled: w.Packer()}
	w.flow = f
	err := f.children(n)
	f.end()
	f.settle()
	return f.settled.Blocks(), err
}

// story reads paragraphs and tables that stand for themselves: a note, a
// cell, a text box.
func (w *word) story(n xmlread.NodeID) ([]document.Block, error) {
	outer := w.place
	w.place = place{}
	f := &flow{word: w}
	w.flow = f
	err := f.children(n)
	f.end()
	w.place = outer
	return f.out, err
}

// furniture returns what headers or footers say, each text once, as a section.
func (w *word) furniture(title string, stories []xmlread.NodeID) ([]document.Block, error) {
	section := &document.Section{Kind: document.SectionPart, Title: title}
	var said []string
	for _, n := range stories {
		w.paged = true
		blocks, err := w.story(n)
		if err != nil {
			return nil, err
		}
		text := text(blocks)
		if text == "" {
			continue
		}
		if prose.OnlyPages(text) || len(said) == furniture || slices.Contains(said, text) {
			w.lose(lostPage, w.Pos(n))
			continue
		}
		if len(said) == 0 {
			section.Pos = w.Pos(n)
		}
		said = append(said, text)
		section.Blocks = append(section.Blocks, blocks...)
	}
	if len(said) == 0 {
		return nil, nil
	}
	return []document.Block{section}, nil
}

// furniture bounds the headers that are told apart.
const furniture = 64

// text returns the words of blocks.
func text(blocks []document.Block) string {
	var out []string
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			out = append(out, strings.Fields(document.InlineText(b.Inlines))...)
		case *document.Paragraph:
			out = append(out, strings.Fields(document.InlineText(b.Inlines))...)
		case *document.CodeBlock:
			out = append(out, strings.Fields(b.Text)...)
		}
		return true
	})
	return strings.Join(out, " ")
}
