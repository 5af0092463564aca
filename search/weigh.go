package search

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/search/lexicon"
	"github.com/seed353dc258/backstory/search/lines"
)

// weighed is how many passages are read that are the best by their terms. The others
// are behind them.
const weighed = 160

// How a passage that was read is weighed.
const (
	minCover   = 0.2  // what a passage is worth that has nothing of the question
	nearWorth  = 0.35 // of words that are beside each other in both
	kindWorth  = 0.25 // of a date, a number or a name where one is asked for; twice of what is seldom there by chance
	labelWorth = 0.6  // of words that are a label
	titleWorth = 0.3  // or a heading
	linksWorth = 0.4  // what is left of one that is links, or a note
	asksWorth  = 0.4  // or a question itself
	nameWorth  = 3    // of a name or a number beside another word
	nearBy     = 5    // words so near are beside each other
	besides    = 3    // passages so near are beside each other
	maxWords   = 64   // of a question
)

// What a word of the question is worth that a passage has not itself, but those
// over it, beside it, or elsewhere in its chapter.
const (
	worthAlike  = 0.7
	worthAbove  = 0.8
	worthBeside = 0.3
	worthThere  = 0.3
)

// What speaks for an answer: see [questionReader.answers]. They were fitted to half of
// three sets of questions, some of which have no answer.
const (
	proofAt     = 4    // what has to be reached
	proofScore  = 0.53 // of the score, as a share of what the words weigh
	proofUnseen = 1.1  // is taken off for the share of words that are nowhere
	proofWord   = 1    // of each word that is there
	proofAsks   = 0.59 // of each word that is asked for, but for names: the more, the less is chance
	proofCover  = 3    // in small collections, of the share of those that is there
	proofNames  = 0.45 // of names all of which are there
	proofAsked  = 0.64 // of what is asked for
	proofLabel  = 0.6  // of each word that is a label
	proofUnit   = 2    // is taken off for a number with a unit, or an address, that is not there
	proofDate   = 1    // or a date
	proofName   = 0.5  // or a name
	pairShare   = 0.5  // of a word is a pair of characters of a script without spaces
	maxProven   = 5    // words count, and no more
	maxScore    = 1.5

	manyPassages = 2000
	fewShare     = 0.27 // of proofAt has to be reached where one passage is all there is
)

// words is a set of words of a question, by their numbers.
type words uint64

func (w words) has(i int) bool { return w>>i&1 != 0 }

// seen is what a passage has of a question.
type seen struct {
	own, above words
	alike      words // has one that begins alike
	beside     words // of those beside it
	there      words // anywhere in its chapter, as far as it was read
	near       float64
	label      words   // that make up a label in it
	title      words   // or the heading that it is the first under
	row        bool    // it is one of a table
	within     float64 // share of what its own words prove that are in one stretch
	asked      bool    // it has a date, a number or a name, as was asked for
	worth      float64
}

// weigh reads the best passages, puts them in their order, and says which of them
// answer.
func (r *ranker) weigh(top []score) []score {
	top = slices.Clone(top)
	read := top[:min(len(top), weighed)]
	q := r.newReader()
	defer r.x.readers.Put(q.textReader)
	if len(read) == 0 || q.all == 0 {
		return top
	}
	list, there, best := make([]seen, len(read)), map[int32]words{}, map[int32]float64{}
	for i := range read {
		list[i] = q.passage(r.x, read[i].passage)
		in := r.x.in[read[i].passage]
		there[in] |= list[i].own | list[i].above
		best[in] = max(best[in], read[i].value)
	}
	r.besides(read, list)
	for i := range read {
		s, one, in := &read[i], &list[i], r.x.in[read[i].passage]
		one.there = there[in]
		if q.asks&lexicon.Name != 0 && one.asked && s.passage == r.x.chapters[in].first {
			one.above |= one.there // who wrote a text is said at its top
			s.value = best[in]
		}
		s.value *= q.worth(one)
		s.titled = q.titles[int(r.x.passages[s.passage].heading)-1] != 0
		s.answers = q.answers(one, s.value) && r.x.passages[s.passage].marks&markStuffed == 0
	}
	slices.SortFunc(read, r.x.order)
	last := math.Inf(1)
	for i := range top { // also of those that were not read
		last = min(last, top[i].value)
		top[i].value = last
	}
	return top
}

