package zipfile

import (
	"encoding/binary"
	"io"
)

// deflated unpacks data in the deflate format (RFC 1951). It reads the data in
// large pieces and writes to memory of the caller, either to all of it or to
// some at a time, which makes it several times as fast as a decoder that reads
// bytes. It keeps its tables, so that one value serves for many parts.
type deflated struct {
	source io.ReaderAt
	next   int64 // of the data that is not in the buffer yet: where it begins,
	left   int64 // and how much it is
	err    error // of the source

	small int64  // how long the longest of small parts is
	in    []byte // a piece of the data, with inPad zero bytes behind the last one
	end   int    // of the data in it
	at    int
	buf   uint64 // bits that were read, the next one lowest
	have  uint   // how many of them are valid

	state state
	final bool // the block is the last one
	raw   int  // bytes of a block without packing that are to come
	codes
}

// state says where in the data the decoder is.
type state uint8

const (
	inHeader state = iota // before a block, or behind the last one
	inRaw
	inCodes
)

const (
	inPad    = 16       // how many bytes can be read behind the data
	inKeep   = 8        // how many bytes may be given back
	inLeast  = 512      // bytes that are read at once at least,
	inFirst  = 8 << 10  // of small parts,
	inMost   = 64 << 10 // and of others
	copyMost = 258      // the longest copy
)

// begin sets the decoder to data of a source.
func (d *deflated) begin(source io.ReaderAt, offset, size int64) {
	most := int64(inMost)
	if size <= inFirst {
		most = max(size, d.small, inLeast)
	}
	if int64(len(d.in)) < most+inPad {
		d.in = make([]byte, most+inPad)
	}
	d.source, d.next, d.left, d.err = source, offset, size, nil
	d.at, d.end, d.buf, d.have = 0, 0, 0, 0
	d.state, d.final, d.raw = inHeader, false, 0
}

// unpack fills out. It reports whether the data is whole and gives that many
// bytes, no more.
func (d *deflated) unpack(out []byte) bool {
	o, ok := d.some(out, 0, len(out))
	return ok && o == len(out) && d.done()
}

// some unpacks to out, from o on, where what is before may be copied, until the
// data ends or there is no room for copyMost bytes behind stop. It returns where
// it has come to, and whether the data was right so far.
func (d *deflated) some(out []byte, o, stop int) (int, bool) {
	for ok := true; o <= stop && !d.done(); {
		switch d.state {
		case inHeader:
			ok = d.header()
		case inRaw:
			o, ok = d.copyRaw(out, o)
			if ok && d.raw > 0 {
				return o, true
			}
		case inCodes:
			o, ok = d.block(out, o, stop)
		}
		if !ok || d.over() {
			return o, false
		}
	}
	return o, true
}

// done reports whether all was unpacked.
func (d *deflated) done() bool { return d.final && d.state == inHeader }

// over reports whether more bits were taken than there are.
func (d *deflated) over() bool { return d.at-int(d.have>>3) > d.end }

// header reads the header of a block (3.2.3).
func (d *deflated) header() bool {
	if !d.fill() {
		return false
	}
	head := d.take(3)
	d.final = head&1 != 0
	d.state = inCodes
	switch head >> 1 {
	case 0:
		d.state = inRaw
		return d.rawHeader()
	case 1:
		d.useFixed()
		return true
	case 2:
		return d.readCodes()
	}
	return false
}

// fill makes at least 56 bits valid. Behind the end of the data there are
// zeros for a while; it reports false when too many were taken.
func (d *deflated) fill() bool {
	if d.at > d.end-8 && !d.more() {
		return false
	}
	d.buf |= binary.LittleEndian.Uint64(d.in[d.at:]) << d.have
	d.at += int(63-d.have) >> 3
	d.have |= 56
	return true
}

// more makes 8 bytes readable, if only of the zeros behind the data.
func (d *deflated) more() bool {
	if d.left > 0 {
		from := max(d.at-inKeep, 0)
		d.end = copy(d.in, d.in[from:d.end])
		d.at -= from
		piece := d.in[d.end:min(int64(len(d.in)-inPad), int64(d.end)+d.left)]
		if d.err = readAt(d.source, piece, d.next); d.err != nil {
			return false
		}
		d.next += int64(len(piece))
		d.left -= int64(len(piece))
		d.end += len(piece)
		clear(d.in[d.end : d.end+inPad])
	}
	return d.at <= d.end+inPad-8
}

