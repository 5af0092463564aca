package zipfile

import "math/bits"

// codes are the codes of a block as tables, and what they are read with.
type codes struct {
	lit      [1 << litBits]uint32
	dist     [1 << distBits]uint32
	litMore  []uint32 // the second tables of both
	distMore []uint32
	lengths  [litCodes + distCodes]uint8
}

// How many bits index the first tables. A code that is longer is looked up in a
// second table, which has the size that the codes in it ask for.
const (
	litBits   = 9
	distBits  = 7
	litCodes  = 288
	distCodes = 32
	codeMax   = 15
)

// An entry of a table: in its lowest 4 bits how many bits the code takes, in
// the next 4 how many extra bits follow, then what it is, and from bit 16 on a
// value. An entry that is 0 is no code.
const (
	entryLiteral = 1 << 8
	entryEnd     = 1 << 9
	entryTable   = 1 << 10 // the value is where a second table begins, the extra bits are its index
)

// useFixed takes the tables of fixed codes (3.2.6).
func (d *deflated) useFixed() { d.lit, d.dist = fixedLit, fixedDist }

// codeOrder is the order in which the lengths of codes of lengths stand
// (3.2.7).
var codeOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// lengthBits is how many bits a code of lengths takes at most.
const lengthBits = 7

// readCodes reads the codes of a block (3.2.7).
func (d *deflated) readCodes() bool {
	if !d.fill() {
		return false
	}
	lits, dists, codes := int(d.take(5))+257, int(d.take(5))+1, int(d.take(4))+4
	if lits > 286 || dists > 30 {
		return false
	}
	var lengths [19]uint8
	for i := range codes {
		if i == 12 && !d.fill() {
			return false
		}
		lengths[codeOrder[i]] = uint8(d.take(3))
	}
	var table [1 << lengthBits]uint32
	if _, ok := tables(table[:], nil, lengths[:], litEntries[:19]); !ok {
		return false
	}
	if !d.readLengths(&table, lits+dists) || d.lengths[256] == 0 {
		return false
	}
	ok := false
	if d.litMore, ok = tables(d.lit[:], d.litMore[:0], d.lengths[:lits], litEntries[:]); !ok {
		return false
	}
	d.distMore, ok = tables(d.dist[:], d.distMore[:0], d.lengths[lits:lits+dists], distEntries[:])
	return ok
}

// readLengths reads the lengths of codes, packed by a code of their own.
func (d *deflated) readLengths(table *[1 << lengthBits]uint32, count int) bool {
	for i := 0; i < count; {
		if d.have < lengthBits*2 && !d.fill() {
			return false
		}
		e := table[d.buf&(1<<lengthBits-1)]
		if e == 0 {
			return false
		}
		d.take(uint(e & 15))
		symbol := uint8(e >> 16)
		if symbol < 16 {
			d.lengths[i] = symbol
			i++
			continue
		}
		value, n := uint8(0), 0
		switch symbol {
		case 16:
			if i == 0 {
				return false
			}
			value, n = d.lengths[i-1], int(d.take(2))+3
		case 17:
			n = int(d.take(3)) + 3
		default:
			n = int(d.take(7)) + 11
		}
		if i+n > count {
			return false
		}
		for end := i + n; i < end; i++ {
			d.lengths[i] = value
		}
	}
	return true
}

// tables makes a first table, whose length is a power of two, and second ones,
// one behind the other, from the lengths of canonical codes (3.2.2). It reports
// whether there are no more codes than fit.
//
// Codes stand in the data with their first bit lowest. They are counted in that
// form from the shortest on; the table of codes of n bits is that of n-1 bits
// twice, with those of n bits in the gaps.
func tables(first, second []uint32, lengths []uint8, entries []uint32) ([]uint32, bool) {
	var count, start [codeMax + 2]int
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	left := 1
	for n := 1; n <= codeMax; n++ {
		start[n+1] = start[n] + count[n]
		if left = left<<1 - count[n]; left < 0 {
			return second, false
		}
	}
	var sorted [litCodes]uint16
	for symbol, n := range lengths {
		if n > 0 {
			sorted[start[n]] = uint16(symbol)
			start[n]++
		}
	}
	symbols, code := sorted[:start[codeMax]], uint(0)
	first[0] = 0
	width := uint(0)
	for size := 1; size < len(first); size *= 2 {
		width++
		copy(first[size:2*size], first[:size])
		for range count[width] {
			first[code] = coded(entries[symbols[0]], width)
			symbols, code = symbols[1:], following(code, width)
		}
	}
	if len(symbols) == 0 {
		return second, true
	}
	return longTables(first, second, longCodes{symbols: symbols, code: code, width: width, count: &count, entries: entries}), true
}

