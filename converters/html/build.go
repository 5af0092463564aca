package html

import (
	"context"
	"net/url"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/footnote"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// builder makes a document of a tree.
type builder struct {
	ctx   context.Context
	env   *converters.Env
	t     *dom.Tree
	sheet *css.Sheet
	base  *url.URL

	formats dom.Pages[formatLook] // by format, as far as they were asked for
	flows   *flows
	foreign bool // there are style sheets that are not here
	noting
	progress

	lost *lost.Tally
	err  error // the first limit that was passed
}

// noting is what is known of footnotes.
type noting struct {
	notes      *footnote.Notes
	noted      map[int32]bool // links to notes that are in the document
	noteBlocks []document.Block
}

// progress is where the builder is in the tree.
type progress struct {
	skip    int32          // the first node of those that were read already: a check box, a marker
	skipEnd int32          // the node behind them
	tables  int            // tables around
	nested  int            // lists, quotes and tables around
	raws    int            // elements around whose markup is text
	left    map[int32]bool // elements that are none of the article
	veiled  int32          // the element whose hidden text was counted last
}

// maxNested is how many lists, quotes and tables may be nested; those
// further in are read as plain blocks.
const maxNested = 24

// state is what an element has from those around it.
type state struct {
	bold, italic     mark
	styles           document.Styles
	code             int32 // the element that makes text code, negative for a node
	codeStyles       document.Styles
	preserve         bool
	heading, inLabel bool
	chosen           bool   // in an option
	formulas         uint8  // elements around that looked like formulas and are none
	inHidden         bool   // hidden content that is shown, labelled as a whole
	label            string // what each text of it is labelled with instead
	appearance
}

// appearance is what decides whether a reader sees a text.
type appearance struct {
	veil            [css.VeilCount]mark // what hides the text
	ink, ground     props.Paint
	inkAt, groundAt int32 // the nodes that give them
	font            letters
	seen            sight
	drawn           bool        // in a drawing
	stroke          props.Paint // around its letters
}

// mark is a property that the inner of two elements decides.
type mark struct {
	at    int32 // the node that decides, or that the format which decides is in
	on    css.Tri
	style bool // by a style, not by an element
}

// fail keeps the first error.
func (b *builder) fail(err error) {
	if b.err == nil && err != nil {
		b.err = err
	}
}

// Spend counts text that no limit on a table's rows can shorten, and reports
// whether there is room for it.
func (b *builder) Spend(s string) bool {
	if b.tables == 0 {
		b.fail(b.env.Spend(converters.LimitText, int64(tokens.Characters(s)), document.Pos{}))
	}
	return b.err == nil
}

// step spends a step of the budget.
func (b *builder) step() {
	if b.err == nil {
		b.err = b.env.Step(b.ctx, 1, document.Pos{})
	}
}

// apply takes over what a style says of an element's content.
func (st *state) apply(l *css.Look, id int32) {
	if l.Bold != css.Unset {
		st.bold = mark{id, l.Bold, true}
	}
	if l.Italic != css.Unset {
		st.italic = mark{id, l.Italic, true}
	}
	if l.Preserve != css.Unset {
		st.preserve = l.Preserve == css.Yes
	}
	if l.Strike {
		st.styles = st.styles.With(document.Strike)
	}
	if l.Sub {
		st.styles = st.styles.With(document.Subscript)
	}
	if l.Sup {
		st.styles = st.styles.With(document.Superscript)
	}
	for v, on := range l.Veil {
		if on != css.Unset {
			st.veil[v] = mark{id, on, true}
		}
	}
	st.font.apply(&l.Letters, id)
	st.seen.apply(l)
	st.color(l.Ink, l.Ground, id)
}

// letters is the size of letters.
type letters struct {
	at   int32
	size float64 // in pixels; 0 where nothing says it
	zoom float64 // by what is around; 0 is 1
}

// apply takes over what a style says of the size.
func (t *letters) apply(l *css.Letters, id int32) {
	switch {
	case l.Font > 0:
		*t = letters{at: id, size: l.Font}
	case l.Zoom > 0 && t.zoom > 0:
		*t = letters{id, t.size, t.zoom * l.Zoom}
	case l.Zoom > 0:
		*t = letters{id, t.size, l.Zoom}
	}
}

// pixels returns the size, inside letters of another one.
func (t *letters) pixels(around float64) float64 {
	if t.size > 0 {
		around = t.size
	}
	if t.zoom > 0 {
		around *= t.zoom
	}
	return around
}

// sight is how much of a text is lost to opacity: 0 for nothing.
type sight float64

func (s *sight) apply(l *css.Look) {
	if l.Opacity < 1 {
		*s = 1 - (1-*s)*sight(l.Opacity)
	}
}

// color takes over the colours of an element.
func (st *state) color(ink, ground props.Paint, id int32) {
	if ink.Set {
		st.ink, st.inkAt = ink, id
	}
	if ground.Set {
		st.ground, st.groundAt = ground.Over(st.ground), id
	}
}

// hides returns how the style of the elements and the formats around hides a
// text, and which element does.
func (b *builder) hides(st *state, format int32) (visible.Way, int32) {
	how, by := b.judge(st, format)
	if how == visible.Unsure {
		return visible.Shown, 0
	}
	return how, by
}

// judge returns the same, or that it is unsure.
func (b *builder) judge(st *state, format int32) (visible.Way, int32) {
	if st.inHidden {
		return visible.Shown, 0
	}
	f := b.looks(format)
	if f.hides != visible.Shown {
		return f.hides, 0
	}
	if (1-st.seen)*(1-f.seen) <= css.LeastOpacity {
		return visible.Opacity, 0
	}
	for v := range st.veil {
		if m := inner(st.veil[v], f.veil[v]); m.on == css.Yes {
			return css.Veil(v).Hiding(), m.at
		}
	}
	ink, inkAt, ground, groundAt := st.ink, st.inkAt, st.ground, st.groundAt
	if f.ink.Set && f.inkAt >= inkAt {
		ink, inkAt = f.ink, f.inkAt
	}
	if f.ground.Set && f.groundAt >= groundAt {
		ground, groundAt = f.ground.Over(ground), f.groundAt
	}
	size := st.font.pixels(props.FontAround)
	if (f.font.size > 0 || f.font.zoom > 0) && f.font.at >= st.font.at {
		size = f.font.pixels(size)
	}
	facts := css.Inked(ink, ground)
	facts.Size = props.Points(size)
	switch how := facts.Judge(); how {
	case visible.Size:
		return how, max(st.font.at, f.font.at)
	case visible.Color, visible.Opacity, visible.Unsure:
		return how, max(inkAt, groundAt)
	}
	return visible.Shown, 0
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
	shows := false
	if style, ok := b.sheet.Look(css.Element{ID: id, IsFormat: true}); ok {
		var st state
		st.apply(&style, f.Node)
		if st.bold.on != css.Unset {
			l.bold = st.bold
		}
		if st.italic.on != css.Unset {
			l.italic = st.italic
		}
		l.styles |= st.styles
		l.font.apply(&style.Letters, f.Node)
		l.seen.apply(&style)
		if style.Ink.Inherits {
			l.ink, l.inkAt = around.ink, around.inkAt
		}
		l.paint(style.Ink, style.Ground, f.Node)
		for v := range st.veil {
			if st.veil[v].on != css.Unset {
				l.veil[v] = st.veil[v]
			}
		}
		switch {
		case l.hides != visible.Shown:
		case style.Hides == visible.StyleUnsure:
			b.count(style.Hides, int(b.t.Node(f.Node).Line))
		default:
			l.hides = style.Hides
		}
		shows = style.Shows
	}
	if class, ok := b.t.Find(f.Data, f.Count, dom.AttrClass); ok && around.hides == visible.Shown && mayBeForReaders(l.hides) && forReaders(class) {
		l.hides = visible.ForEyes
	}
	if _, ok := b.t.Find(f.Data, f.Count, dom.AttrPopover); ok && l.hides == visible.Shown && !shows {
		l.hides = visible.Attribute
	}
	if v, ok := b.t.Find(f.Data, f.Count, dom.AttrHidden); ok && l.hides == visible.Shown && !(shows && !isUntilFound(v)) {
		l.hides = visible.Attribute
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
