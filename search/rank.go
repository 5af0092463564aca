package search

import (
	"cmp"
	"math"
	"slices"
)

// The constants of BM25 (Robertson and Zaragoza 2009).
const (
	k1 = 1.2
	b  = 0.75
)

const (
	maxTerms     = 32   // of a query that count; the rarest
	maxQuery     = 4096 // bytes of a query that are read
	pathWeight   = 0.4  // of a word in the path beside one in the text
	stuffedScore = 0.25 // of a passage that repeats itself
)

// asked is a term of a query in each language, and how many passages have it.
type asked struct {
	terms [languages]uint32
	in    int
	weigh float64
	at    []occurrence // by chapter
}

// occurrence is where a chapter has a term.
type occurrence struct {
	chapter    int
	places     []byte
	own, above int
	named      bool // it is in the path
}

// terms returns the terms of a query, at most [maxTerms] and the rarest of them,
// in their order. A chapter is asked in its own language; what says nothing in
// that of the query is not asked for.
func (x *Index) terms(query string) []asked {
	query = query[:min(len(query), maxQuery)]
	mine := languageOf(query)
	var list []asked
	for l := range languages {
		if l != mine && !x.has[l] {
			continue
		}
		n := 0
		a := newAnalyzer(l, func(term uint32) {
			if n == len(list) {
				list = append(list, asked{})
			}
			list[n].terms[l] = term
			n++
		})
		a.alone = true
		a.text(query)
	}
	seen := map[uint32]bool{0: true}
	list = slices.DeleteFunc(list, func(a asked) bool {
		term := a.terms[mine]
		out := seen[term]
		seen[term] = true
		return out
	})
	for i := range list {
		x.count(&list[i])
	}
	list = slices.DeleteFunc(list, func(a asked) bool { return a.in == 0 })
	if len(list) > maxTerms {
		slices.SortStableFunc(list, func(a, b asked) int { return a.in - b.in })
		list = list[:maxTerms]
	}
	return list
}

// count counts the passages that have a term, or that are under a path with it.
func (x *Index) count(a *asked) {
	for i := range x.chapters {
		c := &x.chapters[i]
		places, own, above := c.block.find(a.terms[c.block.language])
		named := c.named(a)
		switch {
		case own+above > 0:
			a.in += max(own, 1)
		case named:
			a.in += c.block.passages
		default:
			continue
		}
		a.at = append(a.at, occurrence{i, places, own, above, named})
	}
	n := float64(x.passages)
	a.weigh = math.Log(1 + max(0, n-float64(a.in)+0.5)/(float64(a.in)+0.5))
}

// named reports whether a term is in the path of a chapter.
func (c *chapter) named(a *asked) bool {
	_, found := slices.BinarySearch(c.path, a.terms[c.block.language])
	return found
}

// score is what a passage is worth.
type score struct {
	chapter, passage int
	value            float64
}

// ranker weighs the passages of one chapter after the other.
type ranker struct {
	x      *Index
	list   []asked
	value  []float64 // by passage
	times  []float32 // of one term
	found  []int32   // passages with a value
	having []int32   // passages with the term
}

// rank weighs the passages of a chapter and calls out for each that has a term.
// Chapters are asked for in their order.
func (r *ranker) rank(number int, out func(score)) {
	c := &r.x.chapters[number]
	if grow := c.block.passages - len(r.value); grow > 0 {
		r.value, r.times = append(r.value, make([]float64, grow)...), append(r.times, make([]float32, grow)...)
	}
	r.found = r.found[:0]
	path := 0.0
	for i := range r.list {
		a := &r.list[i]
		if len(a.at) == 0 || a.at[0].chapter != number {
			continue
		}
		o := a.at[0]
		a.at = a.at[1:]
		if o.named {
			path += pathWeight * a.weigh
		}
		r.spread(&c.block, o)
		for _, p := range r.having {
			if r.value[p] == 0 {
				r.found = append(r.found, p)
			}
			times, length := float64(r.times[p]), float64(c.block.length(int(p)))
			r.value[p] += a.weigh * times * (k1 + 1) / (times + k1*(1-b+b*length/r.x.mean))
			r.times[p] = 0
		}
	}
	if len(r.found) == 0 && path > 0 && c.block.passages > 0 {
		r.found = append(r.found, 0)
	}
	for _, p := range r.found {
		value := r.value[p] + path
		if c.block.own(int(p))&stuffed != 0 {
			value *= stuffedScore
		}
		out(score{number, int(p), value})
		r.value[p] = 0
	}
}

// spread counts how often a term is there for each passage: in it, in the headings
// above it, and in the text beside it.
func (r *ranker) spread(x *block, o occurrence) {
	r.having = r.having[:0]
	places := o.places
	add := func(p int, n float32) {
		if r.times[p] == 0 {
			r.having = append(r.having, int32(p))
		}
		r.times[p] += n
	}
	at, v := 0, uint64(0)
	for range o.own {
		v, places = uvarint(places)
		if at += int(v >> 2); at >= x.passages {
			return
		}
		n := float32(v&3 + 1)
		add(at, ownWeight*n)
		if field := x.own(at); !speaks(field) {
			continue
		}
		for p := max(0, at-after); p <= min(at+before, x.passages-1); p++ {
			if p != at && x.under(p) == x.under(at) && kind(x.own(p)>>16&0xff) != kindRow {
				add(p, n)
			}
		}
	}
	at = 0
	for range o.above {
		v, places = uvarint(places)
		if at += int(v); at >= x.headings {
			return
		}
		h := x.heading(at)
		for p := h.first; p < h.last; p++ {
			add(p, 1)
		}
	}
}

// best keeps the best scores, the best first. Equal ones are in the
// order of the chapters' paths and of the text.
func (x *Index) best(list []asked, most int) []score {
	r := &ranker{x: x, list: slices.Clone(list)}
	order := func(a, b score) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(x.chapters[a.chapter].Path, x.chapters[b.chapter].Path), cmp.Compare(a.chapter, b.chapter), a.passage-b.passage)
	}
	var top []score
	worst := 0.0 // less is not among the best
	for i := range x.chapters {
		r.rank(i, func(s score) {
			if s.value < worst {
				return
			}
			if top = append(top, s); len(top) >= 2*most+1000 {
				slices.SortFunc(top, order)
				top = top[:most]
				worst = top[most-1].value
			}
		})
	}
	slices.SortFunc(top, order)
	return top[:min(most, len(top))]
}
