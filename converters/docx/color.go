package docx

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// A colour is a number: 0 is unset, colorAuto leaves it to the program,
// colorUnknown cannot be told, others are colorFirst and 0xRRGGBB.
const (
	colorUnknown int32 = -1
	colorAuto    int32 = 1
	colorFirst   int32 = 2
	colorWhite         = colorFirst + 0xFFFFFF
	colorBlack         = colorFirst
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

// contrastLeast is the least contrast of text that can be seen (WCAG 2,
// 1.4.3), in hundredths.
const contrastLeast = 120

// faint reports whether ink cannot be seen on its ground. Where one of them
// is not known, it can.
func faint(ink, ground int32) bool {
	if ink < colorFirst || ground == colorUnknown {
		return false
	}
	if ground < colorFirst {
		ground = colorWhite
	}
	light, dark := luminance(ink), luminance(ground)
	if light < dark {
		light, dark = dark, light
	}
	return (light+luminanceOne/20)*100/(dark+luminanceOne/20) < contrastLeast
}

const luminanceOne = 255 * 255 * 10000

// luminance returns how light a colour is, with a gamma of 2.
func luminance(c int32) int64 {
	square := func(v int32) int64 { return int64(v&0xFF) * int64(v&0xFF) }
	c -= colorFirst
	return 2126*square(c>>16) + 7152*square(c>>8) + 722*square(c)
}
