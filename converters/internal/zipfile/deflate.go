package zipfile

import (
	"encoding/binary"
	"math/bits"
)

// deflated unpacks data in the deflate format (RFC 1951) that is held in
// memory as a whole, into memory whose size is known. That makes it several
// times as fast as a decoder that reads and writes streams. It keeps its
// tables, so that one value serves for many parts.
type deflated struct {
	in   []byte // with inPad zero bytes behind it
	end  int    // of the data in it
	at   int
	buf  uint64 // bits that were read, the next one lowest
	have uint   // how many of them are valid

	lit     [litSize]uint32
	dist    [distSize]uint32
	fixed   bool // the tables are those of fixed codes
	lengths [litCodes + distCodes]uint8
}

// inPad is how many bytes have to follow the data.
const inPad = 16

// Sizes of the tables. A code that is longer than the first table's bits is
// looked up in a second table behind it, all of which have the size that the
// longest code asks for. In codes that leave nothing unused, two of them at
// least share a second table.
const (
	litBits   = 9
	litSize   = 1<<litBits + litCodes/2<<(codeMax-litBits)
	distBits  = 7
	distSize  = 1<<distBits + distCodes/2<<(codeMax-distBits)
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

// unpack fills out from data that has inPad zero bytes behind its end. It
// reports whether the data is whole and gives that many bytes, no more.
func (d *deflated) unpack(in []byte, end int, out []byte) bool {
	d.in, d.end, d.at, d.buf, d.have = in, end, 0, 0, 0
	defer func() { d.in = nil }()
	o := 0
	for {
		if !d.fill() {
			return false
		}
		head := d.take(3)
		ok := false
		switch head >> 1 {
		case 0:
			o, ok = d.stored(out, o)
		case 1:
			ok = d.fixedTables()
		case 2:
			ok = d.tables()
		}
		if ok && head>>1 != 0 {
			o, ok = d.block(out, o)
		}
		if !ok || d.over() {
			return false
		}
		if head&1 != 0 {
			return o == len(out)
		}
	}
}

// fill makes at least 56 bits valid. Behind the end of the data there are
// zeros for a while; it reports false when too many were taken.
func (d *deflated) fill() bool {
	if d.at > d.end+inPad-8 {
		return false
	}
	d.buf |= binary.LittleEndian.Uint64(d.in[d.at:]) << d.have
	d.at += int(63-d.have) >> 3
	d.have |= 56
	return true
}

// take returns the next n bits, which have to be valid.
func (d *deflated) take(n uint) uint {
	v := uint(d.buf & (1<<n - 1))
	d.buf >>= n
	d.have -= n
	return v
}

// over reports whether more bits were taken than there are.
func (d *deflated) over() bool { return d.at-int(d.have>>3) > d.end }

// stored copies a block that is not packed (3.2.4).
func (d *deflated) stored(out []byte, o int) (int, bool) {
	d.take(d.have & 7)
	d.at -= int(d.have >> 3)
	d.buf, d.have = 0, 0
	if d.at+4 > d.end {
		return o, false
	}
	n := int(binary.LittleEndian.Uint16(d.in[d.at:]))
	if n != int(^binary.LittleEndian.Uint16(d.in[d.at+2:])) {
		return o, false
	}
	d.at += 4
	if d.at+n > d.end || o+n > len(out) {
		return o, false
	}
	o += copy(out[o:o+n], d.in[d.at:])
	d.at += n
	return o, true
}

// block unpacks a block by the tables. Its state is in local variables, which
// registers can hold.
func (d *deflated) block(out []byte, o int) (int, bool) {
	in, at, buf, have := d.in, d.at, d.buf, d.have
	last := d.end + inPad - 8
	for {
		if have < 48 {
			if at > last {
				return o, false
			}
			buf |= binary.LittleEndian.Uint64(in[at:]) << (have & 63)
			at += int(63-have) >> 3
			have |= 56
		}
		e := d.lit[buf&(1<<litBits-1)]
		if e&entryTable != 0 {
			buf >>= litBits
			have -= litBits
			e = d.lit[int(e>>16)+int(buf&(1<<(e>>4&15)-1))]
		}
		n := uint(e & 15)
		buf >>= n
		have -= n
		if e&entryLiteral != 0 {
			if o == len(out) {
				return o, false
			}
			out[o] = byte(e >> 16)
			o++
			continue
		}
		if e == 0 {
			return o, false
		}
		if e&entryEnd != 0 {
			d.at, d.buf, d.have = at, buf, have
			return o, true
		}
		n = uint(e >> 4 & 15)
		length := int(e>>16) + int(buf&(1<<n-1))
		buf >>= n
		have -= n
		// A length takes up to 20 bits, so that 28 are left for a distance.
		e = d.dist[buf&(1<<distBits-1)]
		if e&entryTable != 0 {
			buf >>= distBits
			have -= distBits
			e = d.dist[int(e>>16)+int(buf&(1<<(e>>4&15)-1))]
		}
		if e == 0 {
			return o, false
		}
		n = uint(e & 15)
		buf >>= n
		have -= n
		n = uint(e >> 4 & 15)
		distance := int(e>>16) + int(buf&(1<<n-1))
		buf >>= n
		have -= n
		if distance > o || length > len(out)-o {
			return o, false
		}
		o = repeat(out, o, distance, length)
	}
}

// repeat copies bytes from a distance back, which may be less than the
// length: then what is copied is copied again.
func repeat(out []byte, o, distance, length int) int {
	if distance >= 8 && length <= 16 && len(out)-o >= 16 {
		from, to := out[o-distance:], out[o:o+16]
		binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(from))
		if length > 8 {
			binary.LittleEndian.PutUint64(to[8:], binary.LittleEndian.Uint64(from[8:]))
		}
		return o + length
	}
	from, end := o-distance, o+length
	for o < end {
		o += copy(out[o:end], out[from:o])
	}
	return end
}

