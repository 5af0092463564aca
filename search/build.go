package search

import (
	"encoding/binary"
	"slices"
)

// The layout of a block, in numbers of 32 bits, little endian: the head, a record
// for each passage, one for each heading, one for each term, and then bytes with
// the places of the terms.
const (
	magic        = 0x32585342 // "BSX2"; another layout or other terms have another one
	headFields   = 8
	passageField = 5 // from, to, heading, length and kind, all that counts
	headingField = 6 // from, to, parent, first, last, length and kind
	termField    = 2 // hash, offset of its places
)

// The fields of the head.
const (
	headMagic = iota
	headLanguage
	headPassages
	headHeadings
	headTerms
	headPlaces
	headLengthLow // the lengths of all passages together
	headLengthHigh
)

// What counts of a passage: twice its own words, once the headings over it,
// and the words of those beside it under the same one.
const (
	ownWeight    = 2
	before       = 2       // passages before it
	after        = 1       // and behind
	maxTimes     = 4       // a term counts so often in a passage
	stuffedFrom  = 8       // terms of a passage from which on it is looked at whether it repeats itself
	stuffedShare = 3       // it does where it has fewer different ones than a third
	stuffed      = 1 << 31 // in the last field of a passage
	maxLength    = 1<<16 - 1
)

// posting is a term in a passage, or in a heading.
type posting struct {
	term uint32
	at   int32 // the passage; behind all passages the headings
	n    int32
}

// builder makes the block of a chapter.
type builder struct {
	analyzer *analyzer
	text     string
	passages []passage
	headings []heading
	lengths  []uint32 // of passages, then of headings
	postings []posting
	terms    []uint32 // of what is read
}

// build returns the block of a text.
func build(text string) []byte {
	b := &builder{text: text}
	b.passages, b.headings = cut(text)
	b.analyzer = newAnalyzer(languageOf(text), func(term uint32) { b.terms = append(b.terms, term) })
	b.lengths = make([]uint32, len(b.passages)+len(b.headings))
	for i, p := range b.passages {
		b.read(i, text[p.from:p.to])
	}
	for i, h := range b.headings {
		b.read(len(b.passages)+i, text[h.from:h.to])
	}
	slices.SortFunc(b.postings, func(x, y posting) int {
		if x.term != y.term {
			if x.term < y.term {
				return -1
			}
			return 1
		}
		return int(x.at) - int(y.at)
	})
	return b.encode()
}

// read reads the words of a passage or a heading.
func (b *builder) read(at int, text string) {
	b.terms = b.terms[:0]
	b.analyzer.text(text)
	b.lengths[at] = uint32(min(len(b.terms), maxLength))
	slices.Sort(b.terms)
	all, different := len(b.terms), 0
	for i := 0; i < all; {
		n := i + 1
		for n < all && b.terms[n] == b.terms[i] {
			n++
		}
		b.postings = append(b.postings, posting{b.terms[i], int32(at), int32(min(n-i, maxTimes))})
		different++
		i = n
	}
	if all >= stuffedFrom && different*stuffedShare < all {
		b.lengths[at] |= stuffed
	}
}

func (b *builder) encode() []byte {
	numbers := make([]uint32, headFields, headFields+len(b.passages)*passageField+len(b.headings)*headingField+len(b.postings)/2)
	var sum uint64
	for i, p := range b.passages {
		numbers = append(numbers, uint32(p.from), uint32(p.to), uint32(p.heading), b.lengths[i]|uint32(p.kind)<<16, 0)
	}
	for i, h := range b.headings {
		numbers = append(numbers, uint32(h.from), uint32(h.to), uint32(h.parent), uint32(h.first), uint32(h.last), b.lengths[len(b.passages)+i]&maxLength|uint32(h.kind)<<16)
	}
	var places []byte
	terms := 0
	for i := 0; i < len(b.postings); terms++ {
		n := i
		for n < len(b.postings) && b.postings[n].term == b.postings[i].term {
			n++
		}
		numbers = append(numbers, b.postings[i].term, uint32(len(places)))
		places = b.place(places, b.postings[i:n])
		i = n
	}
	copy(numbers, []uint32{magic, uint32(b.analyzer.language), uint32(len(b.passages)), uint32(len(b.headings)), uint32(terms), uint32(len(places))})
	out := make([]byte, 0, 4*len(numbers)+len(places))
	for _, n := range numbers {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	out = append(out, places...)
	if x, ok := open(out); ok {
		for i := range x.passages {
			n := x.measure(i)
			binary.LittleEndian.PutUint32(out[4*(headFields+i*passageField+4):], uint32(n))
			sum += uint64(n)
		}
	}
	binary.LittleEndian.PutUint32(out[4*headLengthLow:], uint32(sum))
	binary.LittleEndian.PutUint32(out[4*headLengthHigh:], uint32(sum>>32))
	return out
}

// place appends the places of one term: how many passages and headings have it,
// then each by its distance from the one before.
func (b *builder) place(to []byte, list []posting) []byte {
	own := 0
	for own < len(list) && int(list[own].at) < len(b.passages) {
		own++
	}
	to = binary.AppendUvarint(to, uint64(own))
	to = binary.AppendUvarint(to, uint64(len(list)-own))
	last := int32(0)
	for _, p := range list[:own] {
		to = binary.AppendUvarint(to, uint64(p.at-last)<<2|uint64(p.n-1))
		last = p.at
	}
	last = int32(len(b.passages))
	for _, p := range list[own:] {
		to = binary.AppendUvarint(to, uint64(p.at-last))
		last = p.at
	}
	return to
}
