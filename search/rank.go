package search

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/search/lexicon"
)

// The constants of BM25 (Robertson and Zaragoza 2009). As words count twice and those
// beside them too, they are as many sooner than elsewhere: k1 was tried from 0.9 to 2.
const (
	k1 = 1.6
	b  = 0.75
)

const (
	maxTerms     = 32   // of a query that count; the rarest
	maxQuery     = 4096 // bytes of a query that are read
	pathWeight   = 0.4  // of a word in the path beside one in the text
	weakWeight   = 0.3  // of a pair of characters that says little
	stuffedScore = 0.25 // of a passage that repeats itself
)

// asked is a term of a query in each language, and how many passages have it.
type asked struct {
	terms [languages]uint32
	weak  bool // it says little
	name  bool // it is a name or a number
	asks  bool // it says what is asked for
	pair  bool // of characters of a script without spaces
	in    int
	weigh float64
	at    []occurrence
	named []naming // the chapters with it in their path
}

// terms returns the terms of a query that are in the index, at most [maxTerms] and
// the rarest of them, the rarest first.
func (r *ranker) terms(query string) {
	query = r.x.parted(query[:min(len(query), maxQuery)])
	r.once = r.asked(query)
	r.text = query
	for _, a := range r.once {
		if a.in > 0 {
			r.list = append(r.list, a)
		}
	}
	slices.SortStableFunc(r.list, func(a, b asked) int { return a.in - b.in })
	r.list = r.list[:min(len(r.list), maxTerms)]
	r.plan()
}

// asked returns the terms of a query, in its order and each once. A chapter is asked
// in its own language; what says nothing in that of the query is not asked for.
func (r *ranker) asked(query string) (once []asked) {
	mine := languageOf(query)
	kana := strings.ContainsFunc(query, isKana)
	var list []asked
	for l := range languages {
		if l != mine && !r.x.has[l] {
			continue
		}
		n := 0
		var a *analyzer
		a = newAnalyzer(l, func(term uint32) {
			if n == len(list) {
				list = append(list, asked{})
			}
			list[n].terms[l] = term
			list[n].weak = a.weak
			list[n].name = list[n].name || a.name && mine != inGerman
			list[n].pair = a.row.last != 0
			n++
		})
		a.query, a.kana = true, kana
		a.text(query)
	}
	var with string
	r.asks, with = lexicon.WantsOf(query)
	kinds := map[uint32]bool{}
	newAnalyzer(mine, func(term uint32) { kinds[term] = true }).text(with)
	seen := map[uint32]bool{0: true}
	for _, a := range list {
		a.asks = kinds[a.terms[mine]]
		if term := a.terms[mine]; !seen[term] {
			seen[term] = true
			r.count(&a)
			once = append(once, a)
		}
	}
	return once
}

// count counts the passages that have a term. A chapter that has it in headings
// alone counts as one, one that has it in its path alone as all its passages.
func (r *ranker) count(a *asked) {
	for l, term := range a.terms {
		if term == 0 || !r.x.has[l] {
			continue
		}
		for o := range r.x.find(term) {
			if o.group.has&(1<<l) != 0 {
				a.at = append(a.at, o)
				a.in += o.in
			}
		}
		a.named = append(a.named, r.x.named(term)...)
	}
	if len(a.named) > 0 {
		r.mark(a)
	}
	for _, n := range a.named {
		if c := &r.x.chapters[n.chapter]; !r.marked.has(int(n.chapter)) {
			r.marked.add(n.chapter)
			a.in += c.last - c.first
		}
	}
	a.weigh = math.Log(1 + (max(0, float64(len(r.x.in)-a.in))+0.5)/(float64(a.in)+0.5))
	if a.weak {
		a.weigh *= weakWeight
	}
}

// mark marks the chapters that have a term.
func (r *ranker) mark(a *asked) {
	r.marked.clear()
	in := func(p int) {
		if p < len(r.x.in) {
			r.marked.add(r.x.in[p])
		}
	}
	for i := range a.at {
		a.at[i].each(func(p, _ int) { in(p) }, func(h int) { in(int(r.x.headings[h].first)) })
	}
}

// score is what a passage is worth.
type score struct {
	passage int
	value   float64
	own     bool // it has a word of the query itself
	titled  bool // the heading right over it has one
	answers bool // it covers what the query is about
	covers  float64
}

