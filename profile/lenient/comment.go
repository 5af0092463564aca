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
