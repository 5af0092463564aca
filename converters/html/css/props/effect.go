package props

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// effect returns how a transformation, a clip, a filter or a mask hides: not at
// all, by a size, a place or an opacity that leaves nothing to read, or, where
// that is not evaluated here, perhaps ([visible.StyleUnsure]).
func effect(p Property, v string) visible.Way {
	switch {
	case v == "none" || v == "auto" || v == "normal" || IsWide(v):
		return visible.Shown
	case len(v) > LongestValue:
		return visible.StyleUnsure
	}
	switch p {
	case Zoom:
		if n, ok := Number(v); ok && n > 0 {
			return least([]string{v}, TinyFactor, visible.Size)
		}
		return visible.Shown
	case scale, translate, rotate:
		v = table[p].names + "(" + v + ")"
	case maskImage:
		return unsureIf(strings.Contains(v, "url(") || strings.Contains(v, "/") || strings.Contains(v, "no-repeat") || strings.Contains(v, "gradient(") && !isColored(argument(v)))
	}
	return effects(Words(strings.ReplaceAll(v, ")", ") ")))
}

// effects returns how functions hide one after another.
func effects(calls []string) visible.Way {
	if len(calls) > 1 && strings.HasPrefix(calls[0], "perspective(") && slices.ContainsFunc(calls, func(f string) bool { return deep(f, argument(calls[0])) }) {
		return visible.StyleUnsure
	}
	for _, f := range calls {
		name, _, _ := strings.Cut(f, "(")
		if how := function(name, Words(strings.ReplaceAll(argument(f), ",", " "))); how != visible.Shown {
			return how
		}
	}
	return visible.Shown
}

// functions are those that hide by their arguments, of transform
// (css-transforms-2), clip (css-shapes-1) and filter (filter-effects-1). Most
// others are unsure.
var functions = map[string]func(args []string) visible.Way{
	"scale": shrinks, "scalex": shrinks, "scaley": shrinks, "scale3d": shrinks,
	"translate": moves, "translatex": moves, "translatey": moves, "translate3d": moves,
	"opacity": func(args []string) visible.Way { return least(args, visible.MinOpacity, visible.Opacity) },
	"inset":   inset, "rect": outline, "circle": reaches, "ellipse": reaches,
	"polygon": func(args []string) visible.Way { return unsureIf(isEmpty(args)) },
	"matrix": func(args []string) visible.Way {
		return unsureIf(len(args) != 6 || shrinks(args[:1]) != visible.Shown || slices.ContainsFunc(args[4:], isFar))
	},
	"rotatex": turns, "rotatey": turns,
	"rotate": func(args []string) visible.Way { return unsureIf(len(args) > 1) },
	"skew":   slants, "skewx": slants, "skewy": slants,
	"blur": func(args []string) visible.Way { return unsureIf(len(args) > 0 && Beyond(args[0], maxBlur)) },
	// Colours that are made the same as those around.
	"brightness": func(args []string) visible.Way { return unsureIf(!between(args, 0.2, 3)) },
	"contrast":   func(args []string) visible.Way { return unsureIf(!between(args, 0.2, 100)) },
	"invert":     func(args []string) visible.Way { return unsureIf(len(args) == 0 || !between(args, 0, 0.7)) },
}

// between reports whether a factor, which is 1 unless it is said, is so large.
func between(args []string, least, most float64) bool {
	n, ok := 1.0, true
	if len(args) > 0 {
		n, ok = Number(args[0])
	}
	return ok && n >= least && n <= most
}

// deep reports whether a function moves an element to the eye that sees it from
// a distance, or far away from it.
func deep(function, distance string) bool {
	name, _, _ := strings.Cut(function, "(")
	args := Words(strings.ReplaceAll(argument(function), ",", " "))
	if len(args) == 0 || name != "translatez" && name != "translate3d" {
		return false
	}
	z, ok := Pixels(args[len(args)-1])
	eye, known := Pixels(distance)
	return !ok || !known || z > eye*0.9 || z < -20*eye
}

// harmless are functions and boxes that hide nothing.
const harmless = "rotatez scalez translatez perspective drop-shadow grayscale hue-rotate saturate sepia url " +
	"margin-box border-box padding-box content-box fill-box stroke-box view-box"

func function(name string, args []string) visible.Way {
	if i := slices.IndexFunc(args, func(w string) bool { return w == "round" || w == "at" }); i >= 0 {
		if args[i] == "at" && slices.ContainsFunc(args[i:], func(w string) bool { return w[0] == '-' }) {
			return visible.StyleUnsure // around a place beside the box
		}
		args = args[:i]
	}
	if f := functions[name]; f != nil {
		return f(args)
	}
	return unsureIf(!dom.HasWord(harmless, name))
}

func unsureIf(b bool) visible.Way {
	if b {
		return visible.StyleUnsure
	}
	return visible.Shown
}

func shrinks(args []string) visible.Way {
	return least(args[:min(len(args), 2)], TinyFactor, visible.Size)
}

