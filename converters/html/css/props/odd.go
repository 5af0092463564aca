package props

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Values are the values of an element's properties.
type Values [Count]string

// Hides returns how an element is hidden by what is done to its picture.
func (v *Values) Hides() visible.Way {
	out := visible.Shown
	for _, p := range [...]Property{Transform, translate, scale, rotate, clip, clipPath, filter, maskImage, Zoom} {
		if v[p] == "" || p == clip && !v.Placed() {
			continue
		}
		switch how := effect(p, v[p]); how {
		case visible.Shown:
		case visible.StyleUnsure:
			out = how
		default:
			return how
		}
	}
	if v.isOdd() {
		return visible.StyleUnsure
	}
	return out
}

// Placed reports whether an element has a place of its own, out of the text.
func (v *Values) Placed() bool { return v[Position] == "absolute" || v[Position] == "fixed" }

// isOdd reports whether something may hide an element that pages rarely have, and that is
// not evaluated.
func (v *Values) isOdd() bool {
	return v.Stroke() > maxStroke || v.says(offsetPath, "none") || v.says(textSecurity, "none") || v.blends() ||
		v.says(maskImage, "none") && v.says(maskPlace, "cover contain auto center 100% add alpha border-box") ||
		mayTurn(v[Transform], v[rotate]+v[scale]) && (v.says(backface, "visible") || v.says(style3D, "flat") || slices.ContainsFunc(Words(v[origin]), isRemote)) ||
		v.Placed() && (wholly(v[Right]) || wholly(v[Bottom]))
}

// isRemote reports whether a length is more than a text is from its place.
func isRemote(v string) bool {
	px, ok := Pixels(v)
	return ok && math.Abs(px) >= 150 && !strings.HasSuffix(v, "%")
}

// says reports whether a property says more than one of the words for nothing.
func (v *Values) says(p Property, nothing string) bool {
	return v[p] != "" && !IsWide(v[p]) && !dom.HasWord(nothing, v[p])
}

// blends reports whether letters may get the colour of what is behind them: where that is
// white, some ways of blending leave dark ones.
func (v *Values) blends() bool {
	ink := InkOf(v[Color])
	isLight := ink.Known && ink.light() > 10*255/2
	return v.says(blendMode, "normal multiply darken hard-light") || v.says(blendMode, "normal") && isLight
}

// mayTurn reports whether an element may be turned, by its transform and other properties.
func mayTurn(transform, others string) bool {
	return strings.Contains(transform, "rotate") || strings.Contains(transform, "3d") || strings.Contains(transform, "scale") || others != ""
}

// maxStroke is how wide a stroke around letters may be, in pixels: half of it is
// painted over them.
const maxStroke = 4

// Stroke returns how wide the stroke around letters is, in pixels.
func (v *Values) Stroke() float64 {
	out := 0.0
	for _, w := range Words(v[textStroke]) {
		px, _ := Pixels(w)
		out = max(out, px)
	}
	return out
}

// wholly reports whether an offset is more than what is around, by once more.
func wholly(v string) bool {
	n, ok := Number(v)
	return ok && strings.HasSuffix(v, "%") && n >= 2
}

// Eye returns how far from what is in an element what sees it is; none if that is
// not said.
func (v *Values) Eye() string {
	if _, ok := Pixels(v[perspective]); ok {
		return v[perspective]
	}
	return ""
}

// IsDeep reports whether a transform moves an element to the eye that sees it from a
// distance, or far away from it.
func IsDeep(transform, distance string) bool {
	return slices.ContainsFunc(Words(strings.ReplaceAll(transform, ")", ") ")), func(f string) bool { return deep(f, distance) })
}

// OfSystem reports whether a colour of the text, or of what is behind it, is one that
// dark pages have otherwise.
func (v *Values) OfSystem() (ink, ground bool) {
	return ofSystem(v[Color]) || ofSystem(v[TextFill]), ofSystem(v[BackgroundColor])
}

func ofSystem(v string) bool {
	_, is := colorIn(systemColors[:], v)
	return is || strings.Contains(v, "light-dark(")
}

// Rim returns how far what is drawn around an element reaches over others, in pixels, if
// nothing is seen through it: an outline, or the shadow of one with a place of its own.
func (v *Values) Rim() float64 {
	out := rim(v[outlined], 0)
	if at := v[Position]; at != "" && at != "static" {
		for shadow := range SplitOutside(v[boxShadow], ',') {
			out = max(out, rim(shadow, 3))
		}
	}
	return out
}

// Edge returns how high the line above or below a box is, in pixels, if nothing is seen
// through it.
func (v *Values) Edge() float64 { return rim(v[edge], 0) }

// Inside returns how far a shadow inside of a box reaches, in pixels, if nothing is seen
// through it.
func Inside(v *Values) float64 {
	if s, ok := strings.CutPrefix(v[boxShadow], "inset "); ok {
		return rim(s, 3)
	}
	return 0
}

// rim returns the length at a place among those of a value, unless it is drawn inside or
// in a colour that is seen through.
func rim(v string, at int) float64 {
	out := 0.0
	for _, w := range Words(v) {
		if px, ok := Pixels(w); ok {
			if at == 0 {
				out = px
			}
			at--
		} else if c := colorOf(w); w == "inset" || w == "none" || c.Known && c.A < 255 {
			return 0
		}
	}
	return out
}

// Stacks reports whether what is in an element is painted apart from what is around it,
// in front of its ground (css-position-3).
func (v *Values) Stacks() bool {
	switch v[Position] {
	case "fixed", "sticky":
		return true
	case "absolute", "relative":
		if v.says(ZIndex, "auto") {
			return true
		}
	}
	for _, p := range [...]Property{filter, perspective, clipPath, maskImage, translate, scale, rotate, Transform, Contain, blendMode, Opacity} {
		if v.says(p, "none normal 1") {
			return true
		}
	}
	return false
}
