package html

import (
	"context"
	"net/url"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// builder makes a document of a tree.
type builder struct {
	ctx   context.Context
	env   *converters.Env
	t     *tree
	sheet *sheet
	base  *url.URL

	formats    pages[formatLook] // by format, as far as they were asked for
	notes      notes
	noteBlocks []document.Block
	flows      *flows
	frames     tally.Count    // pages inside the page that are elsewhere
	skip       int32          // the first node of those that were read already: a check box, a marker
	skipEnd    int32          // the node behind them
	tables     int            // tables around
	nested     int            // lists, quotes and tables around
	raws       int            // elements around whose markup is text
	foreign    bool           // there are style sheets that are not here
	left       map[int32]bool // elements that are none of the article
	veiled     int32          // the element whose hidden text was counted last

	hidden visible.Tally
	lost   losses
	err    error // the first limit that was passed
}

// deepestBlock is how many lists, quotes and tables may be nested; those
// further in are read as plain blocks.
const deepestBlock = 24

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

	veil            [veilCount]mark // what hides the text
	ink, ground     paint
	inkAt, groundAt int32 // the nodes that give them
	font            letters
	seen            sight
	drawn           bool  // in a drawing
	stroke          paint // around its letters
	flexible        bool  // right in a box that makes what is in it larger
}

// mark is a property that the inner of two elements decides.
type mark struct {
	at    int32 // the node that decides, or that the format which decides stands in
	on    tri
	style bool // by a style, not by an element
}

// fail keeps the first error.
func (b *builder) fail(err error) {
	if b.err == nil && err != nil {
		b.err = err
	}
}

// spend counts text that no limit on a table's rows can shorten.
func (b *builder) spend(s string) {
	if b.tables == 0 {
		b.fail(b.env.Spend(converters.LimitText, int64(tokens.Characters(s)), document.Pos{}))
	}
}

// step spends a step of the budget.
func (b *builder) step() {
	if b.err == nil {
		b.err = b.env.Step(b.ctx, 1, document.Pos{})
	}
}

// apply takes over what a style says of an element's content.
func (st *state) apply(l *look, id int32) {
	if l.bold != unset {
		st.bold = mark{id, l.bold, true}
	}
	if l.italic != unset {
		st.italic = mark{id, l.italic, true}
	}
	if l.preserve != unset {
		st.preserve = l.preserve == yes
	}
	if l.strike {
		st.styles = st.styles.With(document.Strike)
	}
	if l.sub {
		st.styles = st.styles.With(document.Subscript)
	}
	if l.sup {
		st.styles = st.styles.With(document.Superscript)
	}
	for v, on := range l.veil {
		if on != unset {
			st.veil[v] = mark{id, on, true}
		}
	}
	st.font.apply(l, id)
	st.seen.apply(l)
	st.color(l.ink, l.ground, id)
}

// letters is the size of letters.
type letters struct {
	at   int32
	size float64 // in pixels; 0 where nothing says it
	zoom float64 // by what is around; 0 is 1
}

