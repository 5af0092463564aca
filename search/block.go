package search

import (
	"encoding/binary"
)

// block is the index of one chapter as [build] writes it. Nothing in it is
// believed that its bounds do not allow: it may come from a file.
type block struct {
	data     []byte
	language language
	passages int
	headings int
	terms    int
	sum      uint64 // of the lengths of all passages
	places   []byte
}

// open looks at the head of a block.
func open(data []byte) (block, bool) {
	if len(data) < 4*headFields {
		return block{}, false
	}
	head := func(i int) int { return int(binary.LittleEndian.Uint32(data[4*i:])) }
	x := block{
		data: data, language: language(head(headLanguage)), passages: head(headPassages), headings: head(headHeadings), terms: head(headTerms),
		sum: uint64(head(headLengthLow)) | uint64(head(headLengthHigh))<<32,
	}
	begin := 4 * (headFields + x.passages*passageField + x.headings*headingField + x.terms*termField)
	if head(headMagic) != magic || begin+head(headPlaces) != len(data) || x.language >= languages {
		return block{}, false
	}
	x.places = data[begin:]
	return x, true
}

func (x *block) number(i int) uint32 { return binary.LittleEndian.Uint32(x.data[4*i:]) }

// passage returns a passage.
func (x *block) passage(i int) passage {
	at := headFields + i*passageField
	return passage{int(x.number(at)), int(x.number(at + 1)), kind(x.number(at+3) >> 16 & 0xff), int(x.number(at + 2))}
}

// own returns the field with the length and the kind of a passage.
func (x *block) own(i int) uint32 { return x.number(headFields + i*passageField + 3) }

func (x *block) heading(i int) heading {
	at := headFields + x.passages*passageField + i*headingField
	return heading{
		from: int(x.number(at)), to: int(x.number(at + 1)), parent: int(x.number(at + 2)),
		first: int(x.number(at + 3)), last: min(int(x.number(at+4)), x.passages), kind: kind(x.number(at+5) >> 16),
	}
}

// above calls look for each heading over a passage, the nearest first.
func (x *block) above(i int, look func(int)) {
	for h := x.passage(i).heading; h > 0 && h <= x.headings; {
		look(h - 1)
		next := int(x.number(headFields + x.passages*passageField + (h-1)*headingField + 2))
		if next >= h {
			return
		}
		h = next
	}
}

// length returns how many terms count for a passage.
func (x *block) length(i int) int { return int(x.number(headFields + i*passageField + 4)) }

// measure counts the terms that count for a passage.
func (x *block) measure(i int) int {
	field := x.own(i)
	n := ownWeight * int(field&maxLength)
	x.above(i, func(h int) {
		n += int(x.number(headFields+x.passages*passageField+h*headingField+5) & maxLength)
	})
	if kind(field>>16&0xff) == kindRow {
		return n
	}
	for j := max(0, i-before); j <= min(i+after, x.passages-1); j++ {
		if beside := x.own(j); j != i && speaks(beside) && x.under(j) == x.under(i) {
			n += int(beside & maxLength)
		}
	}
	return n
}

// around returns from which passage to which one a hit is told: short ones carry
// what is beside them under the same heading, but for what is out. The row of a
// table is told alone.
func (x *block) around(i int, out func(int) bool) (first, last int) {
	first, last = i, i
	joins := func(j int) bool {
		return j >= 0 && j < x.passages && x.under(j) == x.under(i) && speaks(x.own(j)) && !out(j) &&
			x.passage(max(j, last)).to-x.passage(min(j, first)).from <= maxTold
	}
	for grew := speaks(x.own(i)); grew; {
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

// under returns the number of the heading that a passage is under.
func (x *block) under(i int) uint32 { return x.number(headFields + i*passageField + 2) }

// speaks reports whether a passage says something of those beside it.
func speaks(field uint32) bool { return kind(field>>16&0xff) != kindRow && field&stuffed == 0 }

// find returns the places of a term and how many passages and headings have it.
func (x *block) find(term uint32) (places []byte, own, above int) {
	begin := headFields + x.passages*passageField + x.headings*headingField
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
