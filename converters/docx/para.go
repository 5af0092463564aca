package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// para is a paragraph while it is read.
type para struct {
	*wordtext.Paragraph
	pars
	marker   marker
	look     delta   // of text without properties of its own
	drawings int     // in it
	extras   []extra // what stands beside it
	begun    bool    // properties were read
	unseen   visible.Way
}

// extra is what stands beside a paragraph: blocks, or a comment.
type extra struct {
	blocks  []document.Block
	comment string
}

// paragraph reads a paragraph (17.3.1.22). One whose end was deleted runs on
// into the next one.
func (st *story) paragraph(f *flow) error {
	x := f.joined
	f.joined = nil
	st.countParagraph()
	if x == nil {
		x = &para{Paragraph: st.build.NewParagraph()}
		x.Marks = append(x.Marks, f.marks...)
		f.marks = f.marks[:0]
		x.Pos = st.pos
		st.styled(x, "")
	}
	err := st.children(&place{para: x})
	st.endCodes()
	if err == nil {
		err = st.late
	}
	if err != nil {
		return err
	}
	if x.removed && st.When(visible.Deleted) == converters.DropHidden {
		x.removed = false
		f.joined = x
		return nil
	}
	return f.add(x)
}

// paraProps reads the properties of a paragraph.
func (st *story) paraProps(x *para) error {
	st.named = ""
	var own pars
	m, level := marker{level: -1}, int8(-1)
	if err := st.readParaProps(st.s, &own, &m, &level); err != nil {
		return err
	}
	if x.begun && x.HasText() {
		x.removed = own.removed // the first of joined paragraphs says how they look
		return nil
	}
	x.begun = true
	st.styled(x, st.named)
	x.over(&own)
	if level >= 0 {
		x.Level = level
	}
	if m.set {
		x.marker.num, x.marker.set = m.num, true
	}
	if m.level >= 0 {
		x.marker.level = m.level
	}
	x.marker.shown = m.shown
	return nil
}

// styled gives a paragraph the properties of a style.
func (st *story) styled(x *para, id string) {
	if id == "" {
		id = st.styles.first
	}
	s := st.styleOf(id)
	if s == nil {
		x.look = st.styles.chars
		x.look.over(&st.within)
		return
	}
	x.pars, x.Kind, x.Level, x.marker = s.pars, s.kind, s.level, s.marker
	if level := st.lists.levelOf(x.marker.num, x.marker.style); x.marker.set && level >= 0 {
		x.marker.level = level
	}
	x.look = st.styles.chars
	x.look.over(&st.within)
	x.look.over(&s.chars)
	if s.caption || s.kind != wordtext.PlainText || s.level >= 0 && s.level < wordtext.NoLevel {
		x.look.on &^= emphasisBits
	}
}

// emphasisBits are those that a style does not give the text of headings,
// quotations and the like: Markdown shows by other means what they are.
const emphasisBits = bitBold | bitItalic | bitStrike | bitSuper | bitSub

// styleOf returns a style by its id. One that the document does not define is
// what its id says.
func (r *reader) styleOf(id string) *style {
	if id == "" {
		return nil
	}
	if s := r.styles.find(id); s != nil {
		return s
	}
	if len(r.styles.all) >= stylesMost {
		return nil
	}
	s := style{id: id, level: -1, marker: marker{level: -1}, state: styleDone}
	s.named(id)
	r.styles.byID[id] = int32(len(r.styles.all))
	r.styles.all = append(r.styles.all, s)
	return &r.styles.all[len(r.styles.all)-1]
}

// stylesMost bounds the styles that documents may use without defining them.
const stylesMost = 1 << 16

// put adds text with some properties.
func (st *story) put(x *para, text string, look *delta) {
	if text == "" || st.coding > 0 {
		return
	}
	r := wordtext.Run{Styles: look.emphasis()}
	if how := st.hides(look, x); how != visible.Shown {
		if how != x.unseen && strings.TrimSpace(text) != "" {
			x.unseen = how
			st.Hide(how, st.pos)
		}
		if st.When(how) == converters.DropHidden {
			return
		}
		r.Hidden = st.When(how) == converters.MarkHidden
	} else {
		x.unseen = visible.Shown
	}
	r.Code = look.on&(bitCode|bitMono) != 0
	r.Mono = r.Code && look.on&bitCode == 0
	if err := st.env.Spend(converters.LimitText, int64(utf8.RuneCountInString(text)), st.pos); err != nil {
		st.fail(err)
		return
	}
	if st.said != nil {
		*st.said = append(*st.said, text...)
	}
	r.Link = st.current()
	st.build.Text(x.Paragraph, text, r)
}

// putNode adds a node.
func (st *story) putNode(x *para, node document.Inline, r wordtext.Run) {
	if st.coding > 0 {
		return
	}
	r.Link = st.current()
	st.build.Node(x.Paragraph, node, r)
}

// current returns the link around the current text, or nil.
func (st *story) current() *wordtext.Link {
	if st.link != nil {
		return st.link
	}
	for i := len(st.fields) - 1; i >= 0; i-- {
		if t := st.fields[i].link; t != nil && !st.fields[i].coding {
			return t
		}
	}
	return nil
}
