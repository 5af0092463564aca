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
func (r *reader) newStory(hidden visible.Way) *story {
	s := &story{flow: r.words.NewFlow(nil), hidden: hidden}
	s.par.text = r.words.NewParagraph()
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
func (r *reader) endPara() {
	level := r.pars.level()
	if level == 0 {
		r.story.paragraphs++
	}
	if !r.says() {
		return
	}
	r.closeTables(level)
	if r.openTables(level) {
		r.add(level)
	}
}

// says reports whether there is anything in the current paragraph. What is not seen of
// it goes first. Of one without anything the bookmarks are those of the next one.
func (r *reader) says() bool {
	s := r.story
	r.hidePara()
	s.par.shown = false
	if !s.par.text.IsBlank() || s.par.rule || r.pars.border || len(s.par.beside) > 0 || !r.visible() || r.format.run.Mono {
		return true
	}
	marks := s.par.marks
	s.par.clear()
	s.par.marks = marks
	return false
}

// add adds the current paragraph to the story, or to the open cell of a table, and
// what is beside it. It begins another one.
func (r *reader) add(level int) {
	s, p := r.story, &r.pars
	x, f := s.par.text, s.into(level)
	x.Pos = lineAt(cmp.Or(s.par.line, r.lex.Line))
	if level == 0 {
		x.Pos.Paragraph = s.paragraphs
	}
	x.Left, x.First, x.Align, x.Marks = p.indents.left, p.indents.first, p.align, s.par.marks
	x.Border = (p.border || s.par.rule) && !s.par.listed
	style, ok := r.styles[p.style]
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
		r.lists.listed[p.list] = true
	}
	if outline != noOutline && len(bytes.TrimSpace(x.Bytes())) > 0 {
		x.Level = outline
		x.Item.Marker = r.lists.headingNumber(p, s)
	} else {
		r.lists.item(p, s, f)
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
func (r *reader) endStory() {
	r.in.settle()
	r.endPara()
	r.closeTables(0)
	r.story.putBeside(r.story.flow) // of a paragraph that never ended
}

// enterStory begins a text of its own.
func (r *reader) enterStory(role role) {
	if r.page != nil {
		return
	}
	hidden := r.hiddenAround()
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
	if role >= roleHeader && role <= roleFirstFooter && len(r.outer) > 0 { // where it is none
		r.drop()
		return
	}
	r.begin(toStory, role)
	if role == roleFootnote {
		r.addNoteRef(hidden != visible.Shown)
	}
	r.outer = append(r.outer, r.story)
	r.story = r.newStory(hidden)
	r.format.stale = true
	r.pars = plainPars()
	r.chars = chars{font: r.defaultFont, uc: r.chars.uc, size: defaultSize}
	r.setFont(r.defaultFont)
	r.hold(costStory)
}

// leaveStory ends a text of its own and puts it where it belongs.
func (r *reader) leaveStory(g group) {
	r.endStory()
	s := r.story
	last := len(r.outer) - 1
	r.story, r.outer = r.outer[last], r.outer[:last]
	r.words.Done(s.par.text)
	blocks := s.flow.Blocks()
	switch g.role {
	case roleFootnote:
		r.notes[g.from].Blocks = blocks
	case roleHeader, roleFooter:
		r.furnish(firstFurniture{g.role == roleFooter, s.paged, blocks})
	case roleFirstHeader, roleFirstFooter:
		r.firsts = append(r.firsts, firstFurniture{g.role == roleFirstFooter, s.paged, blocks})
		r.setTitled(r.titled)
	case roleAnnotation:
		c := r.opened.annotation(r.env)
		c.Blocks, c.Pos = blocks, r.pos()
		r.opened.comment = nil
		r.story.par.beside = append(r.story.par.beside, beside{comment: c})
	case roleShapeText:
		if len(blocks) > 0 {
			r.story.par.beside = append(r.story.par.beside, beside{blocks: blocks, hidden: s.hidden != visible.Shown})
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
func (r *reader) furnish(f firstFurniture) {
	if r.furniture.Add(f.footer, f.paged, f.blocks) {
		r.sight.losses.Lose(lost.Furniture, r.pos())
	}
}

// setTitled says whether the first page of the section is apart: it shows the
// headers and footers of first pages, also those of sections before it.
func (r *reader) setTitled(titled bool) {
	if r.titled = titled; !titled {
		return
	}
	for _, f := range r.firsts {
		r.furnish(f)
	}
	r.firsts = nil
}

// addNoteRef adds the sign of the note that begins.
func (r *reader) addNoteRef(hidden bool) {
	id := strconv.Itoa(len(r.notes) + 1)
	r.addNode(converters.Make(r.env, &document.NoteRef{ID: id}), false)
	r.from = int32(len(r.notes))
	r.notes = append(r.notes, note{Note: converters.Make(r.env, &document.Note{Pos: r.pos(), Kind: document.Footnote, ID: id}), depth: len(r.outer), hidden: hidden})
}

// whole returns the blocks of the document: of its body, its headers and footers, and
// its notes.
func (r *reader) whole() []document.Block {
	for _, f := range r.firsts { // no page shows them
		r.sight.hide(visible.Note)
		r.sight.losses.ShowNote(r.pos(), f.blocks)
	}
	out := append(r.story.flow.Blocks(), r.furniture.Sections(r.env)...)
	for i := range r.notes {
		if n := &r.notes[i]; !n.dropped {
			out = append(out, n.Note)
		}
	}
	return r.words.Finish(out)
}

// openTables opens tables up to a level.
func (r *reader) openTables(level int) bool {
	s := r.story
	if level > len(s.open) {
		r.fail(r.env.Check(converters.LimitDepth, int64(level), r.pos()))
	}
	for len(s.open) < level && r.done == nil {
		t := openTable{table: edgetable.Table{Line: r.lex.Line}, line: r.lex.Line, cell: &wordtext.Cell{}}
		t.flow = r.words.NewFlow(t.cell)
		if len(s.open) == 0 {
			s.tables++
			t.table.Number = s.tables
		}
		s.open = append(s.open, t)
		r.hold(costTable)
	}
	return r.done == nil
}

// closeTables ends the tables above a level.
func (r *reader) closeTables(level int) {
	s := r.story
	for n := len(s.open); n > level; n-- {
		t := &s.open[n-1]
		if len(t.cells) > 0 || t.said {
			r.closeCell(n)
			r.closeRow(n)
		}
		made := t.table.Blocks(r.env, r.sight.losses)
		s.open = s.open[:n-1]
		for _, table := range made {
			for _, b := range wordtext.Arranged(r.env, table) {
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

func (r *reader) addMark(text string) {
	if s := r.story; len(s.par.marks) < maxMarks {
		s.par.marks = append(s.par.marks, strings.TrimSpace(text))
		r.hold(1)
	}
}
