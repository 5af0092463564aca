package parse

import (
	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/edgetable"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// reader makes a document of tokens.
type reader struct {
	*source

	at     scope
	head   head
	in     input
	sight  sight
	out    stories
	text   writer
	opened opened
	page   *page // of HTML that the file wraps: then nothing else is read
}

// writer makes paragraphs and tables of what is read, with the properties of the group
// that it is in.
type writer struct {
	at    *scope
	head  *head
	out   *stories
	lists lists
}

// scope is where in the tree of groups the reader is.
type scope struct {
	group
	stack     []group
	fresh     bool   // nothing but words has been seen in the group
	starred   bool   // \* has been seen in the group, and no word behind it
	collected []byte // text of destinations that are no stories
}

// opened is what has begun and not ended.
type opened struct {
	fields   fields
	shapes   shapes
	equation equation
	objects  int
	comment  *document.Annotation // what is known of the next one; nil for nothing
	clock    [5]int               // a date: year, month, day, hour, minute
	word6    numbering.Word6
}

// group is the state of one group.
type group struct {
	sink  sink
	role  role  // of the destination
	owner bool  // the group itself began the destination, not one around it
	from  int32 // where it begins in reader.collected, or the number of its note
	chars chars
	pars  pars
}

// sink is what becomes of the text of a group.
type sink uint8

const (
	toStory     sink = iota // into the current paragraph
	toCollected             // into reader.collected, for the role of the group
	toFonts
	toColors
	toStyles
	toLists     // \listtable
	toOverrides // \listoverridetable
	toPage      // into the page that the file wraps, as it is
	toNothing   // groups inside may still mean something
)

// role is what a destination is for.
type role uint8

const (
	roleNone role = iota

	// Those whose text is a name or a marker, which is short.
	roleMarker // \listtext, \pntext
	roleMarkerBefore
	roleMarkerAfter
	roleBookmark
	roleAnnotAuthor
	roleAnnotID
	roleAnnotDate
	roleShapeName
	lastName

	// Others whose text is collected.
	roleFieldInst
	roleFormItem
	roleTitle
	roleAuthor
	roleSubject
	roleKeywords
	roleCreated
	roleRevised
	roleLevelText
	roleShapeValue
	roleMath
	roleMathPart

	// Those with a story of their own.
	roleFootnote
	roleAnnotation
	roleHeader
	roleFooter
	roleFirstHeader // of a first page that is apart
	roleFirstFooter
	roleShapeText

	roleFonts
	roleStyles
	roleInfo
	rolePn
	roleUpr
	roleField
	roleFieldResult
	roleFormField
	roleNestProps
	roleShape // a picture, too
	roleObject
	roleObjectResult
	roleOther
)

func (o role) isMath() bool { return o == roleMath || o == roleMathPart }

func (o role) isName() bool { return o > roleNone && o < lastName }

// chars are the properties of characters. They belong to a group, as all
// properties do.
type chars struct {
	styles  document.Styles
	wide    document.Styles // of East Asian text, where they are said apart
	script  script
	hidden  bool  // \v
	deleted bool  // \deleted, \mvf
	shrunk  bool  // \updnprop of LibreOffice: raised or lowered text is meant as such
	far     bool  // raised or lowered out of the page
	rtfOnly bool  // \htmlrtf: not part of the page that the file wraps
	uc      uint8 // bytes that are read in place of a \u without Unicode
	font    int32
	size    int32 // in half points
	scale   int32 // \charscalex, in percent; 0 is not said
	spacing int32 // between letters, in twips
	link    *wordtext.Link
	paint   paint
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
	indents   indents
	list      int32 // \ls
	word6     int32 // the number of its list of Word 6, from 1
	style     int32
	listLevel int8 // from 0
	outline   int8 // of a heading, from 0; noOutline for others
	align     document.Align
	border    bool  // a rule is below
	ground    int32 // as head.ground returns it
	shade     pattern
	inTable   bool
	nest      int16 // \itap
	pressed   bool  // its lines have no height
	marker    int8  // by \pn: noMarker, bulletMarker, numberMarker
	frame     frame
}

// indents are those of all lines, and of the first one relative to them, in twips.
type indents struct{ left, first int32 }

// frame is where the frame of a paragraph is, in twips.
type frame struct{ x, y, wide int32 }

// The markers of \pn.
const (
	noMarker = iota
	bulletMarker
	numberMarker
)

// head is what the head of a file defines.
type head struct {
	src *source

	docPage     codepage.Page // of the document
	defaultFont int32
	fonts       map[int32]font
	fontDef     fontDef
	unknownPage int // the number of a code page that cannot be read
	colors      []color
	colorDef    color
	colorSet    bool
	styles      map[int32]style
	styleDef    styleDef
}

// font is a font of the font table.
type font struct {
	page  codepage.Page
	set   bool // its code page is known
	mono  bool
	signs symbolfont.Font
}

// fontDef is the font that is being defined.
type fontDef struct {
	font
	number int32
	name   []byte
}

type color struct{ red, green, blue int32 }

// style is a style of paragraphs.
type style struct {
	outline int8 // of headings
	kind    wordtext.Kind
}

// styleDef is the style that is being defined.
type styleDef struct {
	style
	number int32
	name   []byte
	other  bool // it is not one of paragraphs
}

// pattern is how a text, a paragraph or a cell is shaded: a pattern of one
// colour on another one (RTF 1.9.1, shading).
type pattern struct {
	fore, back int32 // numbers in the colour table; 0 is automatic
	share      int32 // of fore, in hundredths of a percent
}

// paint is the colour of text and of what is behind it.
type paint struct {
	ink    int32 // number in the colour table
	ground int32 // as head.ground returns it
	shade  pattern
}

// sight is how the text is that comes next, and whether it is seen. It counts what is
// not.
type sight struct {
	src    *source
	losses *lost.Tally
	run    wordtext.Run
	stale  bool        // it has to be made again
	unseen visible.Way // how it is hidden
	seen   visible.Way // what was counted last
	unsure bool        // it may be hidden by its colour
}

// input makes characters of what is written.
type input struct {
	out       func([]byte) // takes text in UTF-8
	decoder   codepage.Decoder
	scratch   []byte
	skip      int  // bytes to come that are read in place of the last \u
	surrogate rune // the first half of a pair, waiting for the other
}

// rows is what is known of the rows that are being read.
type rows struct {
	row       rowDef  // of tables in the text
	nestedRow rowDef  // of nested ones
	def       *rowDef // that words go to
	nested    int     // level of the last nested cell
	widest    int     // how many cells the widest row defines
}

// rowDef is the definition that \trowd begins.
type rowDef struct {
	defs   []edgetable.CellDef
	shared []edgetable.CellDef // a copy for the rows, which may be that of the definition before
	fresh  bool                // shared is equal to defs
	next   edgetable.CellDef
	shade  pattern // of the next cell
	flat   bool    // it has no height
	left   int32
	header bool
}

// openTable is a table that may get more rows, and the row and the cell that are open.
type openTable struct {
	table edgetable.Table
	cells []document.Cell
	set   []wordtext.Cell // how they are set
	flow  *wordtext.Flow  // of the cell that is open
	cell  *wordtext.Cell  // and what it says of that
	said  bool            // there is something in it
	blank int             // how many cells at the end are empty
	line  int             // of the row
}

// stories are the story that is read and those that it interrupts, and where their
// blocks go.
type stories struct {
	src       *source
	sight     *sight
	rows      rows
	story     *story
	outer     []*story
	words     wordtext.Builder
	meta      document.Meta
	notes     []note
	furniture wordtext.Furniture
	titled    bool             // the first page of the section is apart
	firsts    []firstFurniture // what waits for such a section
	inText    int64            // bytes of text so far
	nodes     int              // and what is not text
}

// story is a text with paragraphs of its own that is being read: the body, a
// note, a header.
type story struct {
	flow       *wordtext.Flow
	open       []openTable // by level
	hidden     visible.Way // how all of it is
	paged      bool        // it has the number of the page
	par        paragraph
	paragraphs int32 // that have ended outside of tables, empty ones among them
	tables     int   // that have begun
	word6      int32 // the list of Word 6 of the last item that was counted
	next       int32 // and its next number
}

// paragraph is the current paragraph of a story.
type paragraph struct {
	text   *wordtext.Paragraph
	marker string // of an item
	listed bool   // it carries its marker, which may be empty
	line   int    // where it began; 0 if it has not
	marks  []string
	beside []beside
	shown  bool // some of it was taken for what is seen
	rule   bool // it is a line across the page
}

// beside is a story beside a paragraph: a text box or a comment.
type beside struct {
	comment *document.Annotation // nil for a text box
	blocks  []document.Block     // of a text box
	hidden  bool                 // it is hidden, and marked
}

// note is a footnote or an endnote.
type note struct {
	*document.Note
	depth   int  // how many stories are around it
	hidden  bool // it is hidden, and marked
	dropped bool // it is hidden, and left out
}

// lists are the lists of the document.
type lists struct {
	table  numbering.Table
	listed map[int32]bool    // by \ls: lists whose paragraphs carry their markers
	word6  []numbering.Word6 // by number, from 1
}

// fields are those that are open.
type fields []field

// field is a field that is open.
type field struct {
	code  wordtext.Field
	raw   string // the instruction of EQ
	from  int64  // how much text there was before its result; -1 without one
	nodes int    // and how many nodes
	form  formField
}

// formField is a field of a form.
type formField struct {
	check  bool
	list   bool
	result int
	items  []string // of a list
}

// shapes are the pictures and shapes that are open, and the pictures in them.
type shapes struct {
	open     []shape
	pictures []picture
}

// shape is a picture or a drawn shape that is open.
type shape struct {
	drawn    bool        // it is a picture, or has one
	around   visible.Way // how the text is hidden that it is in
	depth    int         // how many stories are around it
	beside   int         // how many stories were beside the paragraph when it began
	notes    int         // how many notes there were
	pictures int         // and how many pictures waited
	hidden   bool        // it says that it is
	rule     bool        // it is a line across the page
	box      [4]int      // left, top, right, bottom, in twips
	placed   bool        // it says where it ends
	fits     bool        // it grows with its text
	kind     string
	name     string // of the next property
	alt      string
}

// picture is what a shape shows, by its description.
type picture struct {
	alt string
	how visible.Way
}

// page is the HTML that a file wraps.
type page struct {
	src  *source
	text []byte
}

// command is what a control word does.
type command struct {
	names string // with blanks between them
	kind  kind
	act   func(*reader, token.Token) // nil where the word only has to be known
	star  bool                       // it means the same behind \*
}

// kind is what a control word is about.
type kind uint8

const (
	ofDestination kind = iota
	ofIgnored          // a destination that is not read
	ofText
	ofChars
	ofPars
	ofRows
	ofHead
)

func (c *command) do(r *reader, t token.Token) {
	if c.act != nil {
		c.act(r, t)
	}
}
