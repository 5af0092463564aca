package visible

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// Mark sets the text of blocks in brackets that say that it is hidden, unless it is in
// such brackets.
func Mark(blocks []document.Block) []document.Block {
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Paragraph:
			b.Inlines = markInlines(b.Inlines)
		case *document.Heading:
			b.Inlines = markInlines(b.Inlines)
		case *document.MathBlock:
			b.TeX = `\text{[hidden] }` + b.TeX
		case *document.Table:
			for _, row := range b.Rows {
				for i := range row.Cells {
					if c := &row.Cells[i]; c.Text != "" {
						c.Text = markText(c.Text)
					}
				}
			}
		}
		return true
	})
	return blocks
}

const marked = "[hidden: "

func markText(text string) string {
	if strings.HasPrefix(text, marked) {
		return text
	}
	return marked + text + "]"
}

func markInlines(inlines []document.Inline) []document.Inline {
	if len(inlines) == 0 {
		return nil
	}
	switch first := inlines[0].(type) {
	case *document.Image:
		if len(inlines) == 1 {
			first.Alt = strings.TrimSpace("hidden: " + first.Alt)
			return inlines
		}
	case *document.Text:
		if strings.HasPrefix(first.Value, marked) {
			return inlines
		}
		if len(inlines) == 1 {
			return []document.Inline{&document.Text{Value: markText(first.Value)}}
		}
	}
	out := append([]document.Inline{&document.Text{Value: marked}}, inlines...)
	return append(out, &document.Text{Value: "]"})
}
