package rtf

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// builder makes blocks of what was read.
type builder struct {
	*reader
	code bool              // fonts of fixed width mean code
	ids  map[string]string // by bookmark: the ID of the heading that it is at
}

// document returns the document of what was read.
func (r *reader) document() *document.Document {
	b := &builder{reader: r, code: r.monoIsCode(), ids: map[string]string{}}
	b.findIDs(r.story.items)
	doc := &document.Document{Meta: document.Meta{
		Title: r.meta.title, Author: r.meta.author, Subject: r.meta.subject, Keywords: r.meta.keywords,
		Created: r.meta.created, Modified: r.meta.revised,
	}}
	doc.Blocks = b.blocks(r.story.items)
	doc.Blocks = append(doc.Blocks, b.furniture("Header", r.headers)...)
	doc.Blocks = append(doc.Blocks, b.furniture("Footer", r.footers)...)
	for _, n := range r.notes {
		kind := document.Footnote
		if n.endnote {
			kind = document.Endnote
		}
		doc.Blocks = append(doc.Blocks, &document.Note{Pos: lineAt(n.line), Kind: kind, ID: n.id, Blocks: b.blocks(n.items)})
	}
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

// headingOf returns the level of a heading, from 1, or 0.
func (b *builder) headingOf(p *para) int {
	if strings.TrimSpace(p.text) == "" {
		return 0
	}
	return int(p.outline) + 1
}

// findIDs gives every heading with bookmarks an ID.
func (b *builder) findIDs(items []item) {
	for _, it := range items {
		if p := it.para; p != nil && len(p.beside().marks) > 0 && b.headingOf(p) > 0 {
			for _, m := range p.beside().marks {
				b.ids[m] = p.beside().marks[0]
			}
		}
	}
}

// openList is a list that may get more items.
type openList struct {
	list    *document.List
	leveled bool  // key is a level, not an indent
	key     int32 // how deep the list is
	left    int32 // indent of the text of its items
}

// flow puts paragraphs and tables of one story after one another.
type flow struct {
	*builder
	out   []document.Block
	lists []openList
	last  lastKind            // what the last paragraph became, to join those of a kind
	block *document.CodeBlock // that is open
	lines []byte              // of the open block
	whole bool                // the last paragraph of code has many lines

	pn     int32 // the list of Word 6 of the last item that was counted
	pnNext int32 // and its next number
}

// lastKind is what a paragraph joined.
type lastKind uint8

const (
	lastOther lastKind = iota
	lastCode
	lastQuote
)

// blocks makes blocks of items, which it lets go.
func (b *builder) blocks(items []item) []document.Block {
	f := &flow{builder: b, out: make([]document.Block, 0, countItems(items))}
	for i := range items {
		if items[i].table != nil {
			f.lists = f.lists[:0]
			f.apart()
			for _, t := range items[i].table.parts() {
				f.out = append(f.out, b.table(t))
			}
		} else {
			f.paras(items[i].para)
		}
		items[i] = item{}
	}
	f.apart()
	if len(f.out) == 0 {
		return nil
	}
	return f.out
}

// countItems returns how many paragraphs and tables items are.
func countItems(items []item) int {
	n := len(items)
	for _, it := range items {
		if it.para != nil {
			n += len(it.para.alike)
		}
	}
	return n
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
	f.apart()
	in := f.into()
	*in = append(*in, b)
}

// paras adds a paragraph and those that are held with it.
func (f *flow) paras(p *para) {
	alike := para{pars: p.pars, kind: p.kind}
	f.para(p)
	for i := range p.alike {
		next, run := alike, [1]run{{end: int32(len(p.alike[i].text)), hidden: p.veiled}}
		next.text, next.line, next.runs = p.alike[i].text, p.alike[i].line, run[:]
		f.para(&next)
	}
	p.alike = nil
}

// para adds a paragraph as what it is.
func (f *flow) para(p *para) {
	f.main(p)
	if len(p.beside().extras) > 0 {
		f.extras(p)
	}
}

// main adds a paragraph without what stands beside it.
func (f *flow) main(p *para) {
	if level := f.headingOf(p); level > 0 {
		f.lists = f.lists[:0]
		f.put(&document.Heading{Pos: lineAt(int(p.line)), Level: level, ID: f.idOf(p), Inlines: f.headingInlines(p)})
		return
	}
	typed := false
	if !f.item(p) {
		if typed = f.typedItem(p); !typed {
			f.leaveLists(p)
		}
	}
	switch {
	case len(p.runs) == 0 && p.border && !p.listed, isRule(p):
		f.put(&document.ThematicBreak{Pos: lineAt(int(p.line))})
	case f.isCode(p):
		f.putCode(p)
	case len(p.runs) == 0:
	case f.isQuote(p) && len(f.lists) == 0:
		f.putQuote(p)
	default:
		f.putText(p)
	}
}

// putText adds a paragraph of text, and reads the check box of an item.
func (f *flow) putText(p *para) {
	if n := len(f.lists); n > 0 && len(*f.into()) == 0 {
		items := f.lists[n-1].list.Items
		items[len(items)-1].Task = takeTask(p)
	}
	if text := p.plainText(); text != "" {
		f.put(plainParagraph(lineAt(int(p.line)), text))
		return
	}
	if inlines := f.inlines(p); len(inlines) > 0 {
		f.put(&document.Paragraph{Pos: lineAt(int(p.line)), Inlines: inlines})
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
	for _, e := range p.beside().extras {
		blocks := f.blocks(e.items)
		if e.kind == extraComment {
			f.put(&document.Annotation{Pos: lineAt(e.line), Author: e.author, Date: e.date, Blocks: blocks})
			continue
		}
		for _, b := range blocks {
			f.put(b)
		}
	}
}

// idOf returns the ID of a heading.
func (f *flow) idOf(p *para) string {
	if len(p.beside().marks) == 0 {
		return ""
	}
	return p.beside().marks[0]
}
