package html

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// paint is a colour of a text or of what is behind it.
type paint struct {
	set, known bool
	r, g, b, a uint8
	edged      bool // letters that a shadow or a stroke makes seen
	ofText     bool // a ground of the colour of the text on it
	inherits   bool // said to be that of the text around
}

// Colours of a page that says nothing else.
var (
	white = paint{set: true, known: true, r: 255, g: 255, b: 255, a: 255}
	black = paint{set: true, known: true, a: 255}
	blue  = paint{set: true, known: true, b: 238, a: 255} // of links
)

// inks evaluates the colours of an element.
func (c *cascade) inks(quirks bool) (ink, ground paint) {
	v := &c.values
	ink = inkOf(v[propColor], quirks)
	if fill := inkOf(v[propTextFill], quirks); fill.set {
		ink = fill
	}
	ground = groundOf(v[propBackgroundColor], quirks)
	if i := v[propBackgroundImage]; i != "" && i != "none" && !isWide(i) {
		ground = gradient(i)
	}
	if ground.known && ground.a <= 5 {
		ground = paint{} // what is behind shows through
	}
	if ink.known && ink.a <= seeThrough && v[propBackgroundClip] == "text" {
		ink.known = false // the ground is painted through transparent letters
	}
	if s := v[propTextShadow]; ink.set && s != "" {
		ink.edged, _ = shadowed(s, ink)
	}
	if px, ok := pixels(v[propStrokeWidth]); ink.set && ok && px > 0 {
		stroke, known := parseColor(v[propStrokeColor])
		ink.edged = ink.edged || known && ink.sets(stroke)
	}
	return ink, ground
}

// shadowed reports whether letters in an ink are seen by their shadow, and
// whether a value is one of a shadow.
func shadowed(v string, ink paint) (seen, ok bool) {
	if v == "none" {
		return false, true
	}
	for s := range splitOutside(v, ',') {
		color, lengths, away := ink, 0, 0.0
		for _, w := range words(s) {
			if px, isLength := pixels(w); isLength {
				lengths++
				away = max(away, math.Abs(px))
				continue
			}
			p, known := parseColor(w)
			switch {
			case known:
				color = p
			case !isColor(w, false):
				return false, false
			case w != "currentcolor":
				color = paint{set: true}
			}
		}
		if lengths < 2 || lengths > 3 {
			return false, false
		}
		under := away == 0 && ink.a > seeThrough // the letters stand upon it
		seen = seen || ink.sets(color) && !under && away < offPage
	}
	return seen, true
}

// sets reports whether letters in an ink are set apart by what is around them
// in a colour.
func (p paint) sets(around paint) bool {
	if !around.known || !p.known {
		return true
	}
	return around.a > seeThrough && (p.a <= seeThrough || !visible.Faint(p.seen(), around.seen()))
}

// gradient returns the colour of a gradient whose colours are nearly one. Any
// other image is not known.
func gradient(v string) paint {
	unknown := paint{set: true}
	if !strings.Contains(v, "gradient(") || len(v) > longestValue {
		return unknown
	}
	first := unknown
	for stop := range splitOutside(argument(v), ',') {
		color := words(stop)
		if len(color) == 0 {
			return unknown
		}
		p, ok := parseColor(color[0])
		switch {
		case !ok && isColor(color[0], false), ok && p.a < 255:
			return unknown
		case !ok: // a direction or a shape
		case !first.known:
			first = p
		case !visible.Faint(first.seen(), p.seen()):
			return unknown
		}
	}
	return first
}

// over returns the colour of a paint on what is behind it.
func (p paint) over(behind paint) paint {
	if p.a == 255 || !p.known {
		return p
	}
	if !behind.known {
		return paint{set: true}
	}
	part := func(a, b uint8) uint8 { return uint8((int(a)*int(p.a) + int(b)*(255-int(p.a))) / 255) }
	return paint{set: true, known: true, r: part(p.r, behind.r), g: part(p.g, behind.g), b: part(p.b, behind.b), a: 255}
}

// inkOf reads the colour of a text. What takes that of the text around is not
// set, unless a link would have its own.
func inkOf(v string, quirks bool) paint {
	switch v {
	case "currentcolor", "inherit", "unset", "revert-layer":
		return paint{inherits: true}
	case "initial":
		return black
	}
	return colorOf(v, quirks)
}

func groundOf(v string, quirks bool) paint {
	if v == "currentcolor" {
		return paint{set: true, ofText: true}
	}
	return colorOf(v, quirks)
}

