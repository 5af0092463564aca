// Package box says of boxes of style sheets where they go from their places, and what they
// lie over.
package box

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Properties that are asked for here alone.
var (
	marginBottom  = named("margin-bottom")
	paddingTop    = named("padding-top")
	paddingRight  = named("padding-right")
	paddingBottom = named("padding-bottom")
	paddingLeft   = named("padding-left")
	translate     = named("translate")
	clipPath      = named("clip-path")
	flexBasis     = named("flex-basis")
	columns       = named("columns")
	breakBefore   = named("break-before")
	breakAfter    = named("break-after")
	gridArea      = named("grid-area")
	gridRow       = named("grid-row")
	outline       = named("outline")
)

func named(name string) props.Property {
	p, _ := props.Named(name)
	return p
}

// Sides are ways in which an element leaves the box around it wholly, by parts of a size.
type Sides uint8

const (
	Beside Sides = 1 << iota // by the width of that box
	Under                    // by its height
	Along                    // by the width of the element, which begins where the box does
	Down                     // by its height
	Fills                    // no way: the element is as wide as that box
	CutsX                    // what is beside it is not shown
	CutsY                    // what is above or below it is not shown
	Holds                    // what has a place of its own has it by this element
)

// SidesOf returns in which ways an element leaves the box around it.
func SidesOf(v *props.Values) Sides {
	var out Sides
	add := func(s Sides, is bool) {
		if is {
			out |= s
		}
	}
	add(CutsX, cuts(v, props.OverflowX))
	add(CutsY, cuts(v, props.OverflowY))
	add(Holds, says(v[props.Position], "static") || says(v[props.Transform], "none"))
	add(Fills, !v.Placed() && !v.Floats() && !says(v[props.Width], "auto 100%"))
	x, y := shifts(v)
	along, down := parts(x), parts(y)
	add(Along, math.Abs(along) >= 1 && startsAt(v, along, props.Left, props.Right))
	add(Down, math.Abs(down) >= 1 && startsAt(v, down, props.Top, props.Bottom))
	return out | starts(v, along, down)
}

// starts returns in which ways an element leaves the box around it that begins at the
// other side of that.
func starts(v *props.Values, along, down float64) (out Sides) {
	const shows = -16 // pixels by which one that is pulled back shows again
	back := length(v[props.MarginLeft]) < shows || length(v[props.Left]) < shows
	either := func(start, end props.Property, moved float64) bool {
		return whole(v[start]) && moved > -1 || whole(v[end]) && moved < 1
	}
	if beside := (v.Placed() || v[props.Position] == "relative") && either(props.Left, props.Right, along) || either(props.MarginLeft, paddingLeft, along) || whole(v[props.TextIndent]); beside && !back {
		out |= Beside
	}
	if v.Placed() && either(props.Top, props.Bottom, down) {
		out |= Under
	}
	return out
}

// says reports whether a value is more than one of the words for nothing.
func says(v, nothing string) bool { return v != "" && !dom.HasWord(nothing, v) }

// cuts reports whether a box shows nothing outside of it that readers may scroll to.
func cuts(v *props.Values, overflow props.Property) bool {
	return strings.HasPrefix(v[clipPath], "inset(0") || dom.HasWord("hidden clip", v[overflow]) || dom.HasWord("strict content paint", v[props.Contain])
}

// startsAt reports whether an element is at the side of the box around it from which it
// is moved out of that box.
func startsAt(v *props.Values, moved float64, start, end props.Property) bool {
	p := start
	if moved > 0 {
		p = end
	}
	px, ok := props.Pixels(v[p])
	return !v.Placed() || ok && px <= 0 || p == start && v[p] == "" && v[end] == ""
}

// whole reports whether a length is all of what is around, or more.
func whole(v string) bool {
	if len(v) < len("100%") {
		return false
	}
	least, _ := props.Pixels("100vw")
	px, ok := props.Pixels(strings.ReplaceAll(v, "%", "vw"))
	return ok && px >= least
}