// take returns the next n bits, which have to be valid.
func (d *deflated) take(n uint) uint {
	v := uint(d.buf & (1<<n - 1))
	d.buf >>= n
	d.have -= n
	return v
}

// rawHeader reads the length of a block that is not packed (3.2.4).
func (d *deflated) rawHeader() bool {
	d.take(d.have & 7)
	d.at -= int(d.have >> 3)
	d.buf, d.have = 0, 0
	if d.at+4 > d.end && (!d.more() || d.at+4 > d.end) {
		return false
	}
	d.raw = int(binary.LittleEndian.Uint16(d.in[d.at:]))
	other := int(^binary.LittleEndian.Uint16(d.in[d.at+2:]))
	d.at += 4
	return d.raw == other&0xFFFF
}

// copyRaw copies of a block that is not packed what there is room for.
func (d *deflated) copyRaw(out []byte, o int) (int, bool) {
	for d.raw > 0 && o < len(out) {
		if d.at >= d.end && (d.left == 0 || !d.more()) {
			return o, false
		}
		n := copy(out[o:], d.in[d.at:min(d.end, d.at+d.raw)])
		o += n
		d.at += n
		d.raw -= n
	}
	if d.raw == 0 {
		d.state = inHeader
	}
	return o, true
}

// block unpacks a block by the tables. Its state is in local variables, which
// registers can hold. Bits are filled up without asking whether there are few,
// since that cannot be foretold.
func (d *deflated) block(out []byte, o, stop int) (int, bool) {
	in, at, buf, have := d.in, d.at, d.buf, d.have
	last := d.end - 8
	lit, dist := &d.lit, &d.dist
	for o <= stop {
		if at > last {
			d.at = at
			if !d.more() {
				return o, false
			}
			at, last = d.at, d.end-8
		}
		buf |= binary.LittleEndian.Uint64(in[at:]) << (have & 63)
		at += int(63-have) >> 3
		have |= 56
		e := lit[buf&(1<<litBits-1)]
		if e&entryLiteral != 0 && o < len(out) {
			n := uint(e & 15)
			buf, have = buf>>n, have-n
			out[o] = byte(e >> 16)
			o++
			// Two codes of first tables leave what any third one takes.
			e = lit[buf&(1<<litBits-1)]
			if e&entryLiteral != 0 && o < len(out) {
				n = uint(e & 15)
				buf, have = buf>>n, have-n
				out[o] = byte(e >> 16)
				o++
			}
			continue
		}
		if e&entryTable != 0 {
			buf, have = buf>>litBits, have-litBits
			e = d.litMore[int(e>>16)+int(buf&(1<<(e>>4&15)-1))]
		}
		n := uint(e & 15)
		buf, have = buf>>n, have-n
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
			d.at, d.buf, d.have, d.state = at, buf, have, inHeader
			return o, true
		}
		n = uint(e >> 4 & 15)
		length := int(e>>16) + int(buf&(1<<n-1))
		buf, have = buf>>n, have-n
		// A length takes up to 20 bits, so that more are left than a distance takes.
		e = dist[buf&(1<<distBits-1)]
		if e&entryTable != 0 {
			buf, have = buf>>distBits, have-distBits
			e = d.distMore[int(e>>16)+int(buf&(1<<(e>>4&15)-1))]
		}
		if e == 0 {
			return o, false
		}
		n = uint(e & 15)
		buf, have = buf>>n, have-n
		n = uint(e >> 4 & 15)
		distance := int(e>>16) + int(buf&(1<<n-1))
		buf, have = buf>>n, have-n
		if distance > o || length > len(out)-o {
			return o, false
		}
		o = repeat(out, o, distance, length)
	}
	d.at, d.buf, d.have = at, buf, have
	return o, true
}

// repeat copies bytes from a distance back, which may be less than the
// length: then what is copied is copied again.
func repeat(out []byte, o, distance, length int) int {
	const wide = 32
	if distance >= 8 && length <= wide && len(out)-o >= wide {
		from, to := out[o-distance:][:wide], out[o:][:wide]
		binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(from))
		binary.LittleEndian.PutUint64(to[8:], binary.LittleEndian.Uint64(from[8:]))
		if length > 16 {
			binary.LittleEndian.PutUint64(to[16:], binary.LittleEndian.Uint64(from[16:]))
			binary.LittleEndian.PutUint64(to[24:], binary.LittleEndian.Uint64(from[24:]))
		}
		return o + length
	}
	from, end := o-distance, o+length
	for o < end {
		o += copy(out[o:end], out[from:o])
	}
	return end
}
