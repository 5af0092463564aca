package search

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
)

// Chapter is a text that is searched.
type Chapter struct {
	Path string // whose words count; empty where it has none
	Text string // Markdown
}

// MaxHits is how many hits [Index.Find] returns at most.
const MaxHits = 100

// Hit is a passage that was found.
type Hit struct {
	Chapter  int      // its number
	Offset   int      // of the passage in the chapter's text, in bytes
	Headings []string // over it, the outermost first
	Begin    string   // the passage's first line, as the chapter has it
	Text     string   // of at most 1,200 bytes: the passage with those beside it; the row of a table has its header
	Score    float64  // higher is better; of one query alone
}

// Index finds passages of chapters. Several goroutines may use it.
type Index struct {
	chapters []chapter
	blocks   []block
	norm     []float32 // of each passage: what BM25 makes of its length
	marks    []uint8   // of each passage
	in       []int32   // the chapter of each passage
	paths    []naming  // by their terms
	has      [languages]bool
}

type chapter struct {
	Chapter
	block       int
	first, last int // its passages; last is behind them
}

// naming is a term of the path of a chapter.
type naming struct {
	term    uint32
	chapter int32
}

// New returns an index of chapters. Blocks come from the cache where it has them,
// and go there where not; it may be nil.
func New(list []Chapter, c *Cache) *Index {
	x := &Index{chapters: make([]chapter, len(list))}
	keys, groups := group(list)
	b := newBuilder()
	build := func(i int) []byte {
		var texts []string
		for _, one := range list[groups[i]:groups[i+1]] {
			texts = append(texts, one.Text)
		}
		return b.build(texts)
	}
	blocks := c.load(keys, build)
	passages := 0
	for i := range blocks {
		opened, _ := open(blocks[i])
		if opened.chapters != groups[i+1]-groups[i] {
			opened, _ = open(build(i)) // somebody else wrote the file
		}
		opened.base, opened.first = passages, groups[i]
		for at := range opened.chapters {
			_, n, _ := opened.chapter(at)
			x.chapters[groups[i]+at] = chapter{list[groups[i]+at], i, passages, passages + n}
			passages += n
		}
		x.blocks = append(x.blocks, opened)
	}
	x.measure(passages)
	x.name()
	return x
}

// The bounds of what is in one block. Where it ends depends on the texts near its
// end alone, so that a chapter more has others still be in the same ones.
const (
	maxGroup   = 512 << 10 // bytes of texts, but for the first
	groupShare = 64        // of so many chapters one is the last of its group
)

// group returns the keys of the groups that chapters are indexed in, and which is
// the first of each; behind the last one is how many chapters there are.
func group(list []Chapter) (keys []Key, first []int) {
	first = []int{0}
	size := 0
	var sums []byte
	for i := range list {
		if len(sums) > 0 && size+len(list[i].Text) > maxGroup {
			keys, first = append(keys, sha256.Sum256(sums)), append(first, i)
			sums, size = sums[:0], 0
		}
		sum := sha256.Sum256([]byte(list[i].Text))
		sums, size = append(sums, sum[:]...), size+len(list[i].Text)
		if sum[0] < 256/groupShare || i == len(list)-1 {
			keys, first = append(keys, sha256.Sum256(sums)), append(first, i+1)
			sums, size = sums[:0], 0
		}
	}
	return keys, first
}

// measure takes out of the blocks what is asked for again and again.
func (x *Index) measure(passages int) {
	x.norm, x.marks, x.in = make([]float32, passages), make([]uint8, passages), make([]int32, passages)
	lengths, sum := make([]int, passages), 0
	for c := range x.chapters {
		at := &x.chapters[c]
		block := &x.blocks[at.block]
		for p := at.first; p < at.last; p++ {
			one := block.passage(p - block.base)
			x.marks[p], x.in[p], lengths[p] = one.marks, int32(c), one.length
			sum += one.length
		}
	}
	for i := range x.blocks {
		for l, has := range x.blocks[i].has {
			x.has[l] = x.has[l] || has
		}
	}
	mean := max(1, float64(sum)/float64(max(1, passages)))
	for p := range lengths {
		x.norm[p] = float32(k1 * (1 - b + b*float64(lengths[p])/mean))
	}
}

// name makes the terms of all paths.
func (x *Index) name() {
	var analyzers [languages]*analyzer
	number := int32(0)
	for i := range x.chapters {
		c := &x.chapters[i]
		block := &x.blocks[c.block]
		l, _, _ := block.chapter(i - block.first)
		if analyzers[l] == nil {
			analyzers[l] = newAnalyzer(l, func(term uint32) { x.paths = append(x.paths, naming{term, number}) })
		}
		number = int32(i)
		analyzers[l].text(c.Path)
	}
	slices.SortFunc(x.paths, func(a, b naming) int { return cmp.Or(cmp.Compare(a.term, b.term), cmp.Compare(a.chapter, b.chapter)) })
	x.paths = slices.Compact(x.paths)
}

// named returns the chapters with a term in their path.
func (x *Index) named(term uint32) []naming {
	from, found := slices.BinarySearchFunc(x.paths, term, func(n naming, term uint32) int { return cmp.Compare(n.term, term) })
	if !found {
		return nil
	}
	to := from
	for to < len(x.paths) && x.paths[to].term == term {
		to++
	}
	return x.paths[from:to]
}