// longCodes are the codes that are too long for a first table.
type longCodes struct {
	symbols []uint16 // by length
	code    uint     // of the first one
	width   uint     // bits of the first table's index
	count   *[codeMax + 2]int
	entries []uint32
}

// longTables makes the second tables.
func longTables(first, second []uint32, l longCodes) []uint32 {
	begin, index, room := 0, uint(0), uint(0)
	prefix := -1
	for n := l.width + 1; n <= codeMax; n++ {
		for left := l.count[n]; left > 0; left-- {
			if low := int(l.code & (1<<l.width - 1)); low != prefix {
				prefix, begin, index = low, len(second), n-l.width
				// The codes that follow fill the table, or it is the last one.
				for used := left; used < 1<<index && l.width+index < codeMax; {
					index++
					used = used<<1 + l.count[l.width+index]
				}
				room = 1 << index
				for range room {
					second = append(second, 0)
				}
				first[low] = entryTable | uint32(begin)<<16 | uint32(index)<<4
			}
			e := coded(l.entries[l.symbols[0]], n-l.width)
			for i := l.code >> l.width; i < room; i += 1 << (n - l.width) {
				second[begin+int(i)] = e
			}
			l.symbols, l.code = l.symbols[1:], following(l.code, n)
		}
	}
	return second
}

// following returns the code of n bits that comes after another one.
func following(code, n uint) uint {
	gaps := ^code & (1<<n - 1)
	if gaps == 0 {
		return code // there is none
	}
	bit := uint(1) << (bits.Len(gaps) - 1)
	return code&(bit-1) | bit
}

// coded returns the entry of a symbol whose code has a length; 0 for a code
// that means nothing.
func coded(e uint32, length uint) uint32 {
	if e == 0 {
		return 0
	}
	return e | uint32(length)
}

// litEntries and distEntries are the entries of all symbols, without the bits
// of their codes; fixedLit and fixedDist the tables of fixed codes.
var (
	litEntries = func() (t [litCodes]uint32) {
		for i := range t {
			t[i] = litEntry(i)
		}
		return t
	}()
	distEntries = func() (t [distCodes]uint32) {
		for i := range t {
			t[i] = distEntry(i)
		}
		return t
	}()
	fixedLit, fixedDist = fixedTables()
)

// fixedTables returns the tables of fixed codes (3.2.6).
func fixedTables() (lit [1 << litBits]uint32, dist [1 << distBits]uint32) {
	var lits [litCodes]uint8
	for i := range lits {
		switch {
		case i < 144, i >= 280:
			lits[i] = 8
		case i < 256:
			lits[i] = 9
		default:
			lits[i] = 7
		}
	}
	var dists [distCodes]uint8
	for i := range dists {
		dists[i] = 5
	}
	tables(lit[:], nil, lits[:], litEntries[:])
	tables(dist[:], nil, dists[:], distEntries[:])
	return lit, dist
}

// litEntry returns the entry of a literal, the end or a length (3.2.5),
// without the bits of its code.
func litEntry(symbol int) uint32 {
	switch {
	case symbol < 256:
		return entryLiteral | uint32(symbol)<<16
	case symbol == 256:
		return entryEnd
	case symbol < 265:
		return uint32(symbol-254) << 16
	case symbol < 285:
		extra := uint32(symbol-261) / 4
		return (3+(4+uint32(symbol-265)%4)<<extra)<<16 | extra<<4
	case symbol == 285:
		return 258 << 16
	}
	return 0
}

// distEntry returns the entry of a distance (3.2.5).
func distEntry(symbol int) uint32 {
	switch {
	case symbol < 4:
		return uint32(symbol+1) << 16
	case symbol < 30:
		extra := uint32(symbol-2) / 2
		return (1+(2+uint32(symbol)%2)<<extra)<<16 | extra<<4
	}
	return 0
}
