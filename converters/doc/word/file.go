package word

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/officeart"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// Story is one of the texts that a document has one behind the other.
type Story int

// The stories, in their order (2.4.1).
const (
	Body Story = iota
	Footnotes
	Headers
	Macros
	Comments
	Endnotes
	Boxes
	HeaderBoxes
	storyCount
)

// File is a document.
type File struct {
	Texts  texts
	Styles styles
	Fonts  fonts
	Lists  lists
	Shapes shapes

	in    *streams
	chars pages // properties of characters
	paras pages // and of paragraphs
	cache cache
}

// streams are the streams of a document, and the budget that they are read with.
type streams struct {
	fib
	ctx   context.Context
	env   *converters.Env
	table []byte // the stream of tables
	data  []byte // the stream of pictures
	err   error  // the first one of the budget
}

// texts is the text of a document.
type texts struct {
	in      *streams
	text    []uint16
	bytes   bool // characters are bytes in the code page of their font
	pieces  []piece
	at      int                   // the piece that was asked for last
	starts  [storyCount + 1]Place // of stories
	changes [][]byte              // of pieces
}

// Place is the number of a character, from 0.
type Place = int32

// cut returns a piece of bytes, as far as it is there.
func cut(b []byte, from, length int64) []byte {
	if from < 0 || from >= int64(len(b)) || length <= 0 {
		return nil
	}
	return b[from:min(from+length, int64(len(b)))]
}

// Range returns where a story begins and ends.
func (t *texts) Range(s Story) (from, to Place) { return t.starts[s], t.starts[s+1] }

// Err returns the first error of the budget.
func (f *File) Err() error { return f.in.err }

// spend charges what is kept.
func (s *streams) spend(nodes int) error {
	return s.env.Spend(converters.LimitNodes, int64(nodes), document.Pos{})
}

// step counts work, whose error [File.Err] returns.
func (s *streams) step(n int) {
	if err := s.env.Step(s.ctx, int64(n), document.Pos{}); err != nil && s.err == nil {
		s.err = err
	}
}

// fib is the head of the main stream: it says where everything else is ([MS-DOC],
// 2.5.1).
type fib struct {
	raw []byte
	old bool // Word 6 or 95
}

// piece is a stretch of text that is in one place of the main stream (2.8.35).
type piece struct {
	from, to Place
	at       uint32 // offset of its first byte
	change   uint16 // what changes its properties
	wide     bool   // two bytes a character
}

// pages are where the properties of stretches of the main stream are: on pages of 512
// bytes, each for a stretch of it (2.9.33, 2.9.174). Stretches are by offset.
type pages struct {
	main   []byte
	starts []uint32 // of the stretches of pages, and the end of the last one
	at     []uint32 // the pages
	width  int      // of what says where the properties are
	old    bool     // of Word 6

	page int // that is read, from 1
	runs []stretch
}

// stretch is a part of the main stream with the same properties.
type stretch struct {
	from, to uint32
	changes  []byte
}

// style is a style of paragraphs or characters.
type style struct {
	name         string // in small letters
	builtIn      uint16 // the number of a style that every document has
	base         uint16
	paras, chars []byte // changes

	made   uint8 // how far the properties are known: notMade, inMaking, isMade
	para   Para
	letter Chars
}

// styles are the styles of a document, by their numbers.
type styles struct {
	in  *streams
	all []style
}

const (
	notMade = iota
	inMaking
	isMade
)

// Para are the properties of a paragraph.
type Para struct {
	Style       uint16
	InTable     bool
	Depth       int32 // in how many tables it is
	RowEnd      bool  // it is no paragraph but the end of a row
	CellEnd     bool  // it ends a cell of a table in a table
	Align       document.Align
	Left, First int32 // indents in twips; that of the first line is beside the other
	Outline     int8  // of a heading, from 0; wordtext.NoLevel for others
	Listed      Listed
	Ground      visible.Paint
	Ruled       bool // a line is drawn below
	Flat        bool // its lines have no height
	Frame       Frame
	Row         Row // of the end of a row
}

