package markdown

import (
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/inline"
)

// chapterWriter writes one document.
type chapterWriter struct {
	out      blockSink
	opts     WriteOptions
	in       *inline.Writer
	flat     []document.Inline // scratch for cells
	refs     references
	budget   *tableBudget
	sections int // with a heading, around
	comments commentCount
}

// blockSink is a sink that knows blocks: what is between two of them, and what they
// are in.
type blockSink struct {
	writeSink
	segments segmenter
	depth    int  // of lists and quotes
	quiet    bool // headings inside are not part of the outline
	lists    listBorder
	line     blockAt // where the next block begins
}

// references is what inlines ask of the document ([inline.Document]). It counts what
// could not be written as it was.
type references struct {
	targets  headingTargets
	notes    noteBook
	warnings writeWarnings
	place    *placer
}

// commentCount is how many comments are written.
type commentCount int

// alone reports whether nothing around a block takes text back.
func (s *blockSink) alone() bool { return s.depth == 0 && !s.quiet }

// begin writes the text before a block and notes its place. Every
// block calls it right before its first byte, so that blocks without any
// leave no trace.
func (s *blockSink) begin() {
	s.separate()
	s.segments.begin(&s.writeSink)
	s.place.mark(s.offset())
	s.lists.last = 0
}

// end is called behind a block.
func (s *blockSink) end() {
	s.gap = writeGapBlank
	s.line = blockAt{}
}

// each calls write for each block as long as it returns true.
func (s *blockSink) each(blocks []document.Block, write func(document.Block) bool) {
	for i, b := range blocks {
		s.sibling(writeAfter(blocks, i))
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

// paragraph writes a paragraph; one without text is nothing.
func (w *chapterWriter) paragraph(inlines []document.Inline) {
	if !w.in.Build(inlines, inline.Paragraph) {
		return
	}
	at := inline.Line{First: true, Item: w.out.line.item, Mid: w.out.line.mid, Nested: len(w.out.prefix) > 0}
	w.out.begin()
	at.Top = w.out.offset() == 0
	w.out.buf = w.in.Append(w.out.buf, w.out.prefix, at)
	w.out.end()
}

// tableBudget shares the characters that a chapter may have among its tables:
// small ones stay whole, and the long ones are cut to the same length.
type tableBudget struct {
	max    int64
	text   int64                     // estimate of what is not a table
	share  map[*document.Table]int64 // what is set aside for each
	rest   int64                     // set aside for those that are still to come
	tables int64                     // characters of the tables written
}

// headingTargets are the headings of a document that links may lead to. Their names
// are not found before there is such a link: in few documents there are any, and in
// a long one they take much memory.
type headingTargets struct {
	kept   bool // there may be any
	blocks []document.Block
	slugs  map[string]string // by what links call them; nil before the first link
}

// noteBook knows the notes of a document, and which have been referred to.
type noteBook struct {
	prefix  string           // of labels
	bodies  []*document.Note // in order
	byID    map[string]int32 // index in bodies; nil while each is called by its number
	numbers []int32          // by index: the number, from 1; 0 if not referred to
	queue   []int32          // indexes in the order of their numbers
	written int              // how many of the queue are written
}

// listBorder is what keeps a list from running on into its neighbour: the
// marks, a bullet or the "." or ")" behind a number, that the blocks before
// and after it in the same container have. Readers join neighbouring lists
// with the same mark.
type listBorder struct{ last, next byte }

// listMark is how one item is marked.
type listMark struct {
	number  string // with its delimiter; empty for a bullet
	literal string // in front of the text, behind a bullet
}

// blockAt is what a block must know of the line that it begins on.
type blockAt struct {
	marker byte // the bullet in front of it
	item   bool // it begins a list item
	mid    bool // it continues the line
}

// sibling notes what follows the next block, if anything does.
func (s *blockSink) sibling(next document.Block) {
	s.lists.next = 0
	if v, ok := next.(*document.Verbatim); ok {
		s.lists.next = writeLineMark(v.Text)
	}
}

func (r *references) warn(code writeCode) { r.warnings.add(code, 1, r.place.pos) }

// Report counts what the inlines could not say ([inline.Document]).
func (r *references) Report(loss inline.Loss, times int) {
	code := [...]writeCode{inline.NoAlt: warnImage, inline.ChatToken: warnToken, inline.LabelLike: warnLabel}[loss]
	if times > 0 {
		r.warnings.add(code, times, r.place.pos)
	}
}

// codeTokens reports the special tokens in code, where nothing can break
// them.
func (r *references) codeTokens(text string) { r.Report(inline.ChatToken, chattoken.InCode(text)) }
