package props

import (
	"math"
	"strings"
)

// spaceColor reads the colours of css-color-4 and 5 that are given in other
// spaces than sRGB, or by other colours.
func spaceColor(v string) (Paint, bool) {
	name, _, found := strings.Cut(v, "(")
	args := Argument(v)
	if !found || len(args) > LongestValue {
		return Paint{}, false
	}
	switch name {
	case "lab", "lch":
		n, ok := axes(args, [3]float64{1, 1.25, 1.25}, name == "lch")
		return fromLab(n), ok
	case "oklab", "oklch":
		n, ok := axes(args, [3]float64{0.01, 0.004, 0.004}, name == "oklch")
		return fromOklab(n), ok
	case "color":
		space, rest, _ := strings.Cut(args, " ")
		if strings.HasPrefix(space, "xyz") || strings.HasPrefix(space, "-") || space == "from" {
			return Paint{}, false
		}
		n, ok := channels(rest, [4]float64{1, 1, 1, 1})
		if strings.HasSuffix(space, "linear") {
			n = [4]float64{curve(n[0]), curve(n[1]), curve(n[2]), n[3]}
		}
		return paintOf(n), ok
	case "color-mix":
		return mixed(args)
	case "light-dark":
		for light := range SplitOutside(args, ',') {
			return ParseColor(strings.TrimSpace(light))
		}
	}
	return Paint{}, false
}

// axes reads lightness, two axes and an opacity, where a percentage is of the
// ranges given. Axes given as length and angle are turned into two lengths.
func axes(args string, whole [3]float64, polar bool) (n [4]float64, ok bool) {
	n[3] = 1
	f := strings.FieldsFunc(args, func(r rune) bool { return r == ' ' || r == '/' || r == ',' })
	if len(f) != 3 && len(f) != 4 {
		return n, false
	}
	for i, s := range f {
		switch t, percent := strings.CutSuffix(s, "%"); {
		case s == "none":
		case i == 2 && polar:
			if n[i], ok = Degrees(s); !ok {
				return n, false
			}
		case percent && i < 3:
			x, ok := Number(t)
			if !ok {
				return n, false
			}
			n[i] = x * whole[i]
		default:
			x, ok := Number(s)
			if !ok {
				return n, false
			}
			n[i] = x
		}
	}
	if polar {
		sin, cos := math.Sincos(n[2] * math.Pi / 180)
		n[1], n[2] = n[1]*cos, n[1]*sin
	}
	return n, true
}

// fromLab converts CIE Lab (css-color-4, section 9.3).
func fromLab(n [4]float64) Paint {
	const kappa, epsilon = 24389.0 / 27, 216.0 / 24389
	y := (n[0] + 16) / 116
	f := [3]float64{n[1]/500 + y, y, y - n[2]/200}
	white := [3]float64{0.9642957, 1, 0.8251046}
	for i, x := range f {
		if cube := x * x * x; cube > epsilon {
			f[i] = cube
		} else {
			f[i] = (116*x - 16) / kappa
		}
		f[i] *= white[i]
	}
	return paintOf([4]float64{
		curve(3.1341359*f[0] - 1.6173876*f[1] - 0.4906628*f[2]),
		curve(-0.9787955*f[0] + 1.9162544*f[1] + 0.0334427*f[2]),
		curve(0.0719553*f[0] - 0.2289768*f[1] + 1.4053860*f[2]),
		min(max(n[3], 0), 1),
	})
}

// fromOklab converts Oklab (css-color-4, section 9.4).
func fromOklab(n [4]float64) Paint {
	cube := func(x float64) float64 { return x * x * x }
	l := cube(n[0] + 0.3963377774*n[1] + 0.2158037573*n[2])
	m := cube(n[0] - 0.1055613458*n[1] - 0.0638541728*n[2])
	s := cube(n[0] - 0.0894841775*n[1] - 1.2914855480*n[2])
	return paintOf([4]float64{
		curve(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		curve(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		curve(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		min(max(n[3], 0), 1),
	})
}

// curve is the transfer function of sRGB, of a part that it keeps in range.
func curve(x float64) float64 {
	if x <= 0.0031308 {
		return max(0, 12.92*x)
	}
	return min(1, 1.055*math.Pow(x, 1/2.4)-0.055)
}

// mixed reads the arguments of color-mix(), and mixes in sRGB whatever space
// they name.
func mixed(args string) (Paint, bool) {
	var parts [2]Paint
	share := [2]float64{-1, -1}
	i := -1
	for arg := range SplitOutside(args, ',') {
		if i++; i == 0 {
			continue // the space
		}
		if i > 2 {
			return Paint{}, false
		}
		for _, w := range Words(arg) {
			if strings.HasSuffix(w, "%") {
				share[i-1], _ = Number(w)
				continue
			}
			p, ok := ParseColor(w)
			if !ok || !p.Known {
				return Paint{}, false
			}
			parts[i-1] = p
		}
	}
	if i != 2 {
		return Paint{}, false
	}
	switch {
	case share[0] < 0 && share[1] < 0:
		share[0] = 0.5
	case share[0] < 0:
		share[0] = 1 - share[1]
	case share[1] >= 0 && share[0]+share[1] > 0:
		share[0] /= share[0] + share[1]
	}
	mix := func(a, b uint8) float64 {
		return min(max((float64(a)*share[0]+float64(b)*(1-share[0]))/255, 0), 1)
	}
	a, b := parts[0], parts[1]
	return paintOf([4]float64{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), mix(a.A, b.A)}), true
}
