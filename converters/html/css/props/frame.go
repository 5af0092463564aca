package props

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Frame is the box of an element, in pixels, as far as its style says it.
type Frame struct {
	Font, Line       float64 // the size of its letters, and how far its lines are from one another
	Wide, High       float64 // of what is in it; infinite if that is not said
	Least            float64 // how high it is at least
	Above, Below     float64 // the padding
	Moves            Moves
	CutsX, CutsY     bool // what is outside is not shown, and nobody scrolls there
	Scrolls          bool // readers may see all that is in it
	FixedHigh, Keeps bool // it is as high as it may be; its lines do not break
}

// Moves is where a box is.
type Moves struct {
	Before, Left float64 // the margin above; margin and padding on the left
	Down, Along  float64 // how far it is moved from its place
}

// Frame returns the box of an element in letters of a size, whose lines break, unless
// those around do not.
func (v *Values) Frame(font, line float64, keeps bool) Frame {
	f := Frame{Font: lettersIn(v[FontSize], font), Keeps: keeps}
	in := measure{v, f.Font}
	f.Line = in.line(line / font)
	size := func(p Property) float64 {
		px, ok := in.length(p)
		if !ok {
			return math.Inf(1)
		}
		return px
	}
	some := func(p Property) float64 { px, _ := in.length(p); return px }
	f.Wide = min(max(size(Width), some(MinWidth)), size(MaxWidth))
	f.Least = some(MinHeight)
	high := max(size(Height), f.Least)
	f.FixedHigh = !math.IsInf(high, 1)
	f.High = max(min(high, size(MaxHeight)), f.Least)
	if n, err := strconv.Atoi(v[lineClamp]); err == nil && n > 0 && strings.HasPrefix(v[Display], "-webkit-") {
		f.High = min(f.High, float64(n)*f.Line)
	}
	f.Above, f.Below = some(paddingTop), some(paddingBottom)
	f.Moves.Before, f.Moves.Left = some(MarginTop), some(MarginLeft)+some(paddingLeft)
	if p := v[Position]; p == "relative" || v.Placed() {
		f.Moves.Down, f.Moves.Along = some(Top), some(Left)
	}
	f.CutsX, f.CutsY = v.cuts(OverflowX), v.cuts(OverflowY)
	if strings.Contains(v[paddingTop]+v[paddingBottom], "%") || v[Flex] != "" {
		f.Wide, f.High = math.Inf(1), math.Inf(1) // a part of what is around
	}
	f.Scrolls = dom.HasWord("auto scroll overlay", v[OverflowX]) || dom.HasWord("auto scroll overlay", v[OverflowY])
	if w := Words(v[WhiteSpace]); len(w) > 0 && !IsWide(v[WhiteSpace]) {
		f.Keeps = slices.Contains(w, "nowrap") || slices.Contains(w, "pre")
	}
	return f
}

// cuts reports whether a box shows nothing outside of it that readers may scroll to.
func (v *Values) cuts(overflow Property) bool {
	return dom.HasWord("hidden clip", v[overflow]) || dom.HasWord("strict content paint", v[Contain])
}

// lettersIn returns a size of letters in those of another size.
func lettersIn(size string, around float64) float64 {
	if px, ok := Pixels(size); ok {
		if n, part := Number(size); part && strings.HasSuffix(size, "%") {
			return n * around
		}
		return cmp.Or(inLetters(size, px, around), LeastFont)
	}
	return around
}

// measure tells the lengths of an element in letters of a size.
type measure struct {
	v    *Values
	font float64
}

// line returns how far lines are from one another, of which those around are a part.
func (m measure) line(part float64) float64 {
	if n, ok := Number(m.v[LineHeight]); ok && isBare(m.v[LineHeight]) {
		return n * m.font
	}
	if px, ok := m.length(LineHeight); ok {
		return px
	}
	return part * m.font
}

// length returns a length, if it is no part of what is around.
func (m measure) length(p Property) (float64, bool) {
	s := m.v[p]
	if s == "" || strings.Contains(s, "%") || strings.Contains(s, "(") && !strings.HasSuffix(s, ")") {
		return 0, false
	}
	px, ok := Pixels(s)
	return inLetters(s, px, m.font), ok
}

// inLetters returns a length, which in letters of 16 pixels has so many, in those of
// another size.
func inLetters(v string, px, font float64) float64 {
	for _, unit := range []string{"em", "ex", "ch", "ic", "lh", "cap"} {
		if strings.HasSuffix(v, unit) && !strings.HasSuffix(v, "r"+unit) {
			return px * font / 16
		}
	}
	return px
}

// Cell returns the name of the place in a grid that an element is put in; "" if it is
// put in none.
func (v *Values) Cell() string {
	switch area, row, column := v[gridArea], v[gridRow], v[gridColumn]; {
	case area != "" && area != "auto":
		return strings.Join(strings.Fields(area), "")
	case row != "" && row != "auto" && column != "" && column != "auto":
		return strings.Join(strings.Fields(row+"/"+column), "")
	}
	return ""
}

// Floats reports whether lines go beside an element.
func (v *Values) Floats() bool { return v[float] != "" && v[float] != "none" }

// Pulls reports whether a box that floats, and is painted in front of others, draws
// what follows it over itself.
func (v *Values) Pulls() bool {
	px, ok := Pixels(v[marginRight])
	wide, _ := Pixels(v[Width])
	return ok && dom.HasWord("left inline-start", v[float]) && v[Position] == "relative" && px <= -wide/2 && px <= -2*minBox
}

// Lies returns how high a box is that begins where the one around it does, is as wide,
// and is painted in front of what is in it; 0 for others.
func (v *Values) Lies() float64 {
	if !v.Placed() || strings.HasPrefix(v[ZIndex], "-") {
		return 0
	}
	starts := func(p Property) bool { px, ok := Pixels(v[p]); return ok && px <= 0 }
	in := measure{v, 16}
	high, _ := in.length(Height)
	if wide, _ := in.length(Width); starts(Left) && starts(Top) && (v[Width] == "100%" || wide >= ScreenWidth || starts(Right)) {
		return high
	}
	return 0
}

// HasFlat reports whether a grid has a row or a column of no size.
func (v *Values) HasFlat() bool {
	return strings.Contains(v[Display], "grid") && (hasFlat(v[gridRows]) || hasFlat(v[gridColumns]))
}

// hasFlat reports whether one of some rows or columns has no size, unless what is
// in it needs some.
func hasFlat(tracks string) bool {
	return slices.ContainsFunc(Words(tracks), func(w string) bool {
		if inner, _ := Parenthesis(w); strings.HasSuffix(w, ")") {
			return hasFlat(inner[strings.LastIndexByte(inner, ',')+1:])
		}
		n, ok := Number(strings.TrimRight(w, "abcdefghijklmnopqrstuvwxyz%"))
		return ok && n <= 0
	})
}

// NarrowX returns how the width of a box hides, and NarrowY how a height does.
func (v *Values) NarrowX() visible.Way {
	greatest := v[MaxWidth]
	if v[TextOverflow] == "ellipsis" {
		greatest = "" // 0 for a cell that takes what the others leave
	}
	return narrow([]string{v[paddingLeft], v[paddingRight], v[MinWidth]}, v[Width], greatest)
}

// NarrowY is NarrowX for a height.
func (v *Values) NarrowY(height string) visible.Way {
	return narrow([]string{v[paddingTop], v[paddingBottom], v[MinHeight]}, height, v[MaxHeight])
}