// colorOf reads a colour; one that is not known is set, but not known.
func colorOf(v string, quirks bool) paint {
	if v == "" || v == "none" || isWide(v) {
		return paint{}
	}
	if p, ok := parseColor(v); ok {
		return p
	}
	if p, ok := hexColor(v); ok && quirks {
		return p
	}
	return paint{set: true}
}

// legacyColor reads the colour that an attribute gives (WHATWG HTML 2.3.6): what
// is no colour is made one.
func legacyColor(v string) paint {
	v = strings.ToLower(strings.TrimSpace(v))
	if v == "" || v == "transparent" {
		return paint{}
	}
	if p, ok := parseColor(v); ok && strings.IndexByte(v, '(') < 0 && (v[0] != '#' || len(v) == 4 || len(v) == 7) {
		return p
	}
	digits := []byte(strings.TrimPrefix(v[:min(len(v), 128)], "#"))
	for i, c := range digits {
		if !isHex(c) {
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
	return paint{set: true, known: true, r: rgb[0], g: rgb[1], b: rgb[2], a: 255}
}

// seeThrough is the opacity of 255 up to which nothing is seen: see
// [visible.MinOpacity].
const seeThrough = 12

// inked returns what says whether a text in an ink is seen on a ground.
func inked(ink, ground paint) visible.Facts {
	f := visible.Facts{Outlined: ink.edged, Ink: ink.over(ground).seen(), Ground: ground.seen()}
	switch {
	case !ink.known:
	case ink.a <= seeThrough:
		f.Clear = 1
	case ground.ofText:
		f.Ground, f.Ink = visible.White, visible.White // the same, whatever it is
	}
	return f
}

// conceals returns how a text in an ink is hidden on a ground.
func conceals(ink, ground paint) visible.Way {
	f := inked(ink, ground)
	return f.Judge()
}

// seen returns a colour as it is judged, without regard to its opacity.
func (p paint) seen() visible.Paint {
	if !p.known {
		return visible.Unknown
	}
	return visible.RGB(p.r, p.g, p.b)
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
	case strings.IndexByte(v, '(') > 0:
		return spaceColor(v)
	}
	i, ok := slices.BinarySearchFunc(namedColors[:], v, func(c namedColor, name string) int { return strings.Compare(c.name, name) })
	if !ok {
		return paint{}, false
	}
	rgb := namedColors[i].rgb
	return paint{set: true, known: true, r: uint8(rgb >> 16), g: uint8(rgb >> 8), b: uint8(rgb), a: 255}, true
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
	return paint{set: true, known: true, r: uint8(n >> 24), g: uint8(n >> 16), b: uint8(n >> 8), a: uint8(n)}, true
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
	part := func(x float64) uint8 {
		if !(x > 0) { // also where numbers got too large
			return 0
		}
		return uint8(min(x, 1)*255 + 0.5)
	}
	return paint{set: true, known: true, r: part(n[0]), g: part(n[1]), b: part(n[2]), a: part(n[3])}
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

// pageState returns how text shows that stands in nothing but the page: black
// on white, unless the page says something else, or a sheet that is not here
// may. How the whole page is hidden is not asked: scripts show such pages.
func (b *builder) pageState() state {
	st := state{ground: white, ink: black}
	b.foreign = b.sheet.foreign
	for id := int32(1); id < b.t.nodes.len() && !b.foreign; id++ {
		n := b.t.node(id)
		b.foreign = n.tag == tagLink && !n.isText && isSheet(b.t.value(id, attrRel)) && !hasPrefixFold(b.t.value(id, attrHref), "data:")
	}
	if b.foreign {
		st.ground, st.ink = paint{set: true}, paint{set: true}
	}
	b.takePage(&st, htmlElement)
	if b.t.body != 0 {
		ink, _ := b.t.attr(b.t.body, attrText)
		ground, _ := b.t.attr(b.t.body, attrBgcolor)
		st.color(legacyColor(ink), legacyColor(ground), root)
	}
	b.takePage(&st, bodyElement)
	return st
}

// takePage takes over the style of html or body.
func (b *builder) takePage(st *state, e element) {
	l, ok := b.sheet.look(e)
	if !ok {
		return
	}
	l.veil[veilInvisible], l.opacity = unset, 1
	if l.dark {
		st.color(paint{set: true}, paint{set: true}, root)
	}
	st.apply(&l, root)
}

// isSheet reports whether a link is to a style sheet that holds.
func isSheet(rel string) bool {
	rel = strings.ToLower(rel)
	return hasWord(rel, "stylesheet") && !hasWord(rel, "alternate")
}
