// Package inner fits what was converted inside a source, such as a cell of a
// notebook or an entry of a feed, into the document around it.
package inner

import (
	"fmt"

	"github.com/seed353dc258/backstory/document"
)

// Fit gives blocks of a text inside a source the place of that text in the
// source, since the lines that they have are those of the text itself. Notes
// get the prefix, which has to be another one for each text, so that labels
// of two texts are two notes.
func Fit(blocks []document.Block, prefix string, pos document.Pos) []document.Block {
	apart(blocks, prefix)
	for _, b := range blocks {
		place(b, pos)
	}
	return blocks
}

// apart puts the prefix in front of the names of notes.
func apart(blocks []document.Block, prefix string) {
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Note:
			b.ID = prefix + b.ID
		case *document.Heading:
			apartInlines(b.Inlines, prefix)
		case *document.Paragraph:
			apartInlines(b.Inlines, prefix)
		}
		return true
	})
}

func apartInlines(inlines []document.Inline, prefix string) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.NoteRef:
			in.ID = prefix + in.ID
		case *document.Styled:
			apartInlines(in.Inlines, prefix)
		case *document.Link:
			apartInlines(in.Inlines, prefix)
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
