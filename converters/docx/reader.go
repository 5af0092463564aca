package docx

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// reader holds what the parts of a document share.
type reader struct {
	ctx context.Context
	env *converters.Env
	pkg *ooxml.Package
	*lost.Tally

	defs     wordml.Definitions
	build    wordtext.Builder
	late     error // the first one of what was read on the way
	paper    paper
	disk     disk
	comments comments
	notes    notes
	others   others
	spans    spans
}

// story is text that runs on its own: the body, a note, a comment, a header,
// a text box.
type story struct {
	doc *reader
	around
	s      *xmlread.Scanner
	rels   *ooxml.Relations
	pos    document.Pos
	fields fields
	link   *wordtext.Link
	paged  *bool // the part that is read has the number of a page
	boxed  bool  // it is in a text box
	seen   *seen
}

// around is what is around text and says whether it can be seen.
type around struct {
	deleted int          // deletions
	silent  int          // fields that show nothing
	hidden  visible.Way  // how rows and shapes are hidden
	within  wordml.Chars // what the style of the table gives its text
	ground  int32        // colour of the cell
}

// place says what the content that is read belongs to. Only what the kind of
// the content asks for is set.
type place struct {
	flow  *flow
	para  *para
	table *tableRead
	row   *rowRead
}

// inliner reads what is in a paragraph of a story.
type inliner struct {
	st *story
	x  *para
}

// para is a paragraph while it is read.
type para struct {
	*wordtext.Paragraph
	props  wordml.Paragraph
	aside  aside
	unseen visible.Way
}

// aside is what is in a paragraph beside its text.
type aside struct {
	drawings int // with the groups in them
	extras   []extra
}

// maxExtras bounds what is beside one paragraph.
const maxExtras = 1 << 12

func (a *aside) isFull() bool { return len(a.extras) >= maxExtras }

// add adds an extra, if there is room.
func (a *aside) add(e extra) {
	if !a.isFull() {
		a.extras = append(a.extras, e)
	}
}

// extra is what is beside a paragraph: blocks, or a comment.
type extra struct {
	blocks  []document.Block
	comment string
}

// flow is a story that is being read, and the blocks that come of it.
type flow struct {
	text   *wordtext.Flow
	story  *story
	marks  []string // bookmarks before the next paragraph
	joined *para    // whose end was deleted
}

// fields are the fields that are being read.
type fields struct {
	open   []field
	coding int // whose code is being read
}

// field is a field that is being read (17.16.2): its code, then its result.
type field struct {
	code   []byte
	coding bool // the code is being read
	link   *wordtext.Link
	form   string // what a form shows in place of a result
	shown  bool   // the result has text
	silent bool   // its result is not shown
}

// others are the parts that the text shows beside its own.
type others struct {
	asked    map[string]bool             // those that are read once
	graphics map[string][]document.Block // charts and diagrams that were read
	chunks   int                         // documents inside of the document
	unread   *converters.CorruptError    // the first of those that could not be read
}

// disk says how LibreOffice wrote links: as seen from the disk, and the steps up to
// its root where they show.
type disk struct {
	onDisk bool
	root   string
}

// notes are the notes that the text refers to.
type notes struct {
	all  []noteUse
	used map[string]bool
}

// comments are the comments of a document, once they are read.
type comments struct {
	read bool
	part string
	byID map[string]*comment
	all  []*comment
}

// noteUse is a note that the text refers to.
type noteUse struct {
	kind document.NoteKind
	id   string
}

// comment is what somebody said of the text.
type comment struct {
	author, date string
	para         string // name of its last paragraph
	parent       string // name of the paragraph of the comment that it answers
	done         bool
	shown        bool
	blocks       []document.Block
	answers      []*comment
}

// tableRead is a table while it is read.
type tableRead struct {
	flow   *flow
	pos    document.Pos
	rows   []document.Row
	heads  int                // rows that head the table, by their properties
	looks  []wordtext.RowLook // of the first rows
	aligns []document.Align   // of the last row whose cells take a column each
	row    rowRead            // the current one
	look   wordml.Look
	style  wordml.TableStyle
	above  []cellAt // by column: the cell that may go on below
	starts []int32  // of the cells of all rows, one after the other: their columns
	title  string
	outer  bool        // in no other table or text box
	seen   int         // rows that were read
	drop   visible.Way // how all of it is hidden
}

