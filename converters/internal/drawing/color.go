package drawing

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// PaintKind says what a [Paint] is.
type PaintKind uint8

// The kinds of paint.
const (
	PaintUnset PaintKind = iota // nothing is said
	PaintNone                   // noFill
	PaintSolid                  // one colour
	PaintOther                  // a picture, a gradient, a pattern
)

// opaque is the alpha of a colour that covers, in thousandths of a per cent.
const opaque = 100_000

// Paint is what a shape or a text is filled with (ISO/IEC 29500-1, 20.1.8).
type Paint struct {
	Kind   PaintKind
	scheme string // of a colour of the theme
	rgb    rgb
	exact  bool // rgb holds, or scheme and lum do
	lumMod int32
	lumOff int32
	alpha  int32
	mix    mix
}

// rgb is a colour, red first.
type rgb [3]uint8

// Solid returns a paint of one colour.
func Solid(red, green, blue uint8) Paint {
	return Paint{Kind: PaintSolid, rgb: rgb{red, green, blue}, exact: true, alpha: opaque, lumMod: opaque}
}

// ReadPaint returns the fill among the children of an element with properties.
func ReadPaint(t *xmlread.Tree, properties xmlread.NodeID) Paint {
	for c := t.First(properties); c != 0; c = t.Next(c) {
		name := t.Name(c)
		if name.Space != A {
			continue
		}
		switch name.Local {
		case "noFill":
			return Paint{Kind: PaintNone}
		case "solidFill":
			return readColor(t, firstElement(t, c))
		case "gradFill":
			return oneColor(t, t.Child(c, A, "gsLst"))
		case "pattFill":
			return oneColor(t, c)
		case "blipFill", "grpFill":
			return Paint{Kind: PaintOther}
		}
	}
	return Paint{}
}

// nearly is how far apart the colours of a gradient or a pattern may be in red,
// green or blue to look like one.
const nearly = 16

// oneColor returns the paint of the colours in the children of an element: a
// colour where all of them look like it, as in a gradient from white to white.
func oneColor(t *xmlread.Tree, list xmlread.NodeID) Paint {
	first := Paint{Kind: PaintOther}
	for c := t.First(list); list != 0 && c != 0; c = t.Next(c) {
		if t.IsText(c) {
			continue
		}
		switch p := ReadColor(t, c); {
		case first.Kind == PaintOther:
			first = p
		case !first.looksLike(p):
			return Paint{Kind: PaintOther}
		}
	}
	return first
}

// looksLike reports whether two colours are hardly different.
func (p Paint) looksLike(other Paint) bool {
	for i := range p.rgb {
		if max(p.rgb[i], other.rgb[i])-min(p.rgb[i], other.rgb[i]) > nearly {
			return false
		}
	}
	other.rgb = p.rgb
	return p.exact && p == other
}

// ReadColor returns the colour that is the only child of an element, such as
// the reference to a background.
func ReadColor(t *xmlread.Tree, parent xmlread.NodeID) Paint {
	return readColor(t, firstElement(t, parent))
}

// readHighlight returns the highlighter of a run, unset if there is none.
func readHighlight(t *xmlread.Tree, rPr xmlread.NodeID) Paint {
	if h := t.Child(rPr, A, "highlight"); h != 0 {
		return ReadColor(t, h)
	}
	return Paint{}
}

// readColor returns one of the colours of EG_ColorChoice.
func readColor(t *xmlread.Tree, n xmlread.NodeID) Paint {
	p := Paint{Kind: PaintSolid, alpha: opaque, lumMod: opaque}
	if n == 0 {
		return p
	}
	p.read(t, n)
	for c := t.First(n); c != 0; c = t.Next(c) {
		switch part := int32(thousandths(t.Attr(c, xmlread.None, "val"))); t.Name(c).Local {
		case "alpha":
			p.alpha = part
		case "lumMod":
			p.lumMod = part
		case "lumOff":
			p.lumOff = part
		case "":
		default:
			p.exact = p.mix.read(t.Name(c).Local, part) && p.exact
		}
	}
	return p
}

// read reads a colour itself, before what is done to it.
func (p *Paint) read(t *xmlread.Tree, n xmlread.NodeID) {
	value := t.Attr(n, xmlread.None, "val")
	switch t.Name(n).Local {
	case "srgbClr":
		p.rgb, p.exact = hexColor(value)
	case "sysClr":
		switch visible.System(value) {
		case visible.Black:
			p.exact = true
		case visible.White:
			p.rgb, p.exact = rgb{255, 255, 255}, true
		}
	case "schemeClr":
		p.scheme, p.exact = value, true
	case "prstClr":
		p.rgb, p.exact = presets()[value]
	case "scrgbClr":
		p.rgb, p.exact = linear(t, n), true
	case "hslClr":
		p.rgb, p.exact = greyOf(t, n)
	}
}

