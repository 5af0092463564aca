package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// flow collects the blocks of one container.
type flow struct {
	b      *builder
	line   line.Line
	blocks []document.Block
	levels []level // lists by level, of the last blocks
	anchor string  // the id that is before what comes next
	single bool    // one line of text only
}

// newFlow returns a flow for blocks of their own. What it takes to collect a
// line is that of one that is finished, where there is one.
func (b *builder) newFlow() *flow {
	f := b.flows.take()
	f.b, f.line.Page = b, b
	return f
}

// flows are those that are finished.
type flows struct{ done []*flow }

func (s *flows) take() *flow {
	n := len(s.done) - 1
	if n < 0 {
		return &flow{}
	}
	f := s.done[n]
	s.done = s.done[:n]
	return f
}

// put takes a flow whose line is empty, and which nobody uses any more.
func (s *flows) put(f *flow) {
	f.line.Single = false
	*f = flow{line: f.line, levels: f.levels[:0]}
	s.done = append(s.done, f)
}

// content returns the blocks of an element's content.
func (b *builder) content(id int32, st state) []document.Block {
	f := b.newFlow()
	f.children(id, &st)
	return f.finish()
}

// inlines returns an element's content as one line of text.
func (b *builder) inlines(id int32, st state) ([]document.Inline, document.Pos) {
	f := b.newFlow()
	f.single, f.line.Single = true, true
	f.children(id, &st)
	inlines, pos := f.line.Take()
	b.flows.put(f)
	return inlines, pos
}

// finish returns the blocks, and ends the use of the flow.
func (f *flow) finish() []document.Block {
	f.flush()
	blocks := f.blocks
	f.b.flows.put(f)
	return blocks
}

// flush ends the paragraph.
func (f *flow) flush() {
	if f.single {
		f.line.Gap()
		return
	}
	if inlines, pos := f.line.Take(); len(inlines) > 0 {
		f.add(&document.Paragraph{Pos: pos, Inlines: inlines})
	}
}

// add appends a block. The text between lists keeps them apart.
func (f *flow) add(b document.Block) {
	f.levels = f.levels[:0]
	f.anchor = ""
	f.blocks = append(f.blocks, b)
}

func (f *flow) children(id int32, st *state) {
	covered := false
	for c := range f.b.t.Children(id) {
		if f.b.err != nil {
			return
		}
		inner := *st
		if covered && f.b.hasContent(c) && !f.b.uncover(c, &inner, visible.Element) {
			continue
		}
		f.node(c, &inner)
		covered = covered || f.b.shadow(c) && !f.b.t.Holds(c, dom.InsideSlot)
	}
}

// node reads one node. The state is that around it.
func (f *flow) node(id int32, around *state) {
	f.b.step()
	if id >= f.b.skip && id < f.b.skipEnd {
		return
	}
	n := f.b.t.Node(id)
	if n.IsText {
		f.text(id, around)
		return
	}
	if n.Tag == dom.TagScript && f.texScript(id, around) {
		return
	}
	if f.b.left[id] {
		return
	}
	if dom.LeftOut(n.Tag) && !f.b.shadow(id) {
		f.outside(id, around)
		return
	}
	st := *around
	l, hides := f.b.enter(id, &st)
	switch {
	case hides != visible.Shown && !st.inHidden:
		f.hidden(id, &st, hides)
	case f.note(id, &st), f.texSpan(id, &st):
	default:
		f.element(id, &st, &l)
	}
}

// text adds a text node.
func (f *flow) text(id int32, st *state) {
	n := f.b.t.Node(id)
	s := f.b.t.Text(id)
	if f.b.noteMark(f, id, st) {
		return
	}
	how, by := f.b.judge(st, n.Format)
	if how == visible.Unsure && strings.TrimSpace(s) != "" {
		f.b.showHidden(how, by, int(n.Line))
	}
	if how != visible.Shown && how != visible.Unsure && strings.TrimSpace(s) != "" {
		if !f.b.showHidden(how, by, int(n.Line)) && how != visible.ForEyes {
			return
		}
		if f.b.lost.When(how) != converters.KeepHidden {
			s = "[" + labelOf(how) + ": " + strings.TrimSpace(s) + "]"
		}
	} else if st.label != "" && strings.TrimSpace(s) != "" {
		s = "[" + st.label + ": " + strings.TrimSpace(s) + "]"
	}
	sh := f.b.shade(st, n.Format)
	if sh.Link != 0 && f.b.isPermalink(id, sh.Link, s) {
		return
	}
	if !st.preserve && len(s) > 2 && strings.Trim(s, " \u00a0") == "" {
		f.line.Gap() // blanks that stand for a tab
		return
	}
	if !st.preserve {
		f.line.Text(s, sh, int(n.Line))
		f.breakUp()
		return
	}
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			f.end()
		}
		f.line.Text(line, sh, int(n.Line)+i)
	}
}

// end ends a line inside a paragraph; two in a row end the paragraph, as they
// look.
func (f *flow) end() {
	f.line.End()
	f.breakUp()
}

func (f *flow) breakUp() {
	if f.line.Wide > 1 && !f.single {
		f.flush()
	}
}

