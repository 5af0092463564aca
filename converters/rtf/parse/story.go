package parse

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/edgetable"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// newStory returns an empty story.
func (o *stories) newStory(hidden visible.Way) *story {
	s := &story{flow: o.words.NewFlow(nil), hidden: hidden}
	s.par.text = o.words.NewParagraph()
	return s
}

// clear begins another paragraph in the same memory.
func (p *paragraph) clear() {
	p.text.Reset()
	*p = paragraph{text: p.text}
}

// into returns where the next paragraph or table of a level goes: into the story, or
// into the open cell of a table.
func (s *story) into(level int) *wordtext.Flow {
	if level == 0 {
		return s.flow
	}
	t := &s.open[level-1]
	t.said = true
	return t.flow
}

// endPara ends the current paragraph.
func (w *writer) endPara() {
	level := w.at.pars.level()
	if level == 0 {
		w.out.story.paragraphs++
	}
	if !w.says() {
		return
	}
	w.out.closeTables(level)
	if w.out.openTables(level) {
		w.add(level)
	}
}

// says reports whether there is anything in the current paragraph. What is not seen of
// it goes first. Of one without anything the bookmarks are those of the next one.
func (w *writer) says() bool {
	s := w.out.story
	w.hidePara()
	s.par.shown = false
	if !s.par.text.IsBlank() || s.par.rule || w.at.pars.border || len(s.par.beside) > 0 || !w.visible() || w.out.sight.run.Mono {
		return true
	}
	marks := s.par.marks
	s.par.clear()
	s.par.marks = marks
	return false
}

// add adds the current paragraph to the story, or to the open cell of a table, and
// what is beside it. It begins another one.
func (w *writer) add(level int) {
	s, p := w.out.story, &w.at.pars
	x, f := s.par.text, s.into(level)
	x.Pos = lineAt(cmp.Or(s.par.line, w.out.src.lex.Line))
	if level == 0 {
		x.Pos.Paragraph = s.paragraphs
	}
	x.Left, x.First, x.Align, x.Marks = p.indents.left, p.indents.first, p.align, s.par.marks
	x.Border = (p.border || s.par.rule) && !s.par.listed
	style, ok := w.head.styles[p.style]
	if !ok {
		style.outline = noOutline
	}
	outline := p.outline
	if outline == noOutline {
		outline = style.outline
	}
	x.Kind = style.kind
	if x.Kind == wordtext.PlainText && p.isInset() && !s.par.listed {
		x.Kind = wordtext.Inset
	}
	if s.par.listed && p.list != 0 {
		w.lists.listed[p.list] = true
	}
	if outline != noOutline && len(bytes.TrimSpace(x.Bytes())) > 0 {
		x.Level = outline
		x.Item.Marker = w.lists.headingNumber(p, s)
	} else {
		w.lists.item(p, s, f)
	}
	f.Add(x)
	s.putBeside(f)
	s.par.clear()
}

// minQuote is from which indent on a paragraph is a quotation, in twips.
const minQuote = 360

// isInset reports whether a paragraph outside of tables is set in from the margin.
func (p *pars) isInset() bool {
	return p.indents.left >= minQuote && p.indents.first == 0 && p.align == document.AlignNone && p.level() == 0
}

// putBeside puts what is beside the current paragraph behind it.
func (s *story) putBeside(f *wordtext.Flow) {
	for _, b := range s.par.beside {
		if b.comment != nil {
			f.Put(b.comment)
		}
		for _, block := range b.blocks {
			f.Put(block)
		}
	}
	s.par.beside = nil
}

// endStory ends the current story.
func (w *writer) endStory() {
	w.endPara()
	w.out.closeTables(0)
	w.out.story.putBeside(w.out.story.flow) // of a paragraph that never ended
}

// enterStory begins a text of its own.
func (r *reader) enterStory(role role) {
	if r.page != nil {
		return
	}
	hidden := r.text.hiddenAround()
	if hidden == visible.Shown && role == roleShapeText {
		hidden = r.opened.shapes.hide()
	}
	if role == roleShapeText && (hidden == visible.Shape || hidden == visible.OffPage || hidden == visible.Size) {
		r.sight.seen = visible.Shown // a shape counts for itself, whatever is before it
	}
	if hidden != visible.Shown && r.sight.drops(hidden) {
		r.sight.countStretch(hidden)
		r.drop()
		return
	}
	if role >= roleHeader && role <= roleFirstFooter && len(r.out.outer) > 0 { // where it is none
		r.drop()
		return
	}
	r.at.begin(toStory, role)
	if role == roleFootnote {
		r.text.addNoteRef(hidden != visible.Shown)
	}
	r.out.outer = append(r.out.outer, r.out.story)
	r.out.story = r.out.newStory(hidden)
	r.sight.stale = true
	r.at.pars = plainPars()
	r.at.chars = chars{font: r.head.defaultFont, uc: r.at.chars.uc, size: defaultSize}
	r.in.setFont(r.head.font(r.head.defaultFont))
	r.hold(costStory)
}