func moves(args []string) visible.Way {
	if slices.ContainsFunc(args, Away) {
		return visible.OffPage
	}
	return visible.Shown
}

// turns reports that an element may be seen from its edge.
func turns(args []string) visible.Way {
	return unsureIf(len(args) != 1 || args[0] != "0" && args[0] != "0deg" && args[0] != "180deg")
}

// maxSlant is the angle up to which letters that are slanted can be read, in degrees.
const maxSlant = 70

// slants reports that an element may be drawn into a line.
func slants(args []string) visible.Way {
	return unsureIf(slices.ContainsFunc(args, func(w string) bool {
		n, ok := Number(strings.TrimSuffix(w, "deg"))
		return !ok || math.Abs(n) > maxSlant
	}))
}

func reaches(args []string) visible.Way {
	if slices.ContainsFunc(args, func(w string) bool {
		px, ok := Pixels(w)
		return ok && (px <= 0 || px <= minBox && !strings.HasSuffix(w, "%"))
	}) {
		return visible.Size
	}
	return visible.Shown
}

// least returns a way to hide if one of some numbers is below the least one, and
// that nobody knows if one is not read.
func least(args []string, least float64, way visible.Way) visible.Way {
	for _, w := range args {
		switch n, ok := Number(w); {
		case !ok:
			return visible.StyleUnsure
		case math.Abs(n) < least:
			return way
		}
	}
	return visible.Shown
}

// minBox is the size in pixels of a box in which no letter can be read.
const minBox = 5

// narrow returns how one of the sizes of a box hides, though it has neither a padding
// nor a least size: perhaps, if its unit is missing, which is one in quirks mode alone.
func narrow(leasts []string, sizes ...string) visible.Way {
	for _, v := range leasts {
		if px, ok := Pixels(v); ok && px > minBox || !ok && strings.HasSuffix(v, "-content") {
			return visible.Shown
		}
	}
	how := visible.Shown
	for _, v := range sizes {
		if strings.IndexByte(v, '(') >= 0 {
			v = strings.ReplaceAll(v, "%", "vw") // of a box around, as large as the screen
		}
		switch px, ok := Pixels(v); {
		case strings.HasPrefix(v, "calc-size("):
			how = visible.StyleUnsure
		case !ok || px > minBox:
		case px == 0 || !isBare(v):
			return visible.Size
		default:
			how = visible.StyleUnsure
		}
	}
	return how
}

// maxBlur is the blur in pixels behind which no letter can be told.
const maxBlur = 20

// inset returns how a rectangle hides that is so far inside of the box.
func inset(args []string) visible.Way {
	part := [4]float64{}
	for i := range part {
		if len(args) == 0 {
			return visible.StyleUnsure
		}
		w := side(args, i)
		px, ok := Pixels(w)
		switch n, _ := Number(w); {
		case !ok, strings.IndexByte(w, '(') >= 0 && strings.IndexByte(w, '%') >= 0:
			return visible.StyleUnsure
		case strings.HasSuffix(w, "%"):
			part[i] = n * 100
		case px >= offPage:
			part[i] = 100 // no box that shows is so large
		}
	}
	if part[0]+part[2] >= 100 || part[1]+part[3] >= 100 {
		return visible.Size
	}
	return visible.Shown
}

// outline returns how a rectangle hides, of its top, right, bottom and left.
func outline(args []string) visible.Way {
	var px [4]float64
	for i, w := range args[:min(len(args), 4)] {
		n, ok := Pixels(w)
		switch {
		case w == "auto" && i%3 == 0: // the top or the left
		case w == "auto":
			n = math.Inf(1)
		case !ok:
			return visible.StyleUnsure
		}
		px[i] = n
	}
	if px[2]-px[0] <= minBox || px[1]-px[3] <= minBox {
		return visible.Size
	}
	return visible.Shown
}

// isEmpty reports whether points enclose nothing of a box: they are at one place, on a line
// or beside the box.
func isEmpty(points []string) bool {
	if len(points) > 0 && (points[0] == "evenodd" || points[0] == "nonzero") {
		points = points[1:]
	}
	var least, most [2]float64
	parts := true
	for i, w := range points {
		px, ok := Pixels(w)
		if n, _ := Number(w); strings.HasSuffix(w, "%") {
			px = n * 100
		} else if px != 0 {
			parts = false
		}
		if i < 2 {
			least[i%2], most[i%2] = px, px
		}
		least[i%2], most[i%2] = min(least[i%2], px), max(most[i%2], px)
		if !ok {
			return true // nobody knows
		}
	}
	for i := range least {
		if most[i]-least[i] < 1 || most[i] <= 0 || parts && least[i] >= 100 {
			return true
		}
	}
	return len(points) < 6
}

// isColored reports whether one of the colours of a gradient is seen.
func isColored(stops string) bool {
	for _, w := range Words(strings.ReplaceAll(stops, ",", " ")) {
		if p, ok := parseColor(w); ok && p.A > SeeThrough || !ok && isColor(w) {
			return true
		}
	}
	return false
}
