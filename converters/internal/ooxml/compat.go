package ooxml

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Compatibility is the namespace of alternatives (ISO/IEC 29500-3, 7.6), for
// [xmlread.NewSpaces].
const Compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006"

// Alternative chooses one branch of an alternative for a reader that scans.
// Its zero value is ready for one alternative.
type Alternative struct{ taken bool }

// Take reports whether the branch whose start tag is the scanner's event is
// the one to read: the first choice all of whose required namespaces are
// among the known ones, or the fallback where none was. The other branches
// have to be skipped, so that what is in all of them is read once.
func (a *Alternative) Take(s *xmlread.Scanner, known ...xmlread.Space) bool {
	if a.taken {
		return false
	}
	switch s.Local() {
	case "Fallback":
		a.taken = true
	case "Choice":
		requires, _ := s.Attr(xmlread.None, "Requires")
		a.taken = true
		for prefix := range strings.FieldsSeq(requires) {
			if !slices.Contains(known, s.Resolve(prefix)) {
				a.taken = false
			}
		}
	}
	return a.taken
}
