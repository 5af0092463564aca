package html

import (
	"math"
	"strings"
)

// moved reports whether transformations leave nothing of an element to see.
func (c *cascade) moved() hiding {
	v := &c.values
	if s := words(v[propScale]); len(s) > 0 && anyZero(s) {
		return hiddenSize
	}
	for _, w := range words(v[propTranslate]) {
		if before(w) {
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
	case "translate", "translatex", "translatey", "translate3d":
		for _, a := range args {
			if before(a) {
				return hiddenOffPage
			}
		}
	case "matrix":
		var m [6]float64
		if len(args) != len(m) {
			return notHidden
		}
		for i, a := range args {
			n, ok := number(a)
			if !ok {
				return notHidden
			}
			m[i] = n
		}
		switch {
		case math.Abs(m[0]*m[3]-m[1]*m[2]) < 0.0001:
			return hiddenSize
		case m[4] <= -offPage, m[5] <= -offPage:
			return hiddenOffPage
		}
	}
	return notHidden
}

func anyZero(list []string) bool {
	for _, w := range list {
		if n, ok := number(w); ok && math.Abs(n) <= 0.01 {
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
