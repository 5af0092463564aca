package css

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// moved reports whether transformations leave nothing of an element to see.
func (c *cascade) moved() visible.Way {
	v := &c.values
	if s := props.Words(v[props.Scale]); len(s) > 0 && anyZero(s) {
		return visible.Size
	}
	for _, w := range props.Words(v[props.Translate]) {
		if away(w) {
			return visible.OffPage
		}
	}
	if r := props.Words(v[props.Rotate]); len(r) > 1 && r[0] != "z" && onEdge(r[len(r)-1]) {
		return visible.Size
	}
	for _, f := range props.Words(strings.ReplaceAll(v[props.Transform], ")", ") ")) {
		if how := transformed(f); how != visible.Shown {
			return how
		}
	}
	return visible.Shown
}

// transformed reports whether one function of transform hides.
func transformed(f string) visible.Way {
	name, _, _ := strings.Cut(f, "(")
	args := strings.Split(props.Argument(f), ",")
	for i := range args {
		args[i] = strings.TrimSpace(args[i])
	}
	switch name {
	case "scale", "scalex", "scaley", "scale3d":
		if anyZero(args[:min(len(args), 2)]) {
			return visible.Size
		}
	case "rotatex", "rotatey":
		if onEdge(args[0]) {
			return visible.Size
		}
	case "rotate3d":
		x, _ := props.Number(args[0])
		y, _ := props.Number(args[min(1, len(args)-1)])
		if (x != 0 || y != 0) && onEdge(args[len(args)-1]) {
			return visible.Size
		}
	case "translate", "translatex", "translatey", "translate3d":
		if slices.ContainsFunc(args, away) {
			return visible.OffPage
		}
	case "matrix":
		return flattened(args, [6]int{0, 1, 2, 3, 4, 5})
	case "matrix3d":
		return flattened(args, [6]int{0, 1, 4, 5, 12, 13})
	}
	return visible.Shown
}

// flattened reports how a matrix hides, of which the numbers that say what
// becomes of the page's plane stand at some places.
func flattened(args []string, at [6]int) visible.Way {
	var m [6]float64
	for i, place := range at {
		if place >= len(args) {
			return visible.Shown
		}
		n, ok := props.Number(args[place])
		if !ok {
			return visible.Shown
		}
		m[i] = n
	}
	switch {
	case math.Abs(m[0]*m[3]-m[1]*m[2]) < props.TinyFactor*props.TinyFactor:
		return visible.Size
	case m[4] <= -props.OffPage, m[5] <= -props.OffPage, m[4] >= 10*props.OffPage, m[5] >= 10*props.OffPage:
		return visible.OffPage
	}
	return visible.Shown
}

// anyZero reports whether one of some factors leaves nothing to read.
func anyZero(list []string) bool {
	for _, w := range list {
		if n, ok := props.Number(w); ok && math.Abs(n) < props.TinyFactor {
			return true
		}
	}
	return false
}

// onEdge reports whether what is turned by an angle is seen from its edge.
func onEdge(v string) bool {
	angle, ok := props.Degrees(v)
	return ok && math.Abs(math.Mod(angle, 180)-90) < 0.5
}
