package model

import (
	"bytes"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Rank returns the places of the passages that have most to do with a question,
// by BM25 (Robertson and Zaragoza 2009, with k1 = 1.2 and b = 0.75), the best
// first: so many at most, and none that is less than half as good as the best.
func Rank(all []Passage, question string, most int) []int {
	wanted := map[string]int{} // the terms of the question, by number
	splitTerms(question, func(term []byte) {
		if _, ok := wanted[string(term)]; !ok && len(wanted) < maxTerms && !isStop(term) {
			wanted[string(term)] = len(wanted)
		}
	})
	if len(wanted) == 0 {
		return nil
	}
	found, in, mean := count(all, wanted)
	var best []hit
	for i := range found {
		found[i].weigh(in, len(all), mean)
		best = insert(best, found[i], most)
	}
	var places []int
	for _, h := range best {
		if h.score >= best[0].score/2 {
			places = append(places, h.at)
		}
	}
	return places
}

// insert puts a hit into a list of the best, in which of equal ones the first
// comes first.
func insert(best []hit, h hit, most int) []hit {
	at := len(best)
	for at > 0 && best[at-1].score < h.score {
		at--
	}
	if at >= most {
		return best
	}
	if len(best) == most {
		best = best[:most-1]
	}
	return slices.Insert(best, at, h)
}

// maxTerms is how many different terms of a question count.
const maxTerms = 64

// hit is a passage that has a term of the question.
type hit struct {
	at     int
	times  []int // by term
	length int   // of the passage, in bytes
	score  float64
}

// count looks for terms. It returns the passages that have one, how many have
// each, and how long a passage is in the mean. Only those in which a term may
// stand are cut into words.
func count(all []Passage, wanted map[string]int) (found []hit, in []int, mean float64) {
	terms := make([][]byte, len(wanted))
	for term, i := range wanted {
		terms[i] = []byte(term)
	}
	in = make([]int, len(wanted))
	times := make([]int, len(wanted))
	sum, small := 0, []byte(nil)
	for at, p := range all {
		size := len(p.Text) + len(p.Heading)
		sum += size
		small = lower(append(lower(small[:0], p.Heading), ' '), p.Text)
		if !slices.ContainsFunc(terms, func(term []byte) bool { return bytes.Contains(small, term) }) {
			continue
		}
		any := false
		clear(times)
		look := func(term []byte) {
			if i, ok := wanted[string(term)]; ok {
				times[i]++
				any = true
			}
		}
		splitTerms(p.Text, look)
		splitTerms(p.Heading, look)
		if !any {
			continue
		}
		for i, n := range times {
			if n > 0 {
				in[i]++
			}
		}
		found = append(found, hit{at: at, times: slices.Clone(times), length: size})
	}
	return found, in, float64(sum) / float64(len(all))
}

// lower appends a text in small letters and without apostrophes: every term of
// the text stands in it.
func lower(to []byte, text string) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\'':
			i++
		case c < utf8.RuneSelf:
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			to = append(to, c)
			i++
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			if r != '’' {
				to = utf8.AppendRune(to, unicode.ToLower(r))
			}
			i += n
		}
	}
	return to
}

// weigh gives a passage its score.
func (h *hit) weigh(in []int, passages int, mean float64) {
	const k1, b = 1.2, 0.75
	for i, times := range h.times {
		if times == 0 {
			continue
		}
		n, has := float64(times), float64(in[i])
		idf := math.Log(1 + (float64(passages)-has+0.5)/(has+0.5))
		h.score += idf * n * (k1 + 1) / (n + k1*(1-b+b*float64(h.length)/mean))
	}
}

// splitTerms calls term for the words of a text by which it is found: in small
// letters, without an English ending. Where no spaces are between words, each
// pair of characters is one. A term is valid until the next.
func splitTerms(text string, term func([]byte)) {
	var word []byte
	end := func() {
		if len(word) > 0 {
			term(stem(word))
			word = word[:0]
		}
	}
	before := rune(0) // a character of a script without spaces
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			switch c := byte(r) | 0x20; {
			case c-'a' < 26:
				word = append(word, c)
			case byte(r)-'0' < 10:
				word = append(word, byte(r))
			case r != '\'':
				end()
			}
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			end()
			if before != 0 {
				term(utf8.AppendRune(utf8.AppendRune(nil, before), r))
			}
			before = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			word = utf8.AppendRune(word, unicode.ToLower(r))
		case r != '’':
			end()
		}
		before = 0
	}
	end()
}

// stem takes the commonest endings of English words off, so that a question
// finds what is told in another form.
func stem(word []byte) []byte {
	for _, ending := range [...]string{"ing", "ed", "es", "s"} {
		if root := len(word) - len(ending); root >= 4 && string(word[root:]) == ending {
			return word[:root]
		}
	}
	return word
}

// longestStop is the length of the longest word of [stopTable].
const longestStop = 5

func isStop(word []byte) bool {
	if len(word) > longestStop {
		return false
	}
	_, found := slices.BinarySearchFunc(stopTable[:], word, func(s string, w []byte) int {
		switch { // no copy of the word is made for these
		case s < string(w):
			return -1
		case s > string(w):
			return 1
		}
		return 0
	})
	return found
}
