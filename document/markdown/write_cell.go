package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/inline"
)

// blockCell appends the blocks of a cell, which become one line of text.
func (t *tableWriter) blockCell(blocks []document.Block) {
	if len(blocks) == 1 {
		if p, ok := blocks[0].(*document.Paragraph); ok {
			t.renderCell(p.Inlines)
			return
		}
	}
	f := cellFlattener{w: t.w, out: t.w.flat[:0]}
	f.blocks(blocks, "")
	t.w.flat = f.out
	if f.lossy {
		t.w.refs.warn(warnBlocks)
	}
	t.renderCell(f.out)
}

func (t *tableWriter) renderCell(inlines []document.Inline) {
	if t.w.in.Build(inlines, inline.Cell) {
		t.w.out.buf = t.w.in.Append(t.w.out.buf, t.w.out.prefix, inline.Line{})
	}
}

// cellFlattener turns blocks into inlines with hard breaks between them.
type cellFlattener struct {
	w     *chapterWriter
	out   []document.Inline
	lossy bool
}

// line begins a new line.
func (f *cellFlattener) line(text string) {
	if len(f.out) > 0 {
		f.out = append(f.out, &document.Break{})
	}
	if text != "" {
		f.out = append(f.out, &document.Text{Value: text})
	}
}

// inlines adds inlines to the line.
func (f *cellFlattener) inlines(in []document.Inline) { f.out = append(f.out, in...) }

// blocks adds blocks, each on lines of its own that begin with indent.
func (f *cellFlattener) blocks(blocks []document.Block, indent string) {
	for _, b := range blocks {
		f.block(b, indent)
	}
}

func (f *cellFlattener) block(b document.Block, indent string) {
	if _, ok := b.(*document.Paragraph); !ok {
		f.lossy = true
	}
	switch b := b.(type) {
	case *document.Paragraph:
		f.line(indent)
		f.inlines(b.Inlines)
	case *document.Heading:
		f.line(indent)
		f.out = append(f.out, &document.Styled{Style: document.Strong, Inlines: b.Inlines})
	case *document.List:
		f.list(b, indent)
	case *document.Table:
		f.table(b, indent)
	case *document.CodeBlock:
		f.code(b.Text, indent)
	case *document.Quote:
		f.blocks(b.Blocks, indent)
	case *document.ThematicBreak:
		f.line(indent + "---")
	case *document.DefinitionList:
		for _, d := range b.Definitions {
			f.item(writeDefinition(d), "- ", indent)
		}
	case *document.Note: // at the end
	case *document.Annotation:
		if !f.w.opts.NoComments {
			f.led(f.w.comments.label(b)+" ", b.Blocks, indent)
		}
	case *document.MathBlock:
		f.line(indent)
		f.out = append(f.out, &document.Math{TeX: b.TeX})
	case *document.Section:
		if title := writeSectionTitle(b); title != "" {
			f.line(indent)
			f.inlines(writeSectionInlines(b, title))
		}
		f.blocks(b.Blocks, indent)
	case *document.Verbatim:
		f.code(b.Text, indent)
	default:
		panic("markdown: unknown block in a cell")
	}
}

func (f *cellFlattener) list(b *document.List, indent string) {
	for _, item := range b.Items {
		m := writeMarkOf(item.Marker)
		mark := "- " + m.literal
		if m.number != "" {
			mark = m.number + " "
		}
		switch item.Task {
		case document.TaskOpen:
			mark += "[ ] "
		case document.TaskDone:
			mark += "[x] "
		}
		f.item(item, mark, indent)
	}
}

// item adds a list's item; what is in it is indented, up to a bound.
func (f *cellFlattener) item(item document.Item, mark, indent string) {
	f.led(mark, item.Blocks, indent)
}

// led adds blocks with text in front of the first one.
func (f *cellFlattener) led(text string, blocks []document.Block, indent string) {
	f.line(indent + text)
	if len(blocks) > 0 {
		if p, ok := blocks[0].(*document.Paragraph); ok {
			f.inlines(p.Inlines)
			blocks = blocks[1:]
		}
	}
	if len(indent) < writeMaxDepth {
		indent += "  "
	}
	f.blocks(blocks, indent)
}

// code adds code, a span for each line.
func (f *cellFlattener) code(text, indent string) {
	f.w.refs.codeTokens(text)
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		f.line(indent)
		if line != "" {
			f.out = append(f.out, &document.Code{Value: line})
		}
	}
}

// table adds a table in a table: a line for each row, its cells joined.
func (f *cellFlattener) table(t *document.Table, indent string) {
	if len(t.Caption) > 0 {
		f.line(indent)
		f.inlines(t.Caption)
	}
	for row, err := range writeRows(t) {
		if err != nil {
			f.w.out.err = err
			return
		}
		f.line(indent)
		for i, c := range row.Cells {
			if i > 0 {
				f.out = append(f.out, &document.Text{Value: " / "})
			}
			f.cell(c)
		}
	}
}

// cell adds a cell of a table in a table, on the line that its row is on.
func (f *cellFlattener) cell(c document.Cell) {
	if c.Blocks == nil {
		f.inlines(document.Plain(c.Text))
		return
	}
	inner := cellFlattener{w: f.w}
	inner.blocks(c.Blocks, "")
	f.inlines(inner.out)
}
