// Package facts tells what sentences say: whether two answer a question alike, and of when
// they are.
//
//   - date.go: dates of documents
//   - facts.go: whether two texts answer a question alike
package facts

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// Question is a question whose answers are compared. It is not safe for several goroutines.
type Question struct {
	wants lexicon.Wants
	terms []string            // of it
	known map[string][]string // what texts have where they answer it, by text
}

// NewQuestion returns a question whose answers are compared.
func NewQuestion(text string) *Question {
	wants, _ := lexicon.WantsOf(text)
	return &Question{wants, termsIn(text), map[string][]string{}}
}

// Differ reports whether two texts have something else each in the sentence that has most to
// do with the question: another number or date where one is asked for, another name, or other
// words.
func (q *Question) Differ(a, b string) bool {
	x, y := q.in(a), q.in(b)
	lacks := func(all, some []string) bool {
		return slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
	}
	return lacks(x, y) && lacks(y, x)
}

// in returns what the sentence of a text has that has most words of the question.
func (q *Question) in(text string) (values []string) {
	if values, ok := q.known[text]; ok {
		return values
	}
	most := 0
	for sentence := range sentences(text) {
		n := 1
		for _, term := range termsIn(sentence) {
			if slices.Contains(q.terms, term) {
				n++
			}
		}
		if n <= most || strings.HasSuffix(strings.TrimSpace(sentence), "?") || strings.HasSuffix(sentence, "？") {
			continue
		}
		if has := q.values(sentence); len(has) > 0 {
			most, values = n, has
		}
	}
	q.known[text] = values
	return values
}

// sentences gives the sentences of a text, line by line.
func sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		begin := 0
		for i, r := range text {
			end := i + utf8.RuneLen(r)
			switch {
			case r == '\n':
				if !yield(text[begin:i]) {
					return
				}
			case strings.ContainsRune("。！？", r), strings.ContainsRune(".!?", r) && strings.HasPrefix(text[end:], " "):
				if r < utf8.RuneSelf {
					end++ // the space belongs to it
				}
				if !yield(text[begin:end]) {
					return
				}
			default:
				continue
			}
			begin = end
		}
		yield(text[begin:])
	}
}

// values returns what a sentence has that the question asks for, and has not itself.
func (q *Question) values(sentence string) (all []string) {
	if q.wants&lexicon.Figure != 0 {
		all = lexicon.Numbers(sentence)
		for _, word := range wordsOf(sentence) {
			if n := lexicon.Month(strings.ToLower(word)); n > 0 && utf8.RuneCountInString(word) > 3 {
				all = append(all, "month "+strconv.Itoa(int(n)))
			}
		}
	} else {
		for i, word := range wordsOf(sentence) {
			r, _ := utf8.DecodeRuneInString(word)
			if named := i > 0 && unicode.IsUpper(r); named || q.wants&(lexicon.Name|lexicon.Place) == 0 {
				all = append(all, beginning(word)...)
			}
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return slices.Contains(q.terms, s) })
}

// wordsOf returns the words and numbers of a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// termsIn returns by what the words of a text are compared, and its numbers.
func termsIn(text string) (all []string) {
	for _, word := range wordsOf(text) {
		all = append(all, beginning(word)...)
	}
	return append(all, lexicon.Numbers(text)...)
}

// How words are compared: by so many letters, of which shorter ones have too few to say
// something.
const (
	minBeginning = 4
	maxBeginning = 5
)

// beginning returns what a word begins with, without its ending; of a script without spaces
// each pair of characters; of a number, and of a word that says little, nothing.
func beginning(word string) (all []string) {
	runes := []rune(strings.ToLower(word))
	if lexicon.IsUnspaced(runes[0]) {
		for i := range runes[1:] {
			all = append(all, string(runes[i:i+2]))
		}
		return all
	}
	if len(runes) < minBeginning {
		return nil
	}
	return []string{string(runes[:min(len(runes), maxBeginning)])}
}
