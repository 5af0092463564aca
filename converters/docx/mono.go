package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// guess notes code that its font alone says, a *document.Code or a
// *document.CodeBlock. Whether it is, the whole document tells.
func (r *reader) guess(node any) {
	if r.guesses == nil {
		r.guesses = map[any]bool{}
	}
	r.guesses[node] = true
}

// plainBlocks returns blocks with what was taken for code as text, for
// documents that are all in a font of fixed width.
func (r *reader) plainBlocks(blocks []document.Block) []document.Block {
	var out []document.Block
	for _, b := range blocks {
		switch b := b.(type) {
		case *document.CodeBlock:
			if r.guesses[b] {
				for line := range strings.SplitSeq(b.Text, "\n") {
					if strings.TrimSpace(line) != "" {
						out = append(out, r.build.plainParagraph(b.Pos, strings.TrimSpace(line)))
					}
				}
				continue
			}
		case *document.Paragraph:
			b.Inlines = r.plainInlines(b.Inlines)
		case *document.Heading:
			b.Inlines = r.plainInlines(b.Inlines)
		case *document.List:
			for i := range b.Items {
				b.Items[i].Blocks = r.plainBlocks(b.Items[i].Blocks)
			}
		case *document.Table:
			r.plainTable(b)
		case *document.Quote:
			b.Blocks = r.plainBlocks(b.Blocks)
		case *document.Note:
			b.Blocks = r.plainBlocks(b.Blocks)
		case *document.Annotation:
			b.Blocks = r.plainBlocks(b.Blocks)
		case *document.Section:
			b.Blocks = r.plainBlocks(b.Blocks)
		case *document.DefinitionList:
			r.plainDefinitions(b)
		}
		out = append(out, b)
	}
	return out
}

func (r *reader) plainTable(t *document.Table) {
	for _, row := range t.Rows {
		for i := range row.Cells {
			row.Cells[i].Blocks = r.plainBlocks(row.Cells[i].Blocks)
		}
	}
}

func (r *reader) plainDefinitions(l *document.DefinitionList) {
	for _, d := range l.Definitions {
		for i := range d.Terms {
			d.Terms[i] = r.plainInlines(d.Terms[i])
		}
		for i := range d.Details {
			d.Details[i] = r.plainBlocks(d.Details[i])
		}
	}
}

// plainInlines does the same inside of a line.
func (r *reader) plainInlines(inlines []document.Inline) []document.Inline {
	for i, in := range inlines {
		switch in := in.(type) {
		case *document.Code:
			if r.guesses[in] {
				inlines[i] = &document.Text{Value: in.Value}
			}
		case *document.Styled:
			in.Inlines = r.plainInlines(in.Inlines)
		case *document.Link:
			in.Inlines = r.plainInlines(in.Inlines)
		}
	}
	return inlines
}
