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
	if l >= languages {
		return nil
	}
	return [languages]func(*snowballstem.Env) bool{
		inEnglish:    english.Stem,
		inGerman:     german.Stem,
		inFrench:     french.Stem,
		inSpanish:    spanish.Stem,
		inItalian:    italian.Stem,
		inPortuguese: portuguese.Stem,
		inDutch:      dutch.Stem,
		inSwedish:    swedish.Stem,
		inDanish:     danish.Stem,
		inNorwegian:  norwegian.Stem,
		inFinnish:    finnish.Stem,
		inHungarian:  hungarian.Stem,
		inRomanian:   romanian.Stem,
		inTurkish:    turkish.Stem,
		inRussian:    russian.Stem,
		inArabic:     arabic.Stem,
	}[l]
}

// maxSample is how much of a text decides in which language it is, in bytes.
const maxSample = 16 << 10

// languageOf returns the language of a text, and English where it does not tell it.
func languageOf(text string) language {
	l, _ := tell(text)
	return l
}

// toldShare is how many words of a text are for one of the commonest ones, at most,
// where the text tells its language. In sentences there are two or three.
const toldShare = 20

// tell returns the language of which a text has most of the commonest words, and
// whether it has enough of them to tell.
func tell(text string) (l language, told bool) {
	if len(text) > maxSample {
		text = text[:maxSample]
	}
	var counts [languages]int
	words := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) { // a code such as A2 has no word
		words++
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
	return best, counts[best] > 0 && counts[best]*toldShare >= words
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

// maxFollowed is how many questions before the last one are looked at.
const maxFollowed = 3

// Question returns the words to look for, given what a person said, the last
// first. A question that names nothing of its own ("and when?"), or that says "she"
// of somebody, follows up the one before it: both are looked for.
func Question(said []string) (text string) {
	for i, one := range said {
		text = strings.TrimSpace(one + "\n" + text)
		if i == maxFollowed || !followsUp(one) {
			break
		}
	}
	return text
}

// Lines returns the texts of [Question] to look for, one after the other until one is
// answered: all, then each of its own, the last first.
func Lines(question string) []string {
	all := []string{question}
	if lines := strings.Split(question, "\n"); len(lines) > 1 {
		slices.Reverse(lines)
		all = append(all, lines...)
	}
	return all
}

// followsUp reports whether all words of a text are among the commonest of some
// language, so that it says nothing of what it is about, or one of them means
// somebody or something that was named before.
func followsUp(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	l, isCommon := languageOf(text), len(words) > 0
	for _, word := range words {
		if l == inGerman && word == "Sie" {
			continue // you
		}
		small := strings.ToLower(word)
		if slices.Contains(pronouns[l], small) {
			return true
		}
		isCommon = isCommon && stops()[small] != 0
	}
	return isCommon || slices.ContainsFunc(pronounsInside, func(p string) bool { return strings.Contains(text, p) })
}

// pronouns are the words of a language for somebody or something named before, as
// far as they mean nothing else.
var pronouns = [languages][]string{
	inEnglish:    {"he", "him", "his", "she", "her", "hers", "it", "its", "they", "them", "their", "theirs"},
	inGerman:     {"er", "ihn", "ihm", "sie", "ihre", "ihrem", "ihren", "ihrer", "seine", "seinem", "seinen", "seiner", "dort"},
	inFrench:     {"il", "elle", "ils", "elles", "lui", "leur", "leurs", "sa", "ses"},
	inSpanish:    {"él", "ella", "ellos", "ellas", "su", "sus"},
	inItalian:    {"lui", "lei", "loro", "suo", "sua", "suoi", "sue"},
	inPortuguese: {"ele", "ela", "eles", "elas", "dele", "dela", "deles", "delas", "seu", "sua", "seus", "suas"},
	inDutch:      {"hij", "hem", "zij", "haar", "hun", "hen"},
	inSwedish:    {"han", "hon", "honom", "henne", "hans", "hennes", "deras", "dess"},
	inDanish:     {"han", "hun", "ham", "hende", "hans", "hendes", "deres"},
	inNorwegian:  {"han", "hun", "ham", "henne", "hans", "hennes", "deres"},
	inFinnish:    {"hän", "hänen", "hänet", "hänellä", "he", "heidän"},
	inHungarian:  {"ő", "ők", "neki", "nekik", "vele"},
	inRomanian:   {"el", "ea", "ei", "ele", "lui", "lor"},
	inTurkish:    {"onun", "ona", "onu", "onlar", "onların"},
	inRussian:    {"он", "она", "они", "его", "её", "ее", "их", "ему", "ей", "им"},
	inArabic:     {"هو", "هي", "هم"},
}

// pronounsInside are those of languages that put no blanks between words.
var pronounsInside = []string{"他们", "她", "彼女", "彼は", "彼の"}
