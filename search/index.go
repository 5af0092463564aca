package search

import (
	"cmp"
	"strings"
	"sync"
)

// Chapter is a text that is searched.
type Chapter struct {
	Path string // whose words count; empty where it has none
	Text string // Markdown
	Keys string // words that it is found by as by those of its path, and that no hit tells
	Note string // the caller's own: [Cache.Open] gives it back
}

// Index finds passages of chapters. Several goroutines may use it.
type Index struct {
	*table
	norm []float32 // of each passage: what BM25 makes of its length
	in   []int32   // the chapter of each passage
	has  [languages]bool
	// text returns a part of a chapter, as far as there is one. It need not be
	// valid UTF-8.
	text func(chapter, from, to int) string
	// readers has each *textReader that is free: it knows words that were read.
	readers sync.Pool
}

// newIndex takes out of a table what is asked for again and again.
func newIndex(t *table, text func(chapter, from, to int) string) *Index {
	x := &Index{table: t, text: text, norm: make([]float32, len(t.passages)), in: make([]int32, len(t.passages))}
	x.readers.New = func() any { return &textReader{} }
	sum := 0
	for i := range t.passages {
		sum += int(t.passages[i].length)
	}
	mean := max(1, float64(sum)/float64(max(1, len(t.passages))))
	for i := range t.chapters {
		c := &t.chapters[i]
		x.has[c.language] = true
		for p := c.first; p < c.last; p++ {
			x.in[p] = int32(i)
			x.norm[p] = float32(k1 * (1 - b + b*float64(t.passages[p].length)/mean))
		}
	}
	return x
}

// order puts the best score first. Equal ones are in the order of the chapters'
// paths and of the text.
func (x *Index) order(a, b score) int {
	return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(x.chapters[x.in[a.passage]].path, x.chapters[x.in[b.passage]].path), a.passage-b.passage)
}

// slice returns a part of the text of a chapter, as far as there is one.
func (x *Index) slice(chapter, from, to int32) string {
	return strings.ToValidUTF8(x.text(int(chapter), int(from), int(to)), "")
}

// shorten cuts a header of a table that is too long between its characters.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
