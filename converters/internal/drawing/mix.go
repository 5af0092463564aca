package drawing

import "github.com/seed353dc258/backstory/converters/internal/xmlread"

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
