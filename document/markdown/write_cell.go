package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// plainCell appends the text of a cell without markup.
func (w *chapterWriter) plainCell(s string) {
	mask := escClasses(s)
	if !writeIsPlain(s, mask) {
		w.in.reset(inlineCell)
		w.in.addText(s)
		w.in.finish()
		w.renderCell()
		return
	}
	if s != "" && (s[0] <= ' ' || s[len(s)-1] <= ' ' || mask&escHigh != 0) {
		s = strings.TrimFunc(s, unicode.IsSpace)
	}
	w.buf = append(w.buf, s...)
}

// writeIsPlain reports whether text of a cell surely needs no escape: it
// looks closer at what is most frequent in tables.
func writeIsPlain(s string, mask uint16) bool {
	if mask&escHigh != 0 && !utf8.ValidString(s) {
		return false
	}
	mask &^= escHigh | escAt | escParen
	if mask&escDollar != 0 && strings.IndexByte(s, '$') == strings.LastIndexByte(s, '$') {
		mask &^= escDollar
	}
	if mask == escUnder && writeIsSnake(s) {
		mask = 0
	}
	return mask == 0
}

// writeIsSnake reports whether every "_" is between ASCII letters or digits.
func writeIsSnake(s string) bool {
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i+1 == len(s) || !lexical.IsAlnum(s[i-1]) || !lexical.IsAlnum(s[i+1])) {
			return false
		}
	}
	return true
}

// blockCell appends the blocks of a cell, which become one line of text.
func (w *chapterWriter) blockCell(blocks []document.Block) {
	if len(blocks) == 1 {
		if p, ok := blocks[0].(*document.Paragraph); ok {
			w.in.build(p.Inlines, inlineCell)
			w.renderCell()
			return
		}
	}
	f := cellFlattener{w: w, out: w.flat[:0]}
	f.blocks(blocks, "")
	w.flat = f.out
	if f.lossy {
		w.warn(warnBlocks)
	}
	w.in.build(f.out, inlineCell)
	w.renderCell()
}

func (w *chapterWriter) renderCell() {
	if len(w.in.atoms) > 0 {
		w.in.render(escLine{})
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
			f.led(f.w.commentLabel(b)+" ", b.Blocks, indent)
		}
	case *document.MathBlock:
		f.line(indent)
		f.out = append(f.out, &document.Math{TeX: b.TeX})
	case *document.Section:
		if title := writeSectionTitle(b); title != "" {
			f.line(indent + title)
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
	f.w.codeTokens(text)
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
			f.w.err = err
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
