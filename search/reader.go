package search

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/search/lexicon"
	"github.com/seed353dc258/backstory/search/lines"
	"github.com/seed353dc258/backstory/search/vocabulary"
)

// questionReader reads passages for a question.
type questionReader struct {
	text    string
	asks    lexicon.Wants
	words   []asked
	weights []float64 // of each word, and together
	all     float64
	proofs  []float64 // what each word says of an answer
	of      map[uint32]words
	kinds   sorts
	// size says how much there is that could have a word, from 0 to 1: where it is little,
	// less speaks for an answer, and less against it.
	size float64

	*textReader
	at     [][]int32 // of the passage that is read: where it has each word
	has    over
	family family
}

// family is what words of the same family are found by.
type family struct {
	stems    []string // of each word that is long enough to be compared with others
	initials string   // the first letters of those
	joins    bool     // its language writes compounds as one word
}

// over has the words of what passages are under.
type over struct {
	titles   map[int]words   // by heading
	paths    map[int32]words // by chapter
	openings map[int32]words // by chapter: in its first heading
}

// sorts are the sorts of words in a question.
type sorts struct {
	names   words // and numbers
	content words // but for names, and for words that say what is asked for
	unseen  words // that are nowhere
	pairs   words // of characters
}

// newReader returns what reads passages for the query.
func (r *ranker) newReader() *questionReader {
	q := &questionReader{
		text: r.text, asks: r.asks, words: r.once[:min(len(r.once), maxWords)],
		size: min(1, math.Log(float64(max(1, len(r.x.in))))/math.Log(manyPassages)), of: map[uint32]words{}, has: over{map[int]words{}, map[int32]words{}, map[int32]words{}},
	}
	q.textReader = r.x.readers.Get().(*textReader)
	q.at, q.family.stems = make([][]int32, len(q.words)), make([]string, len(q.words))
	mine := languageOf(r.text)
	q.family.joins = mine.compounds()
	for word := range strings.FieldsFuncSeq(r.text, separates) {
		small := strings.ToLower(word)
		for i := range q.words {
			if stem := mine.stem(small); len(stem) >= minAlike && vocabulary.IsASCII(stem[:1]) && slices.Contains(termsOf(mine, small), q.words[i].terms[mine]) {
				q.family.stems[i] = stem
				q.family.initials += stem[:1]
			}
		}
	}
	for i := range q.words {
		w := &q.words[i]
		weight, proof := w.weigh, w.weigh
		switch {
		case w.name:
			q.kinds.names |= 1 << i
			weight *= nameWorth
		case w.asks:
			weight, proof = weight*weakWeight, 0 // of how long something is, texts do not say long
		default:
			q.kinds.content |= 1 << i
		}
		if w.pair {
			q.kinds.pairs |= 1 << i
		}
		if w.in == 0 {
			q.kinds.unseen |= 1 << i
			proof = min(proof, math.Log(1+(max(0, float64(len(r.x.in)-1))+0.5)/1.5)) // as if one passage had it
			if w.pair {
				proof *= weakWeight // it is often no word
			}
		}
		q.weights, q.proofs, q.all = append(q.weights, weight), append(q.proofs, proof), q.all+weight
		for _, term := range w.terms {
			if term != 0 {
				q.of[term] |= 1 << i
			}
		}
		for _, n := range w.named {
			q.has.paths[n.chapter] |= 1 << i
		}
	}
	return q
}

// passage reads a passage with what is over it.
func (q *questionReader) passage(x *Index, p int) (s seen) {
	number, one, place := x.in[p], &x.passages[p], int32(0)
	l, title := x.chapters[number].language, x.title(one, p)
	text := title + x.slice(number, one.from, one.to)
	for i := range q.at {
		q.at[i] = q.at[i][:0]
	}
	q.read(l, text, func(term uint32) {
		if in := q.of[term]; in != 0 {
			s.own |= in
			for i := range q.at {
				if in.has(i) {
					q.at[i] = append(q.at[i], place)
				}
			}
		}
		place++
	})
	s.within = q.within()
	for i := 1; i < len(q.words); i++ {
		if isNear(q.at[i-1], q.at[i]) {
			s.near += min(q.weights[i-1], q.weights[i])
		}
	}
	s.above = q.has.paths[number] | q.opening(x, number)
	for h := range x.above(p) {
		in, ok := q.has.titles[h]
		if !ok {
			up := &x.headings[h]
			q.read(l, x.slice(number, up.from, up.to), func(term uint32) { in |= q.of[term] })
			q.has.titles[h] = in
		}
		s.above |= in
	}
	s.label, s.title, s.row = q.labels(l, text[len(title):]), q.labels(l, title), one.kind == kindRow
	s.asked = q.asks.In(text, x.header(one), q.text) || q.asks&lexicon.Meaning != 0 && s.label|s.title != 0
	s.alike = q.alike(text) &^ (s.own | s.above)
	s.hollow = lines.AsksMuch(text) || q.repeats(place) && !isLog(text)
	s.worth = s.shape(text)
	return s
}

