package wordml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Is reports whether the event's element is one of WordprocessingML.
func Is(s *xmlread.Scanner, local string) bool { return s.Space() == NsW && s.Local() == local }

// Value returns the attribute val.
func Value(s *xmlread.Scanner) string {
	v, _ := s.Attr(NsW, "val")
	return v
}

// Toggled returns the value of a property that is on or off (17.17.4).
func Toggled(s *xmlread.Scanner) bool {
	v, ok := s.Attr(NsW, "val")
	return IsOn(v, ok)
}

func IsOn(value string, given bool) bool {
	return !given || value != "0" && value != "false" && value != "off"
}

// Number returns an attribute's value as a number, and whether it is one.
// Measures with a unit, as Strict has them, are in twips.
func Number(text string) (int32, bool) {
	if n, err := strconv.ParseInt(text, 10, 32); err == nil {
		return int32(n), true
	}
	unit := strings.TrimLeft(text, "+-.0123456789")
	f, err := strconv.ParseFloat(text[:len(text)-len(unit)], 64)
	if err != nil {
		return 0, false
	}
	factor := 1.0
	switch unit {
	case "pt":
		factor = 20
	case "in":
		factor = 1440
	case "cm":
		factor = 1440 / 2.54
	case "mm":
		factor = 144 / 2.54
	case "pc", "pi":
		factor = 240
	}
	return int32(min(max(f*factor, -1<<30), 1<<30)), true
}
