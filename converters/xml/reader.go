package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// prose reads the elements of an article by their roles.
type prose struct {
	elements *elements

	notes int
	after []document.Block  // notes whose marks are in what is being read
	text  *[]document.Block // what is in no other block
	known xmlread.NodeID    // what is dropped where it is, since it was read before

	flows []*flow // of which the first ones, as deep says, are open
	deep  int
	held  int // nodes of blocks that are not charged yet

	formulas formulas
	cites    citations
	counted  int // items of the numbered list that ended last

	noteIDs map[string]string // notes of DocBook: what they are called, and their number
	called  map[string]string // what elements are called that others refer to; nil until one asks
}

// newProse returns what reads a document by roles.
func newProse(r *reader, roles map[string]role) *prose {
	e := &elements{reader: r, roles: roles, deleted: deletions{Tally: visible.NewTally(r.Env)}, titleIDs: map[xmlread.NodeID]xmlread.NodeID{}}
	p := &prose{elements: e, formulas: formulas{of: e}, cites: citations{of: e}}
	e.deleted.passed = p.putDeleted
	return p
}

// warn reports what was hidden.
func (p *prose) warn() {
	p.elements.deleted.Warn(p.elements.Env)
	p.formulas.unseen.Warn(p.elements.Env, warnUnseen, unseenTitle)
}

// elements says what the elements of a document mean, and what is in them.
type elements struct {
	*reader

	roles    map[string]role                   // by local name
	titleIDs map[xmlread.NodeID]xmlread.NodeID // of the elements that were asked for last

	deleted deletions
}

// deletions is what a document marks as deleted.
type deletions struct {
	visible.Tally
	any    bool                 // the document may mark something
	passed func(xmlread.NodeID) // is told of each deleted element that each comes by
}

// reader reads a document of a vocabulary that has a reading of its own.
type reader struct {
	vocab.Base
	roles  *vocabularyRoles
	unread loss
}

// loss is which elements were left out.
type loss struct {
	count int
	pos   document.Pos // of the first of them
	name  string
}

// add counts what was left out behind that.
func (l *loss) add(more loss) {
	count := l.count + more.count
	if l.count == 0 {
		*l = more
	}
	l.count = count
}

// skip counts an element that is left out.
func (r *reader) skip(n xmlread.NodeID) {
	if r.unread.count == 0 {
		r.unread.pos, r.unread.name = r.Pos(n), short(r.Name(n).Full)
	}
	r.unread.count++
}

// flow collects what is in an element: text in paragraphs, and blocks.
type flow struct {
	line
	*sink
	node xmlread.NodeID
}

// sink takes the blocks of a flow, and of those in it.
type sink struct {
	blocks []document.Block
	out    *[]document.Block      // takes them, where it is not nil
	spill  func([]document.Block) // takes them when they are much, where it is not nil
	weight int                    // of the blocks, where they spill
	held   *int                   // counts what they take
}

// newLine returns a line.
func (r *reader) newLine() line { return line{runs: r.Env.Runs()} }

// line collects the inlines of one paragraph with its white space collapsed.
type line struct {
	runs  document.Runs
	any   bool // something is in it
	space bool // a blank is due before the next text

	pieces int    // of text, and nodes
	part   func() // makes what is collected a paragraph, or nil
}

// short returns a name as a message may hold it.
func short(name string) string {
	if len(name) > 40 {
		return strings.ToValidUTF8(name[:40], "") + "…"
	}
	return name
}

// The codes of what is left out.
const (
	warnComment     = "xml-comment"
	warnInstruction = "xml-instruction"
	warnElement     = "xml-element-unread"
	warnUnseen      = "equation-unseen"
)

const unseenTitle = "invisible parts of equations (phantoms) were left out"