// besides tells passages what those beside them have.
func (r *ranker) besides(read []score, list []seen) {
	order := make([]int, len(read))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return read[a].passage - read[b].passage })
	for k, i := range order {
		for _, j := range order[k+1 : min(len(order), k+1+besides)] {
			a, b := read[i].passage, read[j].passage
			if b-a > besides || r.x.in[a] != r.x.in[b] {
				break
			}
			list[i].beside |= list[j].own
			list[j].beside |= list[i].own
		}
	}
}

// questionReader reads passages for a question.
type questionReader struct {
	text    string
	asks    lexicon.Wants
	words   []asked
	weights []float64 // of each word, and together
	all     float64
	proofs  []float64 // what each word says of an answer
	of      map[uint32]words
	sorts
	// size says how much there is that could have a word, from 0 to 1: where it is little,
	// less speaks for an answer, and less against it.
	size float64

	*textReader
	at [][]int32 // of the passage that is read: where it has each word
	over
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
		size: min(1, math.Log(float64(max(1, len(r.x.in))))/math.Log(manyPassages)), of: map[uint32]words{}, over: over{map[int]words{}, map[int32]words{}, map[int32]words{}},
	}
	q.textReader, _ = r.x.readers.Get().(*textReader)
	if q.textReader == nil {
		q.textReader = &textReader{}
	}
	q.at, q.stems = make([][]int32, len(q.words)), make([]string, len(q.words))
	mine := languageOf(r.text)
	q.joins = mine.compounds()
	for word := range strings.FieldsFuncSeq(r.text, separates) {
		small := strings.ToLower(word)
		for i := range q.words {
			if stem := mine.stem(small); len(stem) >= minAlike && isASCII(stem[:1]) && slices.Contains(termsOf(mine, small), q.words[i].terms[mine]) {
				q.stems[i] = stem
				q.initials += stem[:1]
			}
		}
	}
	for i := range q.words {
		w := &q.words[i]
		weight, proof := w.weigh, w.weigh
		switch {
		case w.name:
			q.names |= 1 << i
			weight *= nameWorth
		case w.asks:
			weight, proof = weight*weakWeight, 0 // of how long something is, texts do not say long
		default:
			q.content |= 1 << i
		}
		if w.pair {
			q.pairs |= 1 << i
		}
		if w.in == 0 {
			q.unseen |= 1 << i
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
			q.paths[n.chapter] |= 1 << i
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
	s.above = q.paths[number] | q.opening(x, number)
	for h := range x.above(p) {
		in, ok := q.titles[h]
		if !ok {
			up := &x.headings[h]
			q.read(l, x.slice(number, up.from, up.to), func(term uint32) { in |= q.of[term] })
			q.titles[h] = in
		}
		s.above |= in
	}
	s.label, s.title, s.row = q.labels(l, text[len(title):]), q.labels(l, title), one.kind == kindRow
	s.asked = q.asks.In(text, x.header(one), q.text) || q.asks&lexicon.Meaning != 0 && s.label|s.title != 0
	s.worth = 1
	s.alike = q.alike(text) &^ (s.own | s.above)
	switch {
	case lines.IsLinks(text):
		s.worth = linksWorth
	case lines.IsQuestion(text):
		s.worth = asksWorth
	}
	return s
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
		if len(word) < minAlike || !q.joins && !strings.ContainsRune(q.initials, rune(word[0]|0x20)) {
			continue
		}
		small := strings.ToLower(word)
		for i, stem := range q.stems {
			if stem == "" {
				continue
			}
			n := 0
			for n < len(stem) && n < len(small) && stem[n] == small[n] {
				n++
			}
			if n >= minAlike && float64(n) >= alikeShare*float64(len(stem)) && len(small)-n <= maxEnding || q.joins && strings.Contains(small, stem) {
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
	in, ok := q.openings[number]
	if !ok {
		c := &x.chapters[number]
		if h := x.firstHeading(c); h >= 0 {
			up := &x.headings[h]
			q.read(c.language, x.slice(number, up.from, up.to), func(term uint32) { in |= q.of[term] })
		}
		q.openings[number] = in
	}
	return in
}

// firstHeading returns the first heading of a chapter that is not the head of a table,
// or -1.
func (x *Index) firstHeading(c *indexed) int {
	from, _ := slices.BinarySearchFunc(x.headings, int32(c.first), func(h heading, first int32) int { return int(h.first - first) })
	for h := from; h < len(x.headings) && int(x.headings[h].first) < c.last; h++ {
		if x.headings[h].kind != kindHeader {
			return h
		}
	}
	return -1
}

// sum returns what some words weigh together.
func (w words) sum(weights []float64) (sum float64) {
	for i, weight := range weights {
		if w.has(i) {
			sum += weight
		}
	}
	return sum
}

// share returns which share of all that words weigh some weigh.
func (w words) share(weights []float64) float64 {
	return w.sum(weights) / max((^words(0)).sum(weights), math.SmallestNonzeroFloat64)
}

// worth returns by what the value of a passage is multiplied.
func (q *questionReader) worth(s *seen) float64 {
	above := s.above &^ s.own
	beside := s.beside &^ (s.own | above)
	there := s.there &^ (s.own | above | beside | s.alike)
	cover := s.own.share(q.weights) + worthAlike*s.alike.share(q.weights) + worthAbove*above.share(q.weights) + worthBeside*beside.share(q.weights) + worthThere*there.share(q.weights)
	worth := s.worth * (minCover + cover) * (1 + nearWorth*s.near/q.all)
	if q.asks != 0 && s.asked {
		worth *= 1 + kindWorth
		if q.asks&(lexicon.Meaning|lexicon.Measure|lexicon.Contact) != 0 {
			worth *= 1 + kindWorth
		}
	}
	return worth * (1 + labelWorth*s.label.share(q.weights) + titleWorth*s.title.share(q.weights))
}

// answers reports whether enough speaks for it that a passage of a score answers the
// question: how many of its words are there, and how much they weigh. Half of its names
// have to be there, and what is asked for where the question has nothing else. Where
// nothing is missing and all is in one stretch, that is enough.
func (q *questionReader) answers(s *seen, score float64) bool {
	has := s.own | s.above | s.alike
	missing := q.names &^ (has | s.beside | s.there)
	if q.names&q.unseen != 0 || missing != 0 && 2*count(missing) >= count(q.names) || 2*count(q.names&^has) > count(q.names) {
		return false
	}
	lacks := q.asks&lexicon.Figure != 0 && !s.asked
	if q.content == 0 {
		return q.names&^has == 0 && (q.asks == 0 || s.asked)
	}
	if q.content&^has == 0 && s.within > almostAll && !lacks {
		return true
	}
	return q.proof(s, has, score) >= proofAt*(fewShare+(1-fewShare)*q.size)
}

// proof adds up what speaks for an answer in a passage that has some words.
func (q *questionReader) proof(s *seen, has words, score float64) float64 {
	named := q.content | q.names
	unseen := (q.unseen &^ s.alike).sum(q.proofs) / named.sum(q.proofs)
	proof := proofScore*min(score/q.all, maxScore) - proofUnseen*q.size*unseen + proofWord*q.number(has&named) + proofAsks*q.size*q.size*q.number(q.content&^(q.unseen&q.pairs)) +
		proofCover*(1-q.size)*(has&q.content).sum(q.proofs)/q.content.sum(q.proofs)
	if q.names != 0 && q.names&^has == 0 {
		proof += proofNames
	}
	proof += proofLabel * q.number(s.label)
	lacks := 0.0
	switch {
	case s.asked:
		proof += proofAsked
	case q.asks&(lexicon.Measure|lexicon.Contact) != 0:
		if !s.row { // which may leave the unit out
			lacks = proofUnit
		}
	case q.asks&lexicon.Date != 0:
		lacks = proofDate
	case q.asks&(lexicon.Name|lexicon.Place) != 0:
		lacks = proofName
	}
	return proof - lacks*q.size
}

// almostAll is all but for what adding numbers up loses.
const almostAll = 1 - 1e-9

// number returns how many words there are, as far as they count.
func (q *questionReader) number(w words) (n float64) {
	for i := range q.words {
		switch {
		case !w.has(i):
		case q.words[i].pair:
			n += pairShare
		default:
			n++
		}
	}
	return min(n, maxProven)
}

func count(w words) int { return bits.OnesCount64(uint64(w)) }

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
