package markdown

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown/inline"
)

// Write writes a document as Markdown, and returns what is to know of the
// text. The text ends with one line end, unless it is empty.
//
// It streams: what it holds does not grow with the rows of a
// [document.RowSource], whose error it returns. A text over
// [WriteOptions].MaxChars is an [OverflowError]; then, and after any other
// error, what has been written is of no use.
func Write(out io.Writer, doc *document.Document, opts WriteOptions) (*Chapter, error) {
	w := newChapterWriter(out, doc, opts)
	if s := opts.Scratch; s != nil {
		w.buf, w.in = s.buf[:0], &s.inlines
		w.in.Reset(w)
		defer func() { s.keep(w.buf) }()
	}
	w.each(doc.Blocks, func(b document.Block) bool {
		w.border(b)
		w.block(b)
		w.breathe()
		return w.err == nil
	})
	if w.err != nil {
		return nil, w.err
	}
	w.notesAtEnd()
	if w.offset() > 0 {
		w.text("\n")
	}
	w.flush()
	if w.err != nil {
		return nil, w.err
	}
	c := w.chapter()
	c.Keywords = keywords(doc.Meta.Keywords)
	return c, nil
}

// maxKeywords is how long the keywords of a chapter are, in bytes.
const maxKeywords = 500

// keywords returns the keywords that a document says of itself in one line, cut
// between them where they are too long.
func keywords(text string) string {
	var g gate.Gate
	if text = g.Line(text[:min(len(text), 4*maxKeywords)]); len(text) <= maxKeywords {
		return text
	}
	text = text[:maxKeywords]
	return text[:max(0, strings.LastIndexAny(text, ",; "))]
}

// chapterWriter writes one document.
type chapterWriter struct {
	writeSink
	opts     WriteOptions
	in       *inline.Writer
	flat     []document.Inline // scratch for cells
	targets  headingTargets
	warnings writeWarnings
	notes    noteBook
	segments segmenter
	budget   *tableBudget

	depth    int  // of lists and quotes
	sections int  // with a heading, around
	quiet    bool // headings inside are not part of the outline
	comments int  // written so far

	lists listBorder
	line  blockAt // where the next block begins
}

func newChapterWriter(out io.Writer, doc *document.Document, opts WriteOptions) *chapterWriter {
	w := &chapterWriter{opts: opts, in: &inline.Writer{}, targets: headingTargets{blocks: doc.Blocks}}
	w.writeSink = writeSink{meter: meter{max: opts.MaxChars, mute: opts.NoTokens}, out: out, placeless: opts.NoPlaces}
	w.in.Reset(w)
	w.notes.collect(doc.Blocks)
	w.segments.plan(w, doc.Blocks)
	if opts.MaxChars > 0 {
		w.budget = newTableBudget(doc.Blocks, opts.MaxChars)
	}
	return w
}

// chapter returns the result.
func (w *chapterWriter) chapter() *Chapter {
	c := &Chapter{
		Length:   w.offset(),
		Places:   w.places,
		Warnings: w.warnings.list(),
		Notes:    w.notes.written,
	}
	c.Segments = w.segments.finish(w)
	for _, s := range c.Segments {
		c.Tokens += s.Tokens
	}
	return c
}

// begin writes the text before a block and notes its place. Every
// block calls it right before its first byte, so that blocks without any
// leave no trace.
func (w *chapterWriter) begin() {
	w.separate()
	w.segments.begin(w)
	w.mark()
	w.lists.last = 0
}

// end is called behind a block.
func (w *chapterWriter) end() {
	w.gap = writeGapBlank
	w.line = blockAt{}
}

// each calls write for each block as long as it returns true.
func (w *chapterWriter) each(blocks []document.Block, write func(document.Block) bool) {
	for i, b := range blocks {
		w.sibling(writeAfter(blocks, i))
		if !write(b) {
			return
		}
	}
}

// writeAfter returns the block that follows block i, or nil.
func writeAfter(blocks []document.Block, i int) document.Block {
	if i+1 == len(blocks) {
		return nil
	}
	return blocks[i+1]
}

// blocks writes the blocks of a container.
func (w *chapterWriter) blocks(blocks []document.Block) {
	w.each(blocks, func(b document.Block) bool {
		w.block(b)
		return true
	})
}

func (w *chapterWriter) block(b document.Block) {
	w.at(b.At())
	switch b := b.(type) {
	case *document.Heading:
		w.heading(b.Level, b.Inlines)
	case *document.Paragraph:
		w.paragraph(b.Inlines)
	case *document.List:
		w.list(b)
	case *document.Table:
		w.table(b)
	case *document.CodeBlock:
		w.code(b.Lang, b.Text)
	case *document.Quote:
		w.quote(b.Blocks)
	case *document.ThematicBreak:
		w.rule()
	case *document.DefinitionList:
		w.definitions(b)
	case *document.Note: // at the end
	case *document.Annotation:
		w.annotation(b)
	case *document.MathBlock:
		w.math(b.TeX)
	case *document.Section:
		w.section(b)
	case *document.Verbatim:
		w.verbatim(b.Text)
	default:
		panic(fmt.Sprintf("markdown: unknown block %T", b))
	}
}

// paragraph writes a paragraph; one without text is nothing.
func (w *chapterWriter) paragraph(inlines []document.Inline) {
	if !w.in.Build(inlines, inline.Paragraph) {
		return
	}
	at := inline.Line{First: true, Item: w.line.item, Mid: w.line.mid, Nested: len(w.prefix) > 0}
	w.begin()
	at.Top = w.offset() == 0
	w.buf = w.in.Append(w.buf, w.prefix, at)
	w.end()
}
