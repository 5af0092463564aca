package docx

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// A colour is a number as of [visible.Paint]: 0 is unset.
const (
	colorUnknown = int32(visible.Unknown)
	colorAuto    = int32(visible.Auto)
	colorFirst   = int32(visible.Black)
	colorWhite   = int32(visible.White)
	colorBlack   = colorFirst
)

// colour reads a colour (17.18.38).
func colour(text string) int32 {
	if text == "" {
		return 0
	}
	if text == "auto" {
		return colorAuto
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || n > 0xFFFFFF {
		return colorUnknown
	}
	return colorFirst + int32(n)
}

// shade returns the colour of a shading (17.3.5), 0 for none. A pattern of two
// colours cannot be told.
func (r *reader) shade(s *xmlread.Scanner) int32 {
	fill, _ := s.Attr(nsW, "fill")
	usual := colour(fill)
	if fill == "auto" {
		usual = 0
	}
	switch pattern := value(s); pattern {
	case "", "clear", "nil":
		return r.themed(s, usual, "themeFill", "themeFillTint", "themeFillShade")
	case "solid":
		front, _ := s.Attr(nsW, "color")
		usual = colour(front)
		if front == "auto" || front == "" {
			usual = colorBlack
		}
		return r.themed(s, usual, "themeColor", "themeTint", "themeShade")
	}
	return colorUnknown
}

// highlight returns the colour of a highlighting by its name (17.18.40).
func highlight(name string) int32 {
	switch name {
	case "black":
		return colorBlack
	case "blue":
		return colorFirst + 0x0000FF
	case "cyan":
		return colorFirst + 0x00FFFF
	case "green":
		return colorFirst + 0x00FF00
	case "magenta":
		return colorFirst + 0xFF00FF
	case "red":
		return colorFirst + 0xFF0000
	case "yellow":
		return colorFirst + 0xFFFF00
	case "white":
		return colorWhite
	case "darkBlue":
		return colorFirst + 0x000080
	case "darkCyan":
		return colorFirst + 0x008080
	case "darkGreen":
		return colorFirst + 0x008000
	case "darkMagenta":
		return colorFirst + 0x800080
	case "darkRed":
		return colorFirst + 0x800000
	case "darkYellow":
		return colorFirst + 0x808000
	case "darkGray":
		return colorFirst + 0x808080
	case "lightGray":
		return colorFirst + 0xC0C0C0
	case "none", "":
		return 0
	}
	return colorUnknown
}