// leaveStory ends a text of its own and puts it where it belongs.
func (r *reader) leaveStory(g group) {
	r.in.settle()
	r.text.endStory()
	s := r.out.story
	last := len(r.out.outer) - 1
	r.out.story, r.out.outer = r.out.outer[last], r.out.outer[:last]
	r.out.words.Done(s.par.text)
	blocks := s.flow.Blocks()
	switch g.role {
	case roleFootnote:
		r.out.notes[g.from].Blocks = blocks
	case roleHeader, roleFooter:
		r.out.furnish(firstFurniture{g.role == roleFooter, s.paged, blocks})
	case roleFirstHeader, roleFirstFooter:
		r.out.firsts = append(r.out.firsts, firstFurniture{g.role == roleFirstFooter, s.paged, blocks})
		r.out.setTitled(r.out.titled)
	case roleAnnotation:
		c := r.opened.annotation(r.env)
		c.Blocks, c.Pos = blocks, r.pos()
		r.opened.comment = nil
		r.out.story.par.beside = append(r.out.story.par.beside, beside{comment: c})
	case roleShapeText:
		if len(blocks) > 0 {
			r.out.story.par.beside = append(r.out.story.par.beside, beside{blocks: blocks, hidden: s.hidden != visible.Shown})
		}
	}
}

// annotation returns what is known of the next comment.
func (o *opened) annotation(env *converters.Env) *document.Annotation {
	if o.comment == nil {
		o.comment = converters.Make(env, &document.Annotation{})
	}
	return o.comment
}

// firstFurniture is the header or footer of a first page.
type firstFurniture struct {
	footer, paged bool
	blocks        []document.Block
}

// furnish adds a header or a footer.
func (o *stories) furnish(f firstFurniture) {
	if o.furniture.Add(f.footer, f.paged, f.blocks) {
		o.sight.losses.Lose(lost.Furniture, o.src.pos())
	}
}

// setTitled says whether the first page of the section is apart: it shows the
// headers and footers of first pages, also those of sections before it.
func (o *stories) setTitled(titled bool) {
	if o.titled = titled; !titled {
		return
	}
	for _, f := range o.firsts {
		o.furnish(f)
	}
	o.firsts = nil
}

// addNoteRef adds the sign of the note that begins.
func (w *writer) addNoteRef(hidden bool) {
	id := strconv.Itoa(len(w.out.notes) + 1)
	w.addNode(converters.Make(w.out.src.env, &document.NoteRef{ID: id}), false)
	w.at.from = int32(len(w.out.notes))
	w.out.notes = append(w.out.notes, note{Note: converters.Make(w.out.src.env, &document.Note{Pos: w.out.src.pos(), Kind: document.Footnote, ID: id}), depth: len(w.out.outer), hidden: hidden})
}

// whole returns the blocks of the document: of its body, its headers and footers, and
// its notes.
func (o *stories) whole() []document.Block {
	for _, f := range o.firsts { // no page shows them
		o.sight.hide(visible.Note)
		o.sight.losses.ShowNote(o.src.pos(), f.blocks)
	}
	out := append(o.story.flow.Blocks(), o.furniture.Sections(o.src.env)...)
	for i := range o.notes {
		if n := &o.notes[i]; !n.dropped {
			out = append(out, n.Note)
		}
	}
	return o.words.Finish(out)
}

// openTables opens tables up to a level.
func (o *stories) openTables(level int) bool {
	s := o.story
	if level > len(s.open) {
		o.src.fail(o.src.env.Check(converters.LimitDepth, int64(level), o.src.pos()))
	}
	for len(s.open) < level && o.src.done == nil {
		t := openTable{table: edgetable.Table{Line: o.src.lex.Line}, line: o.src.lex.Line, cell: &wordtext.Cell{}}
		t.flow = o.words.NewFlow(t.cell)
		if len(s.open) == 0 {
			s.tables++
			t.table.Number = s.tables
		}
		s.open = append(s.open, t)
		o.src.hold(costTable)
	}
	return o.src.done == nil
}

// closeTables ends the tables above a level.
func (o *stories) closeTables(level int) {
	s := o.story
	for n := len(s.open); n > level; n-- {
		t := &s.open[n-1]
		if len(t.cells) > 0 || t.said {
			o.closeCell(n)
			o.closeRow(n)
		}
		made := t.table.Blocks(o.src.env, o.sight.losses)
		s.open = s.open[:n-1]
		for _, table := range made {
			for _, b := range wordtext.Arranged(o.src.env, table) {
				s.into(n - 1).PutApart(b)
			}
		}
	}
}

// tells returns an act for a destination with a story of its own.
func tells(o role) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) { r.enterStory(o) }
}

// maxMarks bounds the bookmarks at one paragraph.
const maxMarks = 64

func (o *stories) addMark(text string) {
	if s := o.story; len(s.par.marks) < maxMarks {
		s.par.marks = append(s.par.marks, strings.TrimSpace(text))
		o.src.hold(1)
	}
}
