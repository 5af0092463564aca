package search

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// language is what a text is written in. Its number is part of an index.
type language uint32

const (
	inEnglish language = iota
	inGerman
	inFrench
	inSpanish
	inItalian
	inPortuguese
	inDutch
	inSwedish
	inDanish
	inNorwegian
	inFinnish
	inHungarian
	inRomanian
	inTurkish
	inRussian
	inArabic
	languages // how many there are
)

// stemmer returns what takes the endings off the words of a language.
func stemmer(l language) func(*snowballstem.Env) bool {
	switch l {
	case inEnglish:
		return english.Stem
	case inGerman:
		return german.Stem
	case inFrench:
		return french.Stem
	case inSpanish:
		return spanish.Stem
	case inItalian:
		return italian.Stem
	case inPortuguese:
		return portuguese.Stem
	case inDutch:
		return dutch.Stem
	case inSwedish:
		return swedish.Stem
	case inDanish:
		return danish.Stem
	case inNorwegian:
		return norwegian.Stem
	case inFinnish:
		return finnish.Stem
	case inHungarian:
		return hungarian.Stem
	case inRomanian:
		return romanian.Stem
	case inTurkish:
		return turkish.Stem
	case inRussian:
		return russian.Stem
	case inArabic:
		return arabic.Stem
	}
	return nil
}

// maxSample is how much of a text decides in which language it is, in bytes.
const maxSample = 16 << 10

// languageOf returns the language of a text: the one of which it has most of the
// commonest words, and English where it has none.
func languageOf(text string) language {
	if len(text) > maxSample {
		text = text[:maxSample]
	}
	var counts [languages]int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) > maxStop {
			switch r, _ := utf8.DecodeRuneInString(word); {
			case unicode.Is(unicode.Cyrillic, r):
				counts[inRussian]++
			case unicode.Is(unicode.Arabic, r):
				counts[inArabic]++
			}
			continue
		}
		for in := stops()[strings.ToLower(word)]; in != 0; in &= in - 1 {
			counts[bits.TrailingZeros32(in)]++
		}
	}
	best := inEnglish
	for l, n := range counts {
		if n > counts[best] {
			best = language(l)
		}
	}
	return best
}

// maxStop is the length of the longest word of [stopTable], in bytes.
const maxStop = 12

// stops returns for each word of [stopTable] the languages that have it, as bits.
var stops = sync.OnceValue(func() map[string]uint32 {
	in := map[string]uint32{}
	for l := range stopTable {
		for _, word := range stopTable[l] {
			in[word] |= 1 << l
		}
	}
	return in
})

// isStop reports whether a word in small letters says nothing of what a text is
// about.
func (l language) isStop(small string) bool {
	return l < languages && stops()[small]>>l&1 == 1
}

// IsCommon reports whether all words of a text are among the commonest of some
// language, so that it says nothing of what it is about: "and when was it?".
func IsCommon(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return stops()[w] == 0 })
}

// monthOf returns the number of the month that a word in small letters names, or 0.
func monthOf(small string) uint8 {
	i, found := slices.BinarySearchFunc(monthTable[:], small, func(m month, name string) int { return strings.Compare(m.name, name) })
	if !found {
		return 0
	}
	return monthTable[i].number
}

// month is a name of a month.
type month struct {
	name   string
	number uint8
}
