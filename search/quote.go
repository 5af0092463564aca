package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search/facts"
	"github.com/seed353dc258/backstory/search/lines"
)

// MaxBefore is how many hits may rank before one that answers.
const MaxBefore = 2

// What is quoted of the hits on a question.
const (
	maxLooked  = 20   // hits of which some may be quoted
	maxQuotes  = 3    // each may be put together of several
	maxQuoted  = 2000 // characters of all quotes
	minShared  = 0.2  // of the score of the best hit each has at least
	minOther   = 0.9  // of what the best one covers, one has at least that has something else
	minCovered = 0.75 // of what the words of a question say
)

// Quotes returns what is quoted as an answer, the best first. Hits in rows of one table, or
// behind each other under one heading, are one quote. What another chapter has that says
// something else has a place. Where none of the first hits answers, the first one is all.
func (x *Index) Quotes(q Query) (quotes []Hit, answered bool) {
	hits := x.Answer(q, maxLooked)
	if !slices.ContainsFunc(hits[:min(len(hits), MaxBefore+1)], func(h Hit) bool { return h.Answers }) {
		return hits[:min(len(hits), 1)], false
	}
	var list []quote
	room := maxQuoted
	for _, h := range hits {
		one := quote{Hit: h, passages: []int{passageAt(x.chapters, x.passages, h)}}
		size := utf8.RuneCountInString(h.Text)
		switch at, joined := x.joins(list, one); {
		case h.Score < minShared*hits[0].Score:
		case at >= 0:
			if more := utf8.RuneCountInString(joined.Text) - utf8.RuneCountInString(list[at].Text); more <= room {
				list[at], room = joined, room-more
			}
		case len(list) == 0 || len(list) < maxQuotes && size <= room:
			list, room = append(list, one), room-size
		}
	}
	for _, one := range list {
		quotes = append(quotes, one.Hit)
	}
	return withOther(q.Text, quotes, hits, room), true
}

// withOther returns quotes with one of another chapter that covers a question as one of them
// does, and has something else there, if one of the hits is such a one.
func withOther(question string, quotes, hits []Hit, room int) []Hit {
	asked := facts.NewQuestion(question)
	other := func(of Hit, among []Hit) int {
		return slices.IndexFunc(among, func(h Hit) bool {
			return h.Answers && h.Chapter != of.Chapter && h.Covers >= minOther*max(of.Covers, minCovered) && asked.Differ(of.Text, h.Text)
		})
	}
	for _, one := range quotes {
		if at := other(one, quotes); at > 0 {
			quotes[at].Other = true
			return quotes
		}
	}
	for i, one := range quotes {
		if n := other(one, hits); n >= 0 {
			at, size := len(quotes), utf8.RuneCountInString(hits[n].Text)
			for ; at > i+1 && (at == maxQuotes || size > room); at-- {
				room += utf8.RuneCountInString(quotes[at-1].Text)
			}
			hits[n].Other = true
			return append(quotes[:at], hits[n])
		}
	}
	return quotes
}

// quote is a hit with others that are in its text, too.
type quote struct {
	Hit
	passages []int // rising
}

// passageAt returns the number of the passage of a hit.
func passageAt(chapters []indexed, passages []passage, h Hit) int {
	c := &chapters[h.Chapter]
	at, _ := slices.BinarySearchFunc(passages[c.first:c.last], int32(h.Offset), func(p passage, offset int32) int { return int(p.from - offset) })
	return c.first + at
}

// joins returns which quote a hit is joined to, and what comes of it; -1 where it is one
// of its own.
func (x *Index) joins(list []quote, h quote) (at int, joined quote) {
	p := &x.passages[h.passages[0]]
	for i, one := range list {
		first, last := one.passages[0], one.passages[len(one.passages)-1]
		beside := &x.passages[first]
		isNext := h.passages[0] == first-1 || h.passages[0] == last+1
		if one.Chapter != h.Chapter || beside.heading != p.heading || beside.kind == kindRow != (p.kind == kindRow) || p.kind != kindRow && !isNext {
			continue
		}
		one.passages = append(slices.Clone(one.passages), h.passages[0])
		slices.Sort(one.passages)
		if one.Text, one.Code = x.joinedText(one.passages), false; one.Text != "" && utf8.RuneCountInString(one.Text) <= maxPassage {
			return i, one
		}
	}
	return -1, h
}

// joinedText returns the text of rows of one table with its header, or of passages behind
// each other; "" where that begins or ends within code.
func (x *Index) joinedText(passages []int) string {
	first, last := &x.passages[passages[0]], &x.passages[passages[len(passages)-1]]
	number := x.in[passages[0]]
	if first.kind == kindRow {
		var lines []string
		if header := x.header(first); header != "" {
			lines = append(lines, shorten(header, maxHeader))
		}
		for _, p := range passages {
			lines = append(lines, x.slice(number, x.passages[p].from, x.passages[p].to))
		}
		return strings.Join(lines, "\n")
	}
	begin, end := "", ""
	if first.kind == kindCode {
		before := strings.TrimRight(x.slice(number, max(0, first.from-lines.MaxLabel), first.from), "\n")
		if begin = before[strings.LastIndexByte(before, '\n')+1:]; lines.Fence(begin) == "" {
			return ""
		}
		begin += "\n"
	}
	if last.kind == kindCode {
		end, _, _ = strings.Cut(strings.TrimLeft(x.slice(number, last.to, last.to+lines.MaxLabel), "\n"), "\n")
		if lines.Fence(end) == "" {
			return ""
		}
		end = "\n" + end
	}
	return x.title(first, passages[0]) + begin + x.slice(number, first.from, last.to) + end
}
