package search

import (
	"encoding/binary"
	"iter"
)

// block is the index of some chapters as [builder] writes it. Nothing in it is
// believed that its bounds do not allow: it may come from a file.
type block struct {
	data     []byte
	chapters int
	passages int
	headings int
	terms    int
	places   []byte
	base     int             // the number of its first passage in the index
	first    int             // and of its first chapter
	has      [languages]bool // of its chapters
}

// open looks at the head of a block.
func open(data []byte) (block, bool) {
	if len(data) < 4*headFields {
		return block{}, false
	}
	head := func(i int) int { return int(binary.LittleEndian.Uint32(data[4*i:])) }
	x := block{data: data, chapters: head(headChapters), passages: head(headPassages), headings: head(headHeadings), terms: head(headTerms)}
	begin := 4 * (headFields + x.chapters*chapterField + x.passages*passageField + x.headings*headingField + x.terms*termField)
	if head(headMagic) != magic || begin+head(headPlaces) != len(data) {
		return block{}, false
	}
	x.places = data[begin:]
	passages, headings := 0, 0
	for i := range x.chapters {
		l, p, h := x.chapter(i)
		if l >= languages {
			return block{}, false
		}
		x.has[l] = true
		passages, headings = passages+p, headings+h
	}
	return x, passages == x.passages && headings == x.headings
}

func (x *block) number(i int) uint32 { return binary.LittleEndian.Uint32(x.data[4*i:]) }

// chapter returns the language of a chapter, and how many passages and headings it
// has.
func (x *block) chapter(i int) (l language, passages, headings int) {
	at := headFields + i*chapterField
	return language(x.number(at)), int(x.number(at + 1)), int(x.number(at + 2))
}

// passage returns a passage.
func (x *block) passage(i int) passage {
	at := headFields + x.chapters*chapterField + i*passageField
	marks := x.number(at + 3)
	return passage{
		from: int(x.number(at)), to: int(x.number(at + 1)), heading: int(x.number(at + 2)),
		kind: kind(marks & markKind), marks: uint8(marks) &^ markKind, length: int(x.number(at + 4)),
	}
}

func (x *block) heading(i int) heading {
	at := headFields + x.chapters*chapterField + x.passages*passageField + i*headingField
	return heading{
		from: int(x.number(at)), to: int(x.number(at + 1)), parent: int(x.number(at + 2)),
		first: int(x.number(at + 3)), last: min(int(x.number(at+4)), x.passages), kind: kind(x.number(at + 5)),
	}
}

// above yields each heading over a passage, the nearest first.
func (x *block) above(i int) iter.Seq[int] {
	passages := headFields + x.chapters*chapterField
	headings := passages + x.passages*passageField
	return func(yield func(int) bool) {
		for h := int(x.number(passages + i*passageField + 2)); h > 0 && h <= x.headings; {
			next := int(x.number(headings + (h-1)*headingField + 2))
			if !yield(h-1) || next >= h {
				return
			}
			h = next
		}
	}
}

// around returns from which passage to which one a hit is told: short ones carry
// what is beside them under the same heading of a chapter, whose passages go from
// first to last, but for what is out. The row of a table is told alone.
func (x *block) around(i, begin, end int, out func(int) bool) (first, last int) {
	first, last = i, i
	p := x.passage(i)
	from, to := p.from, p.to
	joins := func(j int) bool {
		if j < begin || j >= end {
			return false
		}
		beside := x.passage(j)
		if beside.heading != p.heading || !beside.speaks() || out(j) || max(to, beside.to)-min(from, beside.from) > maxTold {
			return false
		}
		from, to = min(from, beside.from), max(to, beside.to)
		return true
	}
	for grew := p.speaks(); grew; {
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

// find returns the places of a term and how many passages and headings have it.
func (x *block) find(term uint32) (places []byte, own, above int) {
	begin := headFields + x.chapters*chapterField + x.passages*passageField + x.headings*headingField
	n, ok := x.locate(begin, term)
	if !ok {
		return nil, 0, 0
	}
	at := int(x.number(begin + n*termField + 1))
	if at > len(x.places) {
		return nil, 0, 0
	}
	places = x.places[at:]
	first, places := uvarint(places)
	second, places := uvarint(places)
	if first > uint64(x.passages) || second > uint64(x.headings) {
		return nil, 0, 0
	}
	return places, int(first), int(second)
}

// locate returns which of the terms, whose records begin at a number, one is. They
// are hashes, so that its place can be guessed from its value.
func (x *block) locate(begin int, term uint32) (int, bool) {
	low, high := 0, x.terms-1
	for steps := 0; low <= high; steps++ {
		middle := (low + high) / 2
		first, last := x.number(begin+low*termField), x.number(begin+high*termField)
		if term < first || term > last {
			return 0, false
		}
		if steps < 4 && last > first {
			middle = low + int(uint64(term-first)*uint64(high-low)/uint64(last-first))
		}
		switch at := x.number(begin + middle*termField); {
		case at == term:
			return middle, true
		case at < term:
			low = middle + 1
		default:
			high = middle - 1
		}
	}
	return 0, false
}

// uvarint takes a number from the first bytes. Of damaged ones it is 0.
func uvarint(b []byte) (uint64, []byte) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), b[1:]
	}
	v, n := binary.Uvarint(b)
	return v, b[max(0, n):]
}
