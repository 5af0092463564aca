package decode

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// A pairTable is what an encoding of golang.org/x/text makes of single bytes beyond ASCII and of pairs that begin with
// one. 0 stands for what is longer, ill-formed or outside the Basic Multilingual Plane: that is left to x/text.
type PairTable struct {
	single [128]uint16
	pair   [128 * 256]uint16
}

// PairsOf makes the table of an encoding when it is first asked for.
func PairsOf(enc encoding.Encoding) func() *PairTable {
	return sync.OnceValue(func() *PairTable {
		t := &PairTable{}
		dec := enc.NewDecoder()
		for lead := range t.single {
			t.single[lead] = one(dec, byte(lead)|0x80)
			if t.single[lead] != 0 {
				continue
			}
			for trail := 0x30; trail < 256; trail++ {
				t.pair[lead<<8|trail] = one(dec, byte(lead)|0x80, byte(trail))
			}
		}
		return t
	})
}

// one is the character that b is, if it is just one.
func one(dec *encoding.Decoder, b ...byte) uint16 {
	var out [16]byte
	dec.Reset()
	n, used, err := dec.Transform(out[:], b, true)
	r, size := utf8.DecodeRune(out[:n])
	if err != nil || used != len(b) || size != n || r == utf8.RuneError || r < 0x80 || r > 0xFFFF {
		return 0
	}
	return uint16(r)
}

// Pairs decodes encodings of one and two bytes.
type Pairs struct {
	Table    *PairTable
	T        transform.Transformer // for what is not in the table
	replaced int
}

func (d *Pairs) Lost() (replaced, recovered int) { return d.replaced, 0 }

func (d *Pairs) Step(dst, src []byte, last bool) ([]byte, int) {
	used := 0
	for used < len(src) {
		end := min(len(src), used+4096)
		dst = Grow(dst, growth*(end-used)+16)
		out, n := d.piece(dst, src[used:end])
		dst, used = out, used+n
		if used == end {
			continue
		}
		if dst, n = d.slow(dst, src[used:], last); n == 0 {
			break
		}
		used += n
	}
	return dst, used
}

// piece decodes src into the room that dst has, up to what is not in the table.
func (d *Pairs) piece(dst, src []byte) ([]byte, int) {
	out, at := dst[:cap(dst)], len(dst)
	i := 0
	for i < len(src) {
		c := src[i]
		if c < 0x80 {
			n := ASCIIPrefix(src[i:])
			at += copy(out[at:], src[i:i+n])
			i += n
			continue
		}
		r, n := d.Table.single[c&0x7F], 1
		if r == 0 && i+1 < len(src) {
			r, n = d.Table.pair[int(c&0x7F)<<8|int(src[i+1])], 2
		}
		switch {
		case r == 0:
			return out[:at], i
		case r < 0x800:
			out[at], out[at+1] = 0xC0|byte(r>>6), 0x80|byte(r)&0xBF
			at += 2
		default:
			out[at], out[at+1], out[at+2] = 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF
			at += 3
		}
		i += n
	}
	return out[:at], i
}

// slow decodes a character, or a few, by x/text. It uses nothing if src may go on and ends within a character.
func (d *Pairs) slow(dst, src []byte, last bool) ([]byte, int) {
	window := src[:min(len(src), 8)]
	var out [utf8.UTFMax]byte
	d.T.Reset()
	n, used, _ := d.T.Transform(out[:], window, last && len(window) == len(src))
	if used == 0 && len(window) < 8 && !last {
		return dst, 0
	}
	if used == 0 {
		n, used = copy(out[:], "\uFFFD"), 1
	}
	d.replaced += bytes.Count(out[:n], []byte("\uFFFD"))
	return append(dst, out[:n]...), used
}
