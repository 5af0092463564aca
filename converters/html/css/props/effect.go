package props

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Effect returns how a transformation, a clip, a filter or a mask hides: not at
// all, by a size, a place or an opacity that leaves nothing to read, or, where
// that is not evaluated here, perhaps ([visible.StyleUnsure]).
func Effect(p Property, v string) visible.Way {
	switch {
	case v == "" || v == "none" || v == "auto" || IsWide(v):
		return visible.Shown
	case len(v) > LongestValue:
		return visible.StyleUnsure
	}
	switch p {
	case Scale, Translate:
		v = table[p].names + "(" + v + ")"
	case Rotate:
		v = "rotate(" + v + ")"
	case MaskImage:
		if strings.Contains(v, "gradient(") && !isColored(Argument(v)) {
			return visible.StyleUnsure
		}
		return visible.Shown
	}
	for _, f := range Words(strings.ReplaceAll(v, ")", ") ")) {
		name, _, _ := strings.Cut(f, "(")
		args := Words(strings.ReplaceAll(Argument(f), ",", " "))
		if how := function(name, args); how != visible.Shown {
			return how
		}
	}
	return visible.Shown
}

// function returns how a function of transform (css-transforms-2), clip
// (css-shapes-1) or filter (filter-effects-1) hides.
func function(name string, args []string) visible.Way {
	if i := slices.IndexFunc(args, func(w string) bool { return w == "round" || w == "at" }); i >= 0 {
		args = args[:i]
	}
	switch name {
	case "scale", "scalex", "scaley", "scale3d":
		return least(args[:min(len(args), 2)], TinyFactor, visible.Size)
	case "translate", "translatex", "translatey", "translate3d":
		if slices.ContainsFunc(args, Away) {
			return visible.OffPage
		}
	case "matrix":
		if len(args) != 6 || least(args[:1], TinyFactor, visible.Size) != visible.Shown || slices.ContainsFunc(args[4:], Away) {
			return visible.StyleUnsure
		}
	case "rotatex", "rotatey":
		if len(args) != 1 || args[0] != "0" && args[0] != "0deg" && args[0] != "180deg" {
			return visible.StyleUnsure // perhaps seen from its edge
		}
	case "rotate":
		if len(args) > 1 {
			return visible.StyleUnsure
		}
	case "opacity":
		return least(args, visible.MinOpacity, visible.Opacity)
	case "blur":
		if len(args) > 0 && Beyond(args[0], maxBlur) {
			return visible.StyleUnsure
		}
	case "inset":
		return inset(args)
	case "circle", "ellipse":
		if slices.ContainsFunc(args, func(w string) bool { px, ok := Pixels(w); return ok && px <= 0 }) {
			return visible.Size
		}
	case "rect", "polygon":
		return outline(name, args)
	default:
		if !dom.HasWord("rotatez skew skewx skewy scalez translatez perspective brightness contrast drop-shadow grayscale hue-rotate invert saturate sepia url "+
			"margin-box border-box padding-box content-box fill-box stroke-box view-box", name) {
			return visible.StyleUnsure
		}
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

// MinBox is the size in pixels of a box in which no letter can be read.
const MinBox = 5

// maxBlur is the blur in pixels behind which no letter can be told.
const maxBlur = 20

// inset returns how a rectangle hides that is so far inside of the box.
func inset(args []string) visible.Way {
	part := [4]float64{}
	for i := range part {
		w := side(args, i)
		px, ok := Pixels(w)
		switch n, _ := Number(w); {
		case !ok:
			return visible.StyleUnsure
		case strings.HasSuffix(w, "%"):
			part[i] = n * 100
		case px >= OffPage:
			part[i] = 100 // no box that shows is so large
		}
	}
	if part[0]+part[2] >= 100 || part[1]+part[3] >= 100 {
		return visible.Size
	}
	return visible.Shown
}

// outline returns how a rectangle (its top, right, bottom and left) or a polygon
// hides that has no area.
func outline(name string, args []string) visible.Way {
	px := make([]float64, len(args))
	for i, w := range args {
		n, ok := Pixels(w)
		switch {
		case name == "polygon":
		case w == "auto":
			return visible.Shown
		case !ok:
			return visible.StyleUnsure
		}
		px[i] = n
	}
	switch {
	case name == "polygon" && !slices.ContainsFunc(px, func(n float64) bool { return n > MinBox }), // all at one place
		name == "rect" && (len(px) != 4 || px[2]-px[0] <= MinBox || px[1]-px[3] <= MinBox):
		return visible.Size
	}
	return visible.Shown
}

// isColored reports whether one of the colours of a gradient is seen.
func isColored(stops string) bool {
	for _, w := range Words(strings.ReplaceAll(stops, ",", " ")) {
		if p, ok := ParseColor(w); ok && p.A > SeeThrough || !ok && IsColor(w, false) {
			return true
		}
	}
	return false
}

// side returns the value for one of four sides, top, right, bottom and left, of
// a list of one to four.
func side(list []string, i int) string {
	switch {
	case len(list) == 0:
		return ""
	case i < len(list):
		return list[i]
	case i == 3 && len(list) > 1:
		return list[1]
	}
	return list[0]
}

// Beyond reports whether a length is at least so many pixels. Screens are up
// to three times as wide as the one that the page is looked at on: by what is
// said of their width, an element moves further out on those.
func Beyond(v string, least float64) bool {
	px, ok := Pixels(v)
	if strings.Contains(v, "vw") {
		px *= 3
	}
	return ok && px >= least
}

// Away reports whether a length moves an element before the page or so far
// behind its start that no one scrolls there.
func Away(v string) bool {
	px, ok := Pixels(v)
	return ok && px <= -OffPage || Beyond(v, 10*OffPage)
}

// Unreckoned reports whether a value has a function of numbers that is not
// evaluated here.
func Unreckoned(v string) bool {
	name, _, called := strings.Cut(v, "(")
	return called && strings.HasSuffix(v, ")") && dom.HasWord("round mod rem sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp fit-content anchor anchor-size calc-size", name)
}
