package odf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/style"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// flow puts paragraphs, tables and what else is in a text after one
// another as blocks.
type flow struct {
	r     *reader
	out   []document.Block
	lists []openList
	last  joint
	code  []byte              // lines of the open block of code
	gap   int                 // empty paragraphs behind them
	block *document.CodeBlock // that is open
	whole bool                // a paragraph of it has several lines
	align document.Align      // of the first paragraph
	head  bool                // the first paragraph is in a style for heads of tables
	begun bool                // a paragraph was seen
}

// openList is a list that may get more items.
type openList struct {
	list    *document.List
	own     int // in the source
	level   int
	of      *listRef // the list of the source that its last item came from
	name    string   // of that list's style
	left    int32    // where the text of its items is
	plainly bool     // its items are numbered
	last    int      // the number of its last item
	marker  string   // of its last item
	slide   bool     // on a slide
}

// joint is what the next paragraph could join.
type joint uint8

const (
	jointNone joint = iota
	jointCode
	jointQuote
	jointTerm
	jointDetail
	jointMono // a paragraph of characters of fixed width
)

// blocks ends the flow and returns what is in it.
func (f *flow) blocks() []document.Block {
	f.apart()
	return f.out
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

// leave ends all lists.
func (f *flow) leave() {
	if len(f.lists) > 0 {
		f.lists = f.lists[:0]
		f.apart()
	}
}

// apart ends what the next paragraph could join.
func (f *flow) apart() {
	if f.block != nil {
		f.block.Text = strings.Trim(string(f.code), "\n")
		f.block = nil
	}
	f.last = jointNone
}

// para adds a paragraph as what it is, and what is beside it.
func (f *flow) para(p *para, st *style.Style, at place) {
	if !f.begun {
		f.begun, f.align, f.head = true, st.Align, st.Role == style.RoleHead
	}
	if p.veiled && f.r.Hide(visible.Text, at.pos) {
		p.reset()
		return
	}
	if p.veiled && f.r.When(visible.Text) == converters.MarkHidden {
		for i := range p.runs {
			p.runs[i].look.hidden = p.runs[i].node == 0
		}
	}
	for _, b := range p.before {
		f.enter(st, at)
		f.put(b)
	}
	f.main(p, st, at)
	for _, b := range p.extras {
		f.put(b)
	}
}

// place is where a paragraph stands.
type place struct {
	pos    document.Pos
	level  int // of a heading, 0 for none
	item   *itemRef
	number string // of a heading
	id     string
}

// enter begins the item that a paragraph belongs to, or leaves the lists that
// it does not.
func (f *flow) enter(st *style.Style, at place) {
	if at.item != nil {
		f.item(at.item, st, at.pos)
		return
	}
	f.leaveLists(st)
}

// main adds a paragraph without what is beside it.
func (f *flow) main(p *para, st *style.Style, at place) {
	empty := p.empty()
	switch {
	case at.level > 0 && !empty:
		f.leave()
		f.put(f.heading(p, st, at))
		return
	case empty && (p.rule || st.Role == style.RoleRule):
		f.leave()
		f.put(&document.ThematicBreak{Pos: at.pos})
		return
	case empty && f.last == jointCode && f.isCode(p, st):
		f.putCode(p, st, at.pos)
		return
	case empty && (len(p.extras) > 0 || at.item != nil && at.item.fresh):
		f.enter(st, at)
		return
	case empty:
		f.gap++
		return
	}
	f.enter(st, at)
	switch {
	case f.r.inside == 0 && p.onlyMath() != nil:
		f.put(&document.MathBlock{Pos: at.pos, TeX: p.onlyMath().TeX})
	case f.isCode(p, st), f.joinsMono(p, at):
		f.putCode(p, st, at.pos)
	case st.Role == style.RoleQuote && at.item == nil && len(f.lists) == 0:
		f.putQuote(p, at.pos)
	case st.Role == style.RoleTerm && at.item == nil:
		f.putTerm(p, at.pos)
	case st.Role == style.RoleDetail && at.item == nil && (f.last == jointTerm || f.last == jointDetail):
		f.putDetail(p, at.pos)
	default:
		f.putText(p, at)
	}
}

// heading makes a heading, with the number in front that it carries, without
// the styles that all of it has.
func (f *flow) heading(p *para, st *style.Style, at place) *document.Heading {
	h := &document.Heading{Pos: at.pos, Level: at.level, Inlines: p.inlines(f.r.doc, p.common(), st.Looks.On&style.Mono == 0)}
	if at.number != "" {
		h.Inlines = append([]document.Inline{&document.Text{Value: at.number + " "}}, h.Inlines...)
	}
	f.r.nameHeading(h, p.marks, at)
	return h
}

// putText adds a paragraph of text, and reads the check box of an item.
func (f *flow) putText(p *para, at place) {
	if n := len(f.lists); n > 0 && len(*f.into()) == 0 {
		items := f.lists[n-1].list.Items
		items[len(items)-1].Task = takeTask(p)
	}
	if text, ok := p.plain(); ok {
		if text != "" {
			f.put(plainParagraph(at.pos, text))
		}
		return
	}
	if inlines := p.inlines(f.r.doc, 0, !f.r.mono()); len(inlines) > 0 {
		f.put(&document.Paragraph{Pos: at.pos, Inlines: inlines})
		if f.isMono(p, at) {
			f.last, f.code = jointMono, append(f.code[:0], p.text...)
		}
	}
}

// takeTask cuts the check box off a paragraph that begins with one.
func takeTask(p *para) document.Task {
	for _, box := range [...]struct {
		mark string
		task document.Task
	}{{"☐", document.TaskOpen}, {"☒", document.TaskDone}, {"☑", document.TaskDone}} {
		rest, ok := strings.CutPrefix(string(p.text[:min(len(p.text), len(box.mark)+1)]), box.mark)
		if !ok || rest != "" && !isBlank(rest[0]) || p.runs[0].node != 0 {
			continue
		}
		p.cut(len(box.mark))
		return box.task
	}
	return document.NoTask
}

// cut takes the first n bytes off the paragraph's text.
func (p *para) cut(n int) {
	p.text = p.text[n:]
	kept := p.runs[:0]
	for _, r := range p.runs {
		if r.end -= int32(n); r.end > 0 || r.node != 0 {
			r.end = max(r.end, 0)
			kept = append(kept, r)
		}
	}
	p.runs = kept
}

// leaveLists ends the open lists that a paragraph outside of lists does not
// go on with: those whose text is set in further than its own.
func (f *flow) leaveLists(st *style.Style) {
	n := len(f.lists)
	if n == 0 {
		return
	}
	if st.Has&style.HasLeft == 0 || st.Left <= 0 || st.First < 0 || st.Role == style.RoleQuote || st.Role == style.RoleTerm || st.Role == style.RoleDetail {
		n = 0
	}
	for n > 0 && (f.lists[n-1].left == 0 || st.Left < f.lists[n-1].left-indentNear) {
		n--
	}
	if n < len(f.lists) {
		f.lists = slices.Delete(f.lists, n, len(f.lists))
		f.apart()
	}
}

// indentNear is by how much indents may differ that are meant to be one, in
// hundredths of a point.
const indentNear = 200
