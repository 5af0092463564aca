package props

import (
	"math"
	"strconv"
	"strings"
)

// ParseColor reads a colour of CSS: all but color() and colours that are
// reckoned from another one.
func ParseColor(v string) (Paint, bool) {
	switch {
	case v == "transparent":
		return Paint{Set: true, Known: true}, true
	case strings.HasPrefix(v, "#"):
		return hexColor(v[1:])
	case strings.HasPrefix(v, "rgb"):
		return functionColor(Argument(v))
	case strings.HasPrefix(v, "hsl"):
		return hueColor(Argument(v), fromHSL)
	case strings.HasPrefix(v, "hwb("):
		return hueColor(Argument(v), fromHWB)
	case strings.HasPrefix(v, "light-dark("):
		light, _, _ := strings.Cut(Argument(v), ",")
		return ParseColor(strings.TrimSpace(light))
	case strings.HasPrefix(v, "color-mix("):
		return mixed(Argument(v))
	case strings.IndexByte(v, '(') > 0:
		return labColor(v)
	}
	return namedColor(v)
}

func hexColor(v string) (Paint, bool) {
	n, err := strconv.ParseUint(v, 16, 32)
	if err != nil {
		return Paint{}, false
	}
	if len(v) == 3 || len(v) == 4 {
		wide := uint64(0)
		for i := range len(v) {
			d := n >> (4 * (len(v) - 1 - i)) & 0xf
			wide = wide<<8 | d*0x11
		}
		n = wide
	}
	switch len(v) {
	case 3, 6:
		n = n<<8 | 0xff
	case 4, 8:
	default:
		return Paint{}, false
	}
	return Paint{Set: true, Known: true, R: uint8(n >> 24), G: uint8(n >> 16), B: uint8(n >> 8), A: uint8(n)}, true
}

// functionColor reads the arguments of rgb() and rgba().
func functionColor(args string) (Paint, bool) {
	n, ok := channels(args, [4]float64{255, 255, 255, 1})
	return paintOf(n), ok
}

// Degrees reads a hue (css-color-4, section 4.3), from 0 to 360.
func Degrees(v string) (hue float64, ok bool) {
	scale := 1.0
	for _, unit := range [...]struct {
		name  string
		scale float64
	}{{"deg", 1}, {"grad", 0.9}, {"rad", 180 / math.Pi}, {"turn", 360}} {
		if n, found := strings.CutSuffix(v, unit.name); found {
			v, scale = n, unit.scale
			break
		}
	}
	if v == "none" {
		return 0, true
	}
	n, err := strconv.ParseFloat(v, 64)
	hue = math.Mod(n*scale, 360)
	if err != nil || math.IsNaN(hue) { // also of what is infinite, or gets so by its unit
		return 0, false
	}
	if hue < 0 {
		hue += 360
	}
	return hue, true
}

// hueColor reads the arguments of a function whose first one is a hue.
func hueColor(args string, convert func(hue, x, y float64) [3]float64) (Paint, bool) {
	cut := strings.IndexAny(args, ", /")
	if cut < 0 {
		return Paint{}, false
	}
	hue, known := Degrees(args[:cut])
	n, ok := channels("0"+args[cut:], [4]float64{1, 100, 100, 1})
	rgb := convert(hue, n[1], n[2])
	return paintOf([4]float64{rgb[0], rgb[1], rgb[2], n[3]}), ok && known
}

// channels reads three numbers and perhaps an opacity, each as a part of what
// is given for all of it, or as a percentage.
func channels(args string, whole [4]float64) (n [4]float64, ok bool) {
	n[3] = 1
	if len(args) > 128 {
		return n, false
	}
	f := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(f) != 3 && len(f) != 4 {
		return n, false
	}
	for i, s := range f {
		scale := whole[i]
		if s == "none" {
			s = "0"
		}
		if t, ok := strings.CutSuffix(s, "%"); ok {
			s, scale = t, 100
		}
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(x) {
			return n, false
		}
		n[i] = min(max(x/scale, 0), 1)
	}
	return n, true
}

func paintOf(n [4]float64) Paint {
	part := func(x float64) uint8 {
		if !(x > 0) { // also where numbers got too large
			return 0
		}
		return uint8(min(x, 1)*255 + 0.5)
	}
	return Paint{Set: true, Known: true, R: part(n[0]), G: part(n[1]), B: part(n[2]), A: part(n[3])}
}

// fromHSL converts hue, saturation and lightness (css-color-4, section 7.1).
func fromHSL(hue, saturation, lightness float64) (rgb [3]float64) {
	reach := saturation * min(lightness, 1-lightness)
	for i, n := range [3]float64{0, 8, 4} {
		k := math.Mod(n+hue/30, 12)
		rgb[i] = lightness - reach*max(-1, min(k-3, 9-k, 1))
	}
	return rgb
}

// fromHWB converts hue, whiteness and blackness (css-color-4, section 8.1).
func fromHWB(hue, whiteness, blackness float64) [3]float64 {
	if sum := whiteness + blackness; sum >= 1 {
		gray := whiteness / sum
		return [3]float64{gray, gray, gray}
	}
	rgb := fromHSL(hue, 1, 0.5)
	for i := range rgb {
		rgb[i] = rgb[i]*(1-whiteness-blackness) + whiteness
	}
	return rgb
}

// labColor reads a colour of Oklab (css-color-4, section 9.2).
func labColor(v string) (Paint, bool) {
	name, _, _ := strings.Cut(v, "(")
	if name != "oklab" && name != "oklch" || len(v) > LongestValue {
		return Paint{}, false
	}
	n, ok := axes(Argument(v), [3]float64{0.01, 0.004, 0.004}, name == "oklch")
	return fromOklab(n), ok
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
		ok = true
		switch t, percent := strings.CutSuffix(s, "%"); {
		case s == "none":
		case i == 2 && polar:
			n[i], ok = Degrees(s)
		case percent && i < 3:
			n[i], ok = Number(t)
			n[i] *= whole[i]
		default:
			n[i], ok = Number(s)
		}
		if !ok {
			return n, false
		}
	}
	if polar {
		sin, cos := math.Sincos(n[2] * math.Pi / 180)
		n[1], n[2] = n[1]*cos, n[1]*sin
	}
	return n, true
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
	var mix [2]Paint
	share := [2]float64{-1, -1}
	i := -1
	for arg := range SplitOutside(args, ',') {
		if i++; i == 0 {
			continue // the space
		}
		for _, w := range Words(arg) {
			ok := i <= 2
			if ok && strings.HasSuffix(w, "%") {
				share[i-1], ok = Number(w)
			} else if ok {
				mix[i-1], ok = ParseColor(w)
			}
			if !ok {
				return Paint{}, false
			}
		}
	}
	switch a, b := share[0], share[1]; {
	case a < 0 && b < 0:
		share[0] = 0.5
	case a < 0:
		share[0] = 1 - b
	case b >= 0 && a+b > 0:
		share[0] /= a + b
	}
	part := func(a, b uint8) float64 { return (float64(a)*share[0] + float64(b)*(1-share[0])) / 255 }
	a, b := mix[0], mix[1]
	return paintOf([4]float64{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), part(a.A, b.A)}), i == 2 && a.Known && b.Known
}
