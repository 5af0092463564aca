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
	Edged      bool // letters that a shadow or a stroke makes seen
	OfText     bool // a ground of the colour of the text on it
	Inherits   bool // said to be that of the text around
}

// Colours of a page that says nothing else.
var (
	White = Paint{Set: true, Known: true, R: 255, G: 255, B: 255, A: 255}
	Black = Paint{Set: true, Known: true, A: 255}
	Blue  = Paint{Set: true, Known: true, B: 238, A: 255} // of links
)

// Shadowed reports whether letters in an ink are seen by their shadow, and
// whether a value is one of a shadow.
func Shadowed(v string, ink Paint) (seen, ok bool) {
	if v == "none" {
		return false, true
	}
	for s := range SplitOutside(v, ',') {
		color, lengths, away := ink, 0, 0.0
		for _, w := range Words(s) {
			if px, isLength := Pixels(w); isLength {
				lengths++
				away = max(away, math.Abs(px))
				continue
			}
			p, known := ParseColor(w)
			switch {
			case known:
				color = p
			case !IsColor(w, false):
				return false, false
			case w != "currentcolor":
				color = Paint{Set: true}
			}
		}
		if lengths < 2 || lengths > 3 {
			return false, false
		}
		under := away == 0 && ink.A > SeeThrough // the letters stand upon it
		seen = seen || ink.Sets(color) && !under && away < OffPage
	}
	return seen, true
}

// Sets reports whether letters in an ink are set apart by what is around them
// in a colour.
func (p Paint) Sets(around Paint) bool {
	if !around.Known || !p.Known {
		return true
	}
	return around.A > SeeThrough && (p.A <= SeeThrough || !visible.Faint(p.Seen(), around.Seen()))
}

// Gradient returns the colour of a gradient whose colours are nearly one. Any
// other image is not known.
func Gradient(v string) Paint {
	unknown := Paint{Set: true}
	if !strings.Contains(v, "gradient(") || len(v) > LongestValue {
		return unknown
	}
	first := unknown
	for stop := range SplitOutside(Argument(v), ',') {
		color := Words(stop)
		if len(color) == 0 {
			return unknown
		}
		p, ok := ParseColor(color[0])
		switch {
		case !ok && IsColor(color[0], false), ok && p.A < 255:
			return unknown
		case !ok: // a direction or a shape
		case !first.Known:
			first = p
		case !visible.Faint(first.Seen(), p.Seen()):
			return unknown
		}
	}
	return first
}

// Over returns the colour of a paint on what is behind it.
func (p Paint) Over(behind Paint) Paint {
	if p.A == 255 || !p.Known {
		return p
	}
	if !behind.Known {
		return Paint{Set: true}
	}
	part := func(a, b uint8) uint8 { return uint8((int(a)*int(p.A) + int(b)*(255-int(p.A))) / 255) }
	return Paint{Set: true, Known: true, R: part(p.R, behind.R), G: part(p.G, behind.G), B: part(p.B, behind.B), A: 255}
}

// InkOf reads the colour of a text. What takes that of the text around is not
// set, unless a link would have its own.
func InkOf(v string, quirks bool) Paint {
	switch v {
	case "currentcolor", "inherit", "unset", "revert-layer":
		return Paint{Inherits: true}
	case "initial":
		return Black
	}
	return colorOf(v, quirks)
}

// GroundOf reads the colour of what is behind a text.
func GroundOf(v string, quirks bool) Paint {
	if v == "currentcolor" {
		return Paint{Set: true, OfText: true}
	}
	return colorOf(v, quirks)
}

// colorOf reads a colour; one that is not known is set, but not known.
func colorOf(v string, quirks bool) Paint {
	if v == "" || v == "none" || IsWide(v) {
		return Paint{}
	}
	if p, ok := ParseColor(v); ok {
		return p
	}
	if p, ok := hexColor(v); ok && quirks {
		return p
	}
	return Paint{Set: true}
}

// LegacyColor reads the colour that an attribute gives (WHATWG HTML 2.3.6): what
// is no colour is made one.
func LegacyColor(v string) Paint {
	v = strings.ToLower(strings.TrimSpace(v))
	if v == "" || v == "transparent" {
		return Paint{}
	}
	if p, ok := ParseColor(v); ok && strings.IndexByte(v, '(') < 0 && (v[0] != '#' || len(v) == 4 || len(v) == 7) {
		return p
	}
	digits := []byte(strings.TrimPrefix(v[:min(len(v), 128)], "#"))
	for i, c := range digits {
		if !IsHex(c) {
			digits[i] = '0'
		}
	}
	for len(digits) == 0 || len(digits)%3 != 0 {
		digits = append(digits, '0')
	}
	n := len(digits) / 3
	part := [3][]byte{digits[:n], digits[n : 2*n], digits[2*n:]}
	from := max(0, n-8)
	for n-from > 2 && part[0][from] == '0' && part[1][from] == '0' && part[2][from] == '0' {
		from++
	}
	var rgb [3]uint8
	for i, p := range part {
		for _, c := range p[from:min(n, from+2)] {
			rgb[i] = rgb[i]<<4 | hexValue(c)
		}
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

// ParseColor reads a colour of CSS, but for those of spaces that are not sRGB.
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
	case strings.IndexByte(v, '(') > 0:
		return spaceColor(v)
	}
	i, ok := slices.BinarySearchFunc(NamedColors[:], v, func(c namedColor, name string) int { return strings.Compare(c.Name, name) })
	if !ok {
		return Paint{}, false
	}
	rgb := NamedColors[i].rgb
	return Paint{Set: true, Known: true, R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 255}, true
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

// FillOf reads a colour of a drawing.
func FillOf(v string) Paint {
	if v == "none" {
		return Paint{Set: true, Known: true}
	}
	return colorOf(v, false)
}
