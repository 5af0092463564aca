package search

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// weighed is how many passages are read that are the best by their terms. The others
// are behind them.
const weighed = 160

// How a passage that was read is weighed.
const (
	minCover   = 0.2  // what a passage is worth that has nothing of the question
	nearWorth  = 0.35 // of words that are beside each other in both
	kindWorth  = 0.25 // of a date, a number or a name where one is asked for
	linksWorth = 0.4  // what is left of one that is links, or a note
	asksWorth  = 0.6  // or a question itself
	nameWorth  = 3    // of a name or a number beside another word
	nearBy     = 5    // words so near are beside each other
	besides    = 3    // passages so near are beside each other
	maxWords   = 64   // of a question
)

// What a word of the question is worth that a passage has not itself, but those
// over it, beside it, or elsewhere in its chapter.
const (
	worthAbove  = 0.8
	worthBeside = 0.3
	worthThere  = 0.3
)

// What speaks for an answer: see [questionReader.answers]. They were fitted to half of
// two sets of questions, some of which have no answer.
const (
	proofAt     = 2.05 // what has to be reached
	proofCover  = 1.3  // of the share of its words but for names that are there, by their weight
	proofScore  = 1.3  // of the score, as a share of what the words weigh
	proofUnseen = 2.5  // is taken off for the share of words that are nowhere
	proofWords  = 0.64 // of each word that is there
	proofAsked  = 0.4  // of what is asked for
	proofLacks  = 0.5  // is taken off for a number, a date or an amount that is not there
	maxProven   = 5    // words count, and no more
	maxScore    = 1.5

	manyPassages = 2000
	fewShare     = 0.3 // of proofAt has to be reached where one passage is all there is
)

// words is a set of words of a question, by their numbers.
type words uint64

func (w words) has(i int) bool { return w>>i&1 != 0 }

// seen is what a passage has of a question.
type seen struct {
	own, above words
	beside     words // of those beside it
	there      words // anywhere in its chapter, as far as it was read
	near       float64
	asked      bool // it has a date, a number or a name, as was asked for
	worth      float64
}

