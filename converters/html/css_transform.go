package html

import (
	"math"
	"slices"
	"strings"
)

// moved reports whether transformations leave nothing of an element to see.
func (c *cascade) moved() hiding {
	v := &c.values
	if s := words(v[propScale]); len(s) > 0 && anyZero(s) {
		return hiddenSize
	}
	for _, w := range words(v[propTranslate]) {
		if away(w) {
			return hiddenOffPage
		}
	}
	if r := words(v[propRotate]); len(r) > 1 && r[0] != "z" && onEdge(r[len(r)-1]) {
		return hiddenSize
	}
	for _, f := range words(strings.ReplaceAll(v[propTransform], ")", ") ")) {
		if how := transformed(f); how != notHidden {
			return how
		}
	}
	return notHidden
}

// transformed reports whether one function of transform hides.
func transformed(f string) hiding {
	name, _, _ := strings.Cut(f, "(")
	args := strings.Split(argument(f), ",")
	for i := range args {
		args[i] = strings.TrimSpace(args[i])
	}
	switch name {
	case "scale", "scalex", "scaley", "scale3d":
		if anyZero(args[:min(len(args), 2)]) {
			return hiddenSize
		}
	case "rotatex", "rotatey":
		if onEdge(args[0]) {
			return hiddenSize
		}
	case "rotate3d":
		x, _ := number(args[0])
		y, _ := number(args[min(1, len(args)-1)])
		if (x != 0 || y != 0) && onEdge(args[len(args)-1]) {
			return hiddenSize
		}
	case "translate", "translatex", "translatey", "translate3d":
		if slices.ContainsFunc(args, away) {
			return hiddenOffPage
		}
	case "matrix":
		return flattened(args, [6]int{0, 1, 2, 3, 4, 5})
	case "matrix3d":
		return flattened(args, [6]int{0, 1, 4, 5, 12, 13})
	}
	return notHidden
}

// flattened reports how a matrix hides, of which the numbers that say what
// becomes of the page's plane stand at some places.
func flattened(args []string, at [6]int) hiding {
	var m [6]float64
	for i, place := range at {
		if place >= len(args) {
			return notHidden
		}
		n, ok := number(args[place])
		if !ok {
			return notHidden
		}
		m[i] = n
	}
	switch {
	case math.Abs(m[0]*m[3]-m[1]*m[2]) < tinyFactor*tinyFactor:
		return hiddenSize
	case m[4] <= -offPage, m[5] <= -offPage, m[4] >= 10*offPage, m[5] >= 10*offPage:
		return hiddenOffPage
	}
	return notHidden
}

// anyZero reports whether one of some factors leaves nothing to read.
func anyZero(list []string) bool {
	for _, w := range list {
		if n, ok := number(w); ok && math.Abs(n) < tinyFactor {
			return true
		}
	}
	return false
}

// onEdge reports whether what is turned by an angle is seen from its edge.
func onEdge(v string) bool {
	angle, ok := degrees(v)
	return ok && math.Abs(math.Mod(angle, 180)-90) < 0.5
}