// Find returns the passages that have most to do with a query, the best first and
// at most so many. Equal texts come once. Fewer hits are the first of more. None
// of its words may be there: then there is no hit.
func (x *Index) Find(query string, most int) []Hit { return x.Answer(Query{Text: query}, most) }

// Query is what is looked for.
type Query struct {
	Text string
	// Takes says which passages may be found, by chapter and offset; nil takes all.
	// Hits are told with what is beside them there.
	Takes func(chapter, offset int) bool
	// Asked is the text as a model reads it: then passages are found by their
	// vectors, too, and by these alone where none of its words is there. It may be nil.
	Asked *Asked
}

// Answer is [Index.Find] with more to be said of the query.
func (x *Index) Answer(q Query, most int) []Hit {
	most = min(most, MaxHits)
	r := x.newRanker(q.Text)
	if most <= 0 {
		return nil
	}
	if q.Asked != nil {
		return x.hits(x.joined(r, q), most, q.Takes)
	}
	if len(r.list) == 0 {
		return nil
	}
	for ask := 4 * most; ; ask *= 8 {
		top := r.best(ask)
		hits := x.hits(top, most, q.Takes)
		if len(hits) == most || len(top) < ask {
			return hits
		}
	}
}

// joined returns passages in their rank by words and by vectors. How many hits are
// wanted does not count, so that fewer are the first of more.
func (x *Index) joined(r *ranker, q Query) []score {
	takes := func(p int) bool {
		c := int(x.in[p])
		block := &x.blocks[x.chapters[c].block]
		return q.Takes == nil || q.Takes(c, block.passage(p-block.base).from)
	}
	var words []score
	for ask := maxRanked; len(r.list) > 0; ask *= 8 {
		top := r.best(ask)
		words = slices.DeleteFunc(slices.Clone(top), func(s score) bool { return !takes(s.passage) })
		if len(words) >= maxRanked || len(top) < ask {
			break
		}
	}
	return x.join(words[:min(len(words), maxRanked)], q.Asked.nearest(x.order, takes))
}

// order puts the best score first. Equal ones are in the order of the chapters'
// paths and of the text.
func (x *Index) order(a, b score) int {
	return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(x.chapters[x.in[a.passage]].Path, x.chapters[x.in[b.passage]].Path), a.passage-b.passage)
}

// Nearest returns the numbers of the chapters that have most to do with a query,
// each by its best passage: the best first, at most so many, and none whose score
// is less than a share of the best one's.
func (x *Index) Nearest(query string, most int, share float64) []int {
	var list []int
	best := 0.0
	for _, h := range x.Find(query, MaxHits) {
		best = max(best, h.Score)
		if len(list) == most || h.Score < share*best {
			break
		}
		if !slices.Contains(list, h.Chapter) {
			list = append(list, h.Chapter)
		}
	}
	return list
}

// hits makes hits of scores.
func (x *Index) hits(top []score, most int, takes func(chapter, offset int) bool) []Hit {
	var hits []Hit
	seen, told := map[string]bool{}, map[int]bool{}
	for _, s := range top {
		number := int(x.in[s.passage])
		c := &x.chapters[number]
		block := &x.blocks[c.block]
		out := func(p int) bool {
			return told[p+block.base] || takes != nil && !takes(number, block.passage(p).from)
		}
		at := s.passage - block.base
		if out(at) {
			continue
		}
		first, last := block.around(at, c.first-block.base, c.last-block.base, out)
		h := x.hit(s, first, last)
		if marks := strings.Count(h.Text, "```") + strings.Count(h.Text, "~~~"); first < last && marks > 0 {
			first, last = at, at // code is not told in halves
			h = x.hit(s, first, last)
		}
		if h.Text != "" && !seen[h.Text] {
			seen[h.Text] = true
			for p := first; p <= last; p++ {
				told[p+block.base] = true
			}
			if hits = append(hits, h); len(hits) == most {
				break
			}
		}
	}
	return hits
}

// hit makes a hit of a score, with the text from one passage of the block to
// another.
func (x *Index) hit(s score, first, last int) Hit {
	c := &x.chapters[x.in[s.passage]]
	block := &x.blocks[c.block]
	p := block.passage(s.passage - block.base)
	h := Hit{Chapter: int(x.in[s.passage]), Offset: p.from, Text: c.slice(block.passage(first).from, block.passage(last).to), Score: s.value}
	h.Begin, _, _ = strings.Cut(c.slice(p.from, p.to), "\n")
	for i := range block.above(s.passage - block.base) {
		switch up := block.heading(i); {
		case up.kind != kindHeader:
			h.Headings = append(h.Headings, c.slice(up.from, up.to))
		case p.kind == kindRow:
			h.Text = shorten(c.slice(up.from, up.to), maxHeader) + "\n" + h.Text
		}
	}
	slices.Reverse(h.Headings)
	return h
}

// slice returns a part of the text, as far as there is one.
func (c *chapter) slice(from, to int) string {
	to = min(to, len(c.Text))
	return strings.ToValidUTF8(c.Text[min(max(0, from), to):to], "")
}

// shorten cuts a header of a table that is too long between its characters.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