// apply takes over what a style says of the size.
func (t *letters) apply(l *look, id int32) {
	switch {
	case l.font > 0:
		*t = letters{at: id, size: l.font}
	case l.zoom > 0 && t.zoom > 0:
		*t = letters{id, t.size, t.zoom * l.zoom}
	case l.zoom > 0:
		*t = letters{id, t.size, l.zoom}
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

func (s *sight) apply(l *look) {
	if l.opacity < 1 {
		*s = 1 - (1-*s)*sight(l.opacity)
	}
}

// color takes over the colours of an element.
func (st *state) color(ink, ground paint, id int32) {
	if ink.set {
		st.ink, st.inkAt = ink, id
	}
	if ground.set {
		st.ground, st.groundAt = ground.over(st.ground), id
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
	if (1-st.seen)*(1-f.seen) <= leastOpacity {
		return visible.Opacity, 0
	}
	for v := range st.veil {
		if m := inner(st.veil[v], f.veil[v]); m.on == yes {
			return veil(v).hiding(), m.at
		}
	}
	ink, inkAt, ground, groundAt := st.ink, st.inkAt, st.ground, st.groundAt
	if f.ink.set && f.inkAt >= inkAt {
		ink, inkAt = f.ink, f.inkAt
	}
	if f.ground.set && f.groundAt >= groundAt {
		ground, groundAt = f.ground.over(ground), f.groundAt
	}
	size := st.font.pixels(fontAround)
	if (f.font.size > 0 || f.font.zoom > 0) && f.font.at >= st.font.at {
		size = f.font.pixels(size)
	}
	facts := inked(ink, ground)
	facts.Size = points(size)
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
	ink, ground     paint
	inkAt, groundAt int32
	font            letters
	seen            sight
	bold, italic    mark
	styles          document.Styles
	code, link      int32 // the outermost code, the innermost link
	codeStyles      document.Styles
	linkStyles      document.Styles // those that the link stands in
	veil            [veilCount]mark
	hides           visible.Way
}

// looks returns what a format means. The outer formats come first in the
// list, so that each is looked at once.
func (b *builder) looks(id int32) *formatLook {
	for b.formats.len() <= id {
		b.lookAt(b.formats.len())
	}
	return b.formats.at(id)
}

// lookAt makes the look of one format from that of the outer one.
func (b *builder) lookAt(id int32) {
	if id == 0 {
		b.formats.expect(int(b.t.formats.len()))
		b.formats.add(formatLook{})
		return
	}
	f := b.t.formats.at(id)
	l := *b.formats.at(f.outer)
	outer := l.all()
	switch f.tag {
	case tagB, tagStrong:
		l.bold = mark{f.node, yes, false}
	case tagI, tagEm:
		l.italic = mark{f.node, yes, false}
	case tagS, tagStrike:
		l.styles = l.styles.With(document.Strike)
	case tagCode, tagTt:
		if l.code == 0 {
			l.code, l.codeStyles = id, outer
		}
	case tagA:
		if _, ok := b.t.find(f.data, f.count, attrHref); ok {
			l.link, l.linkStyles = id, outer
		}
	}
	b.style(id, f, &l)
	b.formats.add(l)
}

// style takes over what the style of a formatting element says. What its
// attributes say comes after that.
func (b *builder) style(id int32, f *format, l *formatLook) {
	around := *l
	_, isLink := b.t.find(f.data, f.count, attrHref)
	if isLink && f.tag == tagA {
		l.paint(paint{set: true}, paint{}, f.node)
		if !b.foreign {
			l.ink = blue
		}
	}
	if v, ok := b.t.find(f.data, f.count, attrColor); ok {
		l.paint(legacyColor(v), paint{}, f.node)
	}
	shows := false
	if style, ok := b.sheet.look(element{id, true}); ok {
		var st state
		st.apply(&style, f.node)
		if st.bold.on != unset {
			l.bold = st.bold
		}
		if st.italic.on != unset {
			l.italic = st.italic
		}
		l.styles |= st.styles
		l.font.apply(&style, f.node)
		l.seen.apply(&style)
		if style.ink.inherits {
			l.ink, l.inkAt = around.ink, around.inkAt
		}
		l.paint(style.ink, style.ground, f.node)
		for v := range st.veil {
			if st.veil[v].on != unset {
				l.veil[v] = st.veil[v]
			}
		}
		if l.hides == visible.Shown {
			l.hides = style.hides
		}
		if style.thin && l.hides == visible.Shown {
			l.hides = visible.Size
		}
		shows = style.shows
	}
	if class, ok := b.t.find(f.data, f.count, attrClass); ok && around.hides == visible.Shown && mayBeForReaders(l.hides) && forReaders(class) {
		l.hides = visible.ForEyes
	}
	if _, ok := b.t.find(f.data, f.count, attrPopover); ok && l.hides == visible.Shown && !shows {
		l.hides = visible.Attribute
	}
	if v, ok := b.t.find(f.data, f.count, attrHidden); ok && l.hides == visible.Shown && !(shows && !isUntilFound(v)) {
		l.hides = visible.Attribute
	}
}

func (l *formatLook) paint(ink, ground paint, at int32) {
	if ink.set {
		l.ink, l.inkAt = ink, at
	}
	if ground.set {
		l.ground, l.groundAt = ground, at
	}
}

// all returns the styles with bold and italic.
func (l *formatLook) all() document.Styles {
	s := l.styles
	if l.bold.on == yes {
		s = s.With(document.Strong)
	}
	if l.italic.on == yes {
		s = s.With(document.Emphasis)
	}
	return s
}

// shade returns how a text shows that stands in a state and in a format.
func (b *builder) shade(st *state, id int32) shade {
	f := b.looks(id)
	sh := shade{styles: st.styles | f.styles, link: f.link}
	bold, italic := inner(st.bold, f.bold), inner(st.italic, f.italic)
	if bold.on == yes && !(st.heading && bold.style) {
		sh.styles = sh.styles.With(document.Strong)
	}
	if italic.on == yes && !(st.heading && italic.style) {
		sh.styles = sh.styles.With(document.Emphasis)
	}
	switch {
	case st.code != 0:
		sh.code, sh.styles = st.code, st.codeStyles
	case f.code != 0:
		sh.code, sh.styles = f.code, f.codeStyles|st.styles
	}
	return sh
}

// inner returns which of two marks is further in. A format stands in the node
// where it began.
func inner(node, format mark) mark {
	if format.on != unset && (node.on == unset || format.at >= node.at) {
		return format
	}
	return node
}
