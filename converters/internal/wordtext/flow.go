package wordtext

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// Flow puts the paragraphs and tables of one story after one another.
type Flow struct {
	*Builder
	out    []document.Block
	lists  []openList
	last   lastKind            // what the last paragraph became, to join those of a kind
	code   *document.CodeBlock // that is open
	lines  []byte              // of the open block
	gap    int                 // blank paragraphs behind it
	broken bool                // a paragraph of the open block has line breaks
	meant  bool                // the open block is code by its style

	cell *Cell        // that the story is of, nil for none
	held document.Pos // of the only text in it
	any  bool         // there is text in it
}

// Cell is what the flow of a cell says of it.
type Cell struct {
	Text  string         // the only text in it, where it is plain and no block
	Held  bool           // there is such text
	Bold  bool           // all text is bold
	Align document.Align // how the first text is set
}

// NewFlow returns the flow of a story, of a cell where there is one.
func (b *Builder) NewFlow(cell *Cell) *Flow { return &Flow{Builder: b, cell: cell} }

// Reset begins another story in the same memory.
func (f *Flow) Reset() {
	*f = Flow{Builder: f.Builder, cell: f.cell, lists: f.lists[:0], lines: f.lines[:0]}
}

// Blocks ends a story and returns its blocks.
func (f *Flow) Blocks() []document.Block {
	f.apart()
	return f.out
}

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

// lastKind is what a paragraph joined.
type lastKind uint8

const (
	lastOther lastKind = iota
	lastCode
	lastQuote
	lastDefinition
)

// into returns where the next block goes.
func (f *Flow) into() *[]document.Block {
	if len(f.lists) == 0 {
		return &f.out
	}
	items := f.lists[len(f.lists)-1].list.Items
	return &items[len(items)-1].Blocks
}

// InList reports whether a list may get more items.
func (f *Flow) InList() bool { return len(f.lists) > 0 }

// PutApart adds a block that ends the lists before it, such as a table.
func (f *Flow) PutApart(b document.Block) {
	f.lists = f.lists[:0]
	f.Put(b)
}

// Put adds a block.
func (f *Flow) Put(b document.Block) {
	f.settle()
	f.apart()
	f.charge(nodesBlock, b.At())
	in := f.into()
	*in = append(*in, b)
}

// settle makes a block of the only text of a cell, since there is more.
func (f *Flow) settle() {
	if c := f.cell; c != nil && c.Held {
		c.Held = false
		f.out = append(f.out, f.kept.plainParagraph(f.held, c.Text))
	}
}

// apart ends what the next paragraph could join.
func (f *Flow) apart() {
	if f.code != nil {
		f.code.Text = strings.Trim(string(f.lines), "\n")
		f.code = nil
	}
	f.last = lastOther
}

// Add adds a paragraph as what it is.
func (f *Flow) Add(x *Paragraph) {
	blank := x.IsBlank()
	f.chargeRuns(x)
	if x.Level >= 0 && x.Level < NoLevel && !blank {
		f.lists = f.lists[:0]
		f.heading(x)
		return
	}
	if !f.item(x) {
		f.leaveLists(x, blank && !x.Border)
		if x.Box && len(f.lists) == 0 {
			f.begin(openList{count: noCount, marker: Bullet, boxes: true}, x)
		}
	}
	for _, b := range x.Before {
		f.Put(b)
	}
	switch {
	case f.isCode(x, blank):
		f.putCode(x)
	case blank && x.Border || isRule(x):
		f.Put(&document.ThematicBreak{Pos: x.Pos})
	case blank:
		f.gap++
	default:
		f.putKind(x)
	}
}

// putKind adds a paragraph that is seen, and is neither code nor a rule.
func (f *Flow) putKind(x *Paragraph) {
	switch {
	case x.Kind == Quote, x.Kind == Inset && len(f.lists) == 0:
		f.putQuote(x)
	case x.Kind == Term, x.Kind == Detail && f.last == lastDefinition:
		f.putDefinition(x)
	case f.putMath(x):
	default:
		f.putText(x)
	}
}

// heading adds a heading.
func (f *Flow) heading(x *Paragraph) {
	h := &document.Heading{Pos: x.Pos, Level: int(x.Level) + 1}
	h.Inlines = f.headingInlines(x)
	if text := x.Item.Marker; text != "" && text != Bullet {
		h.Inlines = append([]document.Inline{&document.Text{Value: text + " "}}, h.Inlines...)
	}
	for _, m := range x.Marks {
		if h.ID == "" {
			h.ID = m
		}
		if f.ids == nil {
			f.ids = map[string]string{}
		}
		if _, ok := f.ids[m]; !ok {
			f.ids[m] = h.ID
		}
	}
	if c := f.cell; c != nil {
		c.Bold, f.any = c.Bold || !f.any, true
	}
	f.Put(h)
}

// putText adds a paragraph of text, and reads the check box of an item.
func (f *Flow) putText(x *Paragraph) {
	if n := len(f.lists); n > 0 && len(*f.into()) == 0 {
		items := f.lists[n-1].list.Items
		items[len(items)-1].Task = takeTask(x)
	}
	c := f.cell
	if c != nil {
		if !f.any {
			c.Align = x.Align
		}
		c.Bold = (c.Bold || !f.any) && x.all(document.Strong)
		f.any = true
	}
	if text := f.plainText(x); text != "" {
		if c != nil && len(f.out) == 0 && !c.Held {
			c.Text, c.Held, f.held = text, true, x.Pos
			return
		}
		f.Put(f.kept.plainParagraph(x.Pos, text))
		return
	}
	if inlines := f.inlinesOf(x); len(inlines) > 0 {
		f.Put(f.kept.paragraph(x.Pos, inlines))
	}
}
