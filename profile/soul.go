package profile

import (
	"strings"
	"unicode/utf8"
)

// Soul is what soul.md says: who the agent is.
type Soul struct {
	File        File   // in its tiers
	Model       string // from the front matter; may be empty
	Description string // the first paragraph, of at most 120 characters
	Body        string // without front matter, trimmed
}

// The length of a description in characters, and what stands for the rest.
const (
	maxDescription = 120
	ellipsis       = "..."
)

// ParseSoul reads the text of a soul.md. What is wrong with its front matter
// is returned beside it, as messages.
func ParseSoul(text string) (Soul, []string) {
	f := parseFront(text)
	return Soul{Model: f.value("model"), Description: describe(f.body), Body: f.body}, f.problems
}

// describe returns the first paragraph of a text that is not a heading.
func describe(body string) string {
	var lines []string
	size := 0
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			if len(lines) > 0 {
				break
			}
			continue
		}
		lines = append(lines, line)
		if size += len(line); size > utf8.UTFMax*maxDescription {
			break // more than is shown
		}
	}
	text := strings.ToValidUTF8(strings.Join(lines, " "), "\uFFFD")
	if utf8.RuneCountInString(text) <= maxDescription {
		return text
	}
	return string([]rune(text)[:maxDescription-len(ellipsis)]) + ellipsis
}

// DisplayName makes a title of the name of a profile's folder: blanks for "-"
// and "_", and a capital at the start of each word.
func DisplayName(name string) string {
	words := strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToValidUTF8(name, "\uFFFD")))
	for i, w := range words {
		r, n := utf8.DecodeRuneInString(w)
		words[i] = strings.ToUpper(string(r)) + w[n:]
	}
	return strings.Join(words, " ")
}
