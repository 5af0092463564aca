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
		w.out.buf, w.in = s.buf[:0], &s.inlines
		w.in.Reset(&w.refs)
		defer func() { s.keep(w.out.buf) }()
	}
	w.out.each(doc.Blocks, func(b document.Block) bool {
		w.out.segments.border(b)
		w.block(b)
		w.out.breathe()
		return w.out.err == nil
	})
	if w.out.err != nil {
		return nil, w.out.err
	}
	w.notesAtEnd()
	if w.out.offset() > 0 {
		w.out.text("\n")
	}
	w.out.flush()
	if w.out.err != nil {
		return nil, w.out.err
	}
	c := &Chapter{
		Length:   w.out.offset(),
		Places:   w.out.place.places,
		Segments: w.out.segments.finish(&w.out.writeSink),
		Warnings: w.refs.warnings.list(),
		Notes:    w.refs.notes.written,
		Keywords: keywords(doc.Meta.Keywords),
	}
	for _, s := range c.Segments {
		c.Tokens += s.Tokens
	}
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
	w := &chapterWriter{opts: opts, in: &inline.Writer{}}
	w.out.writeSink = writeSink{meter: meter{max: opts.MaxChars, mute: opts.NoTokens}, to: out, place: placer{none: opts.NoPlaces}}
	w.refs = references{targets: headingTargets{kept: opts.Anchors, blocks: doc.Blocks}, notes: noteBook{prefix: opts.NotePrefix}, place: &w.out.place}
	w.in.Reset(&w.refs)
	w.refs.notes.collect(doc.Blocks)
	w.out.segments.base = opts.Base
	w.out.segments.plan(doc.Blocks)
	if opts.MaxChars > 0 {
		w.budget = newTableBudget(doc.Blocks, opts.MaxChars)
	}
	return w
}

func (w *chapterWriter) block(b document.Block) {
	w.out.place.at(b.At())
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
		w.quote("", b.Blocks, w.out.alone())
	case *document.ThematicBreak:
		w.out.rule()
	case *document.DefinitionList:
		w.list(writeDefinitions(b))
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
func (s *segmenter) plan(blocks []document.Block) {
	for _, b := range blocks {
		if level := s.levelOf(b); level > 0 && (s.level == 0 || level < s.level) {
			s.level = level
		}
	}
}

// levelOf returns the level that a block's heading has, or 0.
func (s *segmenter) levelOf(b document.Block) int {
	switch b := b.(type) {
	case *document.Heading:
		return min(max(b.Level, 1)+s.base, 6)
	case *document.Section:
		if writeSectionTitle(b) != "" {
			return min(s.base+1, 6)
		}
	}
	return 0
}

// border begins a segment where an outer block is a top heading, a section
// with such a heading, or a page.
func (s *segmenter) border(b document.Block) {
	if page, ok := b.(*document.Section); ok && page.Kind == document.SectionPage {
		s.next("Page " + strconv.Itoa(page.Number))
		return
	}
	if level := s.levelOf(b); level == 0 || level != s.level {
		return
	}
	switch b := b.(type) {
	case *document.Heading:
		s.next(document.InlineText(b.Inlines))
	case *document.Section:
		s.next(document.InlineText(writeSectionInlines(b, writeSectionTitle(b))))
	}
}
