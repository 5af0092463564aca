package search

import "math/bits"

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
	maxProven   = 5    // words count, and no more
	maxScore    = 1.5

	manyPassages = 2000
	fewShare     = 0.27 // of proofAt has to be reached where one passage is all there is
)

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
	lacks := q.asks&(wantsNumber|wantsDate|wantsMeasure) != 0 && !s.asked
	if q.content == 0 {
		return q.names&^has == 0 && (q.asks == 0 || s.asked)
	}
	if q.content&^has == 0 && s.within > almostAll && !lacks {
		return true
	}
	named := q.content | q.names
	unseen := (q.unseen &^ s.alike).sum(q.proofs) / named.sum(q.proofs)
	proof := proofScore*min(score/q.all, maxScore) - proofUnseen*q.size*unseen + proofWord*float64(min(count(has&named), maxProven)) +
		proofAsks*q.size*q.size*float64(min(count(q.content), maxProven)) + proofCover*(1-q.size)*(has&q.content).sum(q.proofs)/q.content.sum(q.proofs)
	if q.names != 0 && q.names&^has == 0 {
		proof += proofNames
	}
	if s.asked {
		proof += proofAsked
	}
	return proof >= proofAt*(fewShare+(1-fewShare)*q.size)
}

// almostAll is all but for what adding numbers up loses.
const almostAll = 1 - 1e-9

func count(w words) int { return bits.OnesCount64(uint64(w)) }
