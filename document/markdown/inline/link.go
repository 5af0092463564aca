package inline

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/label"
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// HasNoScheme reports whether no reader could take the start of an
// address for a scheme.
func HasNoScheme(url string) bool {
	i := strings.IndexAny(url, ":/?#")
	return i < 0 || url[i] != ':'
}

// autolink returns <target> if a link shows its own target and nothing
// else, or "".
func autolink(target, text string) string {
	shown := target
	if rest, ok := strings.CutPrefix(target, "mailto:"); ok && rest == text {
		shown = rest
	}
	if text == "" || shown != text || HasNoScheme(target) {
		return ""
	}
	for i := range len(target) {
		if target[i] == '&' && escIsEntity(target, i) {
			return ""
		}
	}
	auto := "<" + shown + ">"
	if n, _ := lexical.Autolink(auto); n != len(auto) {
		return ""
	}
	return auto
}

// cleanTitle makes one line of a link's title. It ends in no backslash:
// cmark-gfm takes the quote behind an escaped one for escaped, too.
func cleanTitle(title string) string {
	if label.In(title) {
		title = strings.ReplaceAll(title, label.WideBracket, "[") // which takes a backslash
	}
	return strings.TrimRight(strings.Join(strings.Fields(Clean(title)), " "), `\ `)
}

// destination appends the target and the title of a link, and the ")".
func (e *escaper) destination(buf []byte, a atom) []byte {
	url, plain := a.text, isBalanced(a.text)
	done := 0
	for i := 0; i < len(url); i++ {
		switch c := url[i]; {
		case c > ')':
		case c == '&' && escIsEntity(url, i):
			buf = append(append(buf, url[done:i]...), "&amp;"...) // cmark resolves references before backslashes
			done = i + 1
		case !plain && (c == '(' || c == ')'):
			buf = append(append(buf, url[done:i]...), '\\')
			done = i
		}
	}
	buf = append(buf, url[done:]...)
	if a.title == "" {
		return append(buf, ')')
	}
	buf = append(buf, ' ', '"')
	buf = e.title(buf, a.title)
	return append(buf, '"', ')')
}

func startsLabel(s string) bool { return s[0] == '[' && label.At(s[1:]) }

// title appends a title with its escapes.
func (e *escaper) title(buf []byte, s string) []byte {
	token := -1
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '<' || c == '[' {
			if end := chattoken.End(s, i); end > 0 {
				token = end - 1
				e.tokens++
			}
		}
		switch {
		case c == '\\' && e.in.mode == Cell && i+1 < len(s) && s[i+1] == '|':
			continue // readers differ on every way to write this
		case c == '&' && escIsEntity(s, i):
			buf = append(buf, "&amp;"...)
			continue
		case c == '\\' && (i+1 == len(s) || escIsPunct(s[i+1])), c == '"', startsLabel(s[i:]), i == token, c == '|' && e.in.mode == Cell:
			buf = append(buf, '\\')
		}
		buf = append(buf, c)
	}
	return buf
}

// isBalanced reports whether parentheses pair, and not too deep for every
// reader, so that they need no backslash.
func isBalanced(url string) bool {
	if strings.IndexByte(url, '(') < 0 {
		return strings.IndexByte(url, ')') < 0
	}
	depth := 0
	for i := range len(url) {
		switch url[i] {
		case '(':
			if depth++; depth > 3 {
				return false
			}
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}
