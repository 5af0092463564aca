package pdfium

// Box is a rectangle in points, its origin the top left corner of the page.
type Box struct{ X0, Y0, X1, Y1 float64 }

// W returns the width of the box.
func (b Box) W() float64 { return b.X1 - b.X0 }

// H returns the height of the box.
func (b Box) H() float64 { return b.Y1 - b.Y0 }

// Union returns the smallest box around two.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Holds reports whether a point is in the box.
func (b Box) Holds(x, y float64) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

// Overlap returns the area that two boxes share.
func (b Box) Overlap(o Box) float64 {
	w, h := min(b.X1, o.X1)-max(b.X0, o.X0), min(b.Y1, o.Y1)-max(b.Y0, o.Y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// Frame is the part of the file's coordinates that a page shows, and how.
type Frame struct {
	Box  Box // Y1 is the top
	Turn int // quarter turns, clockwise
}

// Point turns a point of the file into one of the page as it is shown.
func (f *Frame) Point(x, y float64) (float64, float64) {
	switch f.Turn {
	case 1:
		return y - f.Box.Y0, x - f.Box.X0
	case 2:
		return f.Box.X1 - x, y - f.Box.Y0
	case 3:
		return f.Box.Y1 - y, f.Box.X1 - x
	default:
		return x - f.Box.X0, f.Box.Y1 - y
	}
}

// size returns how wide and tall the page is, as it is shown.
func (f *Frame) size() (width, height float64) {
	if f.Turn%2 == 1 {
		return f.Box.H(), f.Box.W()
	}
	return f.Box.W(), f.Box.H()
}

// box returns the box around two points of the file, on the page.
func (f *Frame) box(x0, y0, x1, y1 float64) Box {
	ax, ay := f.Point(x0, y0)
	bx, by := f.Point(x1, y1)
	return Box{min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)}
}

// mapped returns the box on the page around a box in a form's coordinates.
func (f *Frame) mapped(b Box, m matrix) Box {
	x, y := f.Point(m.apply(b.X0, b.Y0))
	out := Box{x, y, x, y}
	for _, corner := range [...][2]float64{{b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := f.Point(m.apply(corner[0], corner[1]))
		out = out.Union(Box{x, y, x, y})
	}
	return out
}

// matrix is an affine map: x' = ax + cy + e, y' = bx + dy + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// then returns the map that does m first and n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}
