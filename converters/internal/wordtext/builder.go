package wordtext

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/slab"
)

// Builder makes the blocks of one document. What it builds is charged to the
// budget of nodes.
type Builder struct {
	Env *converters.Env
	// Fail gets the errors of the budget, of which the reader returns the first.
	Fail func(error)
	// Target returns the address of a link that leads out of the document; nil for as
	// it is, but with slashes as browsers read it.
	Target func(string) string
	// Lasts says that texts which are given as strings are kept as long as the document in
	// any case: one that a paragraph consists of is not copied.
	Lasts bool
	// Edited says that a person has changed the document with a word processor, so
	// that listings of several paragraphs are one.
	Edited bool
	// Mono says that the document's own font is of fixed width, so that such a font
	// does not mean code.
	Mono bool

	kept  slabs
	links []*document.Link  // in the order of the text
	ids   map[string]string // of headings, by the names of bookmarks at them
	mono  monoText
	free  []*Paragraph
}

// What is built is charged in nodes of about 32 bytes.
const (
	nodesRun   = 3
	nodesBlock = 5
	nodesItem  = 4
	nodesBreak = 2 // the break and the text before it
)

func (b *Builder) charge(nodes int, pos document.Pos) {
	if err := b.Env.Spend(converters.LimitNodes, int64(nodes), pos); err != nil {
		b.Fail(err)
	}
}

// Links returns the links that were made, in the order of the text.
func (b *Builder) Links() []*document.Link { return b.links }

