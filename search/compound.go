package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// compounds reports whether a language writes compounds as one word.
func (l language) compounds() bool {
	return slices.Contains([]language{inGerman, inDutch, inSwedish, inDanish, inNorwegian, inFinnish, inHungarian}, l)
}

// parted returns a query in which compounds that no text has are parted into words that
// texts have.
func (t *table) parted(query string) string {
	l := languageOf(query)
	if !l.compounds() {
		return query
	}
	knows := func(word string) bool {
		for _, term := range termsOf(l, word) {
			for range t.find(term) {
				return true
			}
		}
		return false
	}
	for _, word := range strings.FieldsFunc(query, separates) {
		first, _ := utf8.DecodeRuneInString(word)
		if len(word) > maxWord || unicode.IsUpper(first) && l != inGerman || knows(word) {
			continue
		}
		if parts := lexicon.Parts(strings.ToLower(word), knows); parts != nil {
			query = strings.Replace(query, word, strings.Join(parts, " "), 1)
		}
	}
	return query
}
