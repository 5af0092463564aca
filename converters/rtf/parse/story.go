package parse

import (
	"bytes"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/rtf/model"
)

// stories are the story that is read, those that it interrupts, and where all of
// them are kept.
type stories struct {
	story *story
	outer []*story
	kept  slabs
}

// story is a text with paragraphs of its own that is being read: the body, a
// note, a header.
type story struct {
	items  []model.Item
	open   []openTable // by level
	hidden visible.Way // how all of it is
	paged  bool        // it has the number of the page
	paragraph
	props      *model.Props // of the last paragraph
	paragraphs int32        // that have ended outside of tables, empty ones among them
	tables     int          // that have begun
}

// paragraph is the current paragraph of a story.
type paragraph struct {
	text   []byte
	runs   []model.Run
	pieces int // runs, lines and nodes
	marker string
	listed bool
	line   int // where it began; 0 if it has not
	marks  []string
	beside []model.Beside
	shown  bool // some of it was taken for what is seen
	rule   bool // it is a line across the page
}

// clear begins another paragraph in the same memory.
func (p *paragraph) clear() { *p = paragraph{text: p.text[:0], runs: p.runs[:0]} }

// endPara ends the current paragraph.
func (r *reader) endPara() {
	level := r.pars.level()
	if level == 0 {
		r.story.paragraphs++
	}
	p := r.take()
	if p == nil {
		return
	}
	r.closeTables(level)
	if !r.openTables(level) {
		return
	}
	if level == 0 {
		p.Number = r.story.paragraphs
	}
	r.add(level, model.Item{Para: p})
}

// add adds an item to the story, or to the open cell of a table.
func (r *reader) add(level int, it model.Item) {
	if level == 0 {
		r.story.items = append(r.story.items, it)
		return
	}
	t := &r.story.open[level-1]
	if t.cell = append(t.cell, it); len(t.cell) > fewItems {
		r.hold(costManyItems)
	}
}

// take makes the current paragraph, and begins a new one. It returns nil where
// there is nothing in it.
func (r *reader) take() *model.Paragraph {
	s := r.story
	r.hidePara()
	s.shown = false
	empty := len(s.runs) == 0 || len(bytes.TrimSpace(s.text)) == 0 && !slices.ContainsFunc(s.runs, func(n model.Run) bool { return n.Node != 0 })
	blank := empty && !s.rule && !r.pars.Border && len(s.beside) == 0
	if blank && r.visible() && !r.run.Mono {
		marks := s.marks // they are those of the next one
		s.clear()
		s.marks = marks
		return nil
	}
	p := r.kept.paras.New()
	*p = model.Paragraph{
		Props: r.props(), Line: int32(s.line), Listed: s.listed, Marker: s.marker, Marks: s.marks, Beside: s.beside,
	}
	if p.Line == 0 {
		p.Line = int32(r.lex.Line)
	}
	if !empty {
		p.Text, p.Runs = r.kept.texts.Keep(s.text), r.kept.runs.Clone(s.runs)
	}
	if p.Listed && p.List != 0 {
		r.doc.Listed[p.List] = true
	}
	s.clear()
	r.hold(costParagraph)
	if len(r.outer) > 0 {
		r.hold(costAside)
	}
	return p
}

// props returns the properties of the current paragraph with those of its style:
// the same as those of the paragraph before, where they are equal.
func (r *reader) props() *model.Props {
	p := r.pars.Props
	if style, ok := r.styles[r.pars.style]; ok {
		p.Kind = style.kind
		if p.Outline == model.NoOutline {
			p.Outline = style.outline
		}
	}
	p.Border = p.Border || r.story.rule
	p.Nest = int16(r.pars.level())
	p.Bullet = r.pars.marker == bulletMarker
	if last := r.story.props; last != nil && *last == p {
		return last
	}
	r.story.props = &p
	return &p
}

// endStory ends the current story.
func (r *reader) endStory() {
	r.settle()
	r.endPara()
	r.closeTables(0)
	if s := r.story; len(s.beside) > 0 { // of a paragraph that never ended
		plain := plainPars().Props
		r.add(0, model.Item{Para: &model.Paragraph{Props: &plain, Line: int32(r.lex.Line), Beside: s.beside}})
		s.beside = nil
	}
}

// enterStory begins a text of its own.
func (r *reader) enterStory(role role) {
	if r.page != nil {
		return
	}
	hidden := r.hiddenAround()
	if hidden == visible.Shown && role == roleShapeText {
		hidden = r.shapesHide()
	}
	if role == roleShapeText && (hidden == visible.Shape || hidden == visible.OffPage || hidden == visible.Size) {
		r.seen = visible.Shown // a shape counts for itself, whatever is before it
	}
	if hidden != visible.Shown && r.drops(hidden) {
		r.countStretch(hidden)
		r.drop()
		return
	}
	if (role == roleHeader || role == roleFooter) && len(r.outer) > 0 { // where it is none
		r.drop()
		return
	}
	r.begin(toStory, role)
	if role == roleFootnote {
		r.addNoteRef(hidden != visible.Shown)
	}
	r.outer = append(r.outer, r.story)
	r.story = &story{hidden: hidden}
	r.stale = true
	r.pars = plainPars()
	r.chars = chars{font: r.defaultFont, uc: r.chars.uc, size: defaultSize}
	r.setFont(r.defaultFont)
	r.hold(costStory)
}

// hiddenAround returns how the text is hidden that the group is in.
func (r *reader) hiddenAround() visible.Way {
	if r.sink != toStory || r.visible() {
		return r.story.hidden
	}
	return r.unseen
}

// leaveStory ends a text of its own and puts it where it belongs.
func (r *reader) leaveStory(g group) {
	r.endStory()
	s := r.story
	last := len(r.outer) - 1
	r.story, r.outer = r.outer[last], r.outer[:last]
	switch g.role {
	case roleFootnote:
		r.doc.Notes[g.from].Items = s.items
	case roleHeader, roleFooter:
		r.doc.Furniture = append(r.doc.Furniture, model.Furniture{Footer: g.role == roleFooter, Line: max(r.lex.Line, 1), Items: s.items, Paged: s.paged})
	case roleAnnotation:
		b := r.opened.comment
		b.Comment, b.Items, b.Line = true, s.items, max(r.lex.Line, 1)
		r.opened.comment = model.Beside{}
		r.story.beside = append(r.story.beside, b)
	case roleShapeText:
		if len(s.items) > 0 {
			r.story.beside = append(r.story.beside, model.Beside{Items: s.items, Line: r.lex.Line, Hidden: s.hidden != visible.Shown})
		}
	}
}

// openTables opens tables up to a level.
func (r *reader) openTables(level int) bool {
	s := r.story
	if level > len(s.open) {
		r.fail(r.env.Check(converters.LimitDepth, int64(level), r.pos()))
	}
	for len(s.open) < level && r.done == nil {
		t := openTable{table: &model.Table{Line: r.lex.Line}, line: r.lex.Line}
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
		if len(t.cells) > 0 || len(t.cell) > 0 {
			r.closeCell(n)
			r.closeRow(n)
		}
		table := t.table
		s.open = s.open[:n-1]
		if len(table.Rows) > 0 {
			r.add(n-1, model.Item{Table: table})
		}
	}
}
