package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/document"
)

// Names returns the names of the elements that the reader treats apart.
func Names() []string {
	var out []string
	for t := dom.TagNone + 1; t < dom.TagCount; t++ {
		out = append(out, t.String())
	}
	return out
}

// blockText returns the text of a block.
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