// thousandths returns a percentage in thousandths of a per cent: a number, or
// with a sign as Strict has it.
func thousandths(value string) int64 {
	if value == "" {
		return 0
	}
	if n := len(value); n > 0 && value[n-1] == '%' {
		f, err := strconv.ParseFloat(value[:n-1], 64)
		if err != nil || f != f || f > 1e6 || f < -1e6 {
			return 0
		}
		return int64(f * 1000)
	}
	n, err := strconv.ParseInt(value, 10, 32)
	if err != nil {
		return 0
	}
	return n
}

func hexColor(value string) (rgb, bool) {
	n, err := strconv.ParseUint(value, 16, 32)
	if err != nil || len(value) != 6 {
		return rgb{}, false
	}
	return rgb{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// minSeen is the least alpha of a paint that can be seen.
const minSeen = opaque * visible.MinOpacity

// IsClear reports whether a paint lets through all that is behind it.
func (p Paint) IsClear() bool {
	return p.Kind == PaintNone || p.Kind == PaintSolid && p.alpha < minSeen
}

// Covers reports whether a paint hides what is behind it.
func (p Paint) Covers() bool {
	return p.Kind == PaintOther || p.Kind == PaintSolid && p.alpha >= opaque-minSeen
}

// Theme is the colours of a theme (ISO/IEC 29500-1, 20.1.6.2) under the names
// by which a slide calls them.
type Theme struct{ colors map[string]rgb }

// ReadTheme returns the colours of a theme part, which is read as far as they
// are. The errors are those of [xmlread.Scanner.ReadElement].
func ReadTheme(s *xmlread.Scanner) (Theme, error) {
	for {
		switch kind, err := s.Next(); {
		case err != nil:
			return Theme{}, err
		case kind == xmlread.EOF:
			return Theme{}, nil
		case kind == xmlread.Start && s.Name().Is(A, "clrScheme"):
			t, err := s.ReadElement(0)
			if err != nil {
				return Theme{}, err
			}
			return schemeOf(t), nil
		}
	}
}

// schemeOf returns the colours of an a:clrScheme.
func schemeOf(t *xmlread.Tree) Theme {
	theme := Theme{colors: map[string]rgb{}}
	for c := t.First(xmlread.Root); c != 0; c = t.Next(c) {
		if p := readColor(t, firstElement(t, c)); !t.IsText(c) && p.exact && p.scheme == "" {
			theme.colors[t.Name(c).Local] = p.rgb
		}
	}
	return theme
}

// Mapped returns the theme with the names that a colour map (p:clrMap) gives
// to its colours.
func (th Theme) Mapped(t *xmlread.Tree, clrMap xmlread.NodeID) Theme {
	out := Theme{colors: make(map[string]rgb, 2*len(th.colors))}
	for _, name := range [...]string{"dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"} {
		if c, ok := th.colors[name]; ok {
			out.colors[name] = c
		}
	}
	for i := range t.Attrs(clrMap) {
		name, value := t.AttrAt(clrMap, i)
		if c, ok := th.colors[value]; ok {
			out.colors[name.Local] = c
		}
	}
	return out
}

// unmapped says which colours of a theme are meant where no map does, as in the
// drawings of a workbook.
var unmapped = map[string]string{"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}

// rgb returns the colour of a solid paint, if it can be told.
func (th Theme) rgb(p Paint) (rgb, bool) {
	if p.Kind != PaintSolid || !p.exact {
		return rgb{}, false
	}
	c, ok := p.rgb, true
	if p.scheme != "" {
		if c, ok = th.colors[p.scheme]; !ok {
			if c, ok = th.colors[unmapped[p.scheme]]; !ok {
				return rgb{}, false
			}
		}
	}
	if p.mix != (mix{}) {
		if c, ok = p.mix.apply(c); !ok {
			return rgb{}, false
		}
	}
	if p.lumMod == opaque && p.lumOff == 0 {
		return c, true
	}
	return c.relit(int64(p.lumMod), int64(p.lumOff)), true
}

// relit returns a colour with its lightness multiplied and raised, by parts of
// opaque. The hue stays. It counts in whole numbers, so that every machine gets
// the same colour.
func (c rgb) relit(mod, off int64) rgb {
	const most = opaque
	was := (int64(max(c[0], c[1], c[2])) + int64(min(c[0], c[1], c[2]))) * most / (2 * 255)
	is := min(max(was*mod/most+off, 0), most)
	spread := func(l int64) int64 { return min(l, most-l) }
	var out rgb
	for i, v := range c {
		level := is * 255
		if s := spread(was); s > 0 {
			level += (int64(v)*most - was*255) * spread(is) / s
		}
		out[i] = uint8(min(max((level+most/2)/most, 0), 255))
	}
	return out
}

// Color returns a colour by its name in the theme part, such as "accent1".
func (th Theme) Color(name string) (c [3]uint8, ok bool) {
	c, ok = th.colors[name]
	return c, ok
}

// Judge returns how letters are hidden by their look, on what is behind them.
func (th Theme) Judge(l Look, ground Paint) visible.Way {
	f := visible.Facts{
		Size: float64(l.Size) / 100, Spacing: l.Spacing, Outlined: l.Lined,
		Ink: th.paint(l.Fill), Ground: th.paint(ground),
	}
	if l.Ground.Kind != PaintUnset {
		f.Ground = th.paint(l.Ground)
	}
	if l.Fill.IsClear() {
		f.Clear = 1
	}
	return f.Judge()
}

// paint returns a solid colour, if it can be told.
func (th Theme) paint(p Paint) visible.Paint {
	c, ok := th.rgb(p)
	if !ok {
		return visible.Unknown
	}
	return visible.RGB(c[0], c[1], c[2])
}

// mix is what is done to a colour before its lightness changes. The zero value
// does nothing.
type mix struct {
	tint, shade int32 // how much of the colour stays beside white and black, 0 for all
	inverse     bool
	saturation  bool // that or the hue changes, which leaves greys as they are
}

// read takes a child of a colour, and reports false for what cannot be told.
func (m *mix) read(name string, value int32) bool {
	switch name {
	case "tint":
		m.tint = max(value, 1)
	case "shade":
		m.shade = max(value, 1)
	case "inv":
		m.inverse = true
	case "sat", "satMod", "satOff", "hue", "hueMod", "hueOff", "comp", "gray":
		m.saturation = true
	default:
		return false
	}
	return true
}

// apply returns the colour that becomes of another one, if it can be told.
func (m mix) apply(c rgb) (rgb, bool) {
	if m.saturation && (c[0] != c[1] || c[1] != c[2]) {
		return rgb{}, false
	}
	for i, v := range c {
		light := int64(v) * int64(v)
		const all = 255 * 255
		if m.inverse {
			light = all - light
		}
		if m.shade != 0 {
			light = light * int64(m.shade) / opaque
		}
		if m.tint != 0 {
			light = all - (all-light)*int64(m.tint)/opaque
		}
		c[i] = root(light)
	}
	return c, true
}

// root returns the number whose square is nearest below another one.
func root(square int64) uint8 {
	low, high := int64(0), int64(255)
	for low < high {
		if middle := (low + high + 1) / 2; middle*middle <= square {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return uint8(low)
}

// Tinted returns a paint with some per cent of its colour beside white.
func (p Paint) Tinted(percent int32) Paint {
	p.mix.tint = percent * (opaque / 100)
	return p
}

// SchemeColor returns the paint of a colour of the theme.
func SchemeColor(name string) Paint {
	return Paint{Kind: PaintSolid, scheme: name, exact: true, alpha: opaque, lumMod: opaque}
}

// linear returns a colour that is given by parts of opaque
// (ISO/IEC 29500-1, 20.1.2.3.30).
func linear(t *xmlread.Tree, n xmlread.NodeID) rgb {
	part := func(name string) uint8 {
		value := min(max(thousandths(t.Attr(n, xmlread.None, name)), 0), opaque)
		return root(value * 255 * 255 / opaque)
	}
	return rgb{part("r"), part("g"), part("b")}
}

// greyOf returns the grey that a colour by hue, saturation and luminance is
// (ISO/IEC 29500-1, 20.1.2.3.13), and false for one that is not a grey.
func greyOf(t *xmlread.Tree, n xmlread.NodeID) (rgb, bool) {
	light := min(max(thousandths(t.Attr(n, xmlread.None, "lum")), 0), opaque)
	grey := uint8(light * 255 / opaque)
	return rgb{grey, grey, grey}, light == 0 || light == opaque || thousandths(t.Attr(n, xmlread.None, "sat")) == 0
}

// Look is how a run of text looks.
type Look struct {
	Size  int   // in hundredths of a point, 0 if nothing says it
	Fill  Paint // of the letters
	Lined bool  // the letters have a line, a shadow or a glow around them
	// Spacing is how far letters are set apart, in points.
	Spacing float64
	// Ground is the highlighter behind the letters, unset if there is none.
	Ground Paint
}
