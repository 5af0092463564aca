package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search/lines"
)

// MaxBefore is how many hits may rank before one that answers.
const MaxBefore = 2

// What is quoted of the hits on a question.
const (
	maxLooked = 20   // hits of which some may be quoted
	maxQuotes = 3    // each may be put together of several
	maxQuoted = 2000 // characters of all quotes
	minShared = 0.2  // of the score of the best hit each has at least
)

// Quotes returns what is quoted as an answer, the best first. Hits in rows of one table,
// or behind each other under one heading, are one quote. Where none of the first hits
// answers, the first one is all, which comes nearest.
func (x *Index) Quotes(q Query) (quotes []Hit, answered bool) {
	hits := x.Answer(q, maxLooked)
	if !slices.ContainsFunc(hits[:min(len(hits), MaxBefore+1)], func(h Hit) bool { return h.Answers }) {
		return hits[:min(len(hits), 1)], false
	}
	var list []quote
	room := maxQuoted
	for _, h := range hits {
		one := quote{Hit: h, passages: []int{x.passageAt(h)}}
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
	return quotes, true
}

// quote is a hit with others that are in its text, too.
type quote struct {
	Hit
	passages []int // rising
}

// passageAt returns the number of the passage of a hit.
func (x *Index) passageAt(h Hit) int {
	c := &x.chapters[h.Chapter]
	at, _ := slices.BinarySearchFunc(x.passages[c.first:c.last], int32(h.Offset), func(p passage, offset int32) int { return int(p.from - offset) })
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
