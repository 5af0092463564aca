package inline

import "github.com/seed353dc258/backstory/document"

// Writer writes the inlines of one block after the other. Its zero value is
// ready for a [Writer.Reset]; it is for one goroutine.
type Writer struct {
	in     builder
	esc    escaper
	emph   emphasis
	prefix []byte // of the lines behind the first
	line   Line   // of the next text, if start
	start  bool   // the next text begins a line
	noted  bool   // this line begins with the mark of a note
	boxed  bool   // a link begins an item
}

// emphMark is a delimiter that was written, or the border of a link.
type emphMark struct {
	pos, size int
	char      byte // '*', '~', emphLink or emphLinkEnd
	open      bool
	atom      int
	run       int // of emphRun
}

const (
	emphLink    = '['
	emphLinkEnd = ']'
)

// emphRun is a run of the same delimiters.
type emphRun struct {
	char         byte
	size, left   int
	opens, shuts bool
}

// emphPair is an opening and a closing run, and how many delimiters they
// share.
type emphPair struct{ open, shut, size int }

// emphReading is how a reader classes characters.
type emphReading struct {
	symbols bool // symbols are punctuation (CommonMark 0.31)
	through bool // "~" is looked through, white space is category Zs only (cmark-gfm)
}

var emphReadings = [...]emphReading{{symbols: true}, {}, {through: true}}

// emphasis is the delimiters of a block, and what checking takes of them, kept for the
// next block.
type emphasis struct {
	marks     []emphMark
	styled    bool // there are marks of styles
	runs      []emphRun
	read      []emphPair
	meant     []emphPair
	stack     []int
	floors    []int
	partner   []int
	wrong     []int
	sameToAll bool // all readers class what is beside the delimiters alike
}

// escaper is what the writing of one block's atoms must know.
type escaper struct {
	in      place
	mails   bool   // the block has an "@"
	link    bool   // inside a link's text
	loose   bool   // brackets in the link's text do not pair
	stray   bool   // brackets around links do not pair
	must    uint16 // classes that are looked at
	pairs   uint16 // classes of escFlank that take escapes in this block
	address bool   // its text may hold a bare address

	broken
	odd   int // offset of a byte that cannot be between < and >, likewise
	hot   int // offset of a byte that takes an escape, in the text of the atom; -1 if unknown
	token int // offset of the byte that takes a backslash for one, in the text of the atom
}

// place is an atom among those of a block.
type place struct {
	atoms []atom
	at    int // the atom that is being written
	mode  Mode
}

// broken counts what took a backslash that no reader of Markdown needs.
type broken struct {
	tokens int // special tokens
	labels int // brackets of what reads like a label
}

// Line says where a line is, which decides how its first characters are read.
type Line struct {
	First  bool // of its paragraph
	Item   bool // the paragraph begins a list item
	Top    bool // of the file: front matter may be here
	Mid    bool // it only continues a line
	Nested bool // in a container

	whole bool // the text is the whole line
	label bool // the paragraph holds "]:", so that it may be a definition
}

func (r *Writer) delimiter(buf []byte, a *atom) []byte {
	tag := "sub"
	switch a.style {
	case document.Subscript:
	case document.Superscript:
		tag = "sup"
	default:
		d := escDelimiter(a.style)
		r.emph.styled = true
		r.emph.marks = append(r.emph.marks, emphMark{pos: len(buf), size: len(d), char: d[0], open: a.kind == atomOpen, atom: r.esc.in.at})
		return append(buf, d...)
	}
	buf = append(buf, '<')
	if a.kind == atomShut {
		buf = append(buf, '/')
	}
	return append(append(buf, tag...), '>')
}

// escDelimiter is what is on both sides of a style, or "" for one that is
// written as HTML.
func escDelimiter(style document.Style) string {
	switch style {
	case document.Emphasis:
		return "*"
	case document.Strong:
		return "**"
	case document.Strike:
		return "~~"
	}
	return ""
}
