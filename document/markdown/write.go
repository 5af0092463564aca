package markdown

import (
	"fmt"
	"io"
	"strconv"
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
	c.Segments = w.segments.finish(&w.writeSink)
	for _, s := range c.Segments {
		c.Tokens += s.Tokens
	}
	return c
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

// plan finds the level of the top headings among the outer blocks.
func (s *segmenter) plan(w *chapterWriter, blocks []document.Block) {
	for _, b := range blocks {
		s.take(w, b)
	}
}

// take notes the level of a block's heading.
func (s *segmenter) take(w *chapterWriter, b document.Block) {
	level := w.borderLevel(b)
	if level > 0 && (s.level == 0 || level < s.level) {
		s.level = level
	}
}

// borderLevel returns the level that a block's heading has, or 0.
func (w *chapterWriter) borderLevel(b document.Block) int {
	switch b := b.(type) {
	case *document.Heading:
		return min(max(b.Level, 1)+w.opts.Base, 6)
	case *document.Section:
		if writeSectionTitle(b) != "" {
			return min(w.opts.Base+1, 6)
		}
	}
	return 0
}

// border begins a segment where an outer block is a top heading, a section
// with such a heading, or a page.
func (w *chapterWriter) border(b document.Block) {
	if page, ok := b.(*document.Section); ok && page.Kind == document.SectionPage {
		w.segments.next("Page " + strconv.Itoa(page.Number))
		return
	}
	if level := w.borderLevel(b); level == 0 || level != w.segments.level {
		return
	}
	switch b := b.(type) {
	case *document.Heading:
		w.segments.next(document.InlineText(b.Inlines))
	case *document.Section:
		w.segments.next(document.InlineText(writeSectionInlines(b, writeSectionTitle(b))))
	}
}
