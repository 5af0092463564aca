package prompt

import (
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown"
)

// line returns text from outside as one line.
func line(text string) string {
	var gate gate.Gate
	return gate.Line(text)
}

// headingLine returns a heading of text from outside that is one line and
// nothing else.
func headingLine(level int, text string) string {
	return breakTags(markdown.HeadingLine(level, strings.TrimSpace(line(text))))
}

// escapeLine returns text from outside as one line in which nothing is Markdown.
func escapeLine(text string) string {
	return strings.TrimPrefix(headingLine(1, text), "# ")
}

// maxSummary is how long what a list says of a tool gets, in characters.
const maxSummary = 160

func summary(text string) string {
	if text = strings.TrimSpace(line(text)); text == "" {
		return ""
	}
	if runes := []rune(text); len(runes) > maxSummary {
		text = strings.TrimSpace(string(runes[:maxSummary-1])) + "…"
	}
	return ": " + escapeLine(text)
}