// asking is a query as it is read.
type asking struct {
	text string
	asks lexicon.Wants
	once []asked // its words, in their order
}

// ranker weighs passages for one query.
type ranker struct {
	asking
	x       *Index
	list    []asked   // those that are somewhere, the rarest first
	rest    []float64 // what the terms from each one on can be worth together
	path    []float64 // what the path of each chapter is worth
	highest float64   // of path

	value  []float64 // of each passage, without its path
	times  []uint16  // of one term
	found  []int32   // passages with a value
	own    []bool    // passages that have a term themselves
	having []int32   // passages with the term
	above  []bool    // the headings of a group with it

	marked marked
}

// marked are chapters that were marked since the last time that none was.
type marked struct {
	in  []uint32 // by chapter: the round that it was marked in
	now uint32
}

func (m *marked) clear()               { m.now++ }
func (m *marked) add(chapter int32)    { m.in[chapter] = m.now }
func (m *marked) has(chapter int) bool { return m.in[chapter] == m.now }

// newRanker returns what weighs passages for a query.
func (x *Index) newRanker(query string) *ranker {
	r := &ranker{x: x, marked: marked{in: make([]uint32, len(x.chapters))}}
	r.terms(query)
	return r
}

// plan works out what terms can be worth, and what paths are.
func (r *ranker) plan() {
	r.rest, r.path = make([]float64, len(r.list)+1), make([]float64, len(r.x.chapters))
	for i := len(r.list) - 1; i >= 0; i-- {
		r.rest[i] = r.rest[i+1] + r.list[i].weigh*(k1+1)
	}
	for i := range r.list {
		for _, n := range r.list[i].named {
			r.path[n.chapter] += pathWeight * r.list[i].weigh
			r.highest = max(r.highest, r.path[n.chapter])
		}
	}
}

// worth returns what a passage is worth that has some value.
func (r *ranker) worth(p int32, value float64) float64 {
	if r.highest > 0 {
		value += r.path[r.x.in[p]]
	}
	if r.x.passages[p].marks&markStuffed != 0 {
		value *= stuffedScore
	}
	return value
}

// add adds what a term is worth for a passage.
func (r *ranker) add(p int32, weigh float64, times uint16) {
	if r.value[p] == 0 {
		r.found = append(r.found, p)
	}
	r.value[p] += weigh * float64(times) * (k1 + 1) / (float64(times) + float64(r.x.norm[p]))
}

// spread adds what a term is worth for all passages that it counts for: those that
// have it, those under a heading with it, and those beside it.
func (r *ranker) spread(a *asked) {
	r.having = r.having[:0]
	for _, o := range a.at {
		end := o.group.firstPlace + o.group.passages
		o.each(func(p, n int) {
			r.own[p] = true
			r.more(p, ownWeight*n)
			marks := r.x.passages[p].marks
			if marks&markBack != 0 && p > 0 {
				r.more(p-1, n)
			}
			if marks&markNext != 0 && p+1 < end {
				r.more(p+1, n)
			}
			if marks&markSecond != 0 && p+2 < end {
				r.more(p+2, n)
			}
		}, func(h int) {
			for p := r.x.headings[h].first; p < r.x.headings[h].last; p++ {
				r.more(int(p), 1)
			}
		})
	}
	for _, p := range r.having {
		r.add(p, a.weigh, r.times[p])
		r.times[p] = 0
	}
}

// more counts a term so often more for a passage.
func (r *ranker) more(p, n int) {
	if r.times[p] == 0 {
		r.having = append(r.having, int32(p))
	}
	r.times[p] += uint16(n)
}

// settle adds what the terms from one on are worth for the passages found so far,
// of which those go that can no longer be among so many best.
func (r *ranker) settle(from, most int) {
	for i := from; i < len(r.list); i++ {
		least := r.least(most)
		r.found = slices.DeleteFunc(r.found, func(p int32) bool { return r.worth(p, r.value[p]+r.rest[i]) < least })
		if i == from {
			slices.Sort(r.found)
		}
		for _, o := range r.list[i].at {
			from, _ := slices.BinarySearch(r.found, int32(o.group.firstPlace))
			to, _ := slices.BinarySearch(r.found, int32(o.group.firstPlace+o.group.passages))
			if from < to {
				r.look(&o, r.list[i].weigh, r.found[from:to])
			}
		}
	}
}

