package wordml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// theme holds the colours of a document's theme, once one is asked for. A
// program shows the colour that the theme has, whatever other colour stands
// beside its name.
type theme struct {
	read   bool
	colors map[string]int32
}

// Themed returns the colour that attributes name in the theme, or the usual
// one where they name none. The attributes are those for the name, for how
// much lighter and how much darker it is (17.18.97).
func (defs *Definitions) Themed(s *xmlread.Scanner, usual int32, name, tint, shade string) int32 {
	which, ok := s.Attr(NsW, name)
	if !ok || which == "none" {
		return usual
	}
	defs.readTheme()
	c, ok := defs.theme.colors[schemeName(which)]
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
	if c < ColorFirst {
		return c
	}
	c -= ColorFirst
	out := int32(0)
	for shift := 16; shift >= 0; shift -= 8 {
		out |= ((c>>shift&0xFF)*part + rest*(255-part)) / 255 << shift
	}
	return out + ColorFirst
}

// readTheme reads the colours of the theme (20.1.6.2). A theme that is missing
// or broken has those that programs begin with.
func (defs *Definitions) readTheme() {
	if defs.theme.read {
		return
	}
	defs.theme.read = true
	defs.theme.colors = map[string]int32{"lt1": ColorWhite, "dk1": ColorBlack}
	part := defs.Package.Part(defs.Main, "theme")
	if part == "" {
		return
	}
	defs.Fail(defs.Spare(part, defs.Package.ReadHead(part, defs.Spaces, func(s *xmlread.Scanner) error {
		for {
			kind, err := s.Next()
			if err != nil || kind == xmlread.EOF {
				return err
			}
			if kind == xmlread.Start && s.Space() == NsA && s.Local() == "clrScheme" {
				return defs.readScheme(s)
			}
		}
	})))
}

// readScheme reads the colours themselves.
func (defs *Definitions) readScheme(s *xmlread.Scanner) error {
	return s.Each(func() error {
		name := s.Local()
		return s.Each(func() error {
			value, ok := s.Attr(xmlread.None, "lastClr")
			if !ok {
				value, _ = s.Attr(xmlread.None, "val")
			}
			if c := ReadColor(strings.ToUpper(value)); c >= ColorFirst {
				defs.theme.colors[name] = c
			} else {
				defs.theme.colors[name] = ColorUnknown
			}
			return s.Skip()
		})
	})
}
