package search

import (
	"encoding/binary"
	"slices"
)

// The layout of a block, in numbers of 32 bits, little endian: the head, a record
// for each chapter, one for each passage, one for each heading, one for each term,
// and then bytes with the places of the terms. Passages and headings have numbers
// in the block; the offsets of their texts are in the chapter's.
const (
	magic        = 0x34585342 // "BSX4"; another layout or other terms have another one
	headFields   = 6
	chapterField = 3 // language, passages and headings
	passageField = 5 // from, to, heading, marks, all that counts
	headingField = 6 // from, to, parent, first, last, kind
	termField    = 2 // hash, offset of its places
)

// The fields of the head.
const (
	headMagic = iota
	headChapters
	headPassages
	headHeadings
	headTerms
	headPlaces
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
	maxLength    = 1<<16 - 1
)

// The marks of a passage: its kind, whether it repeats itself, and for which of
// those beside it its words count.
const (
	markKind    = 0x0f
	markBack    = 0x10 // the one before it
	markNext    = 0x20
	markSecond  = 0x40 // the one behind the next
	markStuffed = 0x80
)

// builder makes blocks, one after the other.
type builder struct {
	analyzers [languages]*analyzer
	ids       map[uint32]int32 // of terms, in lists
	lists     []list
	seen      []int32 // terms of what is read
	read      int     // terms of what is read, however often
	chapters  []uint32
	passages  []passage
	headings  []heading
	lengths   [2][]int // of passages and of headings
}

// list has the places of a term.
type list struct {
	term     uint32
	times    int32 // in what is read
	passages rising
	headings rising
}

// rising is a list of rising numbers.
type rising struct {
	n      int
	last   int
	places []byte
}

func newBuilder() *builder { return &builder{ids: map[uint32]int32{}} }

// build returns the block of some texts.
func (b *builder) build(texts []string) []byte {
	clear(b.ids)
	b.lists, b.chapters, b.passages, b.headings = b.lists[:0], b.chapters[:0], b.passages[:0], b.headings[:0]
	b.lengths = [2][]int{b.lengths[0][:0], b.lengths[1][:0]}
	for _, text := range texts {
		b.add(text)
	}
	return b.encode()
}

// add reads the text of a chapter.
func (b *builder) add(text string) {
	l := languageOf(text)
	if b.analyzers[l] == nil {
		b.analyzers[l] = newAnalyzer(l, b.term)
	}
	passages, headings := cut(text)
	first, above := len(b.passages), len(b.headings)
	b.chapters = append(b.chapters, uint32(l), uint32(len(passages)), uint32(len(headings)))
	for i := range passages {
		p := &passages[i]
		if p.heading > 0 {
			p.heading += above
		}
		length, repeats := b.words(l, text[p.from:p.to])
		if repeats {
			p.marks |= markStuffed
		}
		b.lengths[0] = append(b.lengths[0], length)
		for _, id := range b.seen {
			t := &b.lists[id]
			t.passages.add(first+i, uint64(min(t.times, maxTimes)-1), 2)
			t.times = 0
		}
	}
	for i := range headings {
		h := &headings[i]
		h.first, h.last = h.first+first, h.last+first
		if h.parent > 0 {
			h.parent += above
		}
		length, _ := b.words(l, text[h.from:h.to])
		b.lengths[1] = append(b.lengths[1], length)
		for _, id := range b.seen {
			b.lists[id].headings.add(above+i, 0, 0)
			b.lists[id].times = 0
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

// words counts the terms of a text, and says whether it repeats itself. They are in
// seen, with how often each is there.
func (b *builder) words(l language, text string) (length int, repeats bool) {
	b.seen, b.read = b.seen[:0], 0
	b.analyzers[l].text(text)
	return min(b.read, maxLength), b.read >= stuffedFrom && len(b.seen)*stuffedShare < b.read
}

// term takes a term of what is read.
func (b *builder) term(term uint32) {
	b.read++
	id, ok := b.ids[term]
	if !ok {
		id = int32(len(b.lists))
		b.ids[term] = id
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

func (b *builder) encode() []byte {
	order, places := make([]int32, len(b.lists)), 0
	for i := range order {
		order[i] = int32(i)
		places += len(b.lists[i].passages.places) + len(b.lists[i].headings.places) + 2*binary.MaxVarintLen32
	}
	slices.SortFunc(order, func(x, y int32) int {
		if b.lists[x].term < b.lists[y].term { // no two are equal
			return -1
		}
		return 1
	})
	numbers := []uint32{magic, uint32(len(b.chapters) / chapterField), uint32(len(b.passages)), uint32(len(b.headings)), uint32(len(b.lists)), 0}
	numbers = append(slices.Grow(numbers, len(b.chapters)+len(b.passages)*passageField+len(b.headings)*headingField+len(order)*termField), b.chapters...)
	for _, p := range b.passages {
		numbers = append(numbers, uint32(p.from), uint32(p.to), uint32(p.heading), uint32(p.kind)|uint32(p.marks), uint32(p.length))
	}
	for _, h := range b.headings {
		numbers = append(numbers, uint32(h.from), uint32(h.to), uint32(h.parent), uint32(h.first), uint32(h.last), uint32(h.kind))
	}
	bytes := make([]byte, 0, places)
	for _, id := range order {
		t := &b.lists[id]
		numbers = append(numbers, t.term, uint32(len(bytes)))
		bytes = binary.AppendUvarint(bytes, uint64(t.passages.n))
		bytes = binary.AppendUvarint(bytes, uint64(t.headings.n))
		bytes = append(append(bytes, t.passages.places...), t.headings.places...)
	}
	numbers[headPlaces] = uint32(len(bytes))
	out := make([]byte, 0, 4*len(numbers)+len(bytes))
	for _, n := range numbers {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return append(out, bytes...)
}
