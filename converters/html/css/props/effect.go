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
	switch list := Words(v); p {
	case Scale:
		return transformed("scale", list)
	case Translate:
		return transformed("translate", list)
	case Rotate:
		if len(list) > 1 {
			return transformed("rotate3d", list)
		}
		return visible.Shown
	case MaskImage:
		if strings.Contains(v, "gradient(") && !IsColored(Argument(v)) {
			return visible.StyleUnsure
		}
		return visible.Shown
	}
	for _, f := range Words(strings.ReplaceAll(v, ")", ") ")) {
		name, _, _ := strings.Cut(f, "(")
		args := Words(strings.ReplaceAll(Argument(f), ",", " "))
		how := visible.Shown
		switch p {
		case Transform:
			how = transformed(name, args)
		case Filter:
			how = filtered(name, args)
		default:
			how = clipped(name, args)
		}
		if how != visible.Shown {
			return how
		}
	}
	return visible.Shown
}

// transformed returns how a function of transform hides (css-transforms-2).
func transformed(name string, args []string) visible.Way {
	switch name {
	case "scale", "scalex", "scaley", "scale3d":
		return least(args[:min(len(args), 2)], Number, TinyFactor, visible.Size)
	case "translate", "translatex", "translatey", "translate3d":
		if slices.ContainsFunc(args, Away) {
			return visible.OffPage
		}
	case "matrix":
		if len(args) != 6 || least(args[:1], Number, TinyFactor, visible.Size) != visible.Shown || slices.ContainsFunc(args[4:], Away) {
			return visible.StyleUnsure
		}
	case "rotate", "rotatez", "skew", "skewx", "skewy", "scalez", "translatez", "perspective":
	case "rotatex", "rotatey":
		if angle, ok := Degrees(strings.Join(args, " ")); !ok || math.Abs(math.Mod(angle, 180)-90) < 1 {
			return visible.StyleUnsure // seen from its edge
		}
	default:
		return visible.StyleUnsure
	}
	return visible.Shown
}

// least returns a way to hide if one of some numbers is below the least one, and
// that nobody knows if one is not read.
func least(args []string, read func(string) (float64, bool), least float64, way visible.Way) visible.Way {
	for _, w := range args {
		switch n, ok := read(w); {
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

// clipped returns how a shape hides what is outside of it (css-shapes-1).
func clipped(name string, args []string) visible.Way {
	for i, w := range args {
		if w == "round" || w == "at" {
			args = args[:i]
			break
		}
	}
	switch name {
	case "inset":
		if len(args) == 0 || len(args) > 4 {
			return visible.StyleUnsure
		}
		part := [4]float64{}
		for i := range part {
			w := side(args, i)
			n, ok := Number(w)
			switch px, isLength := Pixels(w); {
			case !ok && !isLength:
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
	case "circle", "ellipse":
		for _, w := range args {
			if px, ok := Pixels(w); ok && px <= 0 {
				return visible.Size
			}
		}
	case "rect": // top, right, bottom, left
		var px [4]float64
		for i := range min(len(args), len(px)) {
			n, ok := Pixels(args[i])
			if px[i] = n; args[i] == "auto" {
				return visible.Shown
			} else if !ok {
				return visible.StyleUnsure
			}
		}
		if px[2]-px[0] <= MinBox || px[1]-px[3] <= MinBox {
			return visible.Size
		}
	case "polygon": // all at one place
		if !slices.ContainsFunc(args, func(w string) bool { px, _ := Pixels(w); return px > MinBox }) {
			return visible.Size
		}
	case "url", "margin-box", "border-box", "padding-box", "content-box", "fill-box", "stroke-box", "view-box":
	default:
		return visible.StyleUnsure
	}
	return visible.Shown
}

// maxBlur is the blur in pixels behind which no letter can be told.
const maxBlur = 20

// filtered returns how a function of filter hides (filter-effects-1).
func filtered(name string, args []string) visible.Way {
	switch name {
	case "opacity":
		return least(args, Number, visible.MinOpacity, visible.Opacity)
	case "blur":
		if len(args) > 0 && Beyond(args[0], maxBlur) {
			return visible.StyleUnsure
		}
	case "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert", "saturate", "sepia", "url":
	default:
		return visible.StyleUnsure
	}
	return visible.Shown
}

// IsColored reports whether one of the colours of a gradient is seen.
func IsColored(stops string) bool {
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
