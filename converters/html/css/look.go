package css

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Tri is a property that may be unset.
type Tri int8

const (
	Unset Tri = iota
	Yes
	no
)

// Veil is a way to hide text that elements inside may undo.
type Veil uint8

const (
	VeilInvisible Veil = iota // visibility
	veilTiny                  // font size
	veilSqueezed              // letters upon one another
	veilIndented              // text out of the page
	VeilClipped               // a box around
	VeilCount
)

// Hiding returns what a veil is reported as.
func (v Veil) Hiding() visible.Way {
	return [VeilCount]visible.Way{visible.Style, visible.Size, visible.Size, visible.OffPage, visible.Size}[v]
}

// Look is what the style of one element says of its text.
type Look struct {
	Hides visible.Way // it and all inside is hidden

	Box Box
	Colors
	Letters Letters
	List
}

// Box is what a style says of an element's place.
type Box struct {
	Positioned   bool
	Covers       bool // what is behind it, in the one around that is positioned
	Over         int  // how many blocks before it a box that is empty lies over, at least
	Rims         bool // and as many behind it
	Bounds       Bounds
	Clips, Fixed bool // its box shows too little of what is in it, but for what is fixed
	Collapses    bool // a column, with its cells
	Shows        bool // display says that it shows
	Block        bool
	Align        string
	Hangs        bool    // the first line begins before the others
	Indent       float64 // margin on the left, in pixels
}

// Colors is what a style says of colours.
type Colors struct {
	Ink, Ground props.Paint
	Fill        props.Paint // of letters in drawings
	Stroke      props.Paint // around them
	Opacity     float64
	Dark        bool // colours are those of a dark page
}

// Bounds is what a style says of where a box ends.
type Bounds struct {
	Flat   bool    // a grid with a row or a column of no size
	Grid   bool    // it is one
	Cuts   bool    // it shows nothing of what is outside of it
	Limits bool    // so that nobody can scroll there, and its size is known
	Spills bool    // it is said to show what is outside of it
	Pulls  bool    // what follows it is behind it
	High   float64 // pixels; 0 if its style does not say it
	Lies   float64 // pixels of the one around that it lies over, from the start
	Fronts bool    // nothing is seen through it, and it is painted in front of what is before it
	Up     float64 // pixels above its place at which it begins then
	Sides  box.Sides
	Placed bool // it has a place of its own
	Beside bool // the elements in it are beside one another
}

// Letters is what a style says of letters, which is inherited, and which an
// element inside may undo.
type Letters struct {
	Veil                   [VeilCount]Tri
	Font, Zoom             float64 // the size of letters in pixels, or by that around; 0 if unset
	Bold, Italic, Preserve Tri
	Upright                bool            // slanted only if the text around is
	Styles                 document.Styles // struck, lower, higher
	Signs                  symbolfont.Font
}

// List is what a style says of lists and levels.
type List struct {
	ListType, OfficeList string
	Outline              int // a heading's level that an office program wrote
}

// Solid reports whether nothing is seen through an element's ground.
func (l *Look) Solid() bool { return l.isSolid(1) }

func (l *Look) isSolid(opacity float64) bool {
	return l.Opacity >= opacity && l.Ground.Known && l.Ground.A == 255
}

// maxRoom is the size in pixels of a box in which what is cut off is rather what its
// readers open, or go on to.
const maxRoom = 400

// veils reports whether the text is hidden unless an element inside undoes it.
func (l *Look) veils() bool {
	for _, v := range l.Letters.Veil {
		if v == Yes {
			return true
		}
	}
	return l.Ink.Known && !l.Ground.Set && conceals(l.Ink, props.White) != visible.Shown || l.Letters.Font > 0 && l.Letters.Font < props.TinyFont || l.Letters.Zoom > 0 && l.Letters.Zoom < props.TinyFactor
}

// isHidden reports whether the element is hidden, or its text is.
func (l *Look) isHidden() bool {
	return l.Hides != visible.Shown && l.Hides != visible.StyleUnsure || l.veils()
}

// look evaluates what the cascade found, where a rem has so many pixels.
func (c *cascade) look(rem float64) Look {
	var l Look
	l.Opacity = c.opacity()
	l.Hides = c.hiding(l.Opacity)
	c.colors(&l)
	c.box(&l)
	c.letters(&l.Letters, rem)
	c.list(&l)
	return l
}

