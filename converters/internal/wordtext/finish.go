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
		return plainer{b.Env, b.mono.guesses}.blocks(blocks)
	}
	return blocks
}

// plainer makes text of what was taken for code.
type plainer struct {
	env     *converters.Env
	guesses map[any]bool
}

// blocks returns blocks with what was taken for code as text, for
// documents that are all in a font of fixed width.
func (p plainer) blocks(blocks []document.Block) []document.Block {
	var out []document.Block
	for _, block := range blocks {
		code, ok := block.(*document.CodeBlock)
		if !ok || !p.guesses[code] {
			p.inside(block)
			out = append(out, block)
			continue
		}
		for line := range strings.SplitSeq(code.Text, "\n") {
			if strings.TrimSpace(line) != "" {
				out = append(out, p.env.PlainParagraph(code.Pos, strings.Trim(line, blankSpace)))
			}
		}
	}
	return out
}

// inside does the same inside of a block.
func (p plainer) inside(block document.Block) {
	switch block := block.(type) {
	case *document.Paragraph:
		p.inlines(block.Inlines)
	case *document.Heading:
		p.inlines(block.Inlines)
	case *document.List:
		for i := range block.Items {
			p.within(&block.Items[i].Blocks)
		}
	case *document.Table:
		for _, row := range block.Rows {
			for i := range row.Cells {
				p.within(&row.Cells[i].Blocks)
			}
		}
	case *document.Quote:
		p.within(&block.Blocks)
	case *document.Note:
		p.within(&block.Blocks)
	case *document.Annotation:
		p.within(&block.Blocks)
	case *document.Section:
		p.within(&block.Blocks)
	case *document.DefinitionList:
		for _, d := range block.Definitions {
			p.definition(d)
		}
	}
}

func (p plainer) definition(d document.Definition) {
	for _, term := range d.Terms {
		p.inlines(term)
	}
	for i := range d.Details {
		p.within(&d.Details[i])
	}
}

func (p plainer) within(blocks *[]document.Block) { *blocks = p.blocks(*blocks) }

// inlines does the same inside of a line.
func (p plainer) inlines(inlines []document.Inline) {
	for i, in := range inlines {
		switch in := in.(type) {
		case *document.Code:
			if p.guesses[in] {
				inlines[i] = converters.Make(p.env, &document.Text{Value: in.Value})
			}
		case *document.Styled:
			p.inlines(in.Inlines)
		case *document.Link:
			p.inlines(in.Inlines)
		}
	}
}
