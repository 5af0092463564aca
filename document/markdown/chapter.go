package markdown

import (
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/inline"
)

// WriteOptions says how a document is written. The zero value writes what
// `backstory convert` prints.
type WriteOptions struct {
	// Base is the level of the heading that the chapter is under: 0 for
	// a file of its own, 3 in a backstory. The source's first level is
	// written as Base+1; below level 6 headings stay at 6.
	Base int
	// Coqui writes spaced tables.
	Coqui bool
	// HTMLTables writes tables with spans or blocks in cells as HTML.
	HTMLTables bool
	// Anchors keeps links that mean something only where the text stands for
	// its source alone: to headings of the same document, and relative to the
	// source's place. Without it they keep their text only.
	Anchors bool
	// Rows is how many rows of a table are written at most; 0 means all.
	Rows int
	// MaxChars is how many characters the chapter may have; 0 means any
	// number. A table is cut to stay below it, other text is an [OverflowError].
	MaxChars int64
	// NotePrefix is in front of footnote labels, so that no chapter
	// refers to another's notes. Letters and digits only.
	NotePrefix string
	// NoComments leaves annotations out.
	NoComments bool
	// NoTokens leaves the tokens uncounted, which costs as much as a quarter
	// of the writing: they are 0 then.
	NoTokens bool
	// NoPlaces leaves [Chapter.Places] empty: of many short paragraphs, they
	// take as much memory as the text.
	NoPlaces bool
	// Scratch is memory that this write may use, or nil.
	Scratch *Scratch
}

// Scratch is memory that writes use one after the other: whoever writes many
// documents makes one. It is for one goroutine, and the zero value is ready.
type Scratch struct {
	buf     []byte
	inlines inline.Writer
}

// maxScratch is how much text a scratch keeps memory for, in bytes.
const maxScratch = 1 << 20

// keep takes the memory back from a write.
func (s *Scratch) keep(buf []byte) {
	s.inlines.Release()
	s.buf = nil
	if cap(buf) <= maxScratch {
		s.buf = buf
	}
}

// Chapter is what the writer gives of one document beside the text: where each
// part of the text came from, what its parts are, and what could not be said.
type Chapter struct {
	Length   int64              // of the text, in bytes
	Tokens   int                // estimated, of the whole text: the segments' sum
	Places   []Place            // by offset; each holds up to the next one
	Segments []Segment          // in order; together they are the whole text
	Warnings []document.Warning // of the writer
	Notes    int                // how many footnote labels the text defines
	Keywords string             // that the document says of itself, in one line of at most 500 bytes; they are not in the text
}

// Place says where the text from an offset on came from.
type Place struct {
	Offset int64 // in bytes from the chapter's begin
	Pos    document.Pos
}

// Segment is a part of a chapter that can stand alone: what is under a top
// heading, a page, a slide, a sheet. Text before the first one is a segment
// without title; the notes at the end are one, "Notes", where there are others.
type Segment struct {
	Offset int64 // in bytes from the chapter's begin
	Length int64
	Title  string
	Tokens int // estimated; of a long segment by a part of it
}
