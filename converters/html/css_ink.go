package html

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// paint is a colour of a text or of what is behind it.
type paint struct {
	set, known bool
	r, g, b, a uint8
}

// white is the ground of a page that says nothing else.
var white = paint{true, true, 255, 255, 255, 255}

// inks evaluates the colours of an element.
func (c *cascade) inks() (ink, ground paint) {
	v := &c.values
	ink = colorOf(v[propColor])
	if fill := colorOf(v[propTextFill]); fill.set {
		ink = fill
	}
	ground = colorOf(v[propBackgroundColor])
	if b := v[propBackground]; b != "" && !ground.set {
		ground = colorOf(b)
	}
	if i := v[propBackgroundImage]; i != "" && i != "none" {
		ground = paint{set: true}
	}
	if ground.known && ground.a < 250 {
		// What is behind shows through: all of it, or in part.
		ground = paint{set: ground.a > 5}
	}
	if ink.known && ink.a <= seeThrough && strings.Contains(v[propBackground]+v[propBackgroundImage], "gradient") {
		ink.known = false // a gradient is painted through transparent letters
	}
	return ink, ground
}

// colorOf reads a colour; one that is not known is set, but not known.
func colorOf(v string) paint {
	switch v {
	case "", "inherit", "unset", "none", "currentcolor":
		return paint{}
	}
	if p, ok := parseColor(v); ok {
		return p
	}
	return paint{set: true}
}

const (
	seeThrough    = 12  // of 255: what is more transparent is not seen
	leastContrast = 1.2 // what has less cannot be read
)

// conceals reports whether a text in an ink cannot be seen on a ground. On an
// unknown ground it can.
func conceals(ink, ground paint) bool {
	if !ink.known {
		return false
	}
	return ink.a <= seeThrough || ground.known && contrast(ink, ground) < leastContrast
}

// parseColor reads a colour of CSS, but for those of spaces that are not sRGB.
func parseColor(v string) (paint, bool) {
	switch {
	case v == "transparent":
		return paint{set: true, known: true}, true
	case strings.HasPrefix(v, "#"):
		return hexColor(v[1:])
	case strings.HasPrefix(v, "rgb"):
		return functionColor(argument(v))
	case strings.HasPrefix(v, "hsl"):
		return hueColor(argument(v), fromHSL)
	case strings.HasPrefix(v, "hwb("):
		return hueColor(argument(v), fromHWB)
	}
	i, ok := slices.BinarySearchFunc(namedColors[:], v, func(c namedColor, name string) int { return strings.Compare(c.name, name) })
	if !ok {
		return paint{}, false
	}
	rgb := namedColors[i].rgb
	return paint{true, true, uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}, true
}

func hexColor(v string) (paint, bool) {
	n, err := strconv.ParseUint(v, 16, 32)
	if err != nil {
		return paint{}, false
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
		return paint{}, false
	}
	return paint{true, true, uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// functionColor reads the arguments of rgb() and rgba().
func functionColor(args string) (paint, bool) {
	n, ok := channels(args, [4]float64{255, 255, 255, 1})
	return paintOf(n), ok
}

// degrees reads a hue (css-color-4, section 4.3), from 0 to 360.
func degrees(v string) (hue float64, ok bool) {
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
func hueColor(args string, convert func(hue, x, y float64) [3]float64) (paint, bool) {
	cut := strings.IndexAny(args, ", /")
	if cut < 0 {
		return paint{}, false
	}
	hue, known := degrees(args[:cut])
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

func paintOf(n [4]float64) paint {
	part := func(x float64) uint8 { return uint8(x*255 + 0.5) }
	return paint{true, true, part(n[0]), part(n[1]), part(n[2]), part(n[3])}
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

// contrast is that of two colours by WCAG 2, from 1 to 21, with the luminance
// of sRGB taken as the square of its parts.
func contrast(a, b paint) float64 {
	light := func(p paint) float64 {
		r, g, b := float64(p.r)/255, float64(p.g)/255, float64(p.b)/255
		return 0.2126*r*r + 0.7152*g*g + 0.0722*b*b
	}
	x, y := light(a)+0.05, light(b)+0.05
	return max(x, y) / min(x, y)
}

// pageGround returns what is behind the text of the page: white, unless the
// page says something else, or a sheet that is not here may.
func (b *builder) pageGround() paint {
	ground := white
	for id := int32(1); id < b.t.nodes.len(); id++ {
		if n := b.t.node(id); n.tag == tagLink && !n.isText && hasWord(strings.ToLower(b.t.value(id, attrRel)), "stylesheet") {
			return paint{set: true}
		}
	}
	for _, e := range []element{htmlElement, bodyElement} {
		if l, ok := b.sheet.look(e); ok && l.ground.set {
			ground = l.ground
		}
	}
	if b.t.body != 0 {
		if v, ok := b.t.attr(b.t.body, attrBgcolor); ok {
			ground = colorOf(strings.ToLower(strings.TrimSpace(v)))
		}
	}
	return ground
}
