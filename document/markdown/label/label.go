// Package label knows text that reads like the start of a label of ours, such as
// "[hidden:", in any case, width or letters that look like these. Such text of a
// document gets a backslash, so that a label is always the writer's.
package label

import (
	"html"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The words of the labels without blanks, up to the colon behind them.
const (
	hidden = "hidden:"
	maybe  = "maybehidden:"
)

// maxRunes is how many characters are looked at behind a bracket. Blanks, marks over
// letters and the like may be between those of a label.
const maxRunes = 64

// Match compares the characters behind a bracket, or at the start of a link, with
// the labels, one after the other.
type Match struct {
	hidden, maybe int // how much of each has been read; -1 where it is another text
	runes         int
	code          int // how much of codeStart has been read
}

// codeStart begins how a character is shown that nobody sees, such as \u{200b}.
const codeStart = `\u{`

// Next takes one more character. It reports whether the text reads like a label,
// and whether more is needed to know.
func (m *Match) Next(r rune) (reads, more bool) {
	if m.runes++; m.runes > maxRunes {
		return false, false
	}
	if m.inCode(r) || isNothing(r) {
		return false, true
	}
	if r >= 0x80 {
		if d := norm.NFKD.String(string(r)); d != "" {
			for _, base := range d {
				r = base // what it is without its marks
				break
			}
		}
	}
	r = unicode.ToLower(r)
	m.hidden, m.maybe = step(hidden, m.hidden, r), step(maybe, m.maybe, r)
	if m.hidden == len(hidden) || m.maybe == len(maybe) {
		return true, false
	}
	return false, m.hidden >= 0 || m.maybe >= 0
}

// inCode reports whether a character is part of how another one is shown.
func (m *Match) inCode(r rune) bool {
	switch {
	case m.code == len(codeStart):
		if r == '}' {
			m.code = 0
		}
	case r == '\\':
		m.code = 1
	case r == rune(codeStart[m.code]):
		m.code++
	default:
		m.code = 0
		return false
	}
	return true
}

// step returns how much of a word has been read with one more character.
func step(word string, at int, r rune) int {
	if at < 0 || at == len(word) || r != rune(word[at]) && !strings.ContainsRune(alike[word[at]], r) {
		return -1
	}
	return at + 1
}

// isNothing reports whether a character leaves a word what it is: a blank, a mark,
// what nobody sees, or what Markdown takes away.
func isNothing(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("*_~`\\", r) || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf)
}

// WideBracket is a bracket that looks like "[".
const WideBracket = "［"

// At reports whether the text behind a bracket reads like a label.
func At(text string) bool {
	reads, _ := match(text)
	return reads
}

// MayBegin reports whether text begins with a bracket and reads like a label, or
// might with what follows it.
func MayBegin(text string) bool {
	bracket := Bracket(text)
	if bracket == "" {
		return false
	}
	reads, more := match(text[len(bracket):])
	return reads || more
}

func match(text string) (reads, more bool) {
	var m Match
	more = true
	for _, r := range text {
		if reads, more = m.Next(r); !more {
			break
		}
	}
	return reads, more
}

// Bracket returns the bracket that text begins with, or "".
func Bracket(text string) string {
	for _, bracket := range [...]string{"[", WideBracket} {
		if strings.HasPrefix(text, bracket) {
			return bracket
		}
	}
	return ""
}

// In reports whether Markdown reads like a label anywhere, as it is or with its
// character references resolved, but for brackets that have a backslash.
func In(markdown string) bool {
	if strings.IndexByte(markdown, '&') >= 0 {
		markdown = html.UnescapeString(markdown)
	}
	for i := 0; i < len(markdown); i++ {
		n := strings.IndexAny(markdown[i:], "["+WideBracket)
		if n < 0 {
			return false
		}
		i += n
		bracket := len(Bracket(markdown[i:]))
		if slashes := i - len(strings.TrimRight(markdown[:i], `\`)); (slashes%2 == 0 || bracket > 1) && At(markdown[i+bracket:]) {
			return true
		}
		i += bracket - 1
	}
	return false
}
