package search

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/search/vocabulary"
)

// What counts of a passage: twice its own words, once the headings over it,
// and the words of those beside it under the same one.
const (
	ownWeight    = 2
	before       = 2 // passages before it
	after        = 1 // and behind
	maxTimes     = 4 // a term counts so often in a passage
	stuffedFrom  = 8 // terms of a passage from which on it is looked at whether it repeats itself
	stuffedShare = 3 // it does where it has fewer different ones than a third
	minLog       = 3 // lines, unless each of them is another one
	maxLength    = 1<<16 - 1
)

// builder makes blocks, one after the other.
type builder struct {
	analyzers [languages]*analyzer
	ids       vocabulary.Numbering // of terms, in lists
	lists     []list
	seen      []int32 // terms of what is read
	read      int     // terms of what is read, however often
	spare     []byte  // for places
	part
	lengths [2][]int32 // of passages and of headings
}

// part is the index of a group of chapters. Passages, headings and their places are
// numbered from 0 in it.
type part struct {
	chapters []member
	passages []passage
	headings []heading
	lists    []byte // of terms, which rise: see [part.each]
	groups   []int  // that have these chapters
}

// member is a chapter as the index of its group has it.
type member struct {
	language           language
	untold             bool // the text does not tell it
	passages, headings int
}

// list has the places of a term.
type list struct {
	term     uint32
	times    int32 // in what is read
	in       int   // passages that have it, and chapters that have it in headings alone
	passages rising
	headings rising
}

// rising is a list of rising numbers.
type rising struct {
	n      int
	last   int
	places []byte
}

// build returns the index of some texts, whose languages are known.
func (b *builder) build(texts []string, in []member) part {
	b.ids.Clear()
	b.lists, b.part = b.lists[:0], part{}
	b.lengths = [2][]int32{b.lengths[0][:0], b.lengths[1][:0]}
	for i, text := range texts {
		b.add(text, in[i])
	}
	b.finish()
	return b.part
}

// add reads the text of a chapter.
func (b *builder) add(text string, in member) {
	l := in.language
	if b.analyzers[l] == nil {
		b.analyzers[l] = newAnalyzer(l, b.term)
	}
	passages, headings := cut(text)
	first, above := len(b.passages), len(b.headings)
	in.passages, in.headings = len(passages), len(headings)
	b.chapters = append(b.chapters, in)
	for i := range passages {
		p := &passages[i]
		if p.heading > 0 {
			p.heading += int32(above)
		}
		length, repeats := b.words(l, text[p.from:p.to])
		if repeats {
			p.marks |= markStuffed
		}
		b.lengths[0] = append(b.lengths[0], length)
		for _, id := range b.seen {
			t := &b.lists[id]
			t.passages.add(first+i, uint64(min(t.times, maxTimes)-1), 2)
			t.in++
			t.times = 0
		}
	}
	for i := range headings {
		h := &headings[i]
		h.first, h.last = h.first+int32(first), h.last+int32(first)
		if h.parent > 0 {
			h.parent += int32(above)
		}
		length, _ := b.words(l, text[h.from:h.to])
		b.lengths[1] = append(b.lengths[1], length)
		for _, id := range b.seen {
			t := &b.lists[id]
			if !t.passages.has(first) && !t.headings.has(above) {
				t.in++
			}
			t.headings.add(above+i, 0, 0)
			t.times = 0
		}
	}
	b.passages, b.headings = append(b.passages, passages...), append(b.headings, headings...)
	b.measure(first)
}

// add appends a number and so many bits to a list, as the distance from the one
// before.
func (l *rising) add(number int, bits uint64, width int) {
	l.places = binary.AppendUvarint(l.places, uint64(number-l.last)<<width|bits)
	l.last = number
	l.n++
}

// has reports whether the list has a number from one on.
func (l *rising) has(from int) bool { return l.n > 0 && l.last >= from }

// words counts the terms of a text, and says whether it repeats itself. They are in
// seen, with how often each is there.
func (b *builder) words(l language, text string) (length int32, repeats bool) {
	b.seen, b.read = b.seen[:0], 0
	b.analyzers[l].text(text)
	return int32(min(b.read, maxLength)), b.read >= stuffedFrom && len(b.seen)*stuffedShare < b.read && !isLog(text)
}

// isLog reports whether each line of a text is another one: those of a log have most words
// in common, and do not repeat themselves.
func isLog(text string) bool {
	lines := map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.ToLower(strings.TrimFunc(line, separates))
		if line != "" && lines[line] {
			return false
		}
		lines[line] = true
	}
	return len(lines) >= minLog
}

// term takes a term of what is read.
func (b *builder) term(term uint32) {
	b.read++
	id, isNew := b.ids.Of(term)
	if isNew {
		if len(b.lists) < cap(b.lists) { // with the memory of a block before
			b.lists = b.lists[:id+1]
			t := &b.lists[id]
			*t = list{term: term, passages: rising{places: t.passages.places[:0]}, headings: rising{places: t.headings.places[:0]}}
		} else {
			b.lists = append(b.lists, list{term: term})
		}
	}
	t := &b.lists[id]
	if t.times == 0 {
		b.seen = append(b.seen, id)
	}
	t.times++
}

// measure counts for each passage from a number on, all of one chapter, the terms
// that count for it, and marks for which of those beside it its own count.
func (b *builder) measure(first int) {
	own := b.lengths[0]
	for i := first; i < len(b.passages); i++ {
		p := &b.passages[i]
		p.length = ownWeight * own[i]
		for h := p.heading; h > 0; h = b.headings[h-1].parent {
			p.length += b.lengths[1][h-1]
		}
		if p.kind == kindRow {
			continue
		}
		for j := max(first, i-before); j <= min(i+after, len(b.passages)-1); j++ {
			beside := &b.passages[j]
			if j == i || !beside.speaks() || beside.heading != p.heading {
				continue
			}
			p.length += own[j]
			beside.marks |= [...]uint8{markBack, 0, markNext, markSecond}[i-j+1]
		}
	}
}

// finish puts the terms in order, each with its places.
func (b *builder) finish() {
	order := make([]uint64, len(b.lists))
	for i := range b.lists {
		order[i] = uint64(b.lists[i].term)<<32 | uint64(i)
	}
	slices.Sort(order) // no two terms are equal
	all, last := b.spare[:0], uint32(0)
	for _, one := range order {
		t := &b.lists[uint32(one)]
		size := width(t.in) + width(t.passages.n) + width(t.headings.n) + len(t.passages.places) + len(t.headings.places)
		for _, n := range [...]int{int(t.term - last), size, t.in, t.passages.n, t.headings.n} {
			all = binary.AppendUvarint(all, uint64(n))
		}
		all = append(append(all, t.passages.places...), t.headings.places...)
		last = t.term
	}
	b.spare, b.part.lists = all, slices.Clone(all)
}

// each calls f for the places of each term.
func (p *part) each(f func(term uint32, places []byte)) {
	term := uint32(0)
	for rest := p.lists; len(rest) > 0; {
		up, n := binary.Uvarint(rest)
		size, m := binary.Uvarint(rest[n:])
		term, rest = term+uint32(up), rest[n+m:]
		f(term, rest[:size])
		rest = rest[size:]
	}
}
