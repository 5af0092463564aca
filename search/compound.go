package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of the parts of a compound, in bytes and in parts.
const (
	minPart  = 4
	maxParts = 3
)

// links are what is between the parts of a compound.
var links = [...]string{"", "s", "n", "en", "es", "er", "e"}

// compounds reports whether a language writes compounds as one word.
func (l language) compounds() bool {
	return slices.Contains([]language{inGerman, inDutch, inSwedish, inDanish, inNorwegian, inFinnish, inHungarian}, l)
}

// parted returns a query in which compounds that no text has are parted into words that
// texts have.
func (x *Index) parted(query string) string {
	l := languageOf(query)
	if !l.compounds() {
		return query
	}
	for _, word := range strings.FieldsFunc(query, separates) {
		first, _ := utf8.DecodeRuneInString(word)
		if len(word) < 2*minPart || len(word) > maxWord || unicode.IsUpper(first) && l != inGerman || x.knows(l, word) {
			continue
		}
		if parts := x.parts(l, strings.ToLower(word), maxParts); parts != nil {
			query = strings.Replace(query, word, strings.Join(parts, " "), 1)
		}
	}
	return query
}

// parts returns the words of which a word is put together, at most so many; nil where it
// is not.
func (x *Index) parts(l language, word string, most int) []string {
	if x.knows(l, word) {
		return []string{word}
	}
	for at := len(word) - minPart; at >= minPart && most > 1; at-- {
		for _, link := range links {
			head, ok := strings.CutSuffix(word[:at], link)
			if !ok || len(head) < minPart || !utf8.RuneStart(word[at]) || !x.knows(l, head) {
				continue
			}
			if rest := x.parts(l, word[at:], most-1); rest != nil {
				return append([]string{head}, rest...)
			}
		}
	}
	return nil
}

// knows reports whether a text of a language has a word that says something.
func (x *Index) knows(l language, word string) bool {
	for _, term := range termsOf(l, word) {
		for range x.find(term) {
			return true
		}
	}
	return false
}
