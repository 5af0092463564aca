package profile

import "strings"

// WithBody returns the text of a soul with another body. Its front matter stays
// as it is, byte for byte, unless the body has one of its own.
func WithBody(text, body string) string {
	front, _ := splitFront(text)
	if own, _ := splitFront(body); own != "" {
		front = ""
	}
	if front != "" {
		front += "\n"
	}
	return front + strings.TrimSpace(body) + "\n"
}

// WithDescription returns the text of a soul with another description: the
// first paragraph of its body that is not a heading.
func WithDescription(text, description string) string {
	_, body := splitFront(text)
	lines := strings.Split(strings.TrimSpace(body), "\n")
	from := 0
	for from < len(lines) && !isProse(lines[from]) {
		from++
	}
	to := from
	for to < len(lines) && isProse(lines[to]) {
		to++
	}
	description = strings.Join(strings.Fields(description), " ")
	if from == len(lines) && strings.TrimSpace(body) != "" {
		description = "\n" + description
	}
	rest := append([]string{description}, lines[to:]...)
	return WithBody(text, strings.Join(append(lines[:from:from], rest...), "\n"))
}

// isProse reports whether a line is neither blank nor a heading.
func isProse(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && line[0] != '#'
}

// splitFront returns the front matter of a text with its last line, and what is
// behind it.
func splitFront(text string) (front, body string) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	if !parseFront(text).found {
		return "", text
	}
	at := strings.Index(text, "---")
	for line := range strings.Lines(text[at:]) {
		at += len(line)
		if front != "" && strings.TrimRight(line, " \t\n") == "---" {
			return strings.TrimLeft(text[:at], " \t\n"), text[at:]
		}
		front = line
	}
	return "", text
}
