package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// Bounds of a summary that is made without a model.
const (
	extractPoints = 20  // under a heading, the last ones
	extractLine   = 240 // characters of a point
)

// extract makes a summary of the words themselves: what was asked, how each
// answer begins, which tools were called. A summary that was there stays in
// front, as far as it fits.
func extract(p runner.Past) string {
	var asked, told []string
	calls := map[string]int{}
	for _, m := range p.Messages {
		for _, part := range m.Parts {
			switch {
			case part.Call != nil:
				calls[part.Call.Name]++
			case part.Text == "" || part.Class != "":
			case m.Role == model.User:
				asked = append(asked, short(part.Text, extractLine))
			default:
				told = append(told, short(part.Text, extractLine))
			}
		}
	}
	var done []string
	for name, n := range calls {
		done = append(done, fmt.Sprintf("%s was called %d times", name, n))
	}
	slices.Sort(done)
	before := sections(p.Summary)
	all := [][]string{asked, told, nil, done, nil}
	for i := range all {
		all[i] = append(before[i], all[i]...)
		all[i] = all[i][max(0, len(all[i])-extractPoints):]
	}
	return write(all)
}

// sections returns the points under each heading of a summary.
func sections(summary string) [][]string {
	headings := Headings()
	out := make([][]string, len(headings))
	at := -1
	for line := range strings.Lines(summary) {
		line = strings.TrimSpace(line)
		if i := slices.Index(headings, line); i >= 0 {
			at = i
			continue
		}
		line = strings.TrimPrefix(line, "- ")
		if at >= 0 && line != "" && line != "none" {
			out[at] = append(out[at], line)
		}
	}
	return out
}

// short returns the start of a text as one line that is not a heading.
func short(text string, most int) string {
	return oneline.Short(strings.TrimLeft(strings.Join(strings.Fields(text), " "), "#- "), most)
}
