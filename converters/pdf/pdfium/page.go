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

// Page is what a page shows.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Chars         []Char
	Runs          []Run
	Objects       Objects
	Links         []Link
	Fields        []Field
	Comments      []Comment
	Files         []Attachment // that are pinned to the page
	Tree          []*Element   // empty where the page has no structure
	Bad           bool         // the page could not be read
	Frame         Frame
}

// Frame is the part of the file's coordinates that a page shows, and how.
type Frame struct {
	Box  Box // Y1 is the top
	Turn int // quarter turns, clockwise
}

// openPage is a page while it is read.
type openPage struct {
	*Document
	page, text uint64
	out        *Page
}

// Read reads a page, which is numbered from 1. A page that PDFium cannot read is Bad,
// without an error.
func (d *Document) Read(number int) (*Page, error) {
	p := &openPage{Document: d, out: &Page{Number: number}}
	p.page = d.loadPage(number)
	if p.page == 0 {
		p.out.Bad = true
		return p.out, d.err
	}
	p.measure()
	p.out.Objects.MayLayer = d.mayLayer
	for _, read := range []func() error{p.readObjects, p.readText, p.readLinks, p.readAnnotations, p.readTree} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return p.out, d.err
}

// loadPage returns a page, which stays open until another one is asked for: it
// may be painted after it was read. It returns 0 for one that cannot be read.
func (d *Document) loadPage(number int) uint64 {
	if d.page == 0 || d.pageNumber != number {
		d.closePage()
		d.page, d.pageNumber = d.ptr(fnLoadPage, d.handle, uint64(number-1)), number
	}
	return d.page
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
	p.out.Width, p.out.Height = f.Box.W(), f.Box.H()
	if f.Turn%2 == 1 {
		p.out.Width, p.out.Height = p.out.Height, p.out.Width
	}
	p.out.Frame = f
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

// point turns a point of the file into one of the page.
func (p *openPage) point(x, y float64) (float64, float64) { return p.out.Frame.Point(x, y) }

// box turns the box around two points of the file.
func (p *openPage) box(x0, y0, x1, y1 float64) Box {
	ax, ay := p.point(x0, y0)
	bx, by := p.point(x1, y1)
	return Box{min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)}
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

// readMatrix reads a matrix from the scratch area.
func (c *machine) readMatrix() matrix {
	return matrix{c.f32(0), c.f32(4), c.f32(8), c.f32(12), c.f32(16), c.f32(20)}
}