// element reads an element that is not hidden.
func (f *flow) element(id int32, st *state, l *css.Look) {
	t := f.b.t.Node(id).Tag
	f.remember(id, t)
	if f.single && t.Is(dom.Block) {
		f.blockOf(id, st)
		return
	}
	switch t {
	case dom.TagBr:
		f.end()
	case dom.TagP:
		f.paragraph(id, st, l)
	case dom.TagH1, dom.TagH2, dom.TagH3, dom.TagH4, dom.TagH5, dom.TagH6:
		f.heading(id, st, int(t-dom.TagH1)+1)
	case dom.TagHr:
		f.flush()
		f.add(&document.ThematicBreak{Pos: f.b.pos(id)})
	case dom.TagUl, dom.TagMenu, dom.TagDir:
		f.list(id, st, l, false)
	case dom.TagOl:
		f.list(id, st, l, true)
	case dom.TagLi:
		f.looseItem(id, st)
	case dom.TagDl:
		f.definitions(id, st)
	case dom.TagTable:
		f.table(id, st)
	case dom.TagBlockquote:
		f.quote(id, st)
	case dom.TagPre, dom.TagListing, dom.TagXmp, dom.TagPlaintext:
		f.code(id, st)
	case dom.TagSummary, dom.TagLegend:
		f.label(id, st)
	case dom.TagFigcaption, dom.TagCaption:
		f.blockOf(id, st)
	default:
		if !f.object(id, st) && !(t == dom.TagNone && f.storage(id, st)) {
			f.phrase(id, st, l)
		}
	}
}

// phrase reads an element that changes how its text shows, or nothing.
func (f *flow) phrase(id int32, st *state, l *css.Look) {
	n := f.b.t.Node(id)
	switch n.Tag {
	case dom.TagSub:
		st.styles = st.styles.With(document.Subscript)
	case dom.TagSup:
		st.styles = st.styles.With(document.Superscript)
	case dom.TagDel:
		st.styles = st.styles.With(document.Strike)
	case dom.TagCite, dom.TagDfn, dom.TagVar:
		if st.italic.at < id && !l.Upright {
			st.italic = mark{id, css.Yes, false}
		}
	case dom.TagMark:
		if st.bold.at < id {
			st.bold = mark{id, css.Yes, false}
		}
	case dom.TagKbd, dom.TagSamp:
		f.b.asCode(id, st, n.Format)
	case dom.TagQ:
		f.quoted(id, st)
		return
	case dom.TagRuby:
		f.ruby(id, st)
		return
	case dom.TagTd, dom.TagTh, dom.TagTr, dom.TagOption, dom.TagOptgroup:
		f.line.Gap()
	case dom.TagTime:
		if date := f.b.t.Value(id, dom.AttrDatetime); n.End == id+1 && isDate(date) { // Confluence: its pages show the date
			f.say(id, st, date)
		}
	}
	switch {
	case f.roleBlock(id, st):
	case n.Tag.Is(dom.Block) || l.Block:
		f.blockOf(id, st)
	default:
		f.children(id, st)
	}
}

// isDate reports whether an attribute has nothing but a date or a time.
func isDate(s string) bool {
	return len(s) <= len("2006-01-02T15:04:05.999999999+07:00") && strings.Trim(s, "0123456789-:.+TZW ") == ""
}

// blockOf reads an element that is on lines of its own.
func (f *flow) blockOf(id int32, st *state) {
	f.flush()
	blocks, notes := len(f.blocks), len(f.b.noteBlocks)
	f.children(id, st)
	f.flush()
	if !f.single && len(f.b.noteBlocks) > notes && onlyFrame(f.blocks[blocks:]) {
		f.blocks = f.blocks[:blocks]
	}
}

// onlyFrame reports whether blocks are nothing but what sets notes apart: a
// rule, or a title for screen readers.
func onlyFrame(blocks []document.Block) bool {
	for _, b := range blocks {
		switch b := b.(type) {
		case *document.ThematicBreak:
		case *document.Quote:
			p, ok := b.Blocks[0].(*document.Paragraph)
			if !ok || document.InlineText(p.Inlines) != "["+readersLabel+"]" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// asCode makes the text of a node code.
func (b *builder) asCode(id int32, st *state, format int32) {
	if st.code == 0 {
		st.codeStyles = b.shade(st, format).Styles
		st.code = -id
	}
}

// quoted reads a q element, whose quotation marks the browser writes.
func (f *flow) quoted(id int32, st *state) {
	n := f.b.t.Node(id)
	sh := f.b.shade(st, n.Format)
	f.line.Text("“", sh, int(n.Line))
	f.children(id, st)
	f.line.Space = false
	f.line.Text("”", sh, int(n.Last))
}

// pos returns the lines of an element.
func (b *builder) pos(id int32) document.Pos {
	n := b.t.Node(id)
	return document.LineSpan(int(n.Line), int(max(n.Line, n.Last)))
}

// remember keeps the id of an element for the heading that it may begin.
func (f *flow) remember(id int32, t dom.Tag) {
	if dom.IsHeading(t) || f.line.Begun {
		return
	}
	for _, key := range []dom.Attr{dom.AttrId, dom.AttrName} {
		if v := f.b.t.Value(id, key); v != "" && f.anchor == "" {
			f.anchor = v
		}
	}
}
