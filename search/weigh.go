package search

import (
	"math"
	"math/bits"
	"slices"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// weighed is how many passages are read that are the best by their terms. The others
// are behind them.
const weighed = 160

// How a passage that was read is weighed.
const (
	minCover    = 0.2  // what a passage is worth that has nothing of the question
	nearWorth   = 0.35 // of words that are beside each other in both
	kindWorth   = 0.25 // of a date, a number or a name where one is asked for; twice of what is seldom there by chance
	labelWorth  = 0.6  // of words that are a label
	titleWorth  = 0.3  // or a heading
	linksWorth  = 0.4  // what is left of one that is links, or a note
	asksWorth   = 0.4  // or a question itself
	hollowWorth = 0.2  // or a list of them, or the question's words again and again
	nameWorth   = 3    // of a name or a number beside another word
	nearBy      = 5    // words so near are beside each other
	besides     = 3    // passages so near are beside each other
	maxWords    = 64   // of a question
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
	proofBare   = 0.7  // and where of the words beside the names none is there
	pairShare   = 0.5  // of a word is missing in a pair of characters of a script without spaces
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
	hollow     bool    // it is a list of questions, or repeats the question's words
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
		s.covers = max(one.within, one.above.share(q.proofs))
		if q.asks&lexicon.Name != 0 && one.asked && s.passage == r.x.chapters[in].first {
			one.above |= one.there // who wrote a text is said at its top
			s.value = best[in]
		}
		s.value *= q.worth(one)
		s.titled = q.has.titles[int(r.x.passages[s.passage].heading)-1] != 0
		s.answers = q.answers(one, s.value) && !one.hollow && r.x.passages[s.passage].marks&markStuffed == 0
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
	missing := q.kinds.names &^ (has | s.beside | s.there)
	if q.kinds.names&q.kinds.unseen != 0 || missing != 0 && 2*count(missing) >= count(q.kinds.names) || 2*count(q.kinds.names&^has) > count(q.kinds.names) {
		return false
	}
	lacks := q.asks&lexicon.Figure != 0 && !s.asked
	if q.kinds.content == 0 {
		return q.kinds.names&^has == 0 && (q.asks == 0 || s.asked)
	}
	if q.kinds.content&^has == 0 && s.within > almostAll && !lacks {
		return true
	}
	return q.proof(s, has, score) >= proofAt*(fewShare+(1-fewShare)*q.size)
}

// proof adds up what speaks for an answer in a passage that has some words.
func (q *questionReader) proof(s *seen, has words, score float64) float64 {
	named := q.kinds.content | q.kinds.names
	unseen := (q.kinds.unseen &^ s.alike).sum(q.proofs) / named.sum(q.proofs)
	proof := proofScore*min(score/q.all, maxScore) - proofUnseen*q.size*unseen + proofWord*q.number(has&named) + proofAsks*q.size*q.size*q.number(q.kinds.content&^(q.kinds.unseen&q.kinds.pairs)) +
		proofCover*(1-q.size)*(has&q.kinds.content).sum(q.proofs)/q.kinds.content.sum(q.proofs)
	if q.kinds.names != 0 && q.kinds.names&^has == 0 {
		proof += proofNames
	}
	proof += proofLabel * q.number(s.label)
	// A name, a place or a number is there by chance.
	isSeldom := s.asked && q.asks&(lexicon.Measure|lexicon.Contact|lexicon.Date) != 0
	if q.kinds.names != 0 && q.kinds.content&has == 0 && !isSeldom {
		proof -= proofBare
	}
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
func (q *questionReader) number(w words) float64 {
	return min(float64(count(w))-pairShare*float64(count(w&q.kinds.pairs)), maxProven)
}

func count(w words) int { return bits.OnesCount64(uint64(w)) }
