package lint

import (
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
)

// lineFinding is what a rule of characters finds on a line.
type lineFinding struct {
	gate.Finding
	number int
}

// linesWith returns the lines of a text that have the characters of a code.
func linesWith(text, code string) (all []lineFinding) {
	number := 0
	for line := range strings.Lines(text) {
		if number++; number == 1 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		var g gate.Gate
		g.Watch(maxWords, nil)
		g.Text(line)
		for _, f := range g.Findings() {
			if "char-"+strings.ToLower(f.Rule.String()) == code {
				all = append(all, lineFinding{f, number})
			}
		}
	}
	return all
}
