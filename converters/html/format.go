package html

import (
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// hides returns how the style of the elements and the formats around hides a
// text, and which element does.
func (b *builder) hides(st *state, format int32) (visible.Way, int32) {
	how, by := b.judge(st, format)
	if how == visible.Unsure {
		return visible.Shown, 0
	}
	return how, by
}

// mayShow reports whether a way does not hide for certain.
func mayShow(how visible.Way) bool { return how == visible.Shown || how == visible.StyleUnsure }

// judge returns the same, or that it is unsure.
func (b *builder) judge(st *state, format int32) (visible.Way, int32) {
	if st.inHidden {
		return visible.Shown, 0
	}
	f := b.looks(format)
	if !mayShow(f.hides) {
		return f.hides, 0
	}
	if (1-st.look.seen)*(1-f.seen) <= css.LeastOpacity {
		return visible.Opacity, 0
	}
	for v := range st.look.veil {
		if m := inner(st.look.veil[v], f.veil[v]); m.on == css.Yes {
			return css.Veil(v).Hiding(), m.at
		}
	}
	ink, inkAt, ground, groundAt := st.look.ink, st.look.inkAt, st.look.ground, st.look.groundAt
	if f.ink.Set && f.inkAt >= inkAt {
		ink, inkAt = f.ink, f.inkAt
	}
	if f.ground.Set && f.groundAt >= groundAt {
		ground, groundAt = f.ground.Over(ground), f.groundAt
	}
	size := st.look.font.pixels(props.FontAround)
	if (f.font.size > 0 || f.font.zoom > 0) && f.font.at >= st.look.font.at {
		size = f.font.pixels(size)
	}
	facts := css.Inked(ink, ground)
	facts.Size = props.Points(size)
	switch how := facts.Judge(); how {
	case visible.Size:
		return how, max(st.look.font.at, f.font.at)
	case visible.Color, visible.Opacity, visible.Unsure:
		return how, max(inkAt, groundAt)
	}
	return visible.Shown, 0
}

// judgeText is judge for a text, for which a box may leave no room.
func judgeText(b *builder, id int32, st *state) (visible.Way, int32) {
	how, by := b.judge(st, b.t.Node(id).Format)
	if off, placed := b.stage.Off[id]; placed && how == visible.Shown && st.label == 0 {
		return off, id
	}
	return how, by
}

// formatLook is what a formatting element and those around it mean.
type formatLook struct {
	ink, ground     props.Paint
	inkAt, groundAt int32
	font            letters
	seen            sight
	bold, italic    mark
	styles          document.Styles
	code, link      int32 // the outermost code, the innermost link
	codeStyles      document.Styles
	linkStyles      document.Styles // those that the link is in
	veil            [css.VeilCount]mark
	hides           visible.Way
}

// looks returns what a format means. The outer formats come first in the
// list, so that each is looked at once.
func (b *builder) looks(id int32) *formatLook {
	for b.formats.Len() <= id {
		b.lookAt(b.formats.Len())
	}
	return b.formats.At(id)
}

// lookAt makes the look of one format from that of the outer one.
func (b *builder) lookAt(id int32) {
	if id == 0 {
		b.formats.Expect(int(b.t.Formats.Len()))
		b.formats.Add(formatLook{})
		return
	}
	f := b.t.Formats.At(id)
	l := *b.formats.At(f.Outer)
	outer := l.all()
	switch f.Tag {
	case dom.TagB, dom.TagStrong:
		l.bold = mark{f.Node, css.Yes, false}
	case dom.TagI, dom.TagEm:
		l.italic = mark{f.Node, css.Yes, false}
	case dom.TagS, dom.TagStrike:
		l.styles = l.styles.With(document.Strike)
	case dom.TagCode, dom.TagTt:
		if l.code == 0 {
			l.code, l.codeStyles = id, outer
		}
	case dom.TagA:
		if _, ok := b.t.Find(f.Data, f.Count, dom.AttrHref); ok {
			l.link, l.linkStyles = id, outer
		}
	}
	b.style(id, f, &l)
	b.formats.Add(l)
}

// style takes over what the style of a formatting element says. What its
// attributes say comes after that.
func (b *builder) style(id int32, f *dom.Format, l *formatLook) {
	around := *l
	_, isLink := b.t.Find(f.Data, f.Count, dom.AttrHref)
	if isLink && f.Tag == dom.TagA {
		l.paint(props.Paint{Set: true}, props.Paint{}, f.Node)
		if !b.foreign {
			l.ink = props.Blue
		}
	}
	if v, ok := b.t.Find(f.Data, f.Count, dom.AttrColor); ok {
		l.paint(props.LegacyColor(v), props.Paint{}, f.Node)
	}
	if v, ok := b.t.Find(f.Data, f.Count, dom.AttrFace); ok {
		l.font.apply(&css.Letters{Signs: symbolfont.Of(v)}, f.Node)
	}
	style, styled := b.sheet.Look(css.Element{ID: id, IsFormat: true})
	if styled {
		l.take(&style, &around, f.Node)
	}
	if !mayShow(around.hides) {
		return
	}
	if style.Hides == visible.StyleUnsure {
		b.count(style.Hides, int(b.t.Node(f.Node).Line))
	}
	if style.Hides == visible.Shown {
		style.Hides = around.hides
	}
	l.hides = css.ByAttribute(func(key dom.Attr) (string, bool) { return b.t.Find(f.Data, f.Count, key) }, style.Hides, style.Box.Shows)
}

// take takes over what the style of an element at a node says.
func (l *formatLook) take(style *css.Look, around *formatLook, node int32) {
	var st state
	st.apply(style, node)
	if st.bold.on != css.Unset {
		l.bold = st.bold
	}
	if st.italic.on != css.Unset {
		l.italic = st.italic
	}
	l.styles |= st.styles
	l.font.apply(&style.Letters, node)
	l.seen.apply(style)
	if style.Ink.Inherits {
		l.ink, l.inkAt = around.ink, around.inkAt
	}
	l.paint(style.Ink, style.Ground, node)
	for v := range st.look.veil {
		if st.look.veil[v].on != css.Unset {
			l.veil[v] = st.look.veil[v]
		}
	}
}

func (l *formatLook) paint(ink, ground props.Paint, at int32) {
	if ink.Set {
		l.ink, l.inkAt = ink, at
	}
	if ground.Set {
		l.ground, l.groundAt = ground, at
	}
}

// all returns the styles with bold and italic.
func (l *formatLook) all() document.Styles {
	s := l.styles
	if l.bold.on == css.Yes {
		s = s.With(document.Strong)
	}
	if l.italic.on == css.Yes {
		s = s.With(document.Emphasis)
	}
	return s
}

// shade returns how a text shows that is in a state and in a format.
func (b *builder) shade(st *state, id int32) line.Shade {
	f := b.looks(id)
	sh := line.Shade{Styles: st.styles | f.styles, Link: f.link}
	bold, italic := inner(st.bold, f.bold), inner(st.italic, f.italic)
	if bold.on == css.Yes && !(st.heading && bold.style) {
		sh.Styles = sh.Styles.With(document.Strong)
	}
	if italic.on == css.Yes && !(st.heading && italic.style) {
		sh.Styles = sh.Styles.With(document.Emphasis)
	}
	switch {
	case st.code != 0:
		sh.Code, sh.Styles = st.code, st.codeStyles
	case f.code != 0:
		sh.Code, sh.Styles = f.code, f.codeStyles|st.styles
	}
	sh.Label(st.label)
	if f.hides == visible.StyleUnsure && !st.inHidden {
		sh.Label(b.lost.Label(visible.StyleUnsure))
	}
	return sh
}

// inner returns which of two marks is further in. A format is in the node
// where it began.
func inner(node, format mark) mark {
	if format.on != css.Unset && (node.on == css.Unset || format.at >= node.at) {
		return format
	}
	return node
}
