package style

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// rgb is a colour, red first.
type rgb [3]uint8

// Paint is a colour as a style gives it: unset, known, or one that cannot be
// told.
type Paint struct {
	Set, Known bool
	rgb        rgb
}

// seen returns a colour as it is judged.
func (p Paint) seen() visible.Paint {
	if !p.Known {
		return visible.Unknown
	}
	return visible.RGB(p.rgb[0], p.rgb[1], p.rgb[2])
}

// faint reports whether text of one colour on a ground of another cannot be
// seen.
func faint(ink, ground Paint) bool { return visible.Faint(ink.seen(), ground.seen()) }

// color reads the attributes of an element of CT_Color (ECMA-376 part 1,
// 18.3.1.15).
func (st *Styles) color(s *xmlread.Scanner) Paint {
	return st.ColorOf(func(name string) string {
		return s.Value(xmlread.None, name)
	})
}

// ColorOf reads a colour from its attributes.
func (st *Styles) ColorOf(attr func(name string) string) Paint {
	p := Paint{Set: true}
	if v := attr("rgb"); v != "" {
		p.rgb, p.Known = hexColor(v)
	} else if v := attr("theme"); v != "" {
		p.rgb, p.Known = st.themed(v)
	} else if v := attr("indexed"); v != "" {
		p.rgb, p.Known = st.indexed(v)
	}
	if v := attr("tint"); v != "" && p.Known {
		if f, err := strconv.ParseFloat(v, 64); err == nil && f >= -1 && f <= 1 {
			p.rgb = p.rgb.tinted(f)
		}
	}
	return p
}

// white is the ground of cells without a fill.
func white() Paint { return Paint{Known: true, rgb: rgb{255, 255, 255}} }

// hexColor reads RRGGBB or AARRGGBB. Excel takes no notice of the alpha.
func hexColor(v string) (rgb, bool) {
	n, err := strconv.ParseUint(v, 16, 32)
	if err != nil || len(v) != 6 && len(v) != 8 {
		return rgb{}, false
	}
	return rgb{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// themed returns a colour of the theme by its number, in which light and dark
// are the other way round than in the theme.
func (st *Styles) themed(v string) (rgb, bool) {
	names := [...]string{"lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n >= len(names) {
		return rgb{}, false
	}
	if c, ok := st.Theme.Color(names[n]); ok {
		return c, true
	}
	switch n { // as in every theme that programs bring along
	case 0:
		return rgb{255, 255, 255}, true
	case 1:
		return rgb{}, true
	}
	return rgb{}, false
}

// indexed returns a colour of the palette. 64 and 65 are those of the system
// for text and ground.
func (st *Styles) indexed(v string) (rgb, bool) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return rgb{}, false
	}
	return st.numbered(n)
}

// numbered returns a colour of the palette by its place.
func (st *Styles) numbered(n int) (rgb, bool) {
	switch {
	case n < len(st.palette):
		return st.palette[n], true
	case n < len(palette):
		return palette[n], true
	case n == 64:
		return rgb{}, true
	case n == 65:
		return rgb{255, 255, 255}, true
	}
	return rgb{}, false
}

// tinted returns a colour made lighter or darker (18.8.19). The lightness
// alone changes, which for the contrast with a ground is as good as all three
// parts being moved alike.
func (c rgb) tinted(tint float64) rgb {
	t := int(tint * 1000)
	for i, v := range c {
		level := int(v)
		if t < 0 {
			level = level * (1000 + t) / 1000
		} else {
			level += (255 - level) * t / 1000
		}
		c[i] = uint8(min(max(level, 0), 255))
	}
	return c
}
