package html

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// shiftLines moves blocks of a page that an attribute holds to the line of
// the element.
func shiftLines(blocks []document.Block, line int) {
	at := document.LineSpan(line, line)
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			b.Pos = at
		case *document.Paragraph:
			b.Pos = at
		case *document.List:
			b.Pos = at
		case *document.Table:
			b.Pos = at
			for i := range b.Rows {
				b.Rows[i].Pos = at
			}
		case *document.CodeBlock:
			b.Pos = at
		case *document.Quote:
			b.Pos = at
		case *document.ThematicBreak:
			b.Pos = at
		case *document.DefinitionList:
			b.Pos = at
		case *document.Note:
			b.Pos = at
		case *document.MathBlock:
			b.Pos = at
		}
		return true
	})
}

// blockText returns the text of a block that has to fit into a line.
func blockText(b document.Block) string {
	var parts []string
	document.Walk([]document.Block{b}, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			parts = append(parts, document.InlineText(b.Inlines))
		case *document.Paragraph:
			parts = append(parts, document.InlineText(b.Inlines))
		case *document.CodeBlock:
			parts = append(parts, b.Text)
		case *document.Table:
			parts = append(parts, document.InlineText(b.Caption))
			for _, r := range b.Rows {
				for _, c := range r.Cells {
					parts = append(parts, c.Text)
				}
			}
		}
		return true
	})
	return strings.Join(parts, " ")
}
