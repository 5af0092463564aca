package find

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/search/facts"
	"github.com/seed353dc258/backstory/search/lines"
)

// Where a text may say of when it is.
const (
	datedLines = 12 // the first ones, but for those that are empty
	maxDated   = 80 // characters of such a line
)

// DateOf returns of when the document of a passage is, as 2019-05-03, 2019-05 or 2019: as its
// name has it, or the lines that its text begins with. "" is not known.
func DateOf(f tool.Found, text string) string {
	if date := facts.DateIn(strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))); date != "" {
		return date
	}
	n := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if n++; n > datedLines {
			break
		}
		date := facts.DateIn(line)
		if isWhole := len(date) > len("2019"); date != "" && utf8.RuneCountInString(line) <= maxDated && !strings.ContainsAny(line[len(line)-1:], ".!?") && (isWhole || lines.HeadingLevel(line) > 0) {
			return date
		}
	}
	return ""
}
