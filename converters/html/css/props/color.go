package props

import (
	"math"
	"strconv"
	"strings"
)

// ParseColor reads a colour of CSS (css-color-4) that pages use: not one of
// lab(), hwb() and color(), and none that is reckoned from another one.
func ParseColor(v string) (Paint, bool) {
	name, args, called := strings.Cut(v, "(")
	args = strings.TrimSuffix(args, ")")
	switch {
	case v == "transparent":
		return Paint{Set: true, Known: true}, true
	case strings.HasPrefix(v, "#"):
		return hexColor(v[1:])
	case !called:
		return namedColor(v)
	case len(v) > LongestValue:
		return Paint{}, false
	}
	var n [4]float64
	ok := false
	switch name {
	case "light-dark":
		light, _, _ := strings.Cut(args, ",")
		return ParseColor(strings.TrimSpace(light))
	case "rgb", "rgba":
		n, ok = channels(args, 1.0/255, [3]float64{0.01, 0.01, 0.01}, -1)
	case "hsl", "hsla":
		n, ok = channels(args, 0.01, [3]float64{0, 0.01, 0.01}, 0)
		n = fromHSL(n)
	case "oklch":
		n, ok = channels(args, 1, [3]float64{0.01, 0.004, 0}, 2)
		n = fromOklch(n)
	}
	return paintOf(n), ok
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

// channels reads three numbers and perhaps an opacity. Numbers count by the unit,
// percentages by what one of them is; a hue, if there is one, is in degrees.
func channels(args string, unit float64, percent [3]float64, hue int) (n [4]float64, ok bool) {
	n[3] = 1
	f := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(f) != 3 && len(f) != 4 {
		return n, false
	}
	for i, s := range f {
		if s == "none" {
			n[i] = 0
			continue
		}
		scale := 1.0
		switch {
		case i == hue:
			s = strings.TrimSuffix(s, "deg")
		case i == 3:
		case strings.HasSuffix(s, "%"):
			scale = 100 * percent[i]
		default:
			scale = unit
		}
		v, ok := Number(s)
		if !ok {
			return n, false
		}
		n[i] = v * scale
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
func fromHSL(n [4]float64) [4]float64 {
	hue, lightness := math.Mod(n[0], 360), min(max(n[2], 0), 1)
	if hue < 0 {
		hue += 360
	}
	reach := min(max(n[1], 0), 1) * min(lightness, 1-lightness)
	for i, offset := range [3]float64{0, 8, 4} {
		k := math.Mod(offset+hue/30, 12)
		n[i] = lightness - reach*max(-1, min(k-3, 9-k, 1))
	}
	return n
}

// fromOklch converts lightness, chroma and hue of Oklch (css-color-4, section 9).
func fromOklch(n [4]float64) [4]float64 {
	sin, cos := math.Sincos(n[2] * math.Pi / 180)
	a, b := n[1]*cos, n[1]*sin
	cube := func(x float64) float64 { return x * x * x }
	l := cube(n[0] + 0.3963377774*a + 0.2158037573*b)
	m := cube(n[0] - 0.1055613458*a - 0.0638541728*b)
	s := cube(n[0] - 0.0894841775*a - 1.2914855480*b)
	return [4]float64{
		curve(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		curve(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		curve(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		n[3],
	}
}

// curve is the transfer function of sRGB.
func curve(x float64) float64 {
	if x <= 0.0031308 {
		return 12.92 * x
	}
	return 1.055*math.Pow(x, 1/2.4) - 0.055
}

// isColor reports whether a value is a colour, known or not. One without "#" is
// one in quirks mode.
func isColor(v string) bool {
	name, args, called := strings.Cut(v, "(")
	if !called {
		_, ok := ParseColor(v)
		_, bare := hexColor(v)
		return ok || bare || v == "currentcolor"
	}
	switch name {
	case "rgb", "rgba", "hsl", "hsla", "oklch": // known but for what has to be reckoned
		_, ok := ParseColor(v)
		return ok || strings.HasPrefix(args, "from ") || strings.IndexByte(args, '(') >= 0
	case "color", "color-mix", "device-cmyk", "contrast-color", "light-dark", "hwb", "lab", "lch", "oklab":
		return true
	}
	return false
}
