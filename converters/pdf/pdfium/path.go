package pdfium

import "math"

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
	for i := range uint64(n) {
		px, py, kind := r.segment(r.ptr(fnPathSegment, o, i))
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

// segment returns the point of a segment and its kind.
func (r *objectReader) segment(s uint64) (x, y float64, kind int) {
	if s == 0 || !r.ok(fnSegmentPoint, s, r.at(0), r.at(4)) {
		return 0, 0, -1
	}
	x, y = r.f32(0), r.f32(4)
	return x, y, r.int(fnSegmentType, s)
}
