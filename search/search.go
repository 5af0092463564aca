package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search/lines"
)

// New returns an index of chapters. What the cache has of them is not made again,
// and what it has not goes there; it may be nil.
func New(list []Chapter, c *Cache) *Index {
	parts := group(list)
	before := c.load()
	t := before
	if before == nil || before.sum != parts.sum {
		t = merge(before, list, parts)
	}
	if stamp := c.stamped(); t != before || stamp != "" && stamp != t.stamp {
		t.stamp = stamp
		c.save(t)
	}
	return newIndex(t, func(chapter, from, to int) string {
		text := list[chapter].Text
		to = min(to, len(text))
		return text[min(max(0, from), to):to]
	})
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
	// Beside is how long a hit is in which the passages beside it are told, too, in
	// characters, of which one of an East Asian script counts as two. 0 is for the
	// passage alone.
	Beside int
}

// MaxBeside is how much beside a passage helps to read it.
const MaxBeside = 1200

// Answer is [Index.Find] with more to be said of the query.
func (x *Index) Answer(q Query, most int) []Hit {
	most = min(most, MaxHits)
	r := x.newRanker(q.Text)
	if most <= 0 {
		return nil
	}
	if q.Asked != nil {
		return x.hits(x.joined(r, q), most, q)
	}
	if len(r.list) == 0 {
		return nil
	}
	for ask := max(weighed, 4*most); ; ask *= 8 {
		top := r.best(ask)
		hits := x.hits(r.weigh(top), most, q)
		if len(hits) == most || len(top) < ask {
			return hits
		}
	}
}

