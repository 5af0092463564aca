package html

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// tri is a property that may be unset.
type tri int8

const (
	unset tri = iota
	yes
	no
)

// veil is a way to hide text that elements inside may undo.
type veil uint8

const (
	veilInvisible veil = iota // visibility
	veilTiny                  // font size
	veilSqueezed              // letters upon one another
	veilIndented              // text out of the page
	veilCount
)

// hiding returns what a veil is reported as.
func (v veil) hiding() visible.Way {
	return [veilCount]visible.Way{visible.Style, visible.Size, visible.Size, visible.OffPage}[v]
}

// look is what the style of one element says of its text.
type look struct {
	hides visible.Way // it and all inside is hidden

	// What is inherited, and what an element inside may undo.
	veil        [veilCount]tri
	ink, ground paint
	fill        paint   // of letters in drawings
	stroke      paint   // around them
	font, zoom  float64 // the size of letters in pixels, or by that around; 0 if unset
	opacity     float64

	thin, flexible              bool // it hides where the element around is not flexible
	collapses                   bool // a column, with its cells
	dark                        bool // colours are those of a dark page
	shows                       bool // display says that it shows
	bold, italic, preserve      tri
	upright                     bool // slanted only if the text around is
	strike, sub, sup, block     bool
	listType, align, officeList string
	hangs                       bool    // the first line begins before the others
	indent                      float64 // margin on the left, in pixels
	outline                     int     // a heading's level that an office program wrote
}

// veils reports whether the text is hidden unless an element inside undoes it.
func (l *look) veils() bool {
	for _, v := range l.veil {
		if v == yes {
			return true
		}
	}
	return l.ink.known && !l.ground.set && conceals(l.ink, white) != visible.Shown || l.font > 0 && l.font < tinyFont || l.zoom > 0 && l.zoom < tinyFactor
}

// look evaluates what the cascade found, where a rem has so many pixels.
func (c *cascade) look(rem float64, quirks bool) look {
	var l look
	v := &c.values
	l.hides, l.opacity = c.hiding(), c.opacity()
	if l.hides == visible.Shown && l.opacity <= leastOpacity {
		l.hides = visible.Opacity
	}
	l.thin = l.hides == visible.Shown && c.grows() && c.thin()
	l.flexible = hasWord("flex inline-flex -webkit-flex -webkit-inline-flex -ms-flexbox -webkit-box -webkit-inline-box -moz-box", v[propDisplay])
	l.shows = v[propDisplay] != "" && v[propDisplay] != "none"
	l.collapses = v[propVisibility] == "collapse"
	l.dark = hasWord(v[propColorScheme], "dark") && !hasWord(v[propColorScheme], "light")
	l.veil[veilInvisible] = choose(v[propVisibility], "hidden collapse", "visible initial")
	c.fontSize(&l, rem)
	if px, ok := pixels(v[propLetterSpacing]); ok {
		l.veil[veilSqueezed] = triOf(visible.IsTight(points(px), points(cmp.Or(l.font, fontAround))))
	} else if v[propLetterSpacing] == "normal" {
		l.veil[veilSqueezed] = no
	}
	if px, ok := pixels(v[propTextIndent]); ok {
		l.hangs = px < 0
		clipped := px >= 16 && strings.HasSuffix(v[propTextIndent], "%") && c.clips(propOverflowX)
		l.veil[veilIndented] = triOf(clipped || away(v[propTextIndent]))
	}
	l.ink, l.ground = c.inks(quirks)
	if f := v[propFill]; f != "" && !isWide(f) {
		l.fill = fillOf(f)
	}
	if s := v[propStrokePaint]; s != "" && !isWide(s) {
		l.stroke = fillOf(s)
	}
	if isZero(v[propFillOpacity], leastOpacity) {
		l.fill = paint{set: true, known: true}
	}
	l.bold = choose(v[propFontWeight], "bold bolder 600 700 800 900", "normal lighter 100 200 300 400 500")
	l.italic = choose(v[propFontStyle], "italic oblique", "normal")
	l.upright = v[propFontStyle] == "inherit" || v[propFontStyle] == "unset"
	l.preserve = choose(v[propWhiteSpace], "pre pre-wrap pre-line break-spaces", "normal nowrap")
	decoration := v[propTextDecoration] + " " + v[propTextDecorationLine]
	l.strike = hasWord(decoration, "line-through")
	l.sub, l.sup = v[propVerticalAlign] == "sub", v[propVerticalAlign] == "super"
	switch v[propDisplay] {
	case "block", "flex", "grid", "table", "list-item", "flow-root", "table-row", "-webkit-box":
		l.block = true
	}
	l.listType = v[propListStyleType]
	if l.listType == "" {
		l.listType, _, _ = strings.Cut(v[propListStyle], " ")
	}
	l.align = v[propTextAlign]
	l.officeList = v[propMsoList]
	l.indent, _ = pixels(v[propMarginLeft])
	if level := v[propMsoOutlineLevel]; level != "" {
		if n, err := strconv.Atoi(level); err == nil && n >= 1 && n <= 9 {
			l.outline = n
		}
	}
	return l
}

func triOf(b bool) tri {
	if b {
		return yes
	}
	return no
}

// choose returns yes or no if the value is one of the words, else unset.
func choose(value, whenYes, whenNo string) tri {
	switch {
	case value == "":
		return unset
	case hasWord(whenYes, value):
		return yes
	case hasWord(whenNo, value):
		return no
	}
	return unset
}

// tinyFont is the size in pixels below which no one reads a text: 2 points. A
// size that depends on that of the text around is judged as if that were 24
// pixels where nothing says what it is.
const (
	tinyFont   = visible.MinSize / pointsPerPixel
	fontAround = 24
	tinyFactor = tinyFont / fontAround
	leastFont  = 1e-6 // what stands for 0

	pointsPerPixel = 0.75
)

// points returns a length in points.
func points(px float64) float64 { return px * pointsPerPixel }

// fontSize reads the size of the letters: absolute, or by that around.
func (c *cascade) fontSize(l *look, rem float64) {
	v := c.values[propFontSize]
	px, ok := pixels(v)
	switch {
	case isZero(c.values[propFontSizeAdjust], 0):
		l.font = leastFont
	case v == "" || isWide(v) && v != "initial":
	case ok && strings.HasSuffix(v, "rem"):
		l.font = max(px*rem/16, leastFont)
	case ok && (strings.HasSuffix(v, "em") || strings.HasSuffix(v, "%") || strings.HasSuffix(v, "ex") || strings.HasSuffix(v, "ch")):
		l.zoom = max(px/16, leastFont)
	case ok:
		l.font = max(px, leastFont)
	case v == "smaller":
		l.zoom = 1 / 1.2
	case v == "larger":
		l.zoom = 1.2
	default:
		l.font = 16
	}
}

func isWeight(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 100 && n <= 1000
}
