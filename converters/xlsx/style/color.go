package style

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/visible"
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
