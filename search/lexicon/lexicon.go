// Package lexicon has what is known of the words of languages but for their endings: months,
// irregular forms, which words ask for what, and the units of numbers.
//
//   - wants.go: what questions ask for
//   - compound.go: compounds
//   - date.go: dates
//   - lexicon.go: months, irregular forms, scripts
//   - spelling.go: British and American spelling
//   - number.go: units of numbers
//   - irregular_table.go, month_table.go, number_table.go, question_table.go: the tables
package lexicon

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Month returns the number of the month that a word in small letters names, or 0.
func Month(small string) uint8 {
	i, found := slices.BinarySearchFunc(monthTable[:], small, func(m month, name string) int { return strings.Compare(m.name, name) })
	if !found {
		return 0
	}
	return monthTable[i].number
}

// Regular returns the word of English that an irregular form is of, else the form itself, as
// American English spells it.
func Regular(small string) string {
	i, found := slices.BinarySearchFunc(irregularTable[:], small, func(one irregular, form string) int { return strings.Compare(one.form, form) })
	if !found {
		return american(small)
	}
	return irregularTable[i].word
}

// IsUnspaced reports whether a character is of a script in which words are told
// by pairs of characters.
func IsUnspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// IsSpaced reports whether a text is in a script that has spaces between words.
func IsSpaced(text string) bool {
	letters, unspaced := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if IsUnspaced(r) {
				unspaced++
			}
		}
	}
	return 3*unspaced <= letters
}

// WithoutNames returns a statement without its words that begin with a capital letter, but
// for the first: they are of no language.
func WithoutNames(statement string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(statement), " ")
	words := slices.DeleteFunc(strings.Fields(rest), func(word string) bool {
		r, _ := utf8.DecodeRuneInString(word)
		return unicode.IsUpper(r)
	})
	return first + " " + strings.Join(words, " ")
}
