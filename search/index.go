package search

import (
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
	passages int
	mean     float64 // of the lengths of passages
	has      [languages]bool
}

type chapter struct {
	Chapter
	block block
	path  []uint32 // the terms of the path, sorted
}

// New returns an index of chapters. Blocks come from the cache where it has them,
// and go there where not; it may be nil.
func New(list []Chapter, c *Cache) *Index {
	x := &Index{chapters: make([]chapter, len(list))}
	keys := make([]Key, len(list))
	for i := range list {
		keys[i] = sha256.Sum256([]byte(list[i].Text))
	}
	blocks := c.load(keys, func(i int) []byte { return build(list[i].Text) })
	var sum uint64
	for i := range list {
		at := &x.chapters[i]
		at.Chapter = list[i]
		at.block, _ = open(blocks[i])
		l := at.block.language
		x.has[l] = true
		x.passages += at.block.passages
		sum += at.block.sum
	}
	x.mean = max(1, float64(sum)/float64(max(1, x.passages)))
	x.paths()
	return x
}

// paths makes the terms of all paths.
func (x *Index) paths() {
	var terms []uint32
	var analyzers [languages]*analyzer
	for i := range x.chapters {
		c := &x.chapters[i]
		l := c.block.language
		if analyzers[l] == nil {
			analyzers[l] = newAnalyzer(l, func(term uint32) { terms = append(terms, term) })
		}
		terms = terms[:0]
		analyzers[l].text(c.Path)
		c.path = slices.Clone(terms)
		slices.Sort(c.path)
	}
}

// Find returns the passages that have most to do with a query, the best first and
// at most so many. Equal texts come once. Fewer hits are the first of more. None
// of its words may be there: then there is no hit.
func (x *Index) Find(query string, most int) []Hit { return x.FindAmong(query, most, nil) }

// FindAmong is [Index.Find] among the passages alone that a function takes, by
// chapter and offset. Hits are told with what is beside them there.
func (x *Index) FindAmong(query string, most int, takes func(chapter, offset int) bool) []Hit {
	most = min(most, MaxHits)
	list := x.terms(query)
	if len(list) == 0 || most <= 0 {
		return nil
	}
	for ask := 4 * MaxHits; ; ask *= 8 {
		top := x.best(list, ask)
		hits := x.hits(top, most, takes)
		if len(hits) == most || len(top) < ask {
			return hits
		}
	}
}

// hits makes hits of scores.
func (x *Index) hits(top []score, most int, takes func(chapter, offset int) bool) []Hit {
	type place struct{ chapter, passage int }
	var hits []Hit
	seen, told := map[string]bool{}, map[place]bool{}
	for _, s := range top {
		block := &x.chapters[s.chapter].block
		out := func(p int) bool {
			return told[place{s.chapter, p}] || takes != nil && !takes(s.chapter, block.passage(p).from)
		}
		if out(s.passage) {
			continue
		}
		first, last := block.around(s.passage, out)
		h := x.hit(s, first, last)
		if marks := strings.Count(h.Text, "```") + strings.Count(h.Text, "~~~"); first < last && marks > 0 {
			first, last = s.passage, s.passage // code is not told in halves
			h = x.hit(s, first, last)
		}
		if h.Text != "" && !seen[h.Text] {
			seen[h.Text] = true
			for p := first; p <= last; p++ {
				told[place{s.chapter, p}] = true
			}
			if hits = append(hits, h); len(hits) == most {
				break
			}
		}
	}
	return hits
}

// hit makes a hit of a score, with the text from one passage to another.
func (x *Index) hit(s score, first, last int) Hit {
	c := &x.chapters[s.chapter]
	p := c.block.passage(s.passage)
	h := Hit{Chapter: s.chapter, Offset: p.from, Text: c.slice(c.block.passage(first).from, c.block.passage(last).to), Score: s.value}
	h.Begin, _, _ = strings.Cut(c.slice(p.from, p.to), "\n")
	c.block.above(s.passage, func(i int) {
		switch up := c.block.heading(i); {
		case up.kind != kindHeader:
			h.Headings = append(h.Headings, c.slice(up.from, up.to))
		case p.kind == kindRow:
			h.Text = shorten(c.slice(up.from, up.to), maxHeader) + "\n" + h.Text
		}
	})
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
