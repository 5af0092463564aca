package wordml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// A colour is a number as of [visible.Paint]: 0 is unset.
const (
	ColorUnknown = int32(visible.Unknown)
	ColorAuto    = int32(visible.Auto)
	ColorFirst   = int32(visible.Black)
	ColorWhite   = int32(visible.White)
	ColorBlack   = ColorFirst
)

// ReadColor reads a colour (17.18.38).
func ReadColor(text string) int32 {
	if text == "" {
		return 0
	}
	if text == "auto" {
		return ColorAuto
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || n > 0xFFFFFF {
		return ColorUnknown
	}
	return ColorFirst + int32(n)
}

// Shade returns the colour of a shading (17.3.5), 0 for none. A pattern of two
// colours cannot be told.
func (defs *Definitions) Shade(s *xmlread.Scanner) int32 {
	fill, _ := s.Attr(NsW, "fill")
	usual := ReadColor(fill)
	if fill == "auto" {
		usual = 0
	}
	switch pattern := Value(s); pattern {
	case "", "clear", "nil":
		return defs.Themed(s, usual, "themeFill", "themeFillTint", "themeFillShade")
	case "solid":
		front, _ := s.Attr(NsW, "color")
		usual = ReadColor(front)
		if front == "auto" || front == "" {
			usual = ColorBlack
		}
		return defs.Themed(s, usual, "themeColor", "themeTint", "themeShade")
	}
	return ColorUnknown
}

// highlight returns the colour of a highlighting by its name (17.18.40).
func highlight(name string) int32 {
	if name == "" || name == "none" {
		return 0
	}
	if rgb, ok := highlights[name]; ok {
		return ColorFirst + rgb
	}
	return ColorUnknown
}

var highlights = map[string]int32{
	"black": 0x000000, "blue": 0x0000FF, "cyan": 0x00FFFF, "green": 0x00FF00, "magenta": 0xFF00FF, "red": 0xFF0000, "yellow": 0xFFFF00, "white": 0xFFFFFF,
	"darkBlue": 0x000080, "darkCyan": 0x008080, "darkGreen": 0x008000, "darkMagenta": 0x800080, "darkRed": 0x800000, "darkYellow": 0x808000,
	"darkGray": 0x808080, "lightGray": 0xC0C0C0,
}
