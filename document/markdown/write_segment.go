package markdown

import (
	"strconv"

	"github.com/seed353dc258/backstory/document"
)

// segmenter finds the parts of a chapter that can stand alone.
type segmenter struct {
	level int // of the headings that begin one, in the text; 0 for none
	list  []Segment
	title string
	due   bool // the next block begins one
}

// maxSegments is how many segments a chapter has at most: the last one holds the
// rest. Of many short headings, they would take more memory than the text.
const maxSegments = 1 << 16

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
		w.segments.next(writeSectionTitle(b))
	}
}

// notes makes the notes at the end a segment of their own, where there are
// others.
func (s *segmenter) notes() {
	if len(s.list) > 1 {
		s.next("Notes")
	}
}

// next says that the next block begins a segment.
func (s *segmenter) next(title string) {
	s.title, s.due = title, true
}

// begin is called where a block begins.
func (s *segmenter) begin(w *chapterWriter) {
	if len(s.list) > 0 && !s.due || len(s.list) >= maxSegments {
		return
	}
	at := w.offset()
	if n := len(s.list); n > 0 && s.list[n-1].Offset == at {
		s.list = s.list[:n-1]
	} else {
		s.shut(w)
	}
	s.list = append(s.list, Segment{Offset: at, Title: s.title})
	s.title, s.due = "", false
}

// shut completes the last segment.
func (s *segmenter) shut(w *chapterWriter) {
	w.count()
	if n := len(s.list) - 1; n >= 0 {
		s.list[n].Length = w.offset() - s.list[n].Offset
		s.list[n].Tokens = w.tokens.tokens()
	}
	w.tokens = tokenSampler{}
}

// finish completes the last segment and returns all.
func (s *segmenter) finish(w *chapterWriter) []Segment {
	s.shut(w)
	return s.list
}