func (c *cascade) box(l *Look) {
	v := &c.values
	if l.Opacity >= 0.99 {
		l.Box.Covers, l.Box.Over = covers(v) && (l.isSolid(0.99) || v.Edge() >= 16 || props.Inside(v) >= 16), over(v, l.Ground)
		l.Box.Rims = l.Box.Over > 0 && v.Rim() > 0
	}
	l.Box.Clips, l.Box.Fixed = l.Hides == visible.Size && c.thin() == visible.Size, v[props.Position] == "fixed"
	l.Box.Positioned = v[props.Position] != "" && v[props.Position] != "static" || l.Box.Rims
	c.bounds(l)
	if l.Box.Fixed {
		l.Letters.Veil[VeilClipped] = no
	}
	l.Box.Shows = v[props.Display] != "" && v[props.Display] != "none"
	l.Box.Collapses = v[props.Visibility] == "collapse"
	l.Box.Block = dom.HasWord("block flex grid table list-item flow-root table-row -webkit-box", v[props.Display])
	l.Box.Align = v[props.TextAlign]
	l.Box.Indent, _ = props.Pixels(v[props.MarginLeft])
	if px, ok := props.Pixels(v[props.TextIndent]); ok {
		l.Box.Hangs = px < 0
		clipped := px >= 16 && strings.HasSuffix(v[props.TextIndent], "%") && c.clips(props.OverflowX)
		l.Letters.Veil[veilIndented] = triOf(clipped || props.Away(v[props.TextIndent]))
	}
}

func (c *cascade) bounds(l *Look) {
	v, b := &c.values, &l.Box.Bounds
	b.Spills = v[props.OverflowX] == "visible" || v[props.OverflowY] == "visible"
	b.Flat = v.HasFlat()
	b.Cuts = c.clips(props.OverflowX) || c.clips(props.OverflowY)
	b.Grid = strings.Contains(v[props.Display], "grid")
	if b.Cuts || l.Box.Positioned {
		f := v.Frame(16, 16, false)
		b.Limits = f.CutsX && f.Wide < maxRoom || f.CutsY && f.High < maxRoom
		if f.FixedHigh {
			b.High = f.High
		}
	}
	b.Sides, b.Placed = box.SidesOf(v), v.Placed()
	b.Beside = strings.HasSuffix(v[props.Display], "flex") || b.Grid
	if l.isSolid(0.99) && (l.Box.Positioned || v.Stacks()) {
		if l.Box.Positioned {
			b.Pulls, b.Lies = v.Pulls(), v.Lies()
		}
		b.Fronts, b.Up = !v.Placed(), box.Up(v)
		l.Box.Positioned = true
	}
}

func (c *cascade) letters(l *Letters, rem float64) {
	v := &c.values
	l.Veil[VeilInvisible] = Choose(v[props.Visibility], "hidden collapse", "visible initial")
	c.fontSize(l, rem)
	if z, ok := props.Number(v[props.Zoom]); ok && z > 0 && z < 1 {
		l.Font *= z
		if l.Font == 0 {
			l.Zoom = cmp.Or(l.Zoom, 1) * z
		}
	}
	if px, ok := props.Pixels(v[props.LetterSpacing]); ok {
		l.Veil[veilSqueezed] = triOf(visible.IsTight(props.Points(px), props.Points(cmp.Or(l.Font, props.FontAround))))
	} else if v[props.LetterSpacing] == "normal" {
		l.Veil[veilSqueezed] = no
	}
	l.Bold = Choose(v[props.FontWeight], "bold bolder 600 700 800 900", "normal lighter 100 200 300 400 500")
	l.Italic = Choose(v[props.FontStyle], "italic oblique", "normal")
	l.Upright = v[props.FontStyle] == "inherit" || v[props.FontStyle] == "unset"
	l.Preserve = Choose(v[props.WhiteSpace], "pre pre-wrap pre-line break-spaces", "normal nowrap")
	if dom.HasWord(v[props.TextDecoration], "line-through") {
		l.Styles = l.Styles.With(document.Strike)
	}
	switch v[props.VerticalAlign] {
	case "sub":
		l.Styles = l.Styles.With(document.Subscript)
	case "super":
		l.Styles = l.Styles.With(document.Superscript)
	}
	if family := v[props.FontFamily]; family != "" && !props.IsWide(family) {
		l.Signs = symbolfont.Of(family)
	}
}

func (c *cascade) list(l *Look) {
	v := &c.values
	l.ListType, _, _ = strings.Cut(v[props.ListStyle], " ")
	l.OfficeList = v[props.MsoList]
	if n, err := strconv.Atoi(v[props.MsoOutlineLevel]); err == nil && n >= 1 && n <= 9 {
		l.Outline = n
	}
}