// rowRead is a row while it is read.
type rowRead struct {
	table  *tableRead
	cells  []document.Cell
	starts []int32
	look   wordtext.RowLook
	column int
	head   bool
	drop   visible.Way
	spans  bool // a cell is one of several places
}

// headUse is a header or a footer that a section names.
type headUse struct {
	footer bool
	even   bool // on pages with even numbers, where the document sets them apart (17.10.1)
	id     string
}

// spans counts the places that cells of tables take, and the cells.
type spans struct{ area, cells int }

// drawn is what was found in a drawing.
type drawn struct {
	inliner // of the paragraph that it is in

	alt        string // of the whole
	parts      []string
	picture    bool // there is a picture
	decorative bool
	hidden     bool
	object     bool
	text       bool // there is a text box or the like
	word       string
	fill       int32 // of the shape around
	plain      bool  // the shape says nothing of its fill
	at         drawing.Anchor
	small      bool // too small to show text
	rule       bool // it is a line across the page
}

// fail keeps the first error of what was read on the way.
func (r *reader) fail(err error) {
	if r.late == nil {
		r.late = err
	}
}

// spare returns nil for a part beside the text that is broken, which is counted
// and left out, and other errors as they are.
func (r *reader) spare(part string, err error) error {
	return r.Spare(err, document.Pos{Part: part})
}

// lasting is how long a part is whose texts are not copied: all of it is kept with them. Of
// a shorter one a copy of its texts takes less.
const lasting = 16 << 20

// open returns a story at the start of a part. Pages are counted where the
// part says where they began.
func (r *reader) open(part string) (*story, error) {
	text, err := r.pkg.Text(part)
	if err != nil {
		return nil, err
	}
	rels, err := r.pkg.Relations(part)
	if err != nil {
		return nil, err
	}
	if r.paper.source == "" {
		r.paper.source = text
	}
	st := &story{doc: r, rels: rels, pos: document.Pos{Part: part}, seen: &seen{text: text}, paged: new(bool)}
	st.s = xmlread.New(r.ctx, r.env, xmlread.Source{Part: part, Text: text, Spaces: r.defs.Parts.Spaces})
	r.build.Lasts = r.build.Lasts || len(text) >= lasting
	r.build.Edited = r.build.Edited || strings.Contains(text[:min(len(text), stampWithin)], ":rsidR")
	if strings.Contains(text, "RenderedPageBreak") {
		st.pos.Page = 1
	}
	return st, nil
}

// maxMarks bounds the bookmarks of one paragraph.
const maxMarks = 1 << 10

// newFlow returns a flow of a story, of a cell where there is one.
func (st *story) newFlow(cell *wordtext.Cell) *flow {
	return &flow{text: st.doc.build.NewFlow(cell), story: st}
}

// paper is what the main part says of its pages.
type paper struct {
	source string    // the text of the part
	page   int32     // colour of the page, 0 for white
	below  layers    // of drawings behind the text
	side   int64     // the longest side of a page, 0 until it is asked for
	heads  []headUse // headers and footers that sections name
}

// seen counts what a part has, for places, and knows what lies under shapes.
type seen struct {
	paragraphs, tables int32
	text               string
	under              map[int]bool // paragraphs, by their offsets
	beneath            bool         // the one that is read does
}

// stampWithin is how many bytes of a part that Word saved hold the number of a
// revision: nearly all of its paragraphs have one.
const stampWithin = 8 << 10

// cellAt is a cell's row, from 1, and its place in the row.
type cellAt struct{ row, cell int }

// layers says whether drawings are behind the text of a document.
type layers uint8

const (
	layersUnknown layers = iota
	layersNone
	layersSome
)

// What is built is charged where it is built, in nodes of about 32 bytes, so that
// the limit on nodes bounds the memory that a document takes. Text has a limit of
// its own, and so have parts.
const (
	nodesNote    = 5
	nodesCell    = 2
	nodesRow     = 8
	nodesComment = 14
	nodesMath    = 3 // for each element of an equation, beside its own
)

// charge charges nodes to the budget.
func (r *reader) charge(nodes int, pos document.Pos) error {
	return r.env.Spend(converters.LimitNodes, int64(nodes), pos)
}
