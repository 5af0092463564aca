package xlsx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// rgb is a colour, red first.
type rgb [3]uint8

// paint is a colour as a style gives it: unset, known, or one that cannot be
// told.
type paint struct {
	set, known bool
	rgb        rgb
}

// contrastLeast is the least contrast of text that can be seen, in hundredths.
const contrastLeast = 120

// faint reports whether text of one colour on a ground of another cannot be
// seen.
func faint(ink, ground paint) bool {
	return ink.known && ground.known && contrast(ink.rgb, ground.rgb) < contrastLeast
}

// contrast returns the contrast of two colours in hundredths (WCAG 2, with a
// gamma of 2 in place of 2.2, so that it is counted in whole numbers).
func contrast(a, b rgb) int64 {
	const white = 255 * 255 * 10_000
	luminance := func(c rgb) int64 {
		r, g, b := int64(c[0]), int64(c[1]), int64(c[2])
		return 2126*r*r + 7152*g*g + 722*b*b
	}
	high, low := max(luminance(a), luminance(b)), min(luminance(a), luminance(b))
	return (high + white/20) * 100 / (low + white/20)
}

// color reads the attributes of an element of CT_Color (ECMA-376 part 1,
// 18.3.1.15).
func (st *styles) color(s *xmlread.Scanner) paint {
	return st.colorOf(func(name string) string {
		v, _ := s.Attr(xmlread.None, name)
		return v
	})
}

// colorOf reads a colour from its attributes.
func (st *styles) colorOf(attr func(name string) string) paint {
	p := paint{set: true}
	if v := attr("rgb"); v != "" {
		p.rgb, p.known = hexColor(v)
	} else if v := attr("theme"); v != "" {
		p.rgb, p.known = st.themed(v)
	} else if v := attr("indexed"); v != "" {
		p.rgb, p.known = st.indexed(v)
	}
	if v := attr("tint"); v != "" && p.known {
		if f, err := strconv.ParseFloat(v, 64); err == nil && f >= -1 && f <= 1 {
			p.rgb = p.rgb.tinted(f)
		}
	}
	return p
}

// white is the ground of cells without a fill.
func white() paint { return paint{known: true, rgb: rgb{255, 255, 255}} }

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
func (st *styles) themed(v string) (rgb, bool) {
	names := [...]string{"lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n >= len(names) {
		return rgb{}, false
	}
	if c, ok := st.theme[names[n]]; ok {
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
func (st *styles) indexed(v string) (rgb, bool) {
	n, err := strconv.Atoi(v)
	switch {
	case err != nil || n < 0:
		return rgb{}, false
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

// readTheme reads the colours of a theme.
func (st *styles) readTheme(s *xmlread.Scanner) error {
	st.theme = map[string]rgb{}
	name, depth := "", 0
	for {
		k, err := s.Next()
		if err != nil || k == xmlread.EOF {
			return err
		}
		switch {
		case k == xmlread.End && s.Local() == "clrScheme":
			return nil
		case k != xmlread.Start:
		case s.Local() == "clrScheme":
			depth = s.Depth()
		case depth > 0 && s.Depth() == depth+1:
			name = s.Local()
		case depth > 0 && s.Depth() == depth+2:
			v, ok := s.Attr(xmlread.None, "lastClr")
			if !ok {
				v, _ = s.Attr(xmlread.None, "val")
			}
			if c, ok := hexColor(v); ok {
				st.theme[name] = c
			}
		}
	}
}