// joined returns passages in their rank by words and by vectors. How many hits are
// wanted does not count, so that fewer are the first of more.
func (x *Index) joined(r *ranker, q Query) []score {
	takes := func(p int) bool { return q.Takes == nil || q.Takes(int(x.in[p]), int(x.passages[p].from)) }
	var words []score
	for ask := maxRanked; len(r.list) > 0; ask *= 8 {
		top := r.best(ask)
		words = slices.DeleteFunc(slices.Clone(top), func(s score) bool { return !takes(s.passage) })
		if len(words) >= maxRanked || len(top) < ask {
			break
		}
	}
	words = r.weigh(words[:min(len(words), maxRanked)])
	near := q.Asked.nearest(x.order, takes)
	for i := range near { // what is about the question has a word of it, unless it is in another language
		is := func(s score) bool { return s.passage == near[i].passage }
		isForeign := x.chapters[x.in[near[i].passage]].language != languageOf(q.Text)
		near[i].answers = near[i].answers && (len(words) == 0 || isForeign || slices.ContainsFunc(words, is))
	}
	return x.join(words, near)
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
func (x *Index) hits(top []score, most int, q Query) []Hit {
	var hits []Hit
	seen, told := map[string]bool{}, map[int]bool{}
	for _, s := range top {
		number := int(x.in[s.passage])
		out := func(p int) bool { return told[p] || q.Takes != nil && !q.Takes(number, int(x.passages[p].from)) }
		if out(s.passage) {
			continue
		}
		first, last := x.around(s, q.Beside, out)
		h := x.hit(s, first, last)
		if marks := strings.Count(h.Text, "```") + strings.Count(h.Text, "~~~"); first < last && marks > 0 {
			first, last = s.passage, s.passage // code is not told in halves
			h = x.hit(s, first, last)
		}
		if h.Text != "" && !seen[h.Text] {
			seen[h.Text] = true
			for p := first; p <= last; p++ {
				told[p] = true
			}
			if hits = append(hits, h); len(hits) == most {
				break
			}
		}
	}
	return hits
}

// around returns from which passage to which one a hit is told: short ones carry
// what is beside them under the same heading of their chapter, but for what is
// out. The row of a table is told alone, unless what is over it alone was found.
func (x *Index) around(s score, most int, out func(int) bool) (first, last int) {
	p := s.passage
	first, last = p, p
	c, at := &x.chapters[x.in[p]], &x.passages[p]
	from, to, rows := at.from, at.to, at.kind == kindRow
	joins := func(j int) bool {
		if j < c.first || j >= c.last {
			return false
		}
		beside := &x.passages[j]
		if beside.heading != at.heading || beside.kind == kindRow != rows || beside.marks&markStuffed != 0 || out(j) || !x.fits(p, most, min(from, beside.from), max(to, beside.to)) {
			return false
		}
		from, to = min(from, beside.from), max(to, beside.to)
		return true
	}
	for grew := most > 0 && (at.speaks() || rows && !s.own); grew; {
		grew = false
		if joins(last + 1) {
			last, grew = last+1, true
		}
		if joins(first - 1) {
			first, grew = first-1, true
		}
	}
	return first, last
}

// fits reports whether a part of the chapter of a passage is short enough to be told,
// with the header of the table that the passage is a row of.
func (x *Index) fits(p, most int, from, to int32) bool {
	at := &x.passages[p]
	if at.kind == kindRow && at.heading > 0 {
		h := &x.headings[at.heading-1]
		most -= int(h.to-h.from) + 1
	}
	size := int(to - from)
	return size <= most || size <= 4*most && lines.Columns(x.slice(x.in[p], from, to)) <= most
}

// hit makes a hit of a score, with the text from one passage to another.
func (x *Index) hit(s score, first, last int) Hit {
	number := x.in[s.passage]
	p := &x.passages[s.passage]
	h := Hit{Chapter: int(number), Offset: int(p.from), Text: x.slice(number, x.passages[first].from, x.passages[last].to), Score: s.value, Answers: s.answers, Covers: s.covers}
	h.Code = p.kind == kindCode && first == last
	h.Begin, _, _ = strings.Cut(x.slice(number, p.from, p.to), "\n")
	if up := x.title(p, first); s.titled && up != "" && !h.Code && utf8.RuneCountInString(up+h.Text) <= maxPassage {
		h.Text = up + h.Text
	}
	for i := range x.above(s.passage) {
		switch up := &x.headings[i]; {
		case up.kind != kindHeader:
			h.Headings = append(h.Headings, x.slice(number, up.from, up.to))
		case p.kind == kindRow:
			h.Text = shorten(x.slice(number, up.from, up.to), maxHeader) + "\n" + h.Text
		}
	}
	slices.Reverse(h.Headings)
	return h
}

// title returns the heading that a passage is the first under, as the text has it.
func (x *Index) title(p *passage, first int) string {
	if p.heading == 0 || p.kind == kindRow {
		return ""
	}
	up := &x.headings[p.heading-1]
	if up.kind == kindHeader || int(up.first) != first {
		return ""
	}
	const marks = len("###### ")
	line := x.slice(x.in[first], max(0, up.from-int32(marks)), up.to)
	at := strings.IndexByte(line, '#')
	if at < 0 || strings.Contains(line[at:], "\n") {
		return ""
	}
	return line[at:] + "\n\n"
}

// Hit is a passage that was found.
type Hit struct {
	Chapter  int      // its number
	Offset   int      // of the passage in the chapter's text, in bytes
	Headings []string // over it, the outermost first
	Begin    string   // the passage's first line, as the chapter has it
	Text     string   // of at most 1,200 characters: the passage with those beside it; the row of a table has its header
	Score    float64  // higher is better; of one query alone
	Code     bool     // its text is code: no Markdown
	Answers  bool     // it covers what the query is about, and so may be quoted as an answer
	Other    bool     // of [Index.Quotes]: another quote, of another chapter, has something else
	Covers   float64  // share of what the words of the query say that is in one stretch, or over it
}

// MaxHits is how many hits [Index.Find] returns at most.
const MaxHits = 100

// Where names the place of a passage for a reader: its source, the place in it and
// the heading that it is under, as far as they are known. A place may name the
// headings itself, as that of a text does.
func Where(source, place, heading string) string {
	if place != "" {
		source += ", " + place
	}
	if heading != "" && !strings.Contains(place, "under ") {
		source += ", under “" + heading + "”"
	}
	return source
}