// Listed says which list a paragraph is in, by its number from 1, or how it is marked
// itself.
type Listed struct {
	List  int32
	Level int8
	Old   OldList
}

// Frame is where the frame of a paragraph is, in twips.
type Frame struct{ X, Y, Width int32 }

// noOutline is the level of what is no heading, as in wordtext.
const noOutline = 9

// minLine is the least height of a line that has exactly that height, in twips.
const minLine = 20 * visible.MinHeight

// Row is how a row of a table is made.
type Row struct {
	Left   int32 // its edge, in twips
	Header bool
	Flat   bool // it has no height
	Cells  []Cell
}

// Cell is how a cell of a row is made.
type Cell struct {
	Right   int32 // its edge
	Ground  visible.Paint
	Joins   bool // it is part of the cell before it
	Below   bool // it goes on in the rows below
	Covered bool // it is part of the cell above it
	Ruled   bool // a line is drawn below
}

// Font is a font of the document.
type Font struct {
	Signs symbolfont.Font
	Mono  bool          // its letters are equally wide
	Page  codepage.Page // of text in bytes
}

// fonts are the fonts of a document, by their numbers.
type fonts struct {
	in  *streams
	all []Font
}

// lists are the lists of the document.
type lists struct {
	in   *streams
	byID map[int32]*listDef
	uses []*listUse // by number, from 1
}

// listDef is a list, whose counters are shared by its uses (2.9.147).
type listDef struct {
	levels [wordtext.ListLevels]wordtext.ListLevel
	simple bool
	wordtext.Counters
}

// listUse is a list as paragraphs refer to it (2.9.131): some levels may be others, or
// start elsewhere.
type listUse struct {
	of     *listDef
	levels wordtext.Levels
	starts []wordtext.ListStart
}

// OldList is a numbered or bulleted paragraph of Word 6, which says itself how it is
// marked. The zero value is none.
type OldList struct {
	Kind          uint8
	Start         int32
	Before, After string
}

// Shape is a shape that is at a place of the text.
type Shape struct {
	officeart.Shape
	At    Area
	Boxes []Box
}

// Area is where a shape is, in twips.
type Area struct{ Left, Top, Right, Bottom int32 }

// Box is a text in a shape.
type Box struct {
	From, To Place
	officeart.Shape
}

// shapes are the shapes of the document, by where they are.
type shapes struct {
	in     *streams
	texts  *texts
	known  map[uint32]officeart.Shape
	outer  map[uint32]uint32 // the shape in the text that one is in
	body   map[Place]Shape
	header map[Place]Shape
	loose  []Box // texts of no shape in the text
}

// Chars are the properties of characters.
type Chars struct {
	Bold, Italic, Strike, Outlined bool
	Hidden, Deleted                bool
	Script                         int8 // above or below 0: raised, lowered
	Style                          uint16
	Font                           uint16
	Ink, Ground                    visible.Paint
	Letters                        Letters
	Sign                           Sign
}

// Letters says how large letters are.
type Letters struct {
	Size, Raise, Scale int32 // in half points, half points, per cent
	Spacing            int32 // in twips
}

// Sign says what a character is where it is no letter.
type Sign struct {
	Special      bool // it is a mark, such as a picture or a note, and no letter
	Object, Data bool // it is of an embedded object, of a form
	Symbol       Symbol
	Picture      uint32 // its offset in the stream of pictures
}

// Symbol is a character of a font of its own; its code is 0 for none.
type Symbol struct {
	Font uint16
	Code uint16
}

// cache is what was made last: most stretches of a document are like the one before.
type cache struct {
	changes *byte
	style   uint16
	piece   uint16
	chars   Chars
}

// change is one change of a property (2.6.1): which one it is, and its operand.
type change struct {
	op  uint16
	arg []byte
}