// targetOf returns the address of a link as browsers read it.
func targetOf(target func(string) string, url string) string {
	if strings.HasPrefix(url, "#") {
		return url
	}
	url = strings.ReplaceAll(url, `\`, "/")
	if target == nil {
		return url
	}
	return target(url)
}

// Cells returns a copy of the cells of a row, which the reader may use again.
func (b *Builder) Cells(cells []document.Cell) []document.Cell { return b.kept.cells.Clone(cells) }

// Flow puts the paragraphs and tables of one story after one another.
type Flow struct {
	*Builder
	out   []document.Block
	lists openLists
	last  lastKind // what the last paragraph became, to join those of a kind
	code  openCode
	cell  *Cell // that the story is of, nil for none
}

// Cell is what the flow of a cell says of it.
type Cell struct {
	Text  string         // the only text in it, where it is plain and no block
	Held  bool           // there is such text
	Bold  bool           // all text is bold
	Align document.Align // how the first text is set

	at  document.Pos // of the only text
	any bool         // there is text
}

// said notes whether text of the cell is bold, and reports whether it is the first.
func (c *Cell) said(bold bool) (first bool) {
	first = !c.any
	c.Bold, c.any = (c.Bold || first) && bold, true
	return first
}

// openLists are open lists, each in an item of that before it.
type openLists []openList

// item returns the open item of the innermost list.
func (l openLists) item() *document.Item {
	items := l[len(l)-1].list.Items
	return &items[len(items)-1]
}

// isFresh reports whether an item has begun and has nothing in it.
func (l openLists) isFresh() bool { return len(l) > 0 && len(l.item().Blocks) == 0 }

// openList is a list that may get more items.
type openList struct {
	list   *document.List
	num    int32  // the list's number
	own    int8   // level in that list
	level  int8   // depth
	left   int32  // indent of the text of its items
	number int    // of the last item, 0 where it is not known
	count  int    // of the last item: noCount, notCount or a number
	marker string // of the last item
	boxes  bool   // its items are paragraphs with check boxes, in no list
}

// openCode is a block of code that may get more lines.
type openCode struct {
	block  *document.CodeBlock // nil for none
	lines  []byte
	gap    int  // blank paragraphs behind it
	broken bool // a paragraph of it has line breaks
	meant  bool // it is code by its style
}

// add adds lines behind those that are there.
func (c *openCode) add(text string, broken bool, pos document.Pos) {
	for range min(c.gap, maxGap) + 1 {
		c.lines = append(c.lines, '\n')
	}
	c.lines = append(c.lines, text...)
	c.gap, c.broken = 0, c.broken || broken
	c.block.Lines.Last = max(c.block.Lines.Last, pos.Lines.Last)
}

func (c *openCode) end() {
	if c.block != nil {
		c.block.Text = strings.Trim(string(c.lines), "\n")
		c.block = nil
	}
}

// maxGap is how many blank lines between lines of code are kept.
const maxGap = 2

// lastKind is what a paragraph joined.
type lastKind uint8

const (
	lastOther lastKind = iota
	lastCode
	lastQuote
	lastDefinition
)

// NewFlow returns the flow of a story, of a cell where there is one.
func (b *Builder) NewFlow(cell *Cell) *Flow { return &Flow{Builder: b, cell: cell} }

// into returns where the next block goes.
func (f *Flow) into() *[]document.Block {
	if len(f.lists) == 0 {
		return &f.out
	}
	return &f.lists.item().Blocks
}

// Put adds a block.
func (f *Flow) Put(b document.Block) {
	f.settle()
	f.apart()
	f.charge(nodesBlock, b.At())
	in := f.into()
	*in = append(*in, b)
}

// PutApart adds a block that ends the lists before it, such as a table.
func (f *Flow) PutApart(b document.Block) {
	f.lists = f.lists[:0]
	f.Put(b)
}

// settle makes a block of the only text of a cell, since there is more.
func (f *Flow) settle() {
	if c := f.cell; c != nil && c.Held {
		c.Held = false
		f.out = append(f.out, f.Env.PlainParagraph(c.at, c.Text))
	}
}

// apart ends what the next paragraph could join.
func (f *Flow) apart() {
	f.code.end()
	f.last = lastOther
}

// Reset begins another story, of another cell where it is of one, in the same memory.
func (f *Flow) Reset() {
	if f.cell != nil {
		*f.cell = Cell{}
	}
	*f = Flow{Builder: f.Builder, cell: f.cell, lists: f.lists[:0], code: openCode{lines: f.code.lines[:0]}}
}

// Blocks ends a story and returns its blocks.
func (f *Flow) Blocks() []document.Block {
	f.apart()
	return f.out
}

// InList reports whether a list may get more items.
func (f *Flow) InList() bool { return len(f.lists) > 0 }

// monoText is what the fonts of a document's text say.
type monoText struct {
	all, fixed int64        // bytes of text, and of those in a font of fixed width
	guesses    map[any]bool // code that its font alone says: blocks and inlines
}

// guess notes code that its font alone says, a *document.Code or a
// *document.CodeBlock. Whether it is, the whole document tells.
func (m *monoText) guess(node any) {
	if m.guesses == nil {
		m.guesses = map[any]bool{}
	}
	m.guesses[node] = true
}

// isAll reports whether the document is set in a font of fixed width, so that what was
// taken for code by its font is text.
func (m *monoText) isAll() bool { return len(m.guesses) > 0 && m.fixed*100 > m.all*maxMono }

// maxMono is how much of the text of a document a font of fixed width may have that means
// code, in per cent. A document with more is set in it, whatever its own font is.
const maxMono = 90

// slabs keep the nodes and texts of a document.
type slabs struct {
	runs  *document.Runs // nil until there are some
	texts slab.Text
	alone alone
	cells slab.Slab[document.Cell]
}

// alone is the text of a paragraph to which no other was added, where it lasts.
type alone struct {
	of   *Paragraph
	text string
}

// Paragraph is a paragraph while it is read. It is used again and again.
type Paragraph struct {
	Pos    document.Pos
	Kind   Kind
	Level  int8 // of its outline, from 0; below 0 or [NoLevel] for text
	Item   Item
	Align  document.Align
	Left   int32 // indents in twips: of all lines, and of the first one beside it
	First  int32
	Border bool             // a line is drawn below it
	Box    bool             // it begins with a check box
	Marks  []string         // the names of bookmarks in it
	Before []document.Block // pictures above its text

	content content
}

// content is the text of a paragraph and what else is in it.
type content struct {
	text    []byte
	runs    []run
	nodes   []document.Inline
	links   []*Link
	charged int // how many runs are charged
}

// Kind is what a paragraph is by its style.
type Kind uint8

// The kinds of paragraphs.
const (
	PlainText Kind = iota
	Quote
	Code
	Listing // code, of which a paragraph is all
	Term
	Detail
	Inset // a quotation, unless it goes on in an item
)

// NoLevel is the outline level of what is not a heading.
const NoLevel = 9

// Item says which list a paragraph is an item of, once the list has counted it.
type Item struct {
	Counted bool
	Marker  string // [Bullet], a number as it is shown, or "" where none is
	List    int32  // number of the list
	Level   int8   // in that list
	Left    int32  // indent of its text in twips
	Number  int    // that the marker says, 0 where it is not known
}

// Run is how text looks.
type Run struct {
	Styles  document.Styles
	Code    bool           // it is code
	Mono    bool           // it is code by its font alone
	Label   document.Style // that it is in, or 0
	Display bool           // it is mathematics on a line of its own
	Link    *Link
}

// Link is where text leads. Neighbours with the same link are one.
type Link struct{ URL string }

// run is a stretch of a paragraph's text, or a node in it.
type run struct {
	end     int32 // in the text
	node    int32 // index of a node from 1, 0 for text
	link    int32 // index of a link from 1, 0 for none
	styles  document.Styles
	code    bool
	mono    bool
	display bool
}