// shifts returns how far an element is moved by each of its transformations.
func shifts(v *props.Values) (along, down []string) {
	if v[props.Transform] == "" && v[translate] == "" {
		return nil, nil
	}
	calls := props.Words(strings.ReplaceAll(v[props.Transform], ")", ") "))
	if v[translate] != "" {
		calls = append(calls, "translate("+strings.Join(props.Words(v[translate]), ",")+")")
	}
	for _, f := range calls {
		name, _, _ := strings.Cut(f, "(")
		inner, _ := props.Parenthesis(f)
		args := append(props.Words(strings.ReplaceAll(inner, ",", " ")), "0", "0")
		switch name {
		case "translate", "translate3d":
			along, down = append(along, args[0]), append(down, args[1])
		case "translatex":
			along = append(along, args[0])
		case "translatey":
			down = append(down, args[0])
		}
	}
	return along, down
}

// parts returns the sum of those lengths that are parts of a size.
func parts(lengths []string) float64 {
	out := 0.0
	for _, s := range lengths {
		if n, ok := props.Number(s); ok && strings.HasSuffix(s, "%") {
			out += n
		}
	}
	return out
}

// Up returns how many pixels above its place an element begins.
func Up(v *props.Values) float64 {
	up := -length(v[props.MarginTop])
	if v[props.Position] == "relative" {
		up -= length(v[props.Top])
		if v[props.Top] == "" || v[props.Top] == "auto" {
			up += length(v[props.Bottom])
		}
	}
	_, down := shifts(v)
	for _, s := range down {
		up -= length(s)
	}
	return up
}

// length returns a length in pixels; 0 for a part of what is around.
func length(s string) float64 {
	px, _ := props.Pixels(s)
	if strings.IndexByte(s, '%') >= 0 {
		return 0
	}
	return px
}

// Margin returns the margin above an element, or below it, in letters of a size; where its
// style does not say it, by its tag.
func Margin(v *props.Values, tag dom.Tag, font float64, above bool) float64 {
	s := v[marginBottom]
	if above {
		s = v[props.MarginTop]
	}
	switch px, ok := props.Pixels(s); {
	case ok && strings.HasSuffix(s, "em") && !strings.HasSuffix(s, "rem"):
		return px * font / 16
	case ok && strings.IndexByte(s, '%') < 0:
		return px
	case s != "":
		return math.Inf(1) // nobody knows
	case dom.IsHeading(tag):
		return font
	}
	switch tag {
	case dom.TagP, dom.TagUl, dom.TagOl, dom.TagDl, dom.TagPre, dom.TagBlockquote, dom.TagFigure:
		return font
	}
	return 0
}

// Columns returns how many columns a box has whose width is known, or not more than that;
// 0 for none.
func Columns(v *props.Values, wide float64) int {
	out := 0
	for _, w := range props.Words(v[columns]) {
		if n, err := strconv.Atoi(w); err == nil && n > 0 {
			return n
		}
		if px, ok := props.Pixels(w); ok && px > 0 {
			out = max(1, int(min(wide, props.ScreenWidth)/px))
		}
	}
	return out
}

// Breaks reports whether a column ends in front of an element, and behind it.
func Breaks(v *props.Values) (before, after bool) {
	const words = "column always all page left right recto verso"
	return dom.HasWord(words, v[breakBefore]), dom.HasWord(words, v[breakAfter])
}

// HasNoBasis reports whether an element in a flexible box begins with no size in it, and
// does not grow.
func HasNoBasis(v *props.Values) bool {
	const least = 5 // pixels, in which no letter is read
	px, ok := props.Pixels(v[flexBasis])
	return ok && px <= least && (v[props.Flex] == "" || props.IsZero(v[props.Flex], 0))
}

// Padding returns how much a box is larger than what is in it, in its width and its height.
func Padding(v *props.Values) (x, y float64) {
	return length(v[paddingLeft]) + length(v[paddingRight]), length(v[paddingTop]) + length(v[paddingBottom])
}

// Spread returns how far what is drawn around a box reaches, in pixels: its shadow, its
// outline or its line.
func Spread(v *props.Values) float64 { return max(v.Rim(), v.Edge()) }

// Below returns the margin below a box in pixels.
func Below(v *props.Values) float64 { return length(v[marginBottom]) }

// Places reports whether a property says where a box is, or what it lies over.
func Places(p props.Property) bool {
	switch p {
	case props.Position, props.Transform, translate, gridArea, gridRow, outline:
		return true
	}
	return false
}
