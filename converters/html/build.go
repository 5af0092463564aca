package html

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/canvas"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/footnote"
	"github.com/seed353dc258/backstory/converters/html/room"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
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
	at progress

	stage canvas.Stage

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

	unformed []document.Inline // hidden parts of a formula, which are in front of it
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
	chosen           bool           // in an option
	formulas         uint8          // elements around that looked like formulas and are none
	inHidden         bool           // hidden content that is shown
	label            document.Style // of each text in it, or 0
	look             appearance
}

// appearance is what decides whether a reader sees a text.
type appearance struct {
	veil            [css.VeilCount]mark // what hides the text
	ink, ground     props.Paint
	inkAt, groundAt int32 // the nodes that give them
	font            letters
	seen            sight
	around          room.Around
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
	if b.at.tables == 0 {
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
	if l.Letters.Bold != css.Unset {
		st.bold = mark{id, l.Letters.Bold, true}
	}
	if l.Letters.Italic != css.Unset {
		st.italic = mark{id, l.Letters.Italic, true}
	}
	if l.Letters.Preserve != css.Unset {
		st.preserve = l.Letters.Preserve == css.Yes
	}
	st.styles |= l.Letters.Styles
	for v, on := range l.Letters.Veil {
		if on != css.Unset {
			st.look.veil[v] = mark{id, on, true}
		}
	}
	st.look.font.apply(&l.Letters, id)
	st.look.seen.apply(l)
	st.color(l.Ink, l.Ground, id)
}

// letters is the size of letters, and whether they are signs.
type letters struct {
	at    int32
	size  float64 // in pixels; 0 where nothing says it
	zoom  float64 // by what is around; 0 is 1
	signs int64   // the font of signs, and above it the node that decides
}

// apply takes over what a style says of letters.
func (t *letters) apply(l *css.Letters, id int32) {
	if l.Signs != symbolfont.Unset {
		t.signs = int64(id)<<8 | int64(l.Signs)
	}
	switch {
	case l.Font > 0:
		t.at, t.size, t.zoom = id, l.Font, 0
	case l.Zoom > 0:
		t.at, t.zoom = id, cmp.Or(t.zoom, 1)*l.Zoom
	}
}

// shown returns what a text shows in its font, which the inner of two elements decides.
func (t *letters) shown(text string, around *letters) string {
	signs := t.signs
	if signs>>8 < around.signs>>8 {
		signs = around.signs
	}
	return symbolfont.Font(signs & 0xFF).Text(text)
}

// pixels returns the size, inside letters of another one.
func (t *letters) pixels(around float64) float64 {
	return cmp.Or(t.size, around) * cmp.Or(t.zoom, 1)
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
	if ink.Set && (ink.Fills || !st.look.ink.Fills) {
		st.look.ink, st.look.inkAt = ink, id
	}
	if ground.Set {
		st.look.ground, st.look.groundAt = ground.Over(st.look.ground), id
	}
}

// hasContent reports whether a subtree has text, or what stands for text.
func (b *builder) hasContent(id int32) bool { return b.t.Holds(id, dom.InsideContent) }

// count notes that content was hidden.
func (b *builder) count(how visible.Way, line int) {
	b.lost.Hide(how, at(line))
}

// at returns the place of a line, which is 0 where it is unknown.
func at(line int) document.Pos { return document.LineSpan(line, line) }

// showHidden counts the hidden text of an element once, and reports whether
// the text is shown nonetheless.
func (b *builder) showHidden(how visible.Way, element int32, line int) bool {
	if element == 0 || element != b.at.veiled {
		b.at.veiled = element
		b.count(how, line)
	}
	return !b.lost.Drops(how)
}

// uncover counts a hidden part of the page, and reports whether its texts are
// shown, each with a label.
func (b *builder) uncover(id int32, st *state, how visible.Way) bool {
	if how == visible.Shown || st.inHidden {
		return true
	}
	if b.hasContent(id) {
		b.count(how, int(b.t.Node(id).Line))
	}
	if b.lost.Drops(how) {
		return false
	}
	st.inHidden, st.label = true, b.lost.Label(how)
	return true
}

func newBuilder(ctx context.Context, env *converters.Env) *builder {
	return &builder{ctx: ctx, env: env, lost: lost.NewTally(env), flows: &flows{}}
}

// integer reads a number of an attribute, as far as it is one.
func integer(s string) (int, bool) {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && end < 10 && (dom.IsDigit(s[end]) || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	return n, err == nil
}
