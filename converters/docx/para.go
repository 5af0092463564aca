package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// para is a paragraph while it is read. It is used again and again.
type para struct {
	pars
	kind   styleKind
	level  int8 // of its outline, -1 or noLevel for text
	marker marker
	look   delta // of text without properties of its own

	text     []byte
	runs     []run
	nodes    []document.Inline
	links    []*target
	marks    []string // bookmarks in it
	drawings int      // in it
	extras   []extra  // what stands beside it
	pos      document.Pos
	begun    bool // properties were read
	box      bool // it begins with a check box
	unseen   visible.Way
}

// run is a stretch of a paragraph's text, or a node in it.
type run struct {
	end     int32 // in the text
	node    int32 // index of a node from 1, 0 for text
	link    int32 // index of a link from 1, 0 for none
	styles  document.Styles
	code    bool
	mono    bool // code by its font alone
	hidden  bool
	display bool // mathematics on a line of its own
}

// extra is what stands beside a paragraph: blocks, or a comment.
type extra struct {
	blocks  []document.Block
	comment string
}

// newPara returns an empty paragraph.
func (st *story) newPara() *para {
	var x *para
	if n := len(st.free); n > 0 {
		x = st.free[n-1]
		st.free = st.free[:n-1]
	} else {
		x = &para{}
	}
	*x = para{text: x.text[:0], runs: x.runs[:0], nodes: x.nodes[:0], links: x.links[:0], level: -1}
	return x
}

// done gives a paragraph back.
func (st *story) done(x *para) {
	clear(x.nodes)
	clear(x.links)
	st.free = append(st.free, x)
}

// paragraph reads a paragraph (17.3.1.22). One whose end was deleted runs on
// into the next one.
func (st *story) paragraph(f *flow) error {
	x := f.joined
	f.joined = nil
	st.countParagraph()
	if x == nil {
		x = st.newPara()
		x.marks = append(x.marks, f.marks...)
		f.marks = f.marks[:0]
		x.pos = st.pos
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
	err = f.paragraph(x)
	st.done(x)
	return err
}

// paraProps reads the properties of a paragraph.
func (st *story) paraProps(x *para) error {
	st.named = ""
	var own pars
	m, level := marker{level: -1}, int8(-1)
	if err := st.readParaProps(st.s, &own, &m, &level); err != nil {
		return err
	}
	if x.begun && len(x.text) > 0 {
		x.removed = own.removed // the first of joined paragraphs says how they look
		return nil
	}
	x.begun = true
	st.styled(x, st.named)
	x.over(&own)
	if level >= 0 {
		x.level = level
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
	x.pars, x.kind, x.level, x.marker = s.pars, s.kind, s.level, s.marker
	if level := st.lists.levelOf(x.marker.num, x.marker.style); x.marker.set && level >= 0 {
		x.marker.level = level
	}
	x.look = st.styles.chars
	x.look.over(&st.within)
	x.look.over(&s.chars)
	if s.caption || s.kind != kindNone || s.level >= 0 && s.level < noLevel {
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
	r := run{styles: look.emphasis()}
	if how := st.hides(look, x); how != visible.Shown {
		if how != x.unseen && strings.TrimSpace(text) != "" {
			x.unseen = how
			st.Hide(how, st.pos)
		}
		if st.When(how) == converters.DropHidden {
			return
		}
		r.hidden = st.When(how) == converters.MarkHidden
	} else {
		x.unseen = visible.Shown
	}
	r.code = look.on&(bitCode|bitMono) != 0
	r.mono = r.code && look.on&bitCode == 0
	if err := st.env.Spend(converters.LimitText, int64(utf8.RuneCountInString(text)), st.pos); err != nil {
		st.fail(err)
		return
	}
	st.inText += int64(len(text))
	if r.mono {
		st.inMono += int64(len(text))
	}
	x.text = append(x.text, text...)
	if st.said != nil {
		*st.said = append(*st.said, text...)
	}
	st.extend(x, r)
}

// extend makes the text so far end with a run like r.
func (st *story) extend(x *para, r run) {
	r.link = st.linkIn(x)
	r.end = int32(len(x.text))
	if n := len(x.runs); n > 0 {
		last := x.runs[n-1]
		last.end = r.end
		if last == r {
			x.runs[n-1].end = r.end
			return
		}
	}
	x.runs = append(x.runs, r)
	st.charged(nodesRun)
}

// putNode adds a node.
func (st *story) putNode(x *para, node document.Inline, r run) {
	if st.coding > 0 {
		return
	}
	x.nodes = append(x.nodes, node)
	r.node = int32(len(x.nodes))
	st.extend(x, r)
}

// linkIn returns the index of the current link in a paragraph, 0 for none.
func (st *story) linkIn(x *para) int32 {
	t := st.current()
	if t == nil {
		return 0
	}
	if n := len(x.links); n == 0 || x.links[n-1] != t {
		x.links = append(x.links, t)
	}
	return int32(len(x.links))
}

// current returns the link around the current text, or nil.
func (st *story) current() *target {
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
