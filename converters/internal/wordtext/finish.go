package wordtext

import (
	"cmp"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Finish returns the blocks of the whole document with what only the whole of it
// tells: where links inside of it lead, and whether a font of fixed width is code. A
// link to what is no heading keeps its name, so that the writer shows its text alone.
func (b *Builder) Finish(blocks []document.Block) []document.Block {
	for _, l := range b.links {
		if name, ok := strings.CutPrefix(l.URL, "#"); ok {
			l.URL = "#" + cmp.Or(b.ids[name], name)
		}
	}
	b.links = nil
	if b.mono.isAll() {
		return b.plainBlocks(blocks)
	}
	return blocks
}

// plainBlocks returns blocks with what was taken for code as text, for
// documents that are all in a font of fixed width.
func (b *Builder) plainBlocks(blocks []document.Block) []document.Block {
	var out []document.Block
	for _, block := range blocks {
		code, ok := block.(*document.CodeBlock)
		if !ok || !b.mono.guesses[code] {
			b.plainInside(block)
			out = append(out, block)
			continue
		}
		for line := range strings.SplitSeq(code.Text, "\n") {
			if strings.TrimSpace(line) != "" {
				out = append(out, b.Env.PlainParagraph(code.Pos, strings.Trim(line, blankSpace)))
			}
		}
	}
	return out
}

// plainInside does the same inside of a block.
func (b *Builder) plainInside(block document.Block) {
	switch block := block.(type) {
	case *document.Paragraph:
		b.plainInlines(block.Inlines)
	case *document.Heading:
		b.plainInlines(block.Inlines)
	case *document.List:
		for i := range block.Items {
			b.makePlain(&block.Items[i].Blocks)
		}
	case *document.Table:
		for _, row := range block.Rows {
			for i := range row.Cells {
				b.makePlain(&row.Cells[i].Blocks)
			}
		}
	case *document.Quote:
		b.makePlain(&block.Blocks)
	case *document.Note:
		b.makePlain(&block.Blocks)
	case *document.Annotation:
		b.makePlain(&block.Blocks)
	case *document.Section:
		b.makePlain(&block.Blocks)
	case *document.DefinitionList:
		for _, d := range block.Definitions {
			b.plainDefinition(d)
		}
	}
}

func (b *Builder) plainDefinition(d document.Definition) {
	for _, term := range d.Terms {
		b.plainInlines(term)
	}
	for i := range d.Details {
		b.makePlain(&d.Details[i])
	}
}

func (b *Builder) makePlain(blocks *[]document.Block) { *blocks = b.plainBlocks(*blocks) }

// plainInlines does the same inside of a line.
func (b *Builder) plainInlines(inlines []document.Inline) {
	for i, in := range inlines {
		switch in := in.(type) {
		case *document.Code:
			if b.mono.guesses[in] {
				inlines[i] = converters.Make(b.Env, &document.Text{Value: in.Value})
			}
		case *document.Styled:
			b.plainInlines(in.Inlines)
		case *document.Link:
			b.plainInlines(in.Inlines)
		}
	}
}
