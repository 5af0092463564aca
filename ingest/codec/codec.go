// Package codec is the binary form of all that is kept in the cache: numbers, texts,
// digests and places, one behind the other. Damaged bytes give zeros, and [Decoder]
// says so.
package codec

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"

	"github.com/seed353dc258/backstory/document"
)

// MaxVarint is the most bytes that a number takes.
const MaxVarint = binary.MaxVarintLen64

// ErrCodec says that bytes are not what was encoded.
var ErrCodec = errors.New("not an encoded value")

// List reads a count and as many values. A value takes at least a byte, so
// that a count is never believed beyond the bytes that are there.
func List[T any](d *Decoder, value func() T) []T {
	n := d.Int()
	if n < 0 || n > len(d.S) {
		d.Bad = true
		return nil
	}
	if n == 0 {
		return nil
	}
	out := make([]T, 0, n)
	for range n {
		out = append(out, value())
		if d.Bad {
			return nil
		}
	}
	return out
}

// Encoder appends values to bytes.
type Encoder struct{ B []byte }

// Int appends a number of few bytes where it is small.
func (e *Encoder) Int(n int) { e.B = binary.AppendVarint(e.B, int64(n)) }

// Uint appends a number of few bytes where it is small.
func (e *Encoder) Uint(n uint64) { e.B = binary.AppendUvarint(e.B, n) }

// Fixed appends a number in eight bytes.
func (e *Encoder) Fixed(n int64) { e.B = binary.LittleEndian.AppendUint64(e.B, uint64(n)) }

// Flag appends whether something holds.
func (e *Encoder) Flag(holds bool) {
	if holds {
		e.Uint(1)
		return
	}
	e.Uint(0)
}

// Digest appends a SHA-256 digest.
func (e *Encoder) Digest(sum [sha256.Size]byte) { e.B = append(e.B, sum[:]...) }

// String appends a text with its length.
func (e *Encoder) String(s string) {
	e.Uint(uint64(len(s)))
	e.B = append(e.B, s...)
}

// Pos appends a place in a document.
func (e *Encoder) Pos(p document.Pos) {
	e.String(p.Part)
	e.Int(int(p.Page))
	e.Int(int(p.Paragraph))
	e.Int(int(p.Table))
	for _, f := range [...]float32{p.Box.X0, p.Box.Y0, p.Box.X1, p.Box.Y1} {
		e.Int(int(math.Float32bits(f)))
	}
	for _, s := range [...]document.Span{p.Rows, p.Lines} {
		e.Int(int(s.First))
		e.Int(int(s.Last - s.First))
	}
}

// Decoder reads values from a text until the first that is not there; Bad then says
// so, and every later value is zero. The strings that it gives are parts of the text.
type Decoder struct {
	S   string // what is left
	Bad bool
}

// fail says that a value is not there.
func (d *Decoder) fail() { d.Bad, d.S = true, "" }

// Done reports whether every value was there, and nothing is left.
func (d *Decoder) Done() bool { return !d.Bad && d.S == "" }

// Int reads what [Encoder.Int] wrote.
func (d *Decoder) Int() int {
	v := d.Uint()
	return int(v>>1) ^ -int(v&1)
}

// Uint reads what [Encoder.Uint] wrote.
func (d *Decoder) Uint() (v uint64) {
	for i := 0; i < len(d.S) && i < MaxVarint; i++ {
		c := d.S[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			d.S = d.S[i+1:]
			return v
		}
	}
	d.fail()
	return 0
}

// take reads so many bytes.
func (d *Decoder) take(n uint64) string {
	if n > uint64(len(d.S)) {
		d.fail()
		return ""
	}
	s := d.S[:n]
	d.S = d.S[n:]
	return s
}

// Fixed reads what [Encoder.Fixed] wrote.
func (d *Decoder) Fixed() int64 {
	s := d.take(8)
	if s == "" {
		return 0
	}
	return int64(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
}

// Flag reads what [Encoder.Flag] wrote.
func (d *Decoder) Flag() bool { return d.Uint() == 1 }

// Digest reads what [Encoder.Digest] wrote.
func (d *Decoder) Digest() (sum [sha256.Size]byte) {
	copy(sum[:], d.take(sha256.Size))
	return sum
}

// String reads what [Encoder.String] wrote.
func (d *Decoder) String() string { return d.take(d.Uint()) }

// Pos reads what [Encoder.Pos] wrote.
func (d *Decoder) Pos() document.Pos {
	p := document.Pos{Part: d.String(), Page: int32(d.Int()), Paragraph: int32(d.Int()), Table: int32(d.Int())}
	for _, f := range [...]*float32{&p.Box.X0, &p.Box.Y0, &p.Box.X1, &p.Box.Y1} {
		*f = math.Float32frombits(uint32(d.Int()))
	}
	for _, s := range [...]*document.Span{&p.Rows, &p.Lines} {
		s.First = int32(d.Int())
		s.Last = s.First + int32(d.Int())
	}
	return p
}
