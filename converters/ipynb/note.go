package ipynb

import (
	"fmt"

	"github.com/seed353dc258/backstory/document"
)

// apart gives the footnotes of one cell a prefix, so that labels of two cells
// are two notes.
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

// placed returns a block of a cell with the place of the cell in the file:
// the lines that it has are those of the cell's own text.
func placed(b document.Block, pos document.Pos) document.Block {
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
		panic(fmt.Sprintf("ipynb: unknown block %T", b))
	}
	return b
}
