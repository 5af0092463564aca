package lenient

import "strings"

// WithoutComments takes the HTML comments out of a text.
func WithoutComments(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "<!--")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "-->")
	}
}

// Idle reports whether a HEARTBEAT.md has nothing to do: headings, comments, fences
// and empty items of lists, as OpenClaw's template has them.
func Idle(text string) bool {
	for line := range strings.Lines(WithoutComments(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "```") && strings.Trim(line, "-*+[]xX ") != "" {
			return false
		}
	}
	return true
}
