package decode

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// Bytes decodes an encoding in which each byte is a character.
type Bytes struct {
	text     *byteTable
	replaced int
}

// A byteTable is the text of each byte.
type byteTable [256]struct {
	b   [4]byte
	n   uint8
	bad bool
}

// NewBytes returns the decoder of an encoding. Bytes that are no character
// become U+FFFD.
func NewBytes(m *charmap.Charmap) *Bytes {
	t := &byteTable{}
	for i := range t {
		r := m.DecodeByte(byte(i))
		t[i].n = uint8(copy(t[i].b[:], string(r)))
		t[i].bad = r == '\uFFFD'
	}
	return &Bytes{text: t}
}

func (d *Bytes) Step(dst, src []byte, _ bool) ([]byte, int) {
	used := len(src)
	for len(src) > 0 {
		piece := src[:min(len(src), 4096)]
		src = src[len(piece):]
		dst = d.piece(Grow(dst, growth*len(piece)+4), piece)
	}
	return dst, used
}

// piece decodes src into the room that dst has.
func (d *Bytes) piece(dst, src []byte) []byte {
	out := dst[:cap(dst)]
	at := len(dst)
	for i := 0; i < len(src); {
		if src[i] < 0x80 {
			n := ASCIIPrefix(src[i:])
			at += copy(out[at:], src[i:i+n])
			i += n
			continue
		}
		for ; i < len(src) && src[i] >= 0x80; i++ {
			t := &d.text[src[i]]
			*(*[4]byte)(out[at : at+4]) = t.b
			at += int(t.n)
			if t.bad {
				d.replaced++
			}
		}
	}
	return out[:at]
}

func (d *Bytes) Lost() (replaced, recovered int) { return d.replaced, 0 }

// ASCIIPrefix is the number of leading bytes below 0x80.
func ASCIIPrefix(b []byte) int {
	n := 0
	for len(b)-n >= 8 {
		w := binary.LittleEndian.Uint64(b[n:]) & HighBits
		if w != 0 {
			return n + bits.TrailingZeros64(w)>>3
		}
		n += 8
	}
	for n < len(b) && b[n] < 0x80 {
		n++
	}
	return n
}

// Text decodes by a transformer of golang.org/x/text.
type Text struct {
	T        transform.Transformer
	replaced int
}

// growth is the most bytes of UTF-8 that a byte of a legacy encoding becomes: 3 for one half-width kana in Shift_JIS.
const growth = 3

func (d *Text) Step(dst, src []byte, last bool) ([]byte, int) {
	used := 0
	for {
		from := len(dst)
		dst = Grow(dst, min(len(src)-used, maxPiece)*growth+64)
		nDst, nSrc, err := d.T.Transform(dst[from:cap(dst)], src[used:], last)
		dst = dst[:from+nDst]
		d.replaced += bytes.Count(dst[from:], []byte("\uFFFD"))
		used += nSrc
		if err == transform.ErrShortDst && nSrc > 0 {
			continue
		}
		return dst, used
	}
}

func (d *Text) Lost() (replaced, recovered int) { return d.replaced, 0 }

// Grow returns b with room for at least n more bytes.
func Grow(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	out := make([]byte, len(b), max(2*cap(b), len(b)+n))
	copy(out, b)
	return out
}

// maxPiece is how many bytes get their room at once.
const maxPiece = 64 << 10