func triOf(b bool) Tri {
	if b {
		return Yes
	}
	return no
}

// Choose returns yes or no if the value is one of the words, else unset.
func Choose(value, whenYes, whenNo string) Tri {
	switch {
	case value == "":
		return Unset
	case dom.HasWord(whenYes, value):
		return Yes
	case dom.HasWord(whenNo, value):
		return no
	}
	return Unset
}

// fontSize reads the size of the letters: absolute, or by that around.
func (c *cascade) fontSize(l *Letters, rem float64) {
	v := c.values[props.FontSize]
	px, ok := props.Pixels(v)
	switch {
	case props.IsZero(c.values[props.FontSizeAdjust], 0):
		l.Font = props.LeastFont
	case v == "" || props.IsWide(v) && v != "initial":
	case ok && strings.HasSuffix(v, "rem"):
		l.Font = max(px*rem/16, props.LeastFont)
	case ok && (strings.HasSuffix(v, "em") || strings.HasSuffix(v, "%") || strings.HasSuffix(v, "ex") || strings.HasSuffix(v, "ch")):
		l.Zoom = max(px/16, props.LeastFont)
	case ok:
		l.Font = max(px, props.LeastFont)
	case v == "smaller":
		l.Zoom = 1 / 1.2
	case v == "larger":
		l.Zoom = 1.2
	default:
		l.Font = 16
	}
}

// colors evaluates the colours of an element.
func (c *cascade) colors(l *Look) {
	v := &c.values
	l.Dark = dom.HasWord(v[props.ColorScheme], "dark") && !dom.HasWord(v[props.ColorScheme], "light")
	l.Ink = props.InkOf(v[props.Color])
	if fill := props.InkOf(v[props.TextFill]); fill.Set {
		l.Ink = fill
		l.Ink.Fills = true
	} else if v[props.TextFill] == "currentcolor" {
		l.Ink.Fills = l.Ink.Set
	}
	l.Ground = c.ground()
	if l.Ink.Known && l.Ink.A <= props.SeeThrough && v[props.BackgroundClip] == "text" {
		l.Ink.Known = false // the ground is painted through transparent letters
		if l.Ground.Known && l.Ground.Ends()[0] == l.Ground.Ends()[1] {
			l.Ink, l.Ground = l.Ground, props.Paint{}
		}
	}
	l.Ink.Edged = l.Ink.Edged || l.Ink.Set && (v.Stroke() > 0 || v[props.TextShadow] != "" && v[props.TextShadow] != "none")
	l.Fill, l.Stroke = props.FillOf(v[props.Fill]), props.FillOf(v[props.StrokePaint])
	if props.IsZero(v[props.FillOpacity], LeastOpacity) {
		l.Fill = props.Paint{Set: true, Known: true}
	}
}

// ground evaluates what is behind the text.
func (c *cascade) ground() props.Paint {
	if i := c.values[props.BackgroundImage]; i != "" && i != "none" && !props.IsWide(i) {
		if p, ok := props.GradientOf(i); ok && dom.HasWord("auto repeat cover 100%", cmp.Or(c.values[props.BackgroundSize], "auto")) {
			return p
		}
		return props.Paint{Set: true}
	}
	p := props.GroundOf(c.values[props.BackgroundColor])
	if p.Known && p.A <= 5 {
		return props.Paint{} // what is behind shows through
	}
	return p
}

// Inked returns what says whether a text in an ink is seen on a ground: where that
// is of several colours, on the one on which it is seen less.
func Inked(ink, ground props.Paint) visible.Facts {
	ends := ground.Ends()
	f := inked(ink, ends[0])
	if !ground.Shaded {
		return f
	}
	g := inked(ink, ends[1])
	switch from, to := f.Judge(), g.Judge(); {
	case from == to:
	case from == visible.Shown:
		f, g = g, f
		fallthrough
	case to == visible.Shown:
		f.Marked = visible.Unsure // on a part of it
	}
	return f
}

func inked(ink, ground props.Paint) visible.Facts {
	f := visible.Facts{Ink: ink.Over(ground).Seen(), Ground: ground.Seen()}
	if ink.Known && ink.A < 255 && !ground.Known {
		f.Ink = visible.Unknown
	}
	switch {
	case ink.Unread:
		f.Marked = visible.Unsure
	case !ink.Known:
	case ink.A <= props.SeeThrough:
		f.Clear = 1
	case ground.OfText:
		f.Ground, f.Ink = visible.White, visible.White // the same, whatever it is
	}
	if ink.Edged && f.Judge() != visible.Shown {
		f.Marked = visible.Unsure // letters that a shadow or a stroke may make seen
	}
	return f
}

