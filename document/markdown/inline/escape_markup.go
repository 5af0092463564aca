package inline

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// escIsMarkup reports whether the "<" at i begins what CommonMark 6.5 or 6.6
// reads as an autolink or as HTML. more says that s does not end the block,
// so that a tag which is still open at its end counts.
func escIsMarkup(s string, i int, more bool) bool {
	if i+1 == len(s) {
		return false
	}
	switch c := s[i+1]; {
	case c == '?':
		return true
	case c == '!':
		return i+2 == len(s) && more || i+2 < len(s) && (lexical.IsAlpha(s[i+2]) || s[i+2] == '-' || s[i+2] == '[') ||
			escIsAutolink(s[i:], more)
	case c == '/':
		n := lexical.TagName(s, i+2)
		if n > i+2 {
			n = lexical.Space(s, n)
			if n < len(s) && s[n] == '>' || n == len(s) && more {
				return true
			}
		}
		return escIsAutolink(s[i:], more) // of mail: names may begin with these signs
	default:
		return escIsOpenTag(s[i:], more)
	}
}

func escIsOpenTag(s string, more bool) bool {
	n := lexical.OpenTag(s)
	return n >= 0 || more && ^n == len(s) || escIsAutolink(s, more)
}

func escIsAutolink(s string, more bool) bool {
	n, _ := lexical.Autolink(s)
	return n >= 0 || more && ^n == len(s)
}

// escIsEntity reports whether the "&" at i begins a character reference.
func escIsEntity(s string, i int) bool {
	if i+1 == len(s) || s[i+1] != '#' && !lexical.IsAlpha(s[i+1]) {
		return false
	}
	_, _, ok := lexical.Entity(s, i)
	return ok
}

// escIsNote reports whether the "[^" at i could refer to a note: the labels
// that the writer gives are letters, digits and hyphens and end with a digit.
// cmark-gfm also takes what it finds no note for out of reach of everything
// else that is between the brackets, so that there may be nothing there.
func escIsNote(s string, i int, more bool) bool {
	label := s[i+2:]
	for j := range len(label) {
		switch c := label[j]; {
		case c == ']' && j+1 < len(label) && label[j+1] == '(':
			return true // this one takes a backslash
		case c == ']':
			label = strings.TrimRight(label[:j], " \t")
			return label != "" && label[len(label)-1] >= '0' && label[len(label)-1] <= '9'
		case escClass[c]&^escHigh != 0:
			return true
		}
	}
	return more
}
