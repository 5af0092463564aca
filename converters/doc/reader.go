package doc

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/edgetable"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// reader makes the document of a file.
type reader struct {
	env    *converters.Env
	file   *word.File
	losses *lost.Tally
	build  wordtext.Builder
	err    error

	refs      map[word.Place]reference // to notes
	comments  map[word.Place][]word.Note
	bookmarks map[word.Place][]string // their names
	notes     []document.Block
	embedding
	furniture wordtext.Furniture
}

// embedding is where embedded documents are, and what was read of them.
type embedding struct {
	ctx       context.Context
	container *cfb.File
	seen      map[string]bool
	objects   []document.Block
}

// reference is a note at a place of the body.
type reference struct {
	word.Note
	kind document.NoteKind
}

// fail keeps the first error.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// failed reports whether reading has to end.
func (r *reader) failed() bool {
	if r.err == nil {
		r.err = r.file.Err()
	}
	return r.err != nil
}

// story is a text that is being read: the body, a note, a header, a text box.
type story struct {
	doc       *reader
	part      string
	furniture bool // it is a header or a footer
	paged     bool // it has the number of the page
	ground    visible.Paint

	flow       *wordtext.Flow
	tables     tables
	fields     fields
	par        paragraph
	paragraphs int32 // that have ended
	old        oldCount
	letters    letters
}

// letters makes text of characters.
type letters struct {
	decoder codepage.Decoder
	scratch []byte
}

// paragraph is the current paragraph of a story.
type paragraph struct {
	text    *wordtext.Paragraph
	props   word.Para
	unseen  visible.Way // what was counted last
	dropped bool        // some of it was left out
	ruled   bool        // there is a line across the page
	beside  []beside
	marks   []string
}

// beside is what is behind a paragraph: a comment, or the texts of a shape.
type beside struct {
	comment *document.Annotation
	blocks  []document.Block
}

func (r *reader) newStory(part string) *story {
	st := &story{doc: r, part: part, flow: r.build.NewFlow(nil)}
	st.tables = tables{doc: r, flow: st.flow, pos: st.pos}
	st.par.text = r.build.NewParagraph()
	return st
}

// The characters that end something (2.4.2).
const (
	charCell      = 0x07
	charPage      = 0x0C
	charParagraph = 0x0D
	charColumn    = 0x0E
)

// tables are the tables of a story that are open, by level, and the row in the first.
type tables struct {
	doc   *reader
	flow  *wordtext.Flow // of the story
	pos   func() document.Pos
	open  []openTable
	row   rowAhead
	begun int32
}

// openTable is a table that may get more rows, and the row and the cell that are open.
type openTable struct {
	table edgetable.Table
	cells []document.Cell
	set   []wordtext.Cell // how they are set
	flow  *wordtext.Flow  // of the cell that is open
	cell  *wordtext.Cell  // and what it says of that
	said  bool            // there is something in it
}

// What is held counts as nodes, besides the blocks that it becomes.
const (
	costTable = 6
	costCell  = 1
	costRow   = 2
)

func (r *reader) hold(n int64, pos document.Pos) {
	r.fail(r.env.Spend(converters.LimitNodes, n, pos))
}

// rowAhead is what is known of the row that is being read, from its end.
type rowAhead struct {
	until word.Place // up to where it is known
	row   word.Row
	known bool
}

// stretch is text with the same properties.
type stretch struct {
	chars *word.Chars
	font  word.Font
	how   visible.Way
	run   wordtext.Run
	drops bool
}

const costNode = 6

// fields are the fields that are open.
type fields []field

// field is a field that is open.
type field struct {
	raw    []byte // its instruction
	coding bool   // that is being read
	code   wordtext.Field
	link   *wordtext.Link
	silent bool
	shown  bool   // its result has something in it
	form   string // what a form shows in place of the result
}

// pos returns the place of what is being read.
func (st *story) pos() document.Pos {
	p := document.Pos{Part: st.part}
	if st.par.props.Tables() == 0 {
		p.Paragraph = st.paragraphs + 1
	} else if len(st.tables.open) > 0 {
		p.Table = st.tables.begun
	}
	return p
}

// oldCount counts the items of a list of Word 6, which are those that follow one another
// and are marked in one way.
type oldCount struct {
	before, after string
	kind          uint8
	next          int32
}

// Characters that are no text (2.4.2, 2.6.1).
const (
	charPageNumber = 0x00
	charPicture    = 0x01
	charComment    = 0x05
	charShape      = 0x08
	charTab        = 0x09
	charLine       = 0x0B
	charField      = 0x13
	charResult     = 0x14
	charFieldEnd   = 0x15
	charHyphen     = 0x1E
	charSymbol     = 0x28
)

// maxMarks bounds the bookmarks at one place.
const maxMarks = 64

// paragraphEnd returns where the character is that ends a paragraph, and which one it is.
func (r *reader) paragraphEnd(at, to word.Place) (word.Place, uint16) {
	for i, c := range r.file.Texts.Text(at, to) {
		switch c {
		case charCell, charPage, charParagraph, charColumn:
			return at + word.Place(i), c
		}
	}
	return to, 0
}

// into returns where the next paragraph or table of a level goes: into the story, or into
// the open cell of a table.
func (ts *tables) into(level int) *wordtext.Flow {
	if level == 0 {
		return ts.flow
	}
	t := &ts.open[level-1]
	t.said = true
	return t.flow
}
