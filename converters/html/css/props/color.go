package props

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Paint is a colour of a text or of what is behind it.
type Paint struct {
	Set, Known bool
	R, G, B, A uint8
	Edged      bool // letters that a shadow or a stroke may make seen
	Fills      bool // of letters, which a colour does not change
	Unread     bool // of a function that is not evaluated
	OfText     bool // a ground of the colour of the text on it
	Inherits   bool // said to be that of the text around
	Shaded     bool // from one colour to another one
	To         [3]uint8
}

// Ends returns the colours that a ground goes from and to.
func (p Paint) Ends() [2]Paint {
	from, to := p, p
	if p.Shaded {
		to.R, to.G, to.B = p.To[0], p.To[1], p.To[2]
	}
	return [2]Paint{from, to}
}

// Colours of a page that says nothing else.
var (
	White = Paint{Set: true, Known: true, R: 255, G: 255, B: 255, A: 255}
	Black = Paint{Set: true, Known: true, A: 255}
	Blue  = Paint{Set: true, Known: true, B: 238, A: 255} // of links
)

// Over returns the colour of a paint on what is behind it: where that is not
// known, between those on black and on white.
func (p Paint) Over(behind Paint) Paint {
	if p.A == 255 || !p.Known {
		return p
	}
	ends := behind.Ends()
	if !behind.Known {
		ends = [2]Paint{Black, White}
	}
	part := func(a, b uint8) uint8 { return uint8((int(a)*int(p.A) + int(b)*(255-int(p.A))) / 255) }
	for i, e := range ends {
		ends[i].R, ends[i].G, ends[i].B = part(p.R, e.R), part(p.G, e.G), part(p.B, e.B)
	}
	out := Paint{Set: true, Known: true, R: ends[0].R, G: ends[0].G, B: ends[0].B, A: 255}
	if out.To = [3]uint8{ends[1].R, ends[1].G, ends[1].B}; out.To != [3]uint8{out.R, out.G, out.B} {
		out.Shaded = true
	} else {
		out.To = [3]uint8{}
	}
	return out
}

// InkOf reads the colour of a text. What takes that of the text around is not
// set, unless a link would have its own.
func InkOf(v string) Paint {
	switch v {
	case "currentcolor", "inherit", "unset", "revert-layer":
		return Paint{Inherits: true}
	case "initial":
		return Black
	}
	return colorOf(v)
}

// GroundOf reads the colour of what is behind a text.
func GroundOf(v string) Paint {
	if v == "currentcolor" {
		return Paint{Set: true, OfText: true}
	}
	p := colorOf(v)
	if p.Edged {
		return Paint{Set: true}
	}
	return p
}

// colorOf reads a colour; one that is not known is set, but not known. One that
// is a colour in quirks mode alone may be none.
func colorOf(v string) Paint {
	if v == "" || v == "none" || IsWide(v) {
		return Paint{}
	}
	if p, ok := parseColor(v); ok {
		return p
	}
	if p, ok := hexColor(v); ok {
		p.Edged = true
		return p
	}
	return Paint{Set: true, Unread: strings.IndexByte(v, '(') > 0 && !strings.HasPrefix(v, "url(")}
}

// GradientOf reads a gradient whose colours are known and hide what is behind. It
// keeps the darkest and the lightest one.
func GradientOf(v string) (Paint, bool) {
	name, _, _ := strings.Cut(v, "(")
	args, behind := Parenthesis(v)
	if !strings.HasSuffix(name, "gradient") || strings.TrimSpace(behind) != "" || len(v) > LongestValue {
		return Paint{}, false
	}
	var from, to Paint
	for stop := range SplitOutside(args, ',') {
		for _, w := range Words(stop) {
			p, ok := parseColor(w)
			switch {
			case !ok && isColor(w), ok && p.A < 255:
				return Paint{}, false
			case !ok:
				continue
			}
			if !from.Set || p.light() < from.light() {
				from = p
			}
			if !to.Set || p.light() > to.light() {
				to = p
			}
		}
	}
	from.Shaded, from.To = true, [3]uint8{to.R, to.G, to.B}
	return from, from.Set
}

// light returns about how light a colour is.
func (p Paint) light() int { return 2*int(p.R) + 7*int(p.G) + int(p.B) }

// LegacyColor reads the colour that an attribute gives (WHATWG HTML 2.3.6): what
// is not a colour is made one.
func LegacyColor(v string) Paint {
	v = strings.ToLower(strings.TrimSpace(v))
	if v == "" || v == "transparent" {
		return Paint{}
	}
	if p, ok := parseColor(v); ok && strings.IndexByte(v, '(') < 0 && (v[0] != '#' || len(v) == 4 || len(v) == 7) {
		return p
	}
	digits := strings.Map(func(r rune) rune {
		if r < 0x80 && isHex(byte(r)) {
			return r
		}
		return '0'
	}, strings.TrimPrefix(v[:min(len(v), 128)], "#"))
	n := max(1, (len(digits)+2)/3)
	digits += strings.Repeat("0", 3*n-len(digits))
	from := max(0, n-8)
	at := func(part, i int) byte { return digits[part*n+i] }
	for n-from > 2 && at(0, from) == '0' && at(1, from) == '0' && at(2, from) == '0' {
		from++
	}
	var rgb [3]uint8
	for i := range rgb {
		part, _ := strconv.ParseUint(digits[i*n+from:i*n+min(n, from+2)], 16, 8)
		rgb[i] = uint8(part)
	}
	return Paint{Set: true, Known: true, R: rgb[0], G: rgb[1], B: rgb[2], A: 255}
}

// SeeThrough is the opacity of 255 up to which nothing is seen: see
// [visible.MinOpacity].
const SeeThrough = 12

// Seen returns a colour as it is judged, without regard to its opacity.
func (p Paint) Seen() visible.Paint {
	if !p.Known {
		return visible.Unknown
	}
	return visible.RGB(p.R, p.G, p.B)
}

// FillOf reads a colour of a drawing.
func FillOf(v string) Paint {
	if v == "none" {
		return Paint{Set: true, Known: true}
	}
	return colorOf(v)
}

// parseColor reads a colour of CSS (css-color-4) that pages use: not one of
// lab(), hwb() and color(), and none that is reckoned from another one.
func parseColor(v string) (Paint, bool) {
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
		return parseColor(strings.TrimSpace(light))
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
		_, ok := parseColor(v)
		_, bare := hexColor(v)
		return ok || bare || v == "currentcolor"
	}
	switch name {
	case "rgb", "rgba", "hsl", "hsla", "oklch": // known but for what has to be reckoned
		_, ok := parseColor(v)
		return ok || strings.HasPrefix(args, "from ") || strings.IndexByte(args, '(') >= 0
	case "color", "color-mix", "device-cmyk", "contrast-color", "light-dark", "hwb", "lab", "lch", "oklab":
		return true
	}
	return false
}

// namedColor returns the colour of a name.
func namedColor(name string) (Paint, bool) {
	if len(name) < len("red") {
		return Paint{}, false
	}
	row, ok := colorIn(namedColors[:], name)
	if !ok {
		row, ok = colorIn(systemColors[:], name)
	}
	if !ok {
		return Paint{}, false
	}
	return hexColor(row[len(name)+1:])
}

// colorIn returns the row of a table for a colour.
func colorIn(table []string, name string) (string, bool) {
	i, ok := slices.BinarySearchFunc(table, name, func(row, name string) int {
		head, _, _ := strings.Cut(row, " ")
		return strings.Compare(head, name)
	})
	if !ok {
		return "", false
	}
	return table[i], true
}
