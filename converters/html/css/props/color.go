package props

import (
	"math"
	"strconv"
	"strings"
)

// ParseColor reads a colour of CSS (css-color-4) that pages use: not one of lab(),
// hwb() and color(), and none that is reckoned from another one.
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
	switch name {
	case "rgb", "rgba":
		n, ok := channels(args, 1.0/255, [3]float64{0.01, 0.01, 0.01}, -1)
		return paintOf(n), ok
	case "hsl", "hsla":
		n, ok := channels(args, 0.01, [3]float64{0, 0.01, 0.01}, 0)
		return fromHSL(n), ok
	case "oklab":
		n, ok := channels(args, 1, [3]float64{0.01, 0.004, 0.004}, -1)
		return fromOklab(n), ok
	case "oklch":
		n, ok := channels(args, 1, [3]float64{0.01, 0.004, 0}, 2)
		sin, cos := math.Sincos(n[2] * math.Pi / 180)
		return fromOklab([4]float64{n[0], n[1] * cos, n[1] * sin, n[3]}), ok
	case "light-dark":
		light, _, _ := strings.Cut(args, ",")
		return ParseColor(strings.TrimSpace(light))
	case "color-mix":
		return mixed(args)
	}
	return Paint{}, false
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

// channels reads three numbers and perhaps an opacity. Numbers count by the unit,
// percentages by what one of them is; a hue, if there is one, is an angle.
func channels(args string, unit float64, percent [3]float64, hue int) (n [4]float64, ok bool) {
	n[3] = 1
	f := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(f) != 3 && len(f) != 4 {
		return n, false
	}
	for i, s := range f {
		t, isPercent := strings.CutSuffix(s, "%")
		switch ok = true; {
		case s == "none":
			n[i] = 0
		case i == hue:
			n[i], ok = Degrees(s)
		case i == 3 || !isPercent:
			if n[i], ok = Number(s); i < 3 {
				n[i] *= unit
			}
		default:
			n[i], ok = Number(t)
			n[i] *= percent[i]
		}
		if !ok {
			return n, false
		}
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
func fromHSL(n [4]float64) Paint {
	hue, lightness := n[0], min(max(n[2], 0), 1)
	reach := min(max(n[1], 0), 1) * min(lightness, 1-lightness)
	for i, offset := range [3]float64{0, 8, 4} {
		k := math.Mod(offset+hue/30, 12)
		n[i] = lightness - reach*max(-1, min(k-3, 9-k, 1))
	}
	return paintOf(n)
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
		n[3],
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
