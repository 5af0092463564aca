package mathml

import (
	"strings"
	"unicode"
)

const (
	wordLetters  = 3        // letters in a row that make a word
	mostTeX      = 16 << 10 // bytes of TeX, or of letters, that are compared
	spareLetters = 8        // that TeX may have beyond the formula
)

// says reports whether TeX, which nobody sees, has the words of the formula
// that it annotates and no others: names of commands and environments aside,
// each of its words has to be in the formula.
func says(tex string, formula *Node) bool {
	text, total := letters(formula), 0
	if len(tex) > mostTeX || len(text) > mostTeX {
		return false
	}
	for _, w := range texWords(tex) {
		n := len([]rune(w))
		if total += n; n >= wordLetters && !strings.Contains(text, w) {
			return false
		}
	}
	return total <= len([]rune(text))+spareLetters
}

// letters returns the letters that a formula shows.
func letters(n *Node) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return r
	}, text(n))
}

// texWords returns the letters in a row outside the names of commands.
func texWords(tex string) []string {
	var words []string
	for tex != "" {
		if tex[0] == '\\' {
			name := tex[1:]
			if end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
				name = name[:end]
			}
			if tex = tex[1+len(name):]; name == "" && tex != "" {
				tex = tex[1:] // a command of one sign
			}
			switch name {
			case "begin", "end", "color", "textcolor", "label", "hspace", "mspace", "kern":
				tex = behindGroup(tex)
				if name == "begin" { // perhaps the columns of an array
					tex = behindGroup(tex)
				}
			}
			continue
		}
		end := strings.IndexFunc(tex, func(r rune) bool { return !unicode.IsLetter(r) })
		if end < 0 {
			end = len(tex)
		}
		if end > 0 {
			words = append(words, tex[:end])
			tex = tex[end:]
			continue
		}
		next := strings.IndexFunc(tex, func(r rune) bool { return r == '\\' || unicode.IsLetter(r) })
		if next < 0 {
			next = len(tex)
		}
		tex = tex[next:]
	}
	return words
}

// behindGroup returns what follows the group that TeX begins with, if any.
func behindGroup(tex string) string {
	if rest, ok := strings.CutPrefix(tex, "{"); ok {
		_, tex, _ = strings.Cut(rest, "}")
	}
	return tex
}