// weigh reads the best passages, puts them in their order, and says which of them
// answer.
func (r *ranker) weigh(top []score) []score {
	top = slices.Clone(top)
	read := top[:min(len(top), weighed)]
	q := r.newReader()
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
		if q.asks&wantsName != 0 && one.asked && s.passage == r.x.chapters[in].first {
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
	asks    wants
	words   []asked
	weights []float64 // of each word, and together
	all     float64
	proofs  []float64 // what each word says of an answer
	of      map[uint32]words
	sorts
	// size says how much there is that could have a word, from 0 to 1: where it is little,
	// less speaks for an answer, and less against it.
	size float64

	analyzers [languages]*analyzer
	into      func(term uint32)
	at        [][]int32       // of the passage that is read: where it has each word
	titles    map[int]words   // by heading
	paths     map[int32]words // by chapter
}

// sorts are the sorts of words in a question.
type sorts struct {
	names   words // and numbers
	content words // but for names, and for words that say what is asked for
	unseen  words // that are nowhere
}

// newReader returns what reads passages for the query.
func (r *ranker) newReader() *questionReader {
	q := &questionReader{
		text: r.text, asks: r.asks, words: r.once[:min(len(r.once), maxWords)],
		size: min(1, math.Log(float64(max(1, len(r.x.in))))/math.Log(manyPassages)), of: map[uint32]words{}, titles: map[int]words{}, paths: map[int32]words{},
	}
	q.at = make([][]int32, len(q.words))
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

// read reads a text in a language.
func (q *questionReader) read(l language, text string, into func(term uint32)) {
	if q.analyzers[l] == nil {
		q.analyzers[l] = newAnalyzer(l, func(term uint32) { q.into(term) })
	}
	q.into = into
	q.analyzers[l].text(text)
}

// passage reads a passage with what is over it.
func (q *questionReader) passage(x *Index, p int) (s seen) {
	number, one, place := x.in[p], &x.passages[p], int32(0)
	l, text := x.chapters[number].language, x.title(one, p)+x.slice(number, one.from, one.to)
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
	for i := 1; i < len(q.words); i++ {
		if isNear(q.at[i-1], q.at[i]) {
			s.near += min(q.weights[i-1], q.weights[i])
		}
	}
	s.above = q.paths[number]
	for h := range x.above(p) {
		in, ok := q.titles[h]
		if !ok {
			up := &x.headings[h]
			q.read(l, x.slice(number, up.from, up.to), func(term uint32) { in |= q.of[term] })
			q.titles[h] = in
		}
		s.above |= in
	}
	s.asked, s.worth = q.asks.in(text, q.text), 1
	switch {
	case isLinks(text):
		s.worth = linksWorth
	case isQuestion(text):
		s.worth = asksWorth
	}
	return s
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
	there := s.there &^ (s.own | above | beside)
	cover := s.own.share(q.weights) + worthAbove*above.share(q.weights) + worthBeside*beside.share(q.weights) + worthThere*there.share(q.weights)
	worth := s.worth * (minCover + cover) * (1 + nearWorth*s.near/q.all)
	if q.asks != 0 && s.asked {
		worth *= 1 + kindWorth
	}
	return worth
}

// answers reports whether enough speaks for it that a passage of a score answers the
// question: how many of its words are there, and how much they weigh. Names have to be
// there, and what is asked for where the question has nothing else.
func (q *questionReader) answers(s *seen, score float64) bool {
	all := s.own | s.above | s.beside | s.there
	missing := q.names &^ all
	if q.names&q.unseen != 0 || missing != 0 && 2*count(missing) >= count(q.names) {
		return false
	}
	has := s.own | s.above
	if q.content == 0 {
		return has&q.names == q.names && (q.asks == 0 || s.asked)
	}
	cover, unseen, named := (has&q.content).sum(q.proofs)/q.content.sum(q.proofs), q.unseen.sum(q.proofs)/(q.content|q.names).sum(q.proofs), has&(q.content|q.names)
	proof := proofCover*cover + proofScore*min(score/q.all, maxScore) - proofUnseen*q.size*unseen + proofWords*float64(min(count(named), maxProven))
	switch {
	case s.asked:
		proof += proofAsked
	case q.asks&(wantsNumber|wantsDate|wantsMoney) != 0:
		proof -= proofLacks * q.size
	}
	return proof >= proofAt*(fewShare+(1-fewShare)*q.size)
}

func count(w words) (n int) {
	for ; w != 0; w &= w - 1 {
		n++
	}
	return n
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

// isLinks reports whether a text is mostly links, or a note: it says where to go on.
func isLinks(text string) bool {
	if strings.HasPrefix(text, "[^") {
		return true
	}
	inside, rest := 0, text
	for {
		before, behind, ok := strings.Cut(rest, "](")
		begin, end := strings.LastIndexByte(before, '['), strings.IndexByte(behind, ')')
		if !ok || begin < 0 || end < 0 {
			return inside*10 > len(text)*7
		}
		inside += len(before) - begin + len("](") + end
		rest = behind[end:]
	}
}

// isQuestion reports whether a text is no more than a question.
func isQuestion(text string) bool {
	text = strings.TrimRight(text, "*_ \n")
	return len(text) < maxLabel*2 && (strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？"))
}

// in reports whether a text has what is asked for, and the question has not.
func (w wants) in(text, question string) bool {
	return w&wantsDate != 0 && hasDate(text, question) || w&wantsMoney != 0 && hasMoney(text) && hasNumber(text, question) ||
		w&wantsNumber != 0 && hasNumber(text, question) || w&(wantsName|wantsPlace) != 0 && hasName(text, question)
}

func hasNumber(text, question string) bool {
	for _, n := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if !strings.Contains(question, n) {
			return true
		}
	}
	return false
}

// hasMoney reports whether a text has the sign or the name of a currency.
func hasMoney(text string) bool {
	if strings.ContainsAny(text, "$€£¥₹₽₩元円") {
		return true
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(currencies, strings.ToLower(word)) {
			return true
		}
	}
	return false
}

// currencies are names of currencies, in small letters.
var currencies = []string{
	"dollar", "dollars", "euro", "euros", "eur", "usd", "gbp", "chf", "pound", "pounds", "cent", "cents", "franken", "francs", "kronor", "kroner", "kr", "sek", "nok", "dkk",
	"forint", "huf", "lei", "ron", "lira", "tl", "рублей", "руб", "евро", "долларов",
}

// hasDate reports whether a text has a year, a month or a time that the question has not.
func hasDate(text, question string) bool {
	before := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		n, _ := strconv.Atoi(word)
		is := len(word) == 4 && n >= 1000 && n < 2200 || monthOf(strings.ToLower(word)) > 0 && len(word) > 3 ||
			len(word) == 2 && n < 60 && strings.Contains(text, before+":"+word)
		if is && !strings.Contains(question, word) {
			return true
		}
		before = word
	}
	return strings.ContainsAny(text, "年月時")
}

// hasName reports whether a text has two words with capital letters in a row that are not
// both in the question, or is of a script that has none.
func hasName(text, question string) bool {
	before, known := false, false
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || r == '|' }) {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "*_(“\"["))
		is := unicode.IsUpper(r)
		in := strings.Contains(question, strings.Trim(word, "*_(“\"[].,:;)!?"))
		if is && before && !(in && known) || r >= firstWide {
			return true
		}
		known = in
		before = is && !strings.ContainsRune(".,:;)!?", rune(word[len(word)-1]))
	}
	return false
}
