package html

import (
	"strconv"
	"strings"
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
	veilIndented              // text out of the page
	veilInk                   // transparent colour, or that of the ground
	veilCount
)

// hiding returns what a veil is reported as.
func (v veil) hiding() hiding {
	return [veilCount]hiding{hiddenStyle, hiddenSize, hiddenOffPage, hiddenColor}[v]
}

// look is what the style of one element says of its text.
type look struct {
	hides hiding // it and all inside is hidden

	// What is inherited, and what an element inside may undo.
	veil        [veilCount]tri
	ink, ground paint

	bold, italic, preserve      tri
	upright                     bool // slanted only if the text around is
	strike, sub, sup, block     bool
	listType, align, officeList string
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
	return l.ink.known && l.ink.a <= seeThrough
}

// look evaluates what the cascade found.
func (c *cascade) look() look {
	var l look
	v := &c.values
	l.hides = c.hiding()
	l.veil[veilInvisible] = choose(v[propVisibility], "hidden collapse", "visible")
	c.fontSize(&l)
	if px, ok := pixels(v[propTextIndent]); ok {
		away := px <= -offPage || px >= 16 && strings.HasSuffix(v[propTextIndent], "%") && hasWord(v[propOverflow], "hidden")
		l.veil[veilIndented] = triOf(away)
	}
	l.ink, l.ground = c.inks()
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
// pixels, and not where it is larger than a little.
const (
	tinyFont   = 2.6
	tinyFactor = tinyFont / 24
)

// fontSize looks at font-size, or at the size in font.
func (c *cascade) fontSize(l *look) {
	v := c.values[propFontSize]
	if f := c.values[propFont]; f != "" && c.priority[propFont] > c.priority[propFontSize] {
		for w := range strings.FieldsSeq(f) {
			size, _, _ := strings.Cut(w, "/")
			if _, ok := pixels(size); ok && w != "400" && !isWeight(size) {
				v = size
			}
			if w == "bold" {
				c.values[propFontWeight] = w
			}
		}
	}
	px, ok := pixels(v)
	switch {
	case ok && (strings.HasSuffix(v, "em") && !strings.HasSuffix(v, "rem") || strings.HasSuffix(v, "%")):
		if px < 16*tinyFactor {
			l.veil[veilTiny] = yes
		}
	case ok:
		l.veil[veilTiny] = triOf(px < tinyFont)
	case v != "" && v != "inherit":
		l.veil[veilTiny] = no
	}
}

func isWeight(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 100
}

// pixels reads a length. A percentage counts as one of a 16 pixel em.
func pixels(v string) (float64, bool) {
	if strings.HasPrefix(v, "calc(") {
		v = argument(v)
	}
	end := len(v)
	for end > 0 && (isLetter(v[end-1]) || v[end-1] == '%') {
		end--
	}
	if end == 0 || end > 32 {
		return 0, false
	}
	n, err := strconv.ParseFloat(v[:end], 64)
	if err != nil {
		return 0, false
	}
	switch v[end:] {
	case "", "px":
		return n, true
	case "pt":
		return n * 4 / 3, true
	case "em", "rem":
		return n * 16, true
	case "%":
		return n * 16 / 100, true
	case "in":
		return n * 96, true
	case "cm":
		return n * 37.8, true
	case "mm":
		return n * 3.78, true
	case "pc":
		return n * 16, true
	case "ex", "ch":
		return n * 8, true
	case "vw":
		return n * screenWidth / 100, true
	case "vh":
		return n * screenHeight / 100, true
	}
	return 0, false
}
