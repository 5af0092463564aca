package glyph

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// shape is the outline of a glyph, stretched to a square of pixels.
type shape struct {
	bits pixels
	wide float64 // its width, for its height, as a logarithm
}

// pixels are those of a square, by rows from below.
type pixels [shapeWords]uint64

const (
	shapeSide  = 24
	shapeWords = shapeSide * shapeSide / 64
)

// alike are letters that differ by their size alone, or hardly, each class by the
// first of them.
var alike = [...]string{"o0O", "cC", "sS", "vV", "wW", "xX", "zZ", "uU", "kK", "pP", "l1Ii|", "jJ", "yY"}

// classes are the classes of letters that look like one, by the letter.
var classes = sync.OnceValue(func() (out [utf8.RuneSelf]byte) {
	for i := range out {
		out[i] = byte(i)
	}
	for _, class := range alike {
		for i := range len(class) {
			out[class[i]] = class[0]
		}
	}
	return out
})

// letters returns the shapes of letters and digits in fonts that every reader of PDF has.
var letters = sync.OnceValue(func() []letterShape {
	var out []letterShape
	for table := letterShapes; len(table) > 0; table = table[shapeSize:] {
		var s shape
		for i := range s.bits {
			s.bits[i] = binary.LittleEndian.Uint64([]byte(table[1+8*i:]))
		}
		s.wide = float64(int8(table[shapeSize-1])) / wideScale
		out = append(out, letterShape{classes()[table[0]], s})
	}
	return out
})

type letterShape struct {
	class byte // of letters that look alike
	shape shape
}

// How a letter is in the table: its code, its pixels, its width.
const (
	shapeSize = 1 + 8*shapeWords + 1
	wideScale = 40
)

// differs reports whether a shape looks like another letter than one, and not like that:
// the other is near, and the one is further off, by times and by more. Of 6,134 glyphs
// of honest files 8 do, and no two of a word. name is whether the other is a letter
// that is given.
func (s *shape) differs(letter, name byte) (differs, named bool) {
	const nearest, times, more = .25, 1.5, .1
	class, all := classes()[letter], letters()
	own, least, other := math.Inf(1), math.Inf(1), byte(0)
	for i := range all {
		if all[i].class == class {
			own = min(own, s.off(&all[i].shape))
		}
	}
	if own < more {
		return false, false
	}
	for i := range all {
		if off := s.off(&all[i].shape); off < least {
			least, other = off, all[i].class
		}
	}
	return least <= nearest && own >= times*least && own >= least+more, other == classes()[name&0x7f]
}

// isOf reports whether an outline is that of a glyph, by the height of its ink: a font
// may have several for what is said to be one letter.
func (g *claimed) isOf(outline [][][2]float64) bool {
	b, ok := extent(outline)
	near := func(a float64, b int16) bool { return math.Abs(50*a-float64(b)) <= 1.5 }
	return ok && near(b.Y1, g.key.top) && near(-b.Y0, g.key.low) && near(b.W(), g.key.wide)
}

// extent returns the box around an outline.
func extent(outline [][][2]float64) (b pdfium.Box, ok bool) {
	for _, line := range outline {
		for _, p := range line {
			at := pdfium.Box{X0: p[0], Y0: p[1], X1: p[0], Y1: p[1]}
			if !ok {
				b, ok = at, true
			}
			b = b.Union(at)
		}
	}
	return b, ok && b.W() > 0 && b.H() > 0
}

// draw fills an outline.
func draw(outline [][][2]float64) (out shape, ok bool) {
	b, ok := extent(outline)
	if !ok {
		return out, false
	}
	out.wide = math.Log(b.W() / b.H())
	out.bits = fill(outline, b)
	return out, true
}

// fill fills what of an outline is in a box.
func fill(outline [][][2]float64, b pdfium.Box) (out pixels) {
	var rows, columns [shapeSide]float64 // the middles of pixels
	var cuts [shapeSide][]float64        // of the outline, by rows
	var room [shapeSide][8]float64       // for most of them
	for i := range shapeSide {
		cuts[i] = room[i][:0]
		middle := float64(i) + .5
		rows[i], columns[i] = b.Y0+b.H()*middle/shapeSide, b.X0+b.W()*middle/shapeSide
	}
	for _, line := range outline {
		for i, q := range line {
			p := line[(i+len(line)-1)%len(line)]
			low, high := min(p[1], q[1]), max(p[1], q[1])
			y := 0
			if near := (low-b.Y0)/b.H()*shapeSide - 1; near > 0 {
				y = int(min(near, shapeSide))
			}
			for ; y < shapeSide && rows[y] < high; y++ {
				if rows[y] >= low {
					cuts[y] = append(cuts[y], p[0]+(rows[y]-p[1])/(q[1]-p[1])*(q[0]-p[0]))
				}
			}
		}
	}
	for y, cuts := range cuts {
		slices.Sort(cuts)
		for i := 0; i+1 < len(cuts); i += 2 {
			for x, h := range columns {
				if h >= cuts[i] && h < cuts[i+1] {
					at := y*shapeSide + x
					out[at/64] |= 1 << (at % 64)
				}
			}
		}
	}
	return out
}

// off returns how far two shapes are from each other, of 1: the share of pixels that
// differ, and how much wider one is.
func (s *shape) off(o *shape) float64 {
	return float64(s.bits.differ(o.bits))/(shapeSide*shapeSide) + .2*math.Abs(s.wide-o.wide)
}

// differ returns how many pixels differ.
func (a pixels) differ(b pixels) (n int) {
	for i := range a {
		n += bits.OnesCount64(a[i] ^ b[i])
	}
	return n
}
