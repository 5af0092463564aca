package lint

import (
	"html"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// label is a label of a chapter's text, with the words in it.
type label struct {
	offset int
	maybe  bool // nobody knows whether they are hidden
	words  string
}

// labelsOf returns the labels of a chapter's text. The writer puts a backslash before
// whatever in a source reads like one, but for code.
func labelsOf(text string) (all []label) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return all
		}
		at += i
		for _, style := range []document.Style{document.Hidden, document.MayBeHidden} {
			start := style.LabelStart()
			if !strings.HasPrefix(text[at:], start) || at > 0 && text[at-1] == '\\' {
				continue
			}
			if end := endOf(text[at+len(start):]); end > 0 {
				words := plainOf(text[at+len(start):][:end])
				all = append(all, label{at, style == document.MayBeHidden, words})
				at += len(start) + end
			}
		}
		at++
	}
}

// endOf returns where the bracket is that ends a label, or -1.
func endOf(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ']':
			return i
		case '\n':
			return -1
		}
	}
	return -1
}

// plainOf returns what a piece of Markdown without markup says.
func plainOf(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && isPunctuation(text[i+1]) {
			i++
		}
		b.WriteByte(text[i])
	}
	return html.UnescapeString(b.String())
}

// isPunctuation reports whether a backslash in front of a byte goes.
func isPunctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
