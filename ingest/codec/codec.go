// Package codec writes and reads numbers, texts and places as bytes, for what is
// kept in the cache. Damaged bytes give zeros, and [Decoder] says so.
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

// ErrCodec says that bytes are not an encoded chapter.
var ErrCodec = errors.New("not an encoded chapter")

// List reads a count and as many values. A value takes at least a byte, so
// that a count is never believed beyond the bytes that are there.
func List[T any](d *Decoder, value func() T) []T {
	n := d.Int()
	if n < 0 || n > len(d.B) {
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

// String appends a text with its length.
func (e *Encoder) String(s string) {
	e.Int(len(s))
	e.B = append(e.B, s...)
}

// Pos appends a place in a document.
func (e *Encoder) Pos(p document.Pos) {
	e.String(p.Part)
	e.Int(p.Page)
	e.Int(int(p.Paragraph))
	e.Int(int(p.Table))
	for _, f := range [...]float32{p.Box.X0, p.Box.Y0, p.Box.X1, p.Box.Y1} {
		e.Int(int(math.Float32bits(f)))
	}
	for _, s := range [...]document.Span{p.Rows, p.Lines} {
		e.Int(s.First)
		e.Int(s.Last - s.First)
	}
}

// Decoder reads values until the first that is not there; bad then says so,
// and every later value is zero.
type Decoder struct {
	B   []byte
	Bad bool
}

// Int reads what [Encoder.Int] wrote.
func (d *Decoder) Int() int {
	v, n := binary.Varint(d.B)
	if n <= 0 || d.Bad {
		d.Bad = true
		return 0
	}
	d.B = d.B[n:]
	return int(v)
}

// String reads what [Encoder.String] wrote.
func (d *Decoder) String() string { return string(d.Bytes()) }

// Bytes reads a string where it lies.
func (d *Decoder) Bytes() []byte {
	n := d.Int()
	if n < 0 || n > len(d.B) {
		d.Bad = true
		return nil
	}
	s := d.B[:n]
	d.B = d.B[n:]
	return s
}

// Pos reads what [Encoder.Pos] wrote.
func (d *Decoder) Pos() document.Pos {
	p := document.Pos{Part: d.String(), Page: d.Int(), Paragraph: int32(d.Int()), Table: int32(d.Int())}
	for _, f := range [...]*float32{&p.Box.X0, &p.Box.Y0, &p.Box.X1, &p.Box.Y1} {
		*f = math.Float32frombits(uint32(d.Int()))
	}
	for _, s := range [...]*document.Span{&p.Rows, &p.Lines} {
		s.First = d.Int()
		s.Last = s.First + d.Int()
	}
	return p
}

// Fixed appends a number in eight bytes.
func (e *Encoder) Fixed(n int64) { e.B = binary.LittleEndian.AppendUint64(e.B, uint64(n)) }

// Fixed reads a number of eight bytes.
func (d *Decoder) Fixed() int64 {
	if d.Bad || len(d.B) < 8 {
		d.Bad = true
		return 0
	}
	n := int64(binary.LittleEndian.Uint64(d.B))
	d.B = d.B[8:]
	return n
}

// Digest reads a SHA-256 digest.
func (d *Decoder) Digest() (sum [sha256.Size]byte) {
	if d.Bad || len(d.B) < len(sum) {
		d.Bad = true
		return sum
	}
	d.B = d.B[copy(sum[:], d.B):]
	return sum
}
