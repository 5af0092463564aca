package pdfium

// openPage is a page while it is read or painted.
type openPage struct {
	*Document
	page          uint64 // 0 for one that cannot be read
	frame         Frame
	width, height float64 // as it is shown
}

// open opens a page, which is numbered from 1. It stays open until another one is
// asked for: it may be painted after it was read.
func (d *Document) open(number int) *openPage {
	if d.page == 0 || d.pageNumber != number {
		d.closePage()
		d.page, d.pageNumber = d.ptr(fnLoadPage, d.handle, uint64(number-1)), number
	}
	p := &openPage{Document: d, page: d.page}
	if p.page != 0 {
		p.measure()
	}
	return p
}

// closePage closes the page that is open.
func (d *Document) closePage() {
	if d.page != 0 {
		d.call(fnClosePage, d.page)
		d.page = 0
	}
}

// measure reads the page's frame and rotation.
func (p *openPage) measure() {
	f := Frame{Box: Box{0, 0, 612, 792}, Turn: p.int(fnPageRotation, p.page) & 3}
	if p.ok(fnPageBox, p.page, p.at(0)) {
		left, top, right, bottom := p.f32(0), p.f32(4), p.f32(8), p.f32(12)
		f.Box = Box{left, min(bottom, top), right, max(bottom, top)}
	}
	p.frame, p.width, p.height = f, f.Box.W(), f.Box.H()
	if f.Turn%2 == 1 {
		p.width, p.height = p.height, p.width
	}
}

// point turns a point of the file into one of the page.
func (p *openPage) point(x, y float64) (float64, float64) { return p.frame.Point(x, y) }

// box turns the box around two points of the file.
func (p *openPage) box(x0, y0, x1, y1 float64) Box { return p.frame.box(x0, y0, x1, y1) }

// readMatrix reads a matrix from the scratch area.
func (p *openPage) readMatrix() matrix {
	return matrix{p.f32(0), p.f32(4), p.f32(8), p.f32(12), p.f32(16), p.f32(20)}
}

// mapped returns the box on the page around a box in a form's coordinates.
func (p *openPage) mapped(b Box, m matrix) Box {
	x, y := p.point(m.apply(b.X0, b.Y0))
	out := Box{x, y, x, y}
	for _, corner := range [...][2]float64{{b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := p.point(m.apply(corner[0], corner[1]))
		out = out.Union(Box{x, y, x, y})
	}
	return out
}