// fixedTables makes the tables of fixed codes (3.2.6).
func (d *deflated) fixedTables() bool {
	if d.fixed {
		return true
	}
	for i := range litCodes {
		switch {
		case i < 144:
			d.lengths[i] = 8
		case i < 256:
			d.lengths[i] = 9
		case i < 280:
			d.lengths[i] = 7
		default:
			d.lengths[i] = 8
		}
	}
	for i := range distCodes {
		d.lengths[litCodes+i] = 5
	}
	d.fixed = buildTable(d.lit[:], litBits, d.lengths[:litCodes], litEntries[:]) &&
		buildTable(d.dist[:], distBits, d.lengths[litCodes:], distEntries[:])
	return d.fixed
}

// codeOrder is the order in which the lengths of codes of lengths stand
// (3.2.7).
var codeOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// tables reads the tables of a block (3.2.7).
func (d *deflated) tables() bool {
	d.fixed = false
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
	var table [1 << 7]uint32
	if !buildTable(table[:], 7, lengths[:], litEntries[:19]) {
		return false
	}
	if !d.readLengths(&table, lits+dists) || d.lengths[256] == 0 {
		return false
	}
	return buildTable(d.lit[:], litBits, d.lengths[:lits], litEntries[:]) &&
		buildTable(d.dist[:], distBits, d.lengths[lits:lits+dists], distEntries[:])
}

// readLengths reads the lengths of codes, packed by a code of their own.
func (d *deflated) readLengths(table *[1 << 7]uint32, count int) bool {
	for i := 0; i < count; {
		if !d.fill() {
			return false
		}
		e := table[d.buf&(1<<7-1)]
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
		for range n {
			d.lengths[i] = value
			i++
		}
	}
	return true
}

// litEntries and distEntries are the entries of all symbols, without the bits
// of their codes.
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
)

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

// buildTable makes a table that is indexed by the next bits of the data, from
// the lengths of canonical codes (3.2.2). It reports whether there are no more
// codes than fit.
func buildTable(table []uint32, first uint, lengths []uint8, entries []uint32) bool {
	var count [codeMax + 1]int
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	var next [codeMax + 2]uint
	code, left := uint(0), 1
	for n := 1; n <= codeMax; n++ {
		next[n] = code
		code = (code + uint(count[n])) << 1
		if left = left<<1 - count[n]; left < 0 {
			return false
		}
	}
	longest := uint(codeMax)
	for longest > 0 && count[longest] == 0 {
		longest--
	}
	free := 1 << first // where the next second table goes
	clear(table[:free])
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		reversed := int(bits.Reverse16(uint16(next[n])) >> (16 - n))
		next[n]++
		e := entries[symbol]
		if e == 0 {
			continue // a code that means nothing
		}
		if uint(n) <= first {
			for i := reversed; i < 1<<first; i += 1 << n {
				table[i] = e | uint32(n)
			}
			continue
		}
		width, low := longest-first, reversed&(1<<first-1)
		if table[low] == 0 {
			if free+1<<width > len(table) {
				return false
			}
			table[low] = entryTable | uint32(free)<<16 | uint32(width)<<4
			clear(table[free : free+1<<width])
			free += 1 << width
		}
		second := table[table[low]>>16:][:1<<width]
		for i := reversed >> first; i < len(second); i += 1 << (uint(n) - first) {
			second[i] = e | uint32(uint(n)-first)
		}
	}
	return true
}
