package markdown

import "strings"

// saysNothing reports whether a block of HTML is but tags of which no page shows
// anything when there is no text in them.
func saysNothing(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\n")
		if text == "" {
			return true
		}
		end := strings.IndexByte(text, '>')
		if text[0] != '<' || end < 0 || !isSilent(text[1:end]) {
			return false
		}
		text = text[end+1:]
	}
}

// isSilent reports whether a tag, without what begins and ends it, shows nothing by
// itself, and has no attribute that could.
func isSilent(tag string) bool {
	name := strings.TrimPrefix(tag, "/")
	name, rest, _ := cutSpace(name)
	switch strings.ToLower(name) {
	case "a", "b", "center", "details", "div", "em", "i", "p", "section", "span", "strong", "sub", "sup":
	default:
		return false
	}
	for rest != "" {
		key, value, _ := strings.Cut(rest, "=")
		switch strings.ToLower(key) {
		case "align", "class", "id", "name":
		default:
			return false
		}
		if value == "" || value[0] != '"' {
			return false
		}
		var closed bool
		if _, rest, closed = strings.Cut(value[1:], `"`); !closed {
			return false
		}
		rest = strings.TrimLeft(rest, " \t\n")
	}
	return true
}
