package session

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/internal/tokens"
)

//go:embed text/summary.md
var summaryQuestion string

//go:embed text/summary_again.md
var summaryAgain string

// Bounds of a summary.
const (
	maxSummary   = 1500 // tokens
	summaryShare = 12   // of the window: one in so many
	minSummary   = 160  // tokens that it may have in any window
	// minProse is how long a text without headings is that may be a summary,
	// in characters.
	minProse = 80
)

// summarised is what became of a session that was summed up.
type summarised struct {
	text string
	// why says why the words themselves were taken instead of what a model
	// says; nil where they were not.
	why error
}

// summarise has what was said summed up by the model for such, or that of the
// session. What it says is taken as it is, or put under the headings; where
// that cannot be done it is asked once more, and where nothing comes of that
// either the summary is made of the words themselves. It fails only where
// nobody waits for it any more.
func summarise(ctx context.Context, p runner.Past) (summarised, error) {
	most := summaryRoom(p.Window())
	summary, prose := "", ""
	accept := func(text string) error {
		if clean, ok := cleanSummary(text); ok && tokens.Estimate(clean) <= most {
			summary = clean
			return nil
		}
		points, named := readSummary(text)
		if named >= 2 {
			summary = repaired(points, p.Summary, most)
			return nil
		}
		if said := bare(text); len(said) >= minProse {
			prose = said
		}
		return ErrSummary
	}
	_, err := p.Ask(ctx, summaryQuestion, accept)
	if errors.Is(err, ErrSummary) && !p.Offline() && ctx.Err() == nil {
		_, err = p.Ask(ctx, summaryAgain, accept)
	}
	switch {
	case err == nil:
		return summarised{text: summary}, nil
	case ctx.Err() != nil:
		return summarised{}, fmt.Errorf("summing up: %w", err)
	case p.Offline():
		return summarised{text: bounded(extract(p), most)}, nil // it looked something up instead
	}
	return summarised{text: withProse(extract(p), prose, most), why: err}, nil
}

// summaryRoom is how long a summary may be in a window, in tokens.
func summaryRoom(window int) int {
	if window <= 0 {
		return maxSummary
	}
	return min(maxSummary, max(minSummary, window/summaryShare))
}

// repaired makes a summary of what a model said. Of a heading that it left out
// the points of the summary before stay.
func repaired(points [][]string, before string, most int) string {
	old := sections(before)
	for i := range points {
		switch {
		case points[i] == nil:
			points[i] = old[i]
		case len(points[i]) == 0:
			points[i] = nil
		}
	}
	return shrunk(points, most)
}

// withProse puts what a model said without any headings among the facts.
func withProse(summary, prose string, most int) string {
	points := sections(summary)
	if prose != "" {
		points[1] = append(sentences(prose), points[1]...)
	}
	return shrunk(points, most)
}

// bounded makes a summary fit so many tokens.
func bounded(summary string, most int) string { return shrunk(sections(summary), most) }

// shrunk writes a summary of so many tokens at most: its points get shorter
// first, then the oldest of the longest list goes.
func shrunk(points [][]string, most int) string {
	summary := write(points)
	for length := extractLine; tokens.Estimate(summary) > most; summary = write(points) {
		longest := 0
		for i := range points {
			if len(points[i]) > len(points[longest]) {
				longest = i
			}
		}
		if length > extractLine/4 || len(points[longest]) < 2 {
			if length /= 2; length < 8 {
				return write(make([][]string, len(points)))
			}
			for i := range points {
				for n := range points[i] {
					points[i][n] = short(points[i][n], length)
				}
			}
			continue
		}
		points[longest] = points[longest][1:]
	}
	return summary
}

// sentences cuts prose into points, one a line, or one a sentence.
func sentences(prose string) []string {
	var out []string
	for line := range strings.Lines(prose) {
		for line = strings.TrimSpace(line); line != ""; {
			end := strings.Index(line, ". ")
			if end < 0 || len(line) <= extractLine {
				end = len(line) - 1
			}
			if point := short(line[:end+1], extractLine); point != "" {
				out = append(out, point)
			}
			line = strings.TrimSpace(line[end+1:])
		}
	}
	return out[:min(len(out), extractPoints)]
}

// cleanSummary returns a summary from its first heading on, if it has all of
// them once and in order, and something below each.
func cleanSummary(text string) (string, bool) {
	text = bare(text)
	headings := Headings()
	next, filled, begun := 0, true, false
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\n")
		switch {
		case strings.HasPrefix(line, "#"):
			if next == len(headings) || line != headings[next] || !filled {
				return "", false
			}
			next, filled, begun = next+1, false, true
		case strings.TrimSpace(line) != "":
			filled = true
		}
		if begun {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n"), next == len(headings) && filled
}
