package session

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/runner"
)

//go:embed text/summary.md
var summaryQuestion string

// Headings returns what a summary has, in order.
func Headings() []string {
	return []string{"## Goals", "## Facts", "## Decisions", "## Done", "## Open"}
}

// summarise has what was said summed up by the model for such, or that of the
// session. Where none answers it is made of the words themselves.
func summarise(ctx context.Context, p runner.Past) (string, error) {
	summary := ""
	_, err := p.Ask(ctx, summaryQuestion, func(text string) error {
		clean, ok := cleanSummary(text)
		if !ok {
			return fmt.Errorf("%w: its headings are not %s", ErrSummary, strings.Join(Headings(), ", "))
		}
		summary = clean
		return nil
	})
	switch {
	case err != nil && p.Offline() && ctx.Err() == nil:
		return extract(p), nil // it looked something up instead
	case err != nil:
		return "", fmt.Errorf("summing up: %w", err)
	}
	return summary, nil
}

// cleanSummary returns a summary from its first heading on, if it has all of
// them once and in order, and something below each.
func cleanSummary(text string) (string, bool) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	headings := Headings()
	next, filled, begun := 0, true, false
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\n")
		switch {
		case strings.HasPrefix(line, "## "):
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
