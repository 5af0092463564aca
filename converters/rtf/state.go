package rtf

import (
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// chars are the properties of characters. They belong to a group, as all
// properties do.
type chars struct {
	styles  document.Styles
	hidden  bool // \v
	deleted bool // \deleted, \mvf
	script  script
	shrunk  bool            // \updnprop of LibreOffice: raised or lowered text is meant as such
	rtfOnly bool            // \htmlrtf: not part of the page that the file wraps
	wide    document.Styles // of East Asian text, where they are said apart
	uc      uint8           // bytes that stand for a \u in readers without Unicode
	font    int32
	size    int32 // in half points
	ink     int32 // index in the colour table
	ground  int32 // what reader.ground returns
	link    int32 // index in reader.links plus one
	scale   int32 // \charscalex, in percent; 0 is not said
	spacing int32 // between letters, in twips
	far     bool  // raised or lowered out of the page
}

// script is for which script the words are that follow (RTF 1.9.1, associated
// character properties).
type script uint8

const (
	scriptPlain script = iota
	scriptRTL
	scriptWide // East Asian
)

// pars are the properties of paragraphs.
type pars struct {
	style    int32
	left     int32 // indent in twips
	first    int32 // indent of the first line, relative to left
	list     int32 // \ls
	ground   int32 // what reader.ground returns
	level    int8  // \ilvl
	outline  int8  // \outlinelevel, -1 is none
	align    document.Align
	inTable  bool
	pressed  bool // its lines have no height
	border   bool // a rule below
	itap     int16
	pnMarker int8  // \pnlvlblt and the like
	pn       int32 // index in reader.pns plus one
	frame    frame
}

// frame is where the frame of a paragraph stands, in twips.
type frame struct{ x, y, wide int32 }

// dest is what becomes of the text of a group.
type dest uint8

const (
	destBody    dest = iota // into the current paragraph
	destCollect             // into reader.collected, for the word that the group is of
	destFonts
	destColors
	destStyles
	destLists     // \listtable
	destOverrides // \listoverridetable
	destTag       // into the page that the file wraps, as it stands
	destQuiet     // nowhere; groups inside may still mean something
)

// group is the state of one group.
type group struct {
	dest  dest
	of    word  // the destination's word
	owner bool  // the group itself began the destination, not one around it
	from  int32 // in reader.collected, for destCollect
	chars chars
	pars  pars

	inkShade, parShade pattern
}

// noOutline is the outline level of body text.
const noOutline = -1

// plainPars returns the properties after \pard.
func plainPars() pars { return pars{outline: noOutline} }

// run is a stretch of a paragraph's text in one format. It ends at an offset
// and begins where the one before it ends.
type run struct {
	end    int32
	node   int32 // index in reader.nodes plus one; then it has no text
	link   int32 // as chars.link
	styles document.Styles
	mono   bool // in a font of fixed width
	hidden bool // shown although it is hidden, to be marked
}

// para is a paragraph.
type para struct {
	pars
	line   int32
	number int32 // in its story, from 1; 0 in a table
	lines  int   // that end in it, while it is read
	listed bool  // it has a marker of its own, which may be empty
	kind   styleKind
	text   string
	runs   []run
	marker string
	marks  []string // bookmarks
	extras []extra
}

// item is a paragraph or a table.
type item struct {
	para  *para
	table *table
}

// extraKind is what a story beside the text is.
type extraKind uint8

const (
	extraBox extraKind = iota // a text box
	extraComment
)

// extra is a story that stands beside a paragraph.
type extra struct {
	kind         extraKind
	author, date string
	line         int
	items        sealed
	veiled       bool // it is hidden, and was marked
	crowd        int  // what it counts for where it stands
}

// row is a row with what defines its cells.
type row struct {
	rowHead
	defs  []cellDef
	cells []cell
}

// cell is what stands in a cell: plain text, where that says all, or items.
type cell struct {
	text  string
	items []item
}

// cellDef defines a cell of a row.
type cellDef struct {
	right   int32 // its right edge in twips
	ground  int32 // what reader.ground returns
	joins   bool  // \clmrg: part of the cell before it
	below   bool  // \clvmgf: goes on in the rows below
	covered bool  // \clvmrg: part of the cell above it
	ruled   bool  // has a rule below
}

// rowDef is the definition that \trowd begins.
type rowDef struct {
	defs   []cellDef
	number int  // of the copy of defs that rows share plus one, or 0
	merges bool // a cell of defs is part of another one
	next   cellDef
	shade  pattern // of the next cell
	flat   bool    // it has no height
	left   int32
	header bool
}

// note is a footnote or an endnote.
type note struct {
	endnote bool
	line    int
	items   sealed
	depth   int  // how many stories are around it
	veiled  bool // it is hidden, and was marked
	dropped bool // it is hidden, and left out
}

// story is a text with paragraphs of its own: the body, a note, a header.
type story struct {
	held   held
	open   []openTable // by level
	text   []byte      // of the current paragraph
	runs   []run
	marker string
	listed bool
	line   int // where the current paragraph began; 0 if it has not
	marks  []string
	extras []extra
	shown  bool        // some of the current paragraph was taken for what is seen
	paged  bool        // it holds a page number
	rule   bool        // the current paragraph is a line across the page
	veil   visible.Way // how all of it is hidden
	cost   int64       // what the runs of the current paragraph count as
	lines  int         // how many lines of the current paragraph have ended
	crowd  int         // how many paragraphs, runs, lines and cells it has

	paragraphs int32 // that have ended outside of tables, empty ones among them
	tables     int   // that have begun
}

// openTable is a table that may get more rows, and the row that is open.
type openTable struct {
	table *table
	cell  pen    // writes what stands in the open cell
	items int    // how much that is
	row   []byte // the cells before it
	cells int    // how many these are
	blank int    // how many of them, at the end, are empty
	crowd int    // how much there is in the row
	line  int

	parted bool // the row goes on with one that was parted from it
}
