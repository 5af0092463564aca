package visible

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// textOf returns the text of blocks without any style, with a space between them.
// Rows that stream are left out.
func textOf(blocks []document.Block) string {
	var b strings.Builder
	say := func(text string) {
		if text != "" && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	document.Walk(blocks, func(block document.Block) bool {
		switch block := block.(type) {
		case *document.Heading:
			say(document.InlineText(block.Inlines))
		case *document.Paragraph:
			say(document.InlineText(block.Inlines))
		case *document.CodeBlock:
			say(block.Text)
		case *document.MathBlock:
			say(block.TeX)
		case *document.Verbatim:
			say(block.Text)
		case *document.Section:
			say(block.Title)
		case *document.Annotation:
			say(block.Author)
		case *document.Table:
			say(document.InlineText(block.Caption))
			for _, row := range block.Rows {
				for _, cell := range row.Cells {
					say(cell.Text)
				}
			}
		}
		return true
	})
	return b.String()
}
