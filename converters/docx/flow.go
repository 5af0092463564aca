package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// flow puts the paragraphs and tables of one story after one another.
type flow struct {
	*story
	out    []document.Block
	lists  []openList
	last   lastKind            // what the last paragraph became, to join those of a kind
	code   *document.CodeBlock // that is open
	lines  []byte              // of the open block
	gap    int                 // blank paragraphs behind it
	broken bool                // a paragraph of the open block has line breaks
	meant  bool                // the open block is code by its style
	marks  []string            // bookmarks before the next paragraph
	joined *para               // whose end was deleted

	cell bool   // the story is that of a cell, whose only text may be plain
	text string // that only text, not yet a block
	held bool   // there is one
	bold bool   // all text so far is bold
	any  bool   // there is text
	// align is how the first text is set.
	align document.Align
}

// openList is a list that may get more items.
type openList struct {
	list  *document.List
	num   int32 // the list's number
	own   int8  // level in that list
	level int8  // depth
	left  int32 // indent of the text of its items
	count int   // of the last item: noCount, notCount or a number
	boxes bool  // its items are paragraphs with check boxes, in no list
}

// lastKind is what a paragraph joined.
type lastKind uint8

const (
	lastOther lastKind = iota
	lastCode
	lastQuote
	lastDefinition
)

// blocks reads the content of the element whose start tag is the event as
// blocks.
func (st *story) blocks() ([]document.Block, error) {
	f := &flow{story: st}
	err := f.read()
	return f.out, err
}

// read reads the content of an element.
func (f *flow) read() error {
	if err := f.children(&place{flow: f}); err != nil {
		return err
	}
	if x := f.joined; x != nil {
		f.joined = nil
		if err := f.paragraph(x); err != nil {
			return err
		}
		f.done(x)
	}
	f.apart()
	return nil
}

// into returns where the next block goes.
func (f *flow) into() *[]document.Block {
	if len(f.lists) == 0 {
		return &f.out
	}
	items := f.lists[len(f.lists)-1].list.Items
	return &items[len(items)-1].Blocks
}

// put adds a block.
func (f *flow) put(b document.Block) {
	f.settle()
	f.apart()
	f.charged(nodesBlock)
	in := f.into()
	*in = append(*in, b)
}

// settle makes a block of the only text of a cell, since there is more.
func (f *flow) settle() {
	if f.held {
		f.held = false
		f.out = append(f.out, f.build.plainParagraph(f.pos, f.text))
	}
}

// apart ends what the next paragraph could join.
func (f *flow) apart() {
	if f.code != nil {
		f.code.Text = strings.Trim(string(f.lines), "\n")
		f.code = nil
	}
	f.last = lastOther
}

// paragraph adds a paragraph as what it is, and what stands beside it.
func (f *flow) paragraph(x *para) error {
	f.main(x)
	for _, e := range x.extras {
		if e.comment != "" {
			if err := f.comment(e.comment); err != nil {
				return err
			}
			continue
		}
		for _, b := range e.blocks {
			f.put(b)
		}
	}
	return nil
}

// main adds a paragraph without what stands beside it.
func (f *flow) main(x *para) {
	blank := x.blank()
	if x.level >= 0 && x.level < noLevel && !blank {
		f.lists = f.lists[:0]
		f.heading(x)
		return
	}
	if !f.item(x) {
		f.leaveLists(x, blank)
		if x.box && len(f.lists) == 0 {
			f.begin(openList{count: noCount, boxes: true}, bullet, x)
		}
	}
	switch {
	case x.kind == kindCode, x.kind == kindListing, !blank && f.isMono(x):
		f.putCode(x)
	case blank && x.border || isRule(x):
		f.put(&document.ThematicBreak{Pos: x.pos})
	case blank:
		f.gap++
	case x.kind == kindQuote:
		f.putQuote(x)
	case x.kind == kindTerm, x.kind == kindDetail && f.last == lastDefinition:
		f.putDefinition(x)
	case f.putMath(x):
	default:
		f.putText(x)
	}
}

// heading adds a heading.
func (f *flow) heading(x *para) {
	h := &document.Heading{Pos: x.pos, Level: int(x.level) + 1}
	h.Inlines = f.headingInlines(x)
	if x.marker.set && x.marker.num != 0 {
		if text, _, ok := f.reader.lists.count(x.marker.num, max(x.marker.level, 0)); ok && text != "" && text != bullet {
			h.Inlines = append([]document.Inline{&document.Text{Value: text + " "}}, h.Inlines...)
		}
	}
	for _, m := range x.marks {
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
	f.put(h)
	f.inside(x, &h.Inlines)
}

// inside notes a list of inlines that holds links inside of the document.
func (f *flow) inside(x *para, inlines *[]document.Inline) {
	for _, l := range x.links {
		if strings.HasPrefix(l.url, "#") {
			f.anchors = append(f.anchors, inlines)
			return
		}
	}
}

// putText adds a paragraph of text, and reads the check box of an item.
func (f *flow) putText(x *para) {
	if n := len(f.lists); n > 0 && len(*f.into()) == 0 {
		items := f.lists[n-1].list.Items
		items[len(items)-1].Task = takeTask(x)
	}
	if f.cell {
		if !f.any {
			f.align = x.align
		}
		f.bold = (f.bold || !f.any) && x.all(document.Strong)
		f.any = true
	}
	if text := f.plainText(x); text != "" {
		if f.cell && len(f.out) == 0 && !f.held {
			f.text, f.held = text, true
			return
		}
		f.put(f.build.plainParagraph(x.pos, text))
		return
	}
	if inlines := f.inlines(x); len(inlines) > 0 {
		p := f.build.paragraph(x.pos, inlines)
		f.put(p)
		f.inside(x, &p.Inlines)
	}
}
