package pdfium

import "math"

// The kinds of segments of a path.
const (
	segmentLine   = 0
	segmentBezier = 1
	segmentMove   = 2
)

const (
	maxPath  = 512 // segments of a path that can be a rule or a box
	thin     = 3.0 // points: a filled box that is not thicker is a line
	straight = .6  // points that a line along an axis may be off
	minLine  = 2.0 // points that a line is long at least
)

// path reads a path: its lines along an axis, or the box that it fills.
func (r *objectReader) path(o uint64, l level) error {
	n := r.int(fnPathCount, o)
	if n <= 0 || !r.ok(fnPathMode, o, r.at(0), r.at(4)) {
		return r.err
	}
	filled, stroked := r.i32(0) != 0, r.i32(4) != 0
	if !filled && !stroked {
		return r.err
	}
	bounds, ok := r.bounds(o, l)
	if !ok {
		return r.err
	}
	r.segments += n
	if n > maxPath || r.segments > maxSegments {
		r.out.Objects.Curves = append(r.out.Objects.Curves, bounds)
		if filled {
			r.out.Objects.Blobs = append(r.out.Objects.Blobs, Blob{bounds, r.objects})
		}
		return r.err
	}
	if err := r.step(n); err != nil {
		return err
	}
	if l.clip != nil && bounds.Overlap(Box{l.clip.X0 - 1, l.clip.Y0 - 1, l.clip.X1 + 1, l.clip.Y1 + 1}) == 0 && bounds.W() > 0 && bounds.H() > 0 {
		return r.err // clipped out
	}
	s := r.shape(o, n, l)
	switch {
	case s.curved:
		r.out.Objects.Curves = append(r.out.Objects.Curves, bounds)
		if filled {
			r.out.Objects.Blobs = append(r.out.Objects.Blobs, Blob{bounds, r.objects})
			r.fill(o, bounds, false)
		}
	case filled && !stroked && (bounds.W() <= thin || bounds.H() <= thin):
		r.line(bounds)
	default:
		if filled {
			r.fillAll(o, s, l.clip == nil && !s.slanted)
		}
		if stroked {
			for _, b := range s.lines {
				r.line(b)
			}
		}
		if s.slanted {
			r.out.Objects.Curves = append(r.out.Objects.Curves, bounds)
		}
	}
	return r.err
}

// shape is what a path consists of.
type shape struct {
	lines   []Box // straight along an axis
	parts   []Box // of the closed parts
	curved  bool
	slanted bool
}

// shape reads the segments of a path.
func (r *objectReader) shape(o uint64, n int, l level) shape {
	m := l.matrix
	if r.ok(fnObjectMatrix, o, r.at(0)) {
		m = r.readMatrix().then(m)
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
		px, py = r.point(m.apply(px, py))
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

// line keeps a line along an axis.
func (r *objectReader) line(b Box) {
	vertical := b.H() > b.W()
	if max(b.W(), b.H()) < minLine {
		return
	}
	r.out.Objects.Lines = append(r.out.Objects.Lines, Line{b, vertical, r.objects})
}

// fillAll keeps the parts of a filled path: thin ones as lines.
func (r *objectReader) fillAll(o uint64, s shape, plain bool) {
	for _, b := range s.parts {
		if b.W() <= thin || b.H() <= thin {
			r.line(b)
			continue
		}
		r.fill(o, b, plain && len(s.parts) == 1)
	}
}

// fill keeps a filled box; a plain one is nothing but that.
func (r *objectReader) fill(o uint64, b Box, plain bool) {
	c := Color{A: 255}
	if r.ok(fnObjectFill, o, r.at(0), r.at(4), r.at(8), r.at(12)) {
		c = Color{uint8(r.i32(0)), uint8(r.i32(4)), uint8(r.i32(8)), uint8(r.i32(12))}
	}
	r.out.Objects.Fills = append(r.out.Objects.Fills, Fill{b, c, r.objects, plain && c.A == 255 && !r.ok(fnObjectTransparent, o)})
}
