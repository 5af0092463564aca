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
	colorFirst   = int32(visible.Black)
	ColorWhite   = int32(visible.White)
	ColorBlack   = colorFirst
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
	return colorFirst + int32(n)
}

// Shade returns the colour of a shading (17.3.5), 0 for none. A pattern of two
// colours cannot be told.
func (t *theme) Shade(s *xmlread.Scanner) int32 {
	fill, _ := s.Attr(NsW, "fill")
	usual := ReadColor(fill)
	if fill == "auto" {
		usual = 0
	}
	switch pattern := Value(s); pattern {
	case "", "clear", "nil":
		return t.Themed(s, usual, "themeFill", "themeFillTint", "themeFillShade")
	case "solid":
		front, _ := s.Attr(NsW, "color")
		usual = ReadColor(front)
		if front == "auto" || front == "" {
			usual = ColorBlack
		}
		return t.Themed(s, usual, "themeColor", "themeTint", "themeShade")
	}
	if front, _ := s.Attr(NsW, "color"); strings.EqualFold(front, fill) && front != "auto" {
		return usual // a pattern of one colour
	}
	return ColorUnknown
}

// highlight returns the colour of a highlighting by its name (17.18.40).
func highlight(name string) int32 {
	if name == "" || name == "none" {
		return 0
	}
	if rgb, ok := highlights[name]; ok {
		return colorFirst + rgb
	}
	return ColorUnknown
}

var highlights = map[string]int32{
	"black": 0x000000, "blue": 0x0000FF, "cyan": 0x00FFFF, "green": 0x00FF00, "magenta": 0xFF00FF, "red": 0xFF0000, "yellow": 0xFFFF00, "white": 0xFFFFFF,
	"darkBlue": 0x000080, "darkCyan": 0x008080, "darkGreen": 0x008000, "darkMagenta": 0x800080, "darkRed": 0x800000, "darkYellow": 0x808000,
	"darkGray": 0x808080, "lightGray": 0xC0C0C0,
}

// Themed returns the colour that attributes name in the theme, or the usual
// one where they name none. The attributes are those for the name, for how
// much lighter and how much darker it is (17.18.97).
func (t *theme) Themed(s *xmlread.Scanner, usual int32, name, tint, shade string) int32 {
	which, ok := s.Attr(NsW, name)
	if !ok || which == "none" {
		return usual
	}
	t.readTheme()
	c, ok := t.colors[schemeName(which)]
	if !ok {
		return usual
	}
	if part, ok := portion(s, tint); ok {
		return mixed(c, 255, part)
	}
	if part, ok := portion(s, shade); ok {
		return mixed(c, 0, part)
	}
	return c
}

// schemeName returns what a theme calls a colour that documents name.
func schemeName(which string) string {
	switch which {
	case "background1", "light1":
		return "lt1"
	case "background2", "light2":
		return "lt2"
	case "text1", "dark1":
		return "dk1"
	case "text2", "dark2":
		return "dk2"
	case "hyperlink":
		return "hlink"
	case "followedHyperlink":
		return "folHlink"
	}
	return which
}

// portion returns an attribute that is a share of 255.
func portion(s *xmlread.Scanner, name string) (int32, bool) {
	text, ok := s.Attr(NsW, name)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 16, 8)
	return int32(n), err == nil
}

// mixed returns a colour of which a share is left, the rest being light or
// dark.
func mixed(c, rest, part int32) int32 {
	if c < colorFirst {
		return c
	}
	c -= colorFirst
	out := int32(0)
	for shift := 16; shift >= 0; shift -= 8 {
		out |= ((c>>shift&0xFF)*part + rest*(255-part)) / 255 << shift
	}
	return out + colorFirst
}

// readTheme reads the colours of the theme (20.1.6.2). A theme that is missing
// or broken has those that programs begin with.
func (t *theme) readTheme() {
	if t.read {
		return
	}
	t.read = true
	t.colors = map[string]int32{"lt1": ColorWhite, "dk1": ColorBlack}
	part := t.parts.of("theme")
	if part == "" {
		return
	}
	t.parts.Fail(t.parts.Spare(part, t.parts.Package.ReadHead(part, t.parts.Spaces, func(s *xmlread.Scanner) error {
		for {
			kind, err := s.Next()
			if err != nil || kind == xmlread.EOF {
				return err
			}
			if kind == xmlread.Start && s.Space() == NsA && s.Local() == "clrScheme" {
				return t.readScheme(s)
			}
		}
	})))
}

// readScheme reads the colours themselves.
func (t *theme) readScheme(s *xmlread.Scanner) error {
	return s.Each(func() error {
		name := s.Local()
		return s.Each(func() error {
			value, _ := s.Attr(xmlread.None, "val")
			if s.Local() == "sysClr" { // what it was when the file was written is not what is shown
				t.colors[name] = int32(visible.System(value))
				return s.Skip()
			}
			if c := ReadColor(strings.ToUpper(value)); c >= colorFirst {
				t.colors[name] = c
			} else {
				t.colors[name] = ColorUnknown
			}
			return s.Skip()
		})
	})
}
