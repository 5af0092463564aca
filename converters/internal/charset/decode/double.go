package decode

import (
	"bytes"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// A PairTable is what an encoding of golang.org/x/text makes of single bytes beyond ASCII and of pairs that begin with
// one. 0 means that the text is longer, ill-formed or outside the Basic Multilingual Plane: x/text reads it. A row is
// made once a text has had a few pairs of it: most texts have few, and a short one should not wait for all rows.
type PairTable struct {
	enc    encoding.Encoding
	single [128]uint16
	rows   [128]atomic.Pointer[pairRow]
	asked  [128]atomic.Int32 // how often a row was asked for that is not there
}

// A pairRow is what a table makes of the pairs that begin with one byte.
type pairRow [256]uint16

// fewPairs is how many pairs of a row x/text reads before the row is made.
const fewPairs = 16

// PairsOf returns the table of an encoding, which is made when it is first asked for.
func PairsOf(enc encoding.Encoding) func() *PairTable {
	return sync.OnceValue(func() *PairTable {
		t := &PairTable{enc: enc}
		dec := enc.NewDecoder()
		for lead := range t.single {
			t.single[lead] = one(dec, byte(lead)|0x80)
		}
		return t
	})
}

// ask fills the row of the pairs that begin with a byte, or returns nil as long as it is not worth while.
func (t *PairTable) ask(first byte) *pairRow {
	if t.asked[first&0x7F].Add(1) <= fewPairs {
		return nil
	}
	return t.fill(first)
}

// fill makes the row of the pairs that begin with a byte.
func (t *PairTable) fill(first byte) *pairRow {
	r, dec := &pairRow{}, t.enc.NewDecoder()
	for trail := 0x30; trail < 256; trail++ {
		r[trail] = one(dec, first|0x80, byte(trail))
	}
	t.rows[first&0x7F].Store(r)
	return r
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
			row := d.Table.rows[c&0x7F].Load()
			if row == nil {
				if row = d.Table.ask(c); row == nil {
					return out[:at], i
				}
			}
			r, n = row[src[i+1]], 2
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
