package charset

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// wide is UTF-16 or UTF-32 in one of the two byte orders.
type wide struct {
	width int // 2 or 4; 0 for none
	big   bool
}

// unit reads the code unit at the start of b.
func (w wide) unit(b []byte) rune {
	switch {
	case w.width == 2 && w.big:
		return rune(binary.BigEndian.Uint16(b))
	case w.width == 2:
		return rune(binary.LittleEndian.Uint16(b))
	case w.big:
		return rune(binary.BigEndian.Uint32(b)) // what does not fit is negative, so invalid
	}
	return rune(binary.LittleEndian.Uint32(b))
}

// next reads the character at the start of b and its length. A character cut by the end of b has length 0; one that is
// ill-formed is U+FFFD and not ok.
func (w wide) next(b []byte) (r rune, size int, ok bool) {
	if len(b) < w.width {
		return utf8.RuneError, 0, false
	}
	r = w.unit(b)
	if w.width == 2 && utf16.IsSurrogate(r) && r < 0xDC00 {
		if len(b) < 4 {
			return utf8.RuneError, 0, false
		}
		if p := utf16.DecodeRune(r, w.unit(b[2:])); p != utf8.RuneError {
			return p, 4, true
		}
		return utf8.RuneError, 2, false
	}
	if !utf8.ValidRune(r) {
		return utf8.RuneError, w.width, false
	}
	return r, w.width, true
}

// wideDecoder decodes UTF-16 and UTF-32.
type wideDecoder struct {
	wide
	replaced int
}

func (d *wideDecoder) Step(dst, src []byte, last bool) ([]byte, int) {
	used := 0
	for used < len(src) {
		n := 0
		dst, n = d.piece(dst, src[used:min(len(src), used+4096)])
		used += n
		if n > 0 {
			continue
		}
		if !last {
			break
		}
		dst = append(dst, "\uFFFD"...)
		d.replaced++
		used += min(len(src)-used, d.width)
	}
	return dst, used
}

// piece decodes the characters that are whole in src.
func (d *wideDecoder) piece(dst, src []byte) ([]byte, int) {
	dst = decode.Grow(dst, 2*len(src)+utf8.UTFMax)
	i := 0
	for i < len(src) {
		r, size, ok := d.next(src[i:])
		if size == 0 {
			break
		}
		if !ok {
			d.replaced++
		}
		dst = utf8.AppendRune(dst, r)
		i += size
	}
	return dst, i
}

func (d *wideDecoder) Lost() (replaced, recovered int) { return d.replaced, 0 }

// believable is the most that a code unit of real text in UTF-16 or UTF-32 costs on average.
const believable = 125

// A weight is what some units cost, how many they are, and how many of them no text has.
type weight struct {
	cost       price
	units, bad int
}

// believable says whether what was weighed may be text.
func (x weight) believable() bool {
	return x.units > 0 && x.cost <= believable*price(x.units) && x.bad <= 1+x.units/500
}

// weigh adds the units of b, read this way.
func (w wide) weigh(x weight, b []byte) weight {
	var t tongue
	for len(b) >= w.width {
		r, size, ok := w.next(b)
		if size == 0 {
			break
		}
		cost := impossible
		if ok {
			cost = t.price(r)
		}
		if cost >= impossible {
			x.bad++
		}
		x.cost += cost
		x.units += size / w.width
		b = b[size:]
	}
	return x
}

// wide finds UTF-16 or UTF-32 without a mark, or returns nil.
func (c *census) wide(samples []sample, sw sweep) *codec {
	var suspects int64
	for b, k := range c.total {
		if control[b] {
			suspects += k
		}
	}
	zeros := c.total[0]
	if sw.valid && zeros > 0 && c.strayNUL(suspects) && !c.indic() || zeros == 0 && suspects*100 < c.n {
		return nil
	}
	names := []string{"UTF-16LE", "UTF-16BE"}
	if zeros*4 >= c.n-3 {
		names = []string{"UTF-32LE", "UTF-32BE", "UTF-16LE", "UTF-16BE"}
	}
	var best *codec
	var least weight
	for _, name := range names {
		codec := codecNamed(name)
		if codec.wide.width == 4 && !c.codePoints(codec.wide) {
			continue
		}
		x := codec.wide.weighAll(samples)
		if x.believable() && (best == nil || x.cost*price(least.units) < least.cost*price(x.units)) {
			best, least = codec, x
		}
		if best != nil && codec.name == "UTF-32BE" {
			return best
		}
	}
	return best
}

// indic says whether every other byte is one of those that begin the characters of India in UTF-16, or NUL. They are the codes
// of the tab and of line ends.
func (c *census) indic() bool {
	for lane := range 2 {
		var high, all int64
		for b := range 256 {
			k := c.byLane[lane][b] + c.byLane[lane+2][b]
			all += k
			if b == 0 || b >= '\t' && b <= '\r' {
				high += k
			}
		}
		if all >= 4 && high*4 >= all*3 {
			return true
		}
	}
	return false
}

// codePoints says whether all units are at most 10FFFF.
func (c *census) codePoints(w wide) bool {
	top, next := 3, 2
	if w.big {
		top, next = 0, 1
	}
	var above int64
	for b := 1; b < 256; b++ {
		above += c.byLane[top][b]
		if b > 0x10 {
			above += c.byLane[next][b]
		}
	}
	return above == 0
}

// weighAll weighs the samples.
func (w wide) weighAll(samples []sample) weight {
	var x weight
	for _, s := range samples {
		b := s.b
		if !s.last {
			b = b[:len(b)-len(b)%4]
		}
		x = w.weigh(x, b)
	}
	return x
}