// shape returns what is left of a text that is of little worth by what it is.
func (s *seen) shape(text string) float64 {
	switch {
	case lines.IsLinks(text):
		return linksWorth
	case s.hollow:
		return hollowWorth
	case lines.IsQuestion(text):
		return asksWorth
	}
	return 1
}

// How often a passage has words of a question again that is made of those: so often, and one
// in so many of its terms.
const (
	minAgain   = 6
	againShare = 4
)

// repeats reports whether a passage of so many terms says the question's words again and again.
func (q *questionReader) repeats(terms int32) bool {
	again := 0
	for _, places := range q.at {
		again += max(0, len(places)-1)
	}
	return again >= minAgain && againShare*again > int(terms)
}

// stretch is how many terms are about as many as a sentence has.
const stretch = 24

// within returns what the words prove that are in one stretch of a passage, as a share of
// what all prove.
func (q *questionReader) within() (most float64) {
	for _, places := range q.at {
		for _, from := range places {
			sum := 0.0
			for i, others := range q.at {
				if slices.ContainsFunc(others, func(at int32) bool { return from <= at && at < from+stretch }) {
					sum += q.proofs[i]
				}
			}
			most = max(most, sum)
		}
	}
	return most / max((^words(0)).sum(q.proofs), math.SmallestNonzeroFloat64)
}

// How much of a word without its ending another one begins with that is of its family, and
// how much longer that is at most, in bytes.
const (
	minAlike   = 5
	alikeShare = 0.8
	maxEnding  = 5
)

// alike returns the words of which a text has one that begins alike, as a creator creates, or
// has it as a part of a compound.
func (q *questionReader) alike(text string) (in words) {
	for word := range strings.FieldsFuncSeq(text, separates) {
		if len(word) < minAlike || !q.family.joins && !strings.ContainsRune(q.family.initials, rune(word[0]|0x20)) {
			continue
		}
		small := strings.ToLower(word)
		for i, stem := range q.family.stems {
			if stem == "" {
				continue
			}
			n := 0
			for n < len(stem) && n < len(small) && stem[n] == small[n] {
				n++
			}
			if n >= minAlike && float64(n) >= alikeShare*float64(len(stem)) && len(small)-n <= maxEnding || q.family.joins && strings.Contains(small, stem) {
				in |= 1 << i
			}
		}
	}
	return in
}

// labels returns the words that make up labels of a text.
func (q *questionReader) labels(l language, text string) (in words) {
	for line := range strings.Lines(text) {
		for label := range lines.Labels(line) {
			all, of := 0, words(0)
			q.read(l, label, func(term uint32) { all, of = all+1, of|q.of[term] })
			if n := count(of); n > 0 && n >= all {
				in |= of
			}
		}
	}
	return in
}

// header returns the head of the table that a passage is a row of, or "".
func (x *Index) header(p *passage) string {
	if p.kind != kindRow || p.heading == 0 || x.headings[p.heading-1].kind != kindHeader {
		return ""
	}
	up := &x.headings[p.heading-1]
	return x.slice(x.in[up.first], up.from, up.to)
}

// opening returns the words in the first heading of a chapter: they are about all of it.
func (q *questionReader) opening(x *Index, number int32) words {
	in, ok := q.has.openings[number]
	if !ok {
		c := &x.chapters[number]
		if h := firstHeading(x.headings, c); h >= 0 {
			up := &x.headings[h]
			q.read(c.language, x.slice(number, up.from, up.to), func(term uint32) { in |= q.of[term] })
		}
		q.has.openings[number] = in
	}
	return in
}

// firstHeading returns the first heading of a chapter that is not the head of a table,
// or -1.
func firstHeading(headings []heading, c *indexed) int {
	from, _ := slices.BinarySearchFunc(headings, int32(c.first), func(h heading, first int32) int { return int(h.first - first) })
	for h := from; h < len(headings) && int(headings[h].first) < c.last; h++ {
		if headings[h].kind != kindHeader {
			return h
		}
	}
	return -1
}

// isNear reports whether two words are near each other somewhere.
func isNear(a, b []int32) bool {
	for _, x := range a {
		for _, y := range b {
			if d := y - x; d != 0 && -nearBy <= d && d <= nearBy {
				return true
			}
		}
	}
	return false
}
