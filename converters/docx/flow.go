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
	case x.kind == kindCode || !blank && f.isMono(x):
		f.putCode(x, x.kind == kindCode)
	case blank && x.border || isRule(x):
		f.put(&document.ThematicBreak{Pos: x.pos})
	case blank:
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
		p := &document.Paragraph{Pos: x.pos, Inlines: inlines}
		f.put(p)
		f.inside(x, &p.Inlines)
	}
}

// takeTask cuts the check box off a paragraph that begins with one.
func takeTask(x *para) document.Task {
	text := string(x.text[:min(len(x.text), 8)])
	for _, box := range [...]struct {
		mark string
		task document.Task
	}{
		{"☐", document.TaskOpen},
		{"☒", document.TaskDone},
		{"☑", document.TaskDone},
		{"✅", document.TaskDone},
		{"\uf0a8", document.TaskOpen},
		{"\uf06f", document.TaskOpen},
		{"\uf0fe", document.TaskDone},
		{"\uf0fd", document.TaskDone},
	} {
		rest, ok := strings.CutPrefix(text, box.mark)
		if ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\t") || strings.HasPrefix(rest, "\u00a0")) {
			x.cut(len(box.mark))
			return box.task
		}
	}
	return document.NoTask
}

// putMath adds equations that are alone in their paragraph and stand on lines
// of their own. It reports whether they are and do.
func (f *flow) putMath(x *para) bool {
	from := int32(0)
	found := false
	for _, r := range x.runs {
		if r.node == 0 && strings.TrimSpace(string(x.text[from:r.end])) != "" || r.node > 0 && !r.display {
			return false
		}
		found = found || r.display
		from = r.end
	}
	if !found {
		return false
	}
	for _, r := range x.runs {
		if m, ok := x.nodeOf(r).(*document.Math); ok {
			f.put(&document.MathBlock{Pos: x.pos, TeX: m.TeX})
		}
	}
	return true
}

// putQuote adds a paragraph to the quotation before it, or to a new one.
func (f *flow) putQuote(x *para) {
	p := &document.Paragraph{Pos: x.pos, Inlines: f.inlines(x)}
	in := *f.into()
	if n := len(in); n > 0 && f.last == lastQuote {
		quote := in[n-1].(*document.Quote)
		quote.Blocks = append(quote.Blocks, p)
	} else {
		f.put(&document.Quote{Pos: x.pos, Blocks: []document.Block{p}})
		f.last = lastQuote
	}
	f.inside(x, &p.Inlines)
}

// putDefinition adds a term or what is said of it.
func (f *flow) putDefinition(x *para) {
	var list *document.DefinitionList
	in := *f.into()
	if n := len(in); n > 0 && f.last == lastDefinition {
		list = in[n-1].(*document.DefinitionList)
	} else {
		list = &document.DefinitionList{Pos: x.pos}
		f.put(list)
		f.last = lastDefinition
	}
	if x.kind == kindTerm {
		list.Definitions = append(list.Definitions, document.Definition{Terms: [][]document.Inline{f.inlines(x)}})
		return
	}
	p := &document.Paragraph{Pos: x.pos, Inlines: f.inlines(x)}
	d := &list.Definitions[len(list.Definitions)-1]
	d.Details = append(d.Details, []document.Block{p})
	f.inside(x, &p.Inlines)
}

// isMono reports whether all of a paragraph's text is code by its font, which
// means code unless the whole document is set so.
func (f *flow) isMono(x *para) bool {
	if f.cell || len(f.lists) > 0 && len(*f.into()) == 0 {
		return false
	}
	from := int32(0)
	for _, r := range x.runs {
		if r.node != 0 || !r.code && strings.TrimSpace(string(x.text[from:r.end])) != "" {
			return false
		}
		from = r.end
	}
	return len(x.runs) > 0
}

// putCode adds lines of code, to the block of those before it. They are meant
// where their style says so.
func (f *flow) putCode(x *para, meant bool) {
	text := strings.TrimRight(string(x.text), " \t\n")
	broken := strings.IndexByte(text, '\n') >= 0
	if f.last == lastCode && f.meant == meant && !(broken && f.broken) {
		f.lines = append(append(f.lines, '\n'), text...)
		f.broken = f.broken || broken
		return
	}
	if text == "" {
		return
	}
	block := &document.CodeBlock{Pos: x.pos}
	f.put(block)
	f.code, f.last, f.broken, f.meant = block, lastCode, broken, meant
	if !meant {
		f.guess(block)
	}
	f.lines = append(f.lines[:0], text...)
}

// isRule reports whether a paragraph is a line of dashes across the page.
func isRule(x *para) bool {
	if len(x.text) < 3 || len(x.text) > 400 || len(x.nodes) > 0 {
		return false
	}
	switch x.text[0] {
	case '-', '_', '*', '=', 0xe2:
	default:
		return false
	}
	text := strings.TrimSpace(string(x.text))
	for _, mark := range [...]string{"-", "_", "*", "=", "—", "–", "─"} {
		if n := len(mark); strings.HasPrefix(text, mark) && strings.Trim(text, mark) == "" {
			return len(text) >= 5*n || len(text) >= 3*n && x.align == document.AlignCenter
		}
	}
	return false
}
