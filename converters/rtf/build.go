package rtf

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// builder makes blocks of what was read.
type builder struct {
	*reader
	code         bool              // fonts of fixed width mean code
	outer, inner document.Runs     // of the paragraph that is made, and of a link in it
	ids          map[string]string // by bookmark: the ID of the heading that it is at
}

// document returns the document of what was read.
func (r *reader) document() *document.Document {
	b := &builder{reader: r, code: r.monoIsCode(), ids: map[string]string{}}
	body, marked := r.story.held.seal(), r.story.held.marked
	r.story.held = held{}
	if marked {
		b.findIDs(body)
	}
	doc := &document.Document{Meta: document.Meta{
		Title: r.meta.title, Author: r.meta.author, Subject: r.meta.subject, Keywords: r.meta.keywords,
		Created: r.meta.created, Modified: r.meta.revised,
	}}
	out := b.body(body)
	out.Add(b.furniture("Header", &r.headers)...)
	out.Add(b.furniture("Footer", &r.footers)...)
	for i, n := range r.notes {
		if n.dropped {
			continue
		}
		kind := document.Footnote
		if n.endnote {
			kind = document.Endnote
		}
		out.Add(&document.Note{Pos: lineAt(n.line), Kind: kind, ID: noteID(i), Blocks: b.story(n.items)})
		r.notes[i] = note{}
	}
	doc.Blocks = out.Blocks()
	return doc
}

// monoIsCode reports whether fonts of fixed width mean code: they do not where
// a document is set in one. One whose own font is another may be full of code.
func (r *reader) monoIsCode() bool {
	if r.font(r.defaultFont).mono {
		return r.inMono*2 <= r.inText
	}
	return r.inMono*10 <= r.inText*9
}

func lineAt(line int) document.Pos { return document.LineSpan(line, line) }

// pos returns where a paragraph stands.
func (p *para) pos() document.Pos {
	pos := lineAt(int(p.line))
	pos.Paragraph = p.number
	return pos
}

// headingOf returns the level of a heading, from 1, or 0.
func (b *builder) headingOf(p *para) int {
	if strings.TrimSpace(p.text) == "" {
		return 0
	}
	return int(p.outline) + 1
}

// findIDs gives every heading with bookmarks an ID.
func (b *builder) findIDs(body sealed) {
	for it := range b.each(body, false) {
		p := it.para
		if p == nil || len(p.marks) == 0 || b.headingOf(p) == 0 {
			continue
		}
		id := strings.Clone(p.marks[0]) // what it is part of is let go
		b.ids[id] = id
		for _, m := range p.marks[1:] {
			b.ids[strings.Clone(m)] = id
		}
	}
}

// openList is a list that may get more items.
type openList struct {
	list    *document.List
	packer  *document.ItemPacker // of a long list: it has all items but the open one
	open    document.Item
	leveled bool  // key is a level, not an indent
	key     int32 // how deep the list is
	left    int32 // indent of the text of its items
}

// item returns the open item of a list.
func (o *openList) item() *document.Item {
	if o.packer != nil {
		return &o.open
	}
	return &o.list.Items[len(o.list.Items)-1]
}

// listLong is how many items a list has that are not packed.
const listLong = 256

// begin begins an item of a list. A long list in the body packs those before it.
func (o *openList) begin(f *flow, item document.Item) {
	if o.packer == nil && f.sink != nil && len(o.list.Items) >= listLong {
		o.packer = document.NewItemPacker(&f.env.Gate, "")
		last := len(o.list.Items) - 1
		for _, before := range o.list.Items[:last] {
			o.packer.Add(before)
		}
		o.open = o.list.Items[last]
		o.list.Items = nil
	}
	if o.packer == nil {
		o.list.Items = append(o.list.Items, item)
		return
	}
	o.packer.Add(o.open)
	o.open = item
}

// close ends the lists beyond the first n.
func (f *flow) close(n int) {
	for i := len(f.lists) - 1; i >= n; i-- {
		if o := &f.lists[i]; o.packer != nil {
			o.packer.Add(o.open)
			*o.list = *o.packer.List(o.list.Pos)
		}
		f.lists[i] = openList{}
	}
	f.lists = f.lists[:n]
}

// flow puts paragraphs and tables of one story after one another.
type flow struct {
	*builder
	sink   sink             // takes blocks that do not change any more; nil where all of them stand together
	out    []document.Block // with a sink: those that may change
	lists  []openList
	last   lastKind            // what the last paragraph became, to join those of a kind
	block  *document.CodeBlock // that is open
	lines  []byte              // of the open block
	whole  bool                // the last paragraph of code has many lines
	parted bool                // the last paragraph was parted from this one

	pn     int32 // the list of Word 6 of the last item that was counted
	pnNext int32 // and its next number
}

// sink takes blocks.
type sink interface {
	Add(blocks ...document.Block)
}

// Add puts the blocks of a text box behind the paragraph that it stands beside.
func (f *flow) Add(blocks ...document.Block) {
	for _, b := range blocks {
		if f.crowded() {
			f.close(0)
		}
		f.put(b)
	}
}

// lastKind is what a paragraph joined.
type lastKind uint8

