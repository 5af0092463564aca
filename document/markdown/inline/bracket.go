package inline

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
)

// strays reports whether there are links and, far in front of the last one, a
// bracket that does not pair. CommonMark has no limit, but goldmark gives up
// on links that end more than 998 bytes behind such a bracket.
func (f *flow) strays() bool {
	const far = 400 // before escapes and what containers put in front of lines
	depth, size, links := 0, 0, 0
	for _, a := range f.atoms {
		size += len(a.text) + len(a.title)
		if a.kind == atomLink {
			links++
		}
		if a.kind == atomText {
			depth += escUnpaired(a.text)
		}
	}
	return depth > 0 && links > 0 && size > far
}

// escUnpaired counts the brackets in text that open and are not closed in it,
// as its escapes leave them.
func escUnpaired(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[':
			depth++
			if chattoken.End(s, i) > 0 {
				return 1
			}
		case ']':
			if i+1 == len(s) || s[i+1] != '(' {
				depth = max(depth-1, 0)
			}
		}
	}
	return depth
}

// loose reports whether brackets in the text of the link that begins at atom
// i do not pair, or might end it.
func (r *Writer) loose(i int) bool {
	defer func() { r.esc.in.at = i }()
	depth := 0
	for at, a := range r.esc.in.atoms[i+1:] {
		if a.kind == atomLinkEnd {
			break
		}
		if a.kind != atomText {
			continue
		}
		if strings.Contains(a.text, "](") || strings.Contains(a.text, "[^") || chattoken.Has(a.text) {
			return true // of some pair, one bracket takes a backslash
		}
		for j := range len(a.text) {
			switch a.text[j] {
			case '[':
				if r.esc.in.at = i + 1 + at; escIsBox(a.text[j:]) || r.esc.in.readsLabel(a.text, j) {
					return true
				}
				depth++
			case ']':
				depth--
			}
			if depth < 0 {
				return true
			}
		}
	}
	return depth != 0
}
