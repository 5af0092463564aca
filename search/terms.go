package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/search/lexicon"
	"github.com/seed353dc258/backstory/search/vocabulary"
)

// maxWord is how long a word is that is stemmed, in bytes. A longer one is a term
// as it is, cut there.
const maxWord = 64

// analyzer makes terms of the texts of one language. Only one goroutine may use it.
type analyzer struct {
	language language
	known    vocabulary.Known[word]
	emit     func(term uint32)
	// query is set where a query is read. A character of a script without spaces is a
	// term only where it is alone, or a Han character that says something and is
	// not between others of a Japanese text. A word that says nothing is the term 0,
	// so that all languages make as many terms of it.
	query      bool
	weak       bool // of a query: the pair of characters that is emitted says little
	kana       bool // of a query: it has some
	nameFinder      // of a query

	word  []byte
	camel []int // where a small letter is followed by a capital one, in word
	row   row
	group []byte // digits in groups so far
	dates lexicon.Dates
}

// row is the characters of a script without spaces that are in a row.
type row struct {
	last rune
	all  int
	han  int // Han characters at its end
}

// nameFinder tells the names and numbers of a query.
type nameFinder struct {
	name         bool // the word that is emitted is one
	upper, first bool // the word begins as one, and the text with it
}

// word is what is known of a word in small letters.
type word struct {
	term  uint32 // 0 where it says nothing
	month uint8  // that it names, from 1
}

func newAnalyzer(l language, emit func(uint32)) *analyzer {
	return &analyzer{language: l, emit: emit}
}

// textReader makes terms of texts in any language. Only one goroutine may use it.
type textReader struct {
	analyzers [languages]*analyzer
	into      func(term uint32)
}

// read calls into for each term of a text in a language.
func (r *textReader) read(l language, text string, into func(term uint32)) {
	if r.analyzers[l] == nil {
		r.analyzers[l] = newAnalyzer(l, func(term uint32) { r.into(term) })
	}
	r.into = into
	r.analyzers[l].text(text)
	r.into = nil
}

// text calls emit for each term of a text, in order. Words count in small
// letters, without their endings and marks. Where no spaces are between words,
// each character and each pair of characters is a term.
func (a *analyzer) text(text string) {
	separator := rune(0)
	a.first = true
	for i, r := range text {
		a.begins(r)
		switch {
		case r < utf8.RuneSelf:
			switch c := byte(r) | 0x20; {
			case c-'a' < 26:
				if r < 'a' && len(a.word) > 0 && a.word[len(a.word)-1]-'a' < 26 && text[i-1] >= 'a' {
					a.camel = append(a.camel, len(a.word))
				}
				a.word = append(a.word, c)
			case r-'0' < 10 && r >= '0':
				a.word = append(a.word, byte(r))
			case r != '\'' || isDigit(a.word):
				a.end(separator)
				separator = r
			}
		case lexicon.IsUnspaced(r):
			a.end(separator)
			a.unspaced(r)
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			a.word = utf8.AppendRune(a.word, unicode.ToLower(r))
		case r != '’' || isDigit(a.word):
			a.end(separator)
			separator = r
		}
		a.endRun()
	}
	a.end(separator)
	a.endRun()
	a.endGroup()
	a.dates = lexicon.Dates{}
}

// begins notes of a query whether a word begins with a capital letter or a digit.
func (a *analyzer) begins(r rune) {
	if a.query && len(a.word) == 0 {
		a.upper = unicode.IsUpper(r) || unicode.IsDigit(r)
	}
}

func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }

func isDigit(word []byte) bool { return len(word) > 0 && word[len(word)-1]-'0' < 10 }

func (a *analyzer) unspaced(r rune) {
	a.endGroup()
	one := utf8.AppendRune(nil, r)
	if unicode.Is(unicode.Han, r) {
		a.row.han++
	} else {
		a.endHan()
	}
	if a.row.last != 0 {
		a.weak = a.query && isFunction(a.row.last) && isFunction(r)
		a.emit(a.language.hash(utf8.AppendRune(utf8.AppendRune(nil, a.row.last), r)))
		a.weak = false
	}
	if !a.query || !a.kana && unicode.Is(unicode.Han, r) && !isFunction(r) {
		a.emit(a.language.hash(one))
	}
	a.row.last = r
	a.row.all++
}

