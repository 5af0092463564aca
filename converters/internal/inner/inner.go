// Package inner fits what was converted inside a source, such as a cell of a
// notebook or an entry of a feed, into the document around it.
package inner

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// Fit gives blocks of a text inside a source the place of that text in the
// source, since the lines that they have are those of the text itself. Notes
// get the prefix, which has to be another one for each text, so that labels
// of two texts are two notes. Headings keep their names: the texts are parts of
// one document, such as the cells of a notebook, and link to one another.
func Fit(blocks []document.Block, prefix string, pos document.Pos) []document.Block {
	return renamer{prefix: prefix}.fit(blocks, pos)
}

// FitDocument is Fit for a document of its own, such as an attachment: its
// headings get the prefix, too, and so do its links to them.
func FitDocument(blocks []document.Block, prefix string, pos document.Pos) []document.Block {
	headings := map[string]bool{}
	document.Walk(blocks, func(b document.Block) bool {
		if h, ok := b.(*document.Heading); ok {
			headings[h.ID] = true
		}
		return true
	})
	return FitLinked(blocks, prefix, pos, func(url string) string {
		if name, ok := strings.CutPrefix(url, "#"); ok && headings[name] {
			return "#" + prefix + name
		}
		return url
	})
}

// FitLinked is FitDocument for a document that others beside it link to, such as
// a chapter: target returns where each of its links leads.
func FitLinked(blocks []document.Block, prefix string, pos document.Pos, target func(url string) string) []document.Block {
	document.Walk(blocks, func(b document.Block) bool {
		if h, ok := b.(*document.Heading); ok && h.ID != "" {
			h.ID = prefix + h.ID
		}
		return true
	})
	return renamer{prefix: prefix, target: target}.fit(blocks, pos)
}

// renamer puts a prefix in front of names.
type renamer struct {
	prefix string
	target func(url string) string // of links; nil leaves them
}

func (r renamer) fit(blocks []document.Block, pos document.Pos) []document.Block {
	r.blocks(blocks)
	for _, b := range blocks {
		place(b, pos)
	}
	return blocks
}

func (r renamer) blocks(blocks []document.Block) {
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Note:
			b.ID = r.prefix + b.ID
		case *document.Heading:
			r.inlines(b.Inlines)
		case *document.Paragraph:
			r.inlines(b.Inlines)
		case *document.Table:
			r.inlines(b.Caption)
		case *document.DefinitionList:
			for _, d := range b.Definitions {
				for _, term := range d.Terms {
					r.inlines(term)
				}
			}
		}
		return true
	})
}

func (r renamer) inlines(inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.NoteRef:
			in.ID = r.prefix + in.ID
		case *document.Styled:
			r.inlines(in.Inlines)
		case *document.Link:
			if r.target != nil {
				in.URL = r.target(in.URL)
			}
			r.inlines(in.Inlines)
		}
	}
}

// place sets the place of a block.
func place(b document.Block, pos document.Pos) {
	switch b := b.(type) {
	case *document.Heading:
		b.Pos = pos
	case *document.Paragraph:
		b.Pos = pos
	case *document.List:
		b.Pos = pos
	case *document.Table:
		b.Pos = pos
	case *document.CodeBlock:
		b.Pos = pos
	case *document.Quote:
		b.Pos = pos
	case *document.ThematicBreak:
		b.Pos = pos
	case *document.DefinitionList:
		b.Pos = pos
	case *document.Note:
		b.Pos = pos
	case *document.Annotation:
		b.Pos = pos
	case *document.MathBlock:
		b.Pos = pos
	case *document.Section:
		b.Pos = pos
	case *document.Verbatim:
		b.Pos = pos
	default:
		panic(fmt.Sprintf("inner: unknown block %T", b))
	}
}
