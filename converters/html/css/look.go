package css

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
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
	VeilCount
)

// Hiding returns what a veil is reported as.
func (v Veil) Hiding() visible.Way {
	return [VeilCount]visible.Way{visible.Style, visible.Size, visible.Size, visible.OffPage}[v]
}

// Look is what the style of one element says of its text.
type Look struct {
	Hides visible.Way // it and all inside is hidden

	Box
	Colors
	Letters
	List
}

// Box is what a style says of an element's place.
type Box struct {
	Covers         bool // what is behind it on the page
	Thin, Flexible bool // it hides where the element around is not flexible
	Clips, Fixed   bool // its box shows too little of what is in it, but for what is fixed
	Collapses      bool // a column, with its cells
	Shows          bool // display says that it shows
	Block          bool
	Align          string
	Hangs          bool    // the first line begins before the others
	Indent         float64 // margin on the left, in pixels
}

// Colors is what a style says of colours.
type Colors struct {
	Ink, Ground props.Paint
	Fill        props.Paint // of letters in drawings
	Stroke      props.Paint // around them
	Opacity     float64
	Dark        bool // colours are those of a dark page
}

// Letters is what a style says of letters, which is inherited, and which an
// element inside may undo.
type Letters struct {
	Veil                   [VeilCount]Tri
	Font, Zoom             float64 // the size of letters in pixels, or by that around; 0 if unset
	Bold, Italic, Preserve Tri
	Upright                bool // slanted only if the text around is
	Strike, Sub, Sup       bool
}

// List is what a style says of lists and levels.
type List struct {
	ListType, OfficeList string
	Outline              int // a heading's level that an office program wrote
}

// veils reports whether the text is hidden unless an element inside undoes it.
func (l *Look) veils() bool {
	for _, v := range l.Veil {
		if v == Yes {
			return true
		}
	}
	return l.Ink.Known && !l.Ground.Set && conceals(l.Ink, props.White) != visible.Shown || l.Font > 0 && l.Font < props.TinyFont || l.Zoom > 0 && l.Zoom < props.TinyFactor
}

// isHidden reports whether the element is hidden, or its text is.
func (l *Look) isHidden() bool {
	return l.Hides != visible.Shown && l.Hides != visible.StyleUnsure || l.veils()
}

// look evaluates what the cascade found, where a rem has so many pixels.
func (c *cascade) look(rem float64, quirks bool) Look {
	var l Look
	v := &c.values
	l.Hides, l.Opacity = c.hiding(), c.opacity()
	if (l.Hides == visible.Shown || l.Hides == visible.StyleUnsure) && l.Opacity <= LeastOpacity {
		l.Hides = visible.Opacity
	}
	l.Covers = c.covers() && l.Opacity == 1
	l.Thin = l.Hides == visible.Shown && c.grows() && c.thin()
	l.Clips, l.Fixed = l.Hides == visible.Size && c.thin(), v[props.Position] == "fixed"
	l.Flexible = dom.HasWord("flex inline-flex -webkit-flex -webkit-inline-flex -ms-flexbox -webkit-box -webkit-inline-box -moz-box", v[props.Display])
	l.Shows = v[props.Display] != "" && v[props.Display] != "none"
	l.Collapses = v[props.Visibility] == "collapse"
	l.Dark = dom.HasWord(v[props.ColorScheme], "dark") && !dom.HasWord(v[props.ColorScheme], "light")
	l.Veil[VeilInvisible] = Choose(v[props.Visibility], "hidden collapse", "visible initial")
	c.fontSize(&l, rem)
	if px, ok := props.Pixels(v[props.LetterSpacing]); ok {
		l.Veil[veilSqueezed] = triOf(visible.IsTight(props.Points(px), props.Points(cmp.Or(l.Font, props.FontAround))))
	} else if v[props.LetterSpacing] == "normal" {
		l.Veil[veilSqueezed] = no
	}
	if px, ok := props.Pixels(v[props.TextIndent]); ok {
		l.Hangs = px < 0
		clipped := px >= 16 && strings.HasSuffix(v[props.TextIndent], "%") && c.clips(props.OverflowX)
		l.Veil[veilIndented] = triOf(clipped || props.Away(v[props.TextIndent]))
	}
	l.Ink, l.Ground = c.inks(quirks)
	if f := v[props.Fill]; f != "" && !props.IsWide(f) {
		l.Fill = props.FillOf(f)
	}
	if s := v[props.StrokePaint]; s != "" && !props.IsWide(s) {
		l.Stroke = props.FillOf(s)
	}
	if props.IsZero(v[props.FillOpacity], LeastOpacity) {
		l.Fill = props.Paint{Set: true, Known: true}
	}
	l.Bold = Choose(v[props.FontWeight], "bold bolder 600 700 800 900", "normal lighter 100 200 300 400 500")
	l.Italic = Choose(v[props.FontStyle], "italic oblique", "normal")
	l.Upright = v[props.FontStyle] == "inherit" || v[props.FontStyle] == "unset"
	l.Preserve = Choose(v[props.WhiteSpace], "pre pre-wrap pre-line break-spaces", "normal nowrap")
	decoration := v[props.TextDecoration] + " " + v[props.TextDecorationLine]
	l.Strike = dom.HasWord(decoration, "line-through")
	l.Sub, l.Sup = v[props.VerticalAlign] == "sub", v[props.VerticalAlign] == "super"
	switch v[props.Display] {
	case "block", "flex", "grid", "table", "list-item", "flow-root", "table-row", "-webkit-box":
		l.Block = true
	}
	l.ListType = v[props.ListStyleType]
	if l.ListType == "" {
		l.ListType, _, _ = strings.Cut(v[props.ListStyle], " ")
	}
	l.Align = v[props.TextAlign]
	l.OfficeList = v[props.MsoList]
	l.Indent, _ = props.Pixels(v[props.MarginLeft])
	if level := v[props.MsoOutlineLevel]; level != "" {
		if n, err := strconv.Atoi(level); err == nil && n >= 1 && n <= 9 {
			l.Outline = n
		}
	}
	return l
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
func (c *cascade) fontSize(l *Look, rem float64) {
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

// inks evaluates the colours of an element.
func (c *cascade) inks(quirks bool) (ink, ground props.Paint) {
	v := &c.values
	ink = props.InkOf(v[props.Color], quirks)
	if fill := props.InkOf(v[props.TextFill], quirks); fill.Set {
		ink = fill
	}
	ground = props.GroundOf(v[props.BackgroundColor], quirks)
	if i := v[props.BackgroundImage]; i != "" && i != "none" && !props.IsWide(i) {
		ground = props.Paint{Set: true}
	}
	if ground.Known && ground.A <= 5 {
		ground = props.Paint{} // what is behind shows through
	}
	if ink.Known && ink.A <= props.SeeThrough && v[props.BackgroundClip] == "text" {
		ink.Known = false // the ground is painted through transparent letters
	}
	stroked := slices.ContainsFunc(props.Words(v[props.StrokeWidth]), func(w string) bool { px, _ := props.Pixels(w); return px > 0 })
	ink.Edged = ink.Set && (stroked || v[props.TextShadow] != "" && v[props.TextShadow] != "none")
	return ink, ground
}

// Inked returns what says whether a text in an ink is seen on a ground.
func Inked(ink, ground props.Paint) visible.Facts {
	f := visible.Facts{Ink: ink.Over(ground).Seen(), Ground: ground.Seen()}
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
