package pdfium

import "math"

// segmentSize is how many bytes a segment has in the instance's memory, where it follows on
// the one before it: its point, of two numbers, its kind, and whether it closes the line. So
// it is of this module alone.
const segmentSize = 12

// The kinds of segments of a path.
const (
	segmentLine   = 0
	segmentBezier = 1
	segmentMove   = 2
)

const (
	thin     = 3.0 // points: a filled box that is not thicker is a line
	straight = .6  // points that a line along an axis may be off
	minLine  = 2.0 // points that a line is long at least
)

// shape is what a path consists of.
type shape struct {
	lines   []Box // straight along an axis
	parts   []Box // of the closed parts
	curved  bool
	slanted bool
}

// shape reads the segments of a path.
func (r *objectReader) shape(o uint64, n int, m matrix) shape {
	if r.ok(fnObjectMatrix, o, r.at(0)) {
		m = r.matrix().then(m)
	}
	var s shape
	var x, y, startX, startY float64
	var part Box
	var open bool
	points := 0
	edge := func(toX, toY float64) {
		b := Box{min(x, toX), min(y, toY), max(x, toX), max(y, toY)}
		if b.W() <= straight || b.H() <= straight {
			if max(b.W(), b.H()) >= minLine {
				s.lines = append(s.lines, b)
			}
		} else {
			s.slanted = true
		}
	}
	end := func() {
		if open {
			if points > 2 && math.Abs(x-startX)+math.Abs(y-startY) > straight {
				edge(startX, startY)
			}
			s.parts = append(s.parts, part)
		}
		open = false
	}
	segments := r.machine.segments(r.ptr(fnPathSegment, o, 0), n)
	for ; len(segments) > 0; segments = segments[segmentSize:] {
		px, py, kind := firstOf(segments)
		px, py = r.frame.Point(m.apply(px, py))
		switch kind {
		case segmentMove:
			if open {
				s.parts = append(s.parts, part)
			}
			open, startX, startY, points = true, px, py, 0
			part = Box{px, py, px, py}
		case segmentBezier:
			s.curved = true
		case segmentLine:
			edge(px, py)
		}
		points++
		part = part.Union(Box{px, py, px, py})
		x, y = px, py
	}
	end()
	return s
}

// segments returns n segments of a path, by the address of the first, or nil.
func (c *machine) segments(first uint64, n int) []byte {
	if first == 0 {
		return nil
	}
	data, _ := c.memory.Read(uint32(first), uint32(segmentSize*n))
	return data
}

// firstOf returns the point of the first of some segments, and its kind.
func firstOf(segments []byte) (x, y float64, kind byte) {
	return f32In(segments, 0), f32In(segments, 4), segments[8]
}