const (
	lastOther lastKind = iota
	lastCode
	lastQuote
)

// blocks makes blocks of what stands in a cell.
func (b *builder) blocks(items []item) []document.Block {
	f := &flow{builder: b, out: make([]document.Block, 0, len(items))}
	for _, it := range items {
		f.add(it)
	}
	return f.end()
}

// story makes blocks of a story, which it lets go.
func (b *builder) story(s sealed) []document.Block {
	f := &flow{builder: b}
	for it := range b.each(s, true) {
		f.add(it)
	}
	return f.end()
}

// body makes blocks of the body, of which there may be very many.
func (b *builder) body(s sealed) *document.Packer {
	packer := document.NewPacker(&b.env.Gate, "")
	b.pour(s, packer)
	return packer
}

// pour makes blocks of a story, which it lets go, and adds them to a sink.
func (b *builder) pour(s sealed, to sink) {
	f := &flow{builder: b, sink: to}
	for it := range b.each(s, true) {
		f.add(it)
	}
	to.Add(f.end()...)
}

// add adds a paragraph or a table.
func (f *flow) add(it item) {
	if it.para != nil {
		f.para(it.para)
		return
	}
	f.close(0)
	f.apart()
	for t := range f.parts(it.table) {
		f.top(f.table(t))
	}
}

// end returns the blocks, without those that were packed.
func (f *flow) end() []document.Block {
	f.close(0)
	f.apart()
	if len(f.out) == 0 {
		return nil
	}
	return f.out
}

// into returns where the next block goes.
func (f *flow) into() *[]document.Block {
	if n := len(f.lists); n > 0 {
		return &f.lists[n-1].item().Blocks
	}
	return &f.out
}

// put adds a block.
func (f *flow) put(b document.Block) {
	f.apart()
	if len(f.lists) == 0 {
		f.top(b)
		return
	}
	in := f.into()
	*in = append(*in, b)
}

// top adds a block that is in no list. Those before it do not change any more.
func (f *flow) top(b document.Block) {
	if f.sink != nil {
		f.sink.Add(f.out...)
		f.out = f.out[:0]
	}
	f.out = append(f.out, b)
}

// para adds a paragraph as what it is.
func (f *flow) para(p *para) {
	f.main(p)
	if len(p.extras) > 0 {
		f.extras(p)
	}
}

// main adds a paragraph without what stands beside it.
func (f *flow) main(p *para) {
	if level := f.headingOf(p); level > 0 {
		f.close(0)
		f.put(&document.Heading{Pos: p.pos(), Level: level, ID: f.idOf(p), Inlines: f.headingInlines(p)})
		return
	}
	if f.crowded() {
		f.close(0)
		f.apart()
	}
	f.parted = p.parted()
	typed := false
	if !f.item(p) {
		if typed = f.typedItem(p); !typed {
			f.leaveLists(p)
		}
	}
	switch {
	case len(p.runs) == 0 && p.border && !p.listed, isRule(p):
		f.put(&document.ThematicBreak{Pos: p.pos()})
	case f.isCode(p):
		f.putCode(p)
	case len(p.runs) == 0:
	case f.isQuote(p) && len(f.lists) == 0:
		f.putQuote(p)
	default:
		f.putText(p)
	}
}

// crowded reports whether the last paragraph is longer than any that people
// write, or an open item has more blocks: what comes is no part of the same.
func (f *flow) crowded() bool {
	for i := range f.lists {
		if len(f.lists[i].item().Blocks) >= blocksMost {
			return true
		}
	}
	return f.parted
}

// putText adds a paragraph of text, and reads the check box of an item.
func (f *flow) putText(p *para) {
	if n := len(f.lists); n > 0 && len(*f.into()) == 0 {
		f.lists[n-1].item().Task = takeTask(p)
	}
	if text := p.plainText(); text != "" {
		f.put(plainParagraph(p.pos(), text))
		return
	}
	if inlines := f.inlines(p); len(inlines) > 0 {
		f.put(&document.Paragraph{Pos: p.pos(), Inlines: inlines})
	}
}

// takeTask cuts the check box off a paragraph that begins with one.
func takeTask(p *para) document.Task {
	for _, box := range []struct {
		mark string
		task document.Task
	}{{"☐", document.TaskOpen}, {"☒", document.TaskDone}, {"☑", document.TaskDone}} {
		if rest, ok := strings.CutPrefix(p.text, box.mark); ok && strings.HasPrefix(rest, " ") {
			p.cut(len(box.mark) + 1)
			return box.task
		}
	}
	return document.NoTask
}

// extras adds what stands beside a paragraph.
func (f *flow) extras(p *para) {
	for _, e := range p.extras {
		switch {
		case e.kind == extraComment:
			f.put(&document.Annotation{Pos: lineAt(e.line), Author: e.author, Date: e.date, Blocks: f.story(e.items)})
		case f.sink != nil:
			f.pour(e.items, f)
		default:
			for _, b := range f.story(e.items) {
				f.put(b)
			}
		}
	}
}

// idOf returns the ID of a heading.
func (f *flow) idOf(p *para) string {
	if len(p.marks) == 0 {
		return ""
	}
	return p.marks[0]
}