// conceals returns how a text in an ink is hidden on a ground.
func conceals(ink, ground props.Paint) visible.Way {
	f := Inked(ink, ground)
	return f.Judge()
}

// LeastOpacity is what is needed to be seen.
const LeastOpacity = visible.MinOpacity

// hiding reports whether the declarations hide the whole element.
func (c *cascade) hiding(opacity float64) visible.Way {
	v := &c.values
	thin := c.thin()
	switch {
	case v[props.Display] == "none", v[props.Display] == "table-column", v[props.Display] == "table-column-group", v[props.MsoHide] == "all", v[props.ContentVisibility] == "hidden", props.IsImage(v[props.Content]):
		return visible.Style
	case thin == visible.Size:
		return thin
	}
	away := outOfPage(v, c.inside)
	if away == visible.OffPage {
		return away
	}
	unsure := c.unsure || thin == visible.StyleUnsure || away == visible.StyleUnsure
	switch how := v.Hides(); how {
	case visible.Shown:
	case visible.StyleUnsure:
		unsure = true
	default:
		return how
	}
	switch {
	case opacity <= LeastOpacity:
		return visible.Opacity
	case unsure:
		return visible.StyleUnsure
	}
	return visible.Shown
}

// opacity returns how much of an element is seen, from 0 to 1.
func (c *cascade) opacity() float64 {
	if n, ok := props.Number(c.values[props.Opacity]); ok {
		return min(max(n, 0), 1)
	}
	return 1
}

// grows reports whether the place that is left in a flexible box makes an
// element larger than its size.
func (c *cascade) grows() bool { return c.values[props.Flex] != "" && c.values[props.Flex][0] != '0' }

// thin returns how an element hides whose size leaves too little of it to read:
// perhaps, where the place that is left in a flexible box may make it larger.
func (c *cascade) thin() visible.Way {
	v := &c.values
	height := c.height()
	wide, high := visible.Shown, visible.Shown
	if c.clips(props.OverflowX) {
		wide = v.NarrowX()
	}
	if c.clips(props.OverflowY) {
		high = v.NarrowY(height)
	}
	switch {
	case wide == visible.Shown && high == visible.Shown:
		if height == "inherit" && c.clips(props.OverflowY) {
			return visible.StyleUnsure
		}
		return visible.Shown
	case c.grows() || wide != visible.Size && high != visible.Size:
		return visible.StyleUnsure
	}
	return visible.Size
}

// height returns the height of an element: none where its lines have none, or what is in
// it does not count.
func (c *cascade) height() string {
	v := &c.values
	if v[props.Height] != "" && v[props.Height] != "auto" {
		return v[props.Height]
	}
	px, flat := props.Pixels(v[props.LineHeight])
	if flat && px <= 0 || v[props.Contain] == "strict" || strings.Contains(" "+v[props.Contain]+" ", " size ") {
		return "0"
	}
	return v[props.Height]
}

// clips reports whether an element shows nothing outside its box.
func (c *cascade) clips(overflow props.Property) bool {
	return dom.HasWord("hidden clip auto scroll", c.values[overflow]) || strings.Contains(c.values[props.Contain], "paint") ||
		dom.HasWord("strict content", c.values[props.Contain])
}

// scene is what was said so far that elements take over from those around them.
type scene struct {
	dark bool   // a part of the page is said to be dark
	eye  string // how far from a part of the page what sees it is
}

// isUsual reports whether nothing was said.
func (sc *scene) isUsual() bool { return sc.eye == "" && !sc.dark }

// take takes over what holds for the elements inside, too: whether they are dark, so
// that nobody knows the colours of the system, and from how far they are seen.
func (sc *scene) take(v *props.Values, l *Look) {
	if sc.eye != "" && l.Hides == visible.Shown && props.IsDeep(v[props.Transform], sc.eye) {
		l.Hides = visible.StyleUnsure
	}
	sc.eye = cmp.Or(v.Eye(), sc.eye)
	if sc.dark = sc.dark || dom.HasWord(v[props.ColorScheme], "dark"); !sc.dark {
		return
	}
	ink, ground := v.OfSystem()
	if l.Ink.Unread = l.Ink.Unread || ink; ground {
		l.Ground = props.Paint{Set: true}
	}
}