// look adds what a term is worth for some passages of a group.
func (r *ranker) look(o *occurrence, weigh float64, found []int32) {
	base, head := o.group.firstPlace, o.group.firstHead
	times, passages := r.times[base:base+o.group.passages], r.x.passages[base:]
	r.above = append(r.above[:0], make([]bool, o.group.headings)...)
	o.each(func(p, n int) { times[p-base] = uint16(n) }, func(h int) { r.above[h-head] = true })
	for _, p := range found {
		at := int(p) - base
		n := ownWeight * times[at]
		r.own[p] = r.own[p] || n > 0
		if at+1 < len(times) && passages[at+1].marks&markBack != 0 {
			n += times[at+1]
		}
		if at >= 1 && passages[at-1].marks&markNext != 0 {
			n += times[at-1]
		}
		if at >= 2 && passages[at-2].marks&markSecond != 0 {
			n += times[at-2]
		}
		for h := range r.x.above(int(p)) {
			if r.above[h-head] {
				n++
			}
		}
		if n > 0 {
			r.add(p, weigh, n)
		}
	}
	clear(times)
}

// enough is how many passages are looked at to know what others have to exceed.
const enough = 4096

// least returns what so many passages at least are worth already, or a little less
// than that.
func (r *ranker) least(most int) float64 {
	if len(r.found) < most {
		return 0
	}
	var best []float64 // rising
	for _, p := range r.found[:min(len(r.found), max(enough, most))] {
		if !r.byItself(p) {
			continue
		}
		value := r.worth(p, r.value[p])
		if len(best) == most {
			if value <= best[0] {
				continue
			}
			best = slices.Delete(best, 0, 1)
		}
		at, _ := slices.BinarySearch(best, value)
		best = slices.Insert(best, at, value)
	}
	if len(best) < most {
		return 0
	}
	return best[0] * (1 - 1e-9) // sums in another order are another number
}

// best returns the best scores, at most so many, in their order. The rarest terms come first:
// where the others together cannot bring one more passage among the best, they
// count for those alone that are found.
func (r *ranker) best(most int) []score {
	passages := len(r.x.in)
	r.value, r.times, r.found, r.own = make([]float64, passages), make([]uint16, passages), nil, make([]bool, passages)
	settled := false
	for i := range r.list {
		if settled = r.rest[i]+r.highest < r.least(most); settled {
			r.settle(i, most)
			break
		}
		r.spread(&r.list[i])
	}
	if !settled && r.highest > 0 {
		r.byPath()
	}
	r.oneRow()
	var top []score
	worst := 0.0 // less is not among the best
	for _, p := range r.found {
		s := score{passage: int(p), value: r.worth(p, r.value[p]), own: r.own[p]}
		if s.value < worst {
			continue
		}
		if top = append(top, s); len(top) >= 2*most+1000 {
			slices.SortFunc(top, r.x.order)
			top = top[:most]
			worst = top[most-1].value
		}
	}
	slices.SortFunc(top, r.x.order)
	return top[:min(most, len(top))]
}

// byItself reports whether a passage is found by more than what is over it, or is no row
// of a table.
func (r *ranker) byItself(p int32) bool { return r.own[p] || r.x.passages[p].kind != kindRow }

// oneRow leaves the best of those rows of each table that are found by what is over
// them alone: it is told with those beside it.
func (r *ranker) oneRow() {
	best := map[int32]score{} // by heading
	for _, p := range r.found {
		if r.byItself(p) {
			continue
		}
		h, s := r.x.passages[p].heading, score{passage: int(p), value: r.worth(p, r.value[p])}
		if was, ok := best[h]; !ok || r.x.order(s, was) < 0 {
			best[h] = s
		}
	}
	r.found = slices.DeleteFunc(r.found, func(p int32) bool {
		return !r.byItself(p) && best[r.x.passages[p].heading].passage != int(p)
	})
}

// byPath finds the first passage of each chapter that has terms of the query in
// its path alone.
func (r *ranker) byPath() {
	r.marked.clear()
	for _, p := range r.found {
		r.marked.add(r.x.in[p])
	}
	for c, worth := range r.path {
		if at := &r.x.chapters[c]; worth > 0 && !r.marked.has(c) && at.first < at.last {
			r.found = append(r.found, int32(at.first))
		}
	}
}
