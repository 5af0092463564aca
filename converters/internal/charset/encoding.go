package charset

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// A codec is one encoding that can be read.
type codec struct {
	name    string
	enc     encoding.Encoding // nil for UTF-8, UTF-16 and UTF-32
	guessed bool              // whether it is a candidate without being named by a hint
	prior   price             // what it costs before the text is seen: how rare it is among files
	english bool              // whether English is written in it
	pairs   func() *pairTable // for encodings of one and two bytes
	wide    wide              // for UTF-16 and UTF-32
}

// codecNamed returns the codec with a canonical name, or nil.
func codecNamed(name string) *codec {
	for i := range codecs {
		if codecs[i].name == name {
			return &codecs[i]
		}
	}
	return nil
}

// decoder returns a fresh decoder.
func (c *codec) decoder() decoder {
	switch enc := c.enc.(type) {
	case nil:
		if c.wide.width > 0 {
			return &wideDecoder{wide: c.wide}
		}
		return &repairer{}
	case *charmap.Charmap:
		return newByteDecoder(enc)
	default:
		if c.pairs != nil {
			return &pairDecoder{table: c.pairs(), t: enc.NewDecoder()}
		}
		if c.name == "ISO-2022-JP" {
			return &jisDecoder{table: codecNamed("EUC-JP").pairs()}
		}
		return &textDecoder{t: enc.NewDecoder()}
	}
}

// byteDecoder decodes single-byte encodings.
type byteDecoder struct {
	text     *byteTable
	replaced int
}

// A byteTable is the text of each byte.
type byteTable [256]struct {
	b   [4]byte
	n   uint8
	bad bool
}

func newByteDecoder(m *charmap.Charmap) *byteDecoder {
	t := &byteTable{}
	for i := range t {
		r := m.DecodeByte(byte(i))
		t[i].n = uint8(copy(t[i].b[:], string(r)))
		t[i].bad = r == '\uFFFD'
	}
	return &byteDecoder{text: t}
}

func (d *byteDecoder) step(dst, src []byte, _ bool) ([]byte, int) {
	used := len(src)
	for len(src) > 0 {
		piece := src[:min(len(src), 4096)]
		src = src[len(piece):]
		dst = d.piece(grow(dst, growth*len(piece)+4), piece)
	}
	return dst, used
}

// piece decodes src into the room that dst has.
func (d *byteDecoder) piece(dst, src []byte) []byte {
	out := dst[:cap(dst)]
	at := len(dst)
	for i := 0; i < len(src); {
		if src[i] < 0x80 {
			n := asciiPrefix(src[i:])
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

func (d *byteDecoder) count(res *Result) { res.Replaced = d.replaced }

// asciiPrefix is the number of leading bytes below 0x80.
func asciiPrefix(b []byte) int {
	n := 0
	for len(b)-n >= 8 {
		w := binary.LittleEndian.Uint64(b[n:]) & highBits
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

// textDecoder decodes by a transformer of golang.org/x/text.
type textDecoder struct {
	t        transform.Transformer
	replaced int
}

// growth is the most bytes of UTF-8 that a byte of a legacy encoding becomes: 3 for one half-width kana in Shift_JIS.
const growth = 3

func (d *textDecoder) step(dst, src []byte, last bool) ([]byte, int) {
	used := 0
	for {
		from := len(dst)
		dst = grow(dst, min(len(src)-used, pieceSize)*growth+64)
		nDst, nSrc, err := d.t.Transform(dst[from:cap(dst)], src[used:], last)
		dst = dst[:from+nDst]
		d.replaced += bytes.Count(dst[from:], []byte("\uFFFD"))
		used += nSrc
		if err == transform.ErrShortDst && nSrc > 0 {
			continue
		}
		return dst, used
	}
}

func (d *textDecoder) count(res *Result) { res.Replaced = d.replaced }

// grow returns b with room for at least n more bytes.
func grow(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	out := make([]byte, len(b), max(2*cap(b), len(b)+n))
	copy(out, b)
	return out
}

// single says whether each byte is a character.
func (c *codec) single() bool {
	_, ok := c.enc.(*charmap.Charmap)
	return ok
}
