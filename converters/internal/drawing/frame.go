package drawing

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// EMU is a length in English Metric Units: 914,400 an inch.
type EMU = int64

// Units of length.
const (
	Inch  EMU = 914_400
	Point EMU = 12_700
)

// Frame is the place of a shape. A shape without one of its own has the zero
// value, with Known unset.
type Frame struct {
	X, Y, W, H EMU
	Known      bool
}

// ReadFrame returns the place that a transform (a:xfrm, p:xfrm) gives: its
// offset and extent.
func ReadFrame(t *xmlread.Tree, xfrm xmlread.NodeID) Frame { return frameOf(t, xfrm, "off", "ext") }

func frameOf(t *xmlread.Tree, xfrm xmlread.NodeID, off, ext string) Frame {
	o, e := t.Child(xfrm, A, off), t.Child(xfrm, A, ext)
	if o == 0 || e == 0 {
		return Frame{}
	}
	return Frame{
		X: Length(t.Attr(o, xmlread.None, "x")), Y: Length(t.Attr(o, xmlread.None, "y")),
		W: Length(t.Attr(e, xmlread.None, "cx")), H: Length(t.Attr(e, xmlread.None, "cy")), Known: true,
	}
}

// maxLength bounds lengths, so that sums and products of them cannot
// overflow: about 28 km.
const maxLength = 1 << 40

// Length returns a length in EMU from an attribute: a number, or one with a
// unit as Strict has them. What is not a length is 0.
func Length(value string) EMU {
	if value == "" {
		return 0 // most often, and an error takes its time
	}
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		return min(max(n, -maxLength), maxLength)
	}
	if len(value) < 3 {
		return 0
	}
	f, err := strconv.ParseFloat(value[:len(value)-2], 64)
	per := map[string]float64{"in": 914400, "pt": 12700, "cm": 360000, "mm": 36000, "pc": 152400, "pi": 152400}[value[len(value)-2:]]
	if f *= per; err != nil || f != f || f > maxLength || f < -maxLength {
		return 0
	}
	return EMU(f)
}

// Space maps the coordinates inside a group to those of the page. The zero
// value changes nothing.
type Space struct {
	dx, dy, sx, sy float64 // sx and sy are scale factors less 1
}

// Group returns the space of a group's children from the transform of the
// group (ISO/IEC 29500-1, 20.1.7.5), which is in the space of the receiver.
func (s Space) Group(t *xmlread.Tree, xfrm xmlread.NodeID) Space {
	outer, inner := ReadFrame(t, xfrm), frameOf(t, xfrm, "chOff", "chExt")
	if !outer.Known || !inner.Known {
		return s
	}
	sx, sy := scale(outer.W, inner.W), scale(outer.H, inner.H)
	x, y := s.point(float64(outer.X), float64(outer.Y))
	sx, sy = sx*(s.sx+1), sy*(s.sy+1)
	return Space{dx: x - float64(inner.X)*sx, dy: y - float64(inner.Y)*sy, sx: sx - 1, sy: sy - 1}
}

// scale returns how much longer outer is than inner; 1 where inner is none.
func scale(outer, inner EMU) float64 {
	if inner <= 0 || outer <= 0 {
		return 1
	}
	return float64(outer) / float64(inner)
}

func (s Space) point(x, y float64) (float64, float64) {
	return x*(s.sx+1) + s.dx, y*(s.sy+1) + s.dy
}

// Map returns a frame of the space in coordinates of the page.
func (s Space) Map(f Frame) Frame {
	if !f.Known || s == (Space{}) {
		return f
	}
	x, y := s.point(float64(f.X), float64(f.Y))
	return Frame{X: emu(x), Y: emu(y), W: emu(float64(f.W) * (s.sx + 1)), H: emu(float64(f.H) * (s.sy + 1)), Known: true}
}

// emu rounds a length, inside what a length may be.
func emu(f float64) EMU {
	switch {
	case f != f:
		return 0
	case f > maxLength:
		return maxLength
	case f < -maxLength:
		return -maxLength
	case f < 0:
		return EMU(f - 0.5)
	}
	return EMU(f + 0.5)
}

// Turned returns the frame of a shape that is turned about its middle by an
// angle in 60,000ths of a degree: one that lies on its side is as wide as it
// was high.
func (f Frame) Turned(rot string) Frame {
	const degree = 60_000
	if rot == "" {
		return f
	}
	angle, err := strconv.ParseInt(rot, 10, 64)
	if err != nil || !f.Known {
		return f
	}
	if quarter := ((angle/degree)%180 + 180) % 180; quarter < 45 || quarter >= 135 {
		return f
	}
	return Frame{X: f.X + (f.W-f.H)/2, Y: f.Y + (f.H-f.W)/2, W: f.H, H: f.W, Known: true}
}

// Contains reports whether a frame that is known lies in this one.
func (f Frame) Contains(in Frame) bool {
	return in.Known && in.X >= f.X && in.Y >= f.Y && in.X+in.W <= f.X+f.W && in.Y+in.H <= f.Y+f.H
}

// Overlap returns how much of a frame lies on a page, in per cent of what could
// lie there: of the page, where the frame is wider or higher. A frame without
// area counts as its edge.
func (f Frame) Overlap(page Frame) int64 {
	side := func(at, length, from, size EMU) (in, all EMU) {
		all = max(length, 1)
		return max(min(at+all, from+size)-max(at, from), 0), min(all, max(size, 1))
	}
	w, allW := side(f.X, f.W, page.X, page.W)
	h, allH := side(f.Y, f.H, page.Y, page.H)
	return w * 1000 / allW * (h * 1000 / allH) / 10_000
}
