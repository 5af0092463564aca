package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/document"
)

// shiftLines moves blocks of a page that an attribute holds to the line of
// the element.
func shiftLines(blocks []document.Block, line int) {
	at := document.LineSpan(line, line)
	document.Walk(blocks, func(b document.Block) bool {
		document.Move(b, func(document.Pos) document.Pos { return at })
		return true
	})
}

// shortText returns the text of a subtree, or reports that it has more than most
// nodes or bytes.
func shortText(t *dom.Tree, id int32, most int) (string, bool) {
	if !t.Holds(id, dom.InsideSaid) {
		return "", true
	}
	var s strings.Builder
	end := t.Node(id).End
	for c := id; c < end; c++ {
		if !t.Node(c).IsText {
			continue
		}
		text := t.Text(c)
		if int(c-id) > most || s.Len()+len(text) > most {
			return "", false
		}
		s.WriteString(text)
	}
	return s.String(), true
}

// pageState returns how text shows that is in nothing but the page: black
// on white, unless the page says something else, or a sheet that is not here
// may. How the whole page is hidden is not asked: scripts show such pages.
func (b *builder) pageState() state {
	st := state{look: appearance{ground: props.White, ink: props.Black}}
	if b.foreign = b.sheet.Foreign; b.foreign {
		st.look.ground, st.look.ink = props.Paint{Set: true}, props.Paint{Set: true}
	}
	b.takePage(&st, css.HtmlElement)
	if b.t.Page.Body != 0 {
		ink, _ := b.t.Attr(b.t.Page.Body, dom.AttrText)
		ground, _ := b.t.Attr(b.t.Page.Body, dom.AttrBgcolor)
		st.color(props.LegacyColor(ink), props.LegacyColor(ground), dom.Root)
	}
	b.takePage(&st, css.BodyElement)
	return st
}

// takePage takes over the style of html or body.
func (b *builder) takePage(st *state, e css.Element) {
	l, ok := b.sheet.Look(e)
	if !ok {
		return
	}
	l.Letters.Veil[css.VeilInvisible], l.Opacity = css.Unset, 1
	if l.Dark {
		st.color(props.Paint{Set: true}, props.Paint{Set: true}, dom.Root)
	}
	st.apply(&l, dom.Root)
	st.look.around.Flat, l.Box.Bounds.Limits = l.Box.Bounds.Flat, false // a page is scrolled
	b.leaveNoRoom(dom.Root, st, &l)
}
