package charset

import (
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// A codec is one encoding that can be read.
type codec struct {
	name    string
	enc     encoding.Encoding // nil for UTF-8, UTF-16 and UTF-32
	guessed bool              // whether it is a candidate without being named by a hint
	prior   float64           // bits against it before the text is seen: how rare it is among files
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
		return &textDecoder{t: enc.NewDecoder()}
	}
}

// byteDecoder decodes single-byte encodings.
type byteDecoder struct {
	text [256]struct {
		n uint8
		b [4]byte
	}
	bad      [256]bool
	replaced int
}

func newByteDecoder(m *charmap.Charmap) *byteDecoder {
	d := &byteDecoder{}
	for i := range d.text {
		r := m.DecodeByte(byte(i))
		d.bad[i] = r == '\uFFFD'
		d.text[i].n = uint8(copy(d.text[i].b[:], string(r)))
	}
	return d
}

func (d *byteDecoder) step(dst, src []byte, _ bool) ([]byte, int) {
	for i := 0; i < len(src); {
		if n := asciiPrefix(src[i:]); n > 0 {
			dst = append(dst, src[i:i+n]...)
			i += n
			continue
		}
		b := src[i]
		t := &d.text[b]
		dst = append(dst, t.b[:t.n]...)
		if d.bad[b] {
			d.replaced++
		}
		i++
	}
	return dst, len(src)
}

func (d *byteDecoder) count(res *Result) { res.Replaced = d.replaced }

// asciiPrefix is the number of leading bytes below 0x80.
func asciiPrefix(b []byte) int {
	n := 0
	for len(b)-n >= 8 {
		w := b[n : n+8 : n+8]
		if (w[0]|w[1]|w[2]|w[3]|w[4]|w[5]|w[6]|w[7])&0x80 != 0 {
			break
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