// isFunction reports whether a character is mostly one of a word that says nothing of
// what a text is about: a particle, a pronoun, or an ending, as Hiragana are.
func isFunction(r rune) bool {
	return unicode.Is(unicode.Hiragana, r) || strings.ContainsRune(functionHan, r)
}

func (a *analyzer) endRun() {
	if a.row.all == 1 && a.row.han == 0 && a.query {
		a.emit(a.language.hash(utf8.AppendRune(nil, a.row.last)))
	}
	a.endHan()
	a.row = row{}
}

// endHan ends a row of Han characters. One by itself is a word, as nouns of
// Japanese are between particles: its pairs are with those.
func (a *analyzer) endHan() {
	if a.row.han == 1 && a.query {
		a.emit(a.language.hash(utf8.AppendRune(nil, a.row.last)))
	}
	a.row.han = 0
}

// end ends a word, which comes after a separator.
func (a *analyzer) end(separator rune) {
	if len(a.word) == 0 {
		return
	}
	w := a.lookUp(a.word)
	a.name = a.query && a.upper && (!a.first || isDigit(a.word))
	a.first = false
	if w.term != 0 || a.query {
		a.emit(w.term)
	}
	a.name = false
	from := 0
	for _, at := range a.camel {
		a.part(a.word[from:at])
		from = at
	}
	if from > 0 {
		a.part(a.word[from:])
	}
	a.number(separator)
	if first, second := a.dates.Add(a.word, w.month); first != "" {
		a.emit(a.language.hash([]byte(first)))
		a.emit(a.language.hash([]byte(first[:len("d2006-01")])))
		if second != "" {
			a.emit(a.language.hash([]byte(second)))
		}
	}
	a.word, a.camel = a.word[:0], a.camel[:0]
}

func (a *analyzer) part(part []byte) {
	if w := a.lookUp(part); w.term != 0 || a.query {
		a.emit(w.term)
	}
}

// number joins digits in groups of three, such as 1,234,567, to one term.
func (a *analyzer) number(separator rune) {
	switch {
	case slices.ContainsFunc(a.word, func(c byte) bool { return c-'0' >= 10 }):
		a.endGroup()
	case len(a.group) > 0 && len(a.word) == 3 && (separator == ',' || separator == '.' || separator == '\'' || separator == '’' || separator == 0xa0 || separator == 0x202f):
		a.group = append(a.group, a.word...)
	default:
		a.endGroup()
		if len(a.word) <= 3 {
			a.group = append(a.group, a.word...)
		}
	}
}

func (a *analyzer) endGroup() {
	if len(a.group) > 3 {
		a.emit(a.language.hash(a.group))
	}
	a.group = a.group[:0]
}

// lookUp returns what is known of a word.
func (a *analyzer) lookUp(text []byte) word {
	if w, ok := a.known.Get(text); ok {
		return w
	}
	small := string(text)
	if !vocabulary.IsASCII(small) {
		small = norm.NFC.String(small)
	}
	w := word{month: lexicon.Month(small)}
	if !a.language.isStop(small) {
		w.term = a.language.hash(vocabulary.Fold(a.language.stem(small)))
	}
	a.known.Put(text, w)
	return w
}

// hash returns the number of a term of a language, which is not 0: FNV-1a. The
// terms of each language have other numbers.
func (l language) hash(term []byte) uint32 {
	h := (2166136261 ^ uint32(l)) * 16777619
	for _, c := range term {
		h = (h ^ uint32(c)) * 16777619
	}
	return max(1, h)
}

// stem takes the endings of a word off.
func (l language) stem(small string) string {
	if l == inEnglish {
		small = lexicon.Regular(small)
	}
	stem := stemmer(l)
	if stem == nil || len(small) > maxWord {
		return small[:min(len(small), maxWord)]
	}
	env := snowballstem.NewEnv(small)
	stem(env)
	return env.Current()
}

// separates reports whether a character is of no word.
func separates(r rune) bool {
	if r < utf8.RuneSelf {
		return (byte(r)|0x20)-'a' >= 26 && byte(r)-'0' >= 10 && r != '\''
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && r != '\'' && r != '’'
}

// termsOf returns the terms of a word; none of one that says nothing.
func termsOf(l language, word string) (terms []uint32) {
	newAnalyzer(l, func(term uint32) { terms = append(terms, term) }).text(word)
	return terms
}
