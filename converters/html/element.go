package html

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// read reads one node.
func (f *flow) read(id int32, around *state) {
	n := f.b.t.Node(id)
	switch {
	case n.IsText:
		f.text(id, around)
		return
	case n.Tag == dom.TagScript && f.texScript(id, around), f.b.at.left[id]:
		return
	case dom.LeftOut(n.Tag) && !isShadow(f.b.t, id):
		f.outside(id, around)
		return
	}
	st := *around
	l, hides := f.b.enter(id, &st)
	switch {
	case hides != visible.Shown && !st.inHidden:
		f.hidden(id, &st, hides)
	case f.note(id, &st), f.texSpan(id, &st):
	case l.Box.Positioned && !f.single:
		f.placed(id, &st, &l)
	default:
		f.element(id, &st, &l)
	}
}

// text adds a text node.
func (f *flow) text(id int32, st *state) {
	n := f.b.t.Node(id)
	if f.b.noteMark(f, id, st) {
		return
	}
	s, label, shown := f.seen(id, st)
	sh := f.b.shade(st, n.Format)
	sh.Label(label)
	switch {
	case !shown, sh.Link != 0 && f.b.isPermalink(id, sh.Link, s):
	case st.preserve:
		for i, line := range strings.Split(s, "\n") {
			if i > 0 {
				f.end()
			}
			f.line.Text(line, sh, int(n.Line)+i)
		}
	case len(s) > 2 && strings.Trim(s, " \u00a0") == "":
		f.line.Gap() // blanks in the place of a tab
	default:
		f.line.Text(s, sh, int(n.Line))
		f.breakUp()
	}
}

// seen returns a text and its label, by the policy if it is hidden.
func (f *flow) seen(id int32, st *state) (s string, label document.Style, shown bool) {
	n := f.b.t.Node(id)
	s = f.b.looks(n.Format).font.shown(f.b.t.Text(id), &st.look.font)
	how, by := judgeText(f.b, id, st)
	switch {
	case how == visible.Shown || strings.TrimSpace(s) == "":
		return s, 0, true
	case !f.b.showHidden(how, by, int(n.Line)):
		return "", 0, false
	}
	return s, f.b.lost.Label(how), true
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
		f.add(converters.Make(f.b.env, &document.ThematicBreak{Pos: f.b.pos(id)}))
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
	f.b.styleOf(id, st, l)
	switch {
	case f.roleBlock(id, st):
	case n.Tag.Is(dom.Block) || l.Box.Block:
		f.blockOf(id, st)
	default:
		f.children(id, st)
	}
}

// styleOf takes over the style that an element means.
func (b *builder) styleOf(id int32, st *state, l *css.Look) {
	n := b.t.Node(id)
	switch n.Tag {
	case dom.TagSub:
		st.styles = st.styles.With(document.Subscript)
	case dom.TagSup:
		st.styles = st.styles.With(document.Superscript)
	case dom.TagDel:
		st.styles = st.styles.With(document.Strike)
	case dom.TagCite, dom.TagDfn, dom.TagVar:
		if st.italic.at < id && !l.Letters.Upright {
			st.italic = mark{id, css.Yes, false}
		}
	case dom.TagMark:
		if st.bold.at < id {
			st.bold = mark{id, css.Yes, false}
		}
	case dom.TagKbd, dom.TagSamp:
		b.asCode(id, st, n.Format)
	}
}

// isDate reports whether an attribute has nothing but a date or a time.
func isDate(s string) bool {
	return len(s) <= len("2006-01-02T15:04:05.999999999+07:00") && strings.Trim(s, "0123456789-:.+TZW ") == ""
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

// object reads an element with content of its own, such as a picture, and reports
// whether it is one.
func (f *flow) object(id int32, st *state) bool {
	b := f.b
	switch b.t.Node(id).Tag {
	case dom.TagImg:
		f.image(id, st)
	case dom.TagSvg:
		f.drawing(id, st)
	case dom.TagMath:
		f.math(id, st)
	case dom.TagInput:
		f.input(id, st)
	case dom.TagTextarea:
		f.textarea(id, st)
	case dom.TagSelect:
		if st.chosen {
			f.children(id, st) // the option around it has its text
			return true
		}
		f.choice(id, st)
	case dom.TagButton:
		f.line.Gap()
		f.children(id, st)
		f.line.Gap()
	case dom.TagIframe:
		f.frame(id, st)
	case dom.TagVideo, dom.TagAudio:
		f.player(id, st)
	case dom.TagMeter, dom.TagProgress:
		if text, whole := shortText(b.t, id, 100); whole && strings.IndexFunc(text, unicode.IsLetter) < 0 {
			f.children(id, st) // the number that the bar shows
			return true
		}
		f.fallback(id, st)
	case dom.TagCanvas:
		f.fallback(id, st)
	default:
		return false
	}
	return true
}
