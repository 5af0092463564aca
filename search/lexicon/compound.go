package lexicon

import (
	"strings"
	"unicode/utf8"
)

// Bounds of a compound: the bytes of a part, and how many parts there are.
const (
	minPart  = 4
	maxParts = 3
)

// links are what is between the parts of a compound.
var links = [...]string{"", "s", "n", "en", "es", "er", "e"}

// Parts returns the known words of which a compound in small letters is put together, or
// nil.
func Parts(compound string, knows func(word string) bool) []string {
	return parts(compound, knows, maxParts)
}

func parts(word string, knows func(string) bool, most int) []string {
	for at := len(word) - minPart; at >= minPart && most > 1; at-- {
		if !utf8.RuneStart(word[at]) {
			continue
		}
		for _, link := range links {
			head, ok := strings.CutSuffix(word[:at], link)
			if !ok || len(head) < minPart || !knows(head) {
				continue
			}
			rest := word[at:]
			if knows(rest) {
				return []string{head, rest}
			}
			if more := parts(rest, knows, most-1); more != nil {
				return append([]string{head}, more...)
			}
		}
	}
	return nil
}
