package pdfium

// openPage is a page while it is read or painted.
type openPage struct {
	*machine
	document uint64
	handle   uint64 // 0 for one that cannot be read
	number   int    // from 1
	frame    Frame
}

// open opens a page, which is numbered from 1. It stays open until another one is
// asked for: it may be painted after it was read.
func (d *Document) open(number int) *openPage {
	if d.page == nil || d.page.handle == 0 || d.page.number != number {
		d.page.close()
		d.page = loadPage(d.machine, d.file.handle, number)
	}
	return d.page
}

// loadPage opens a page of a document.
func loadPage(m *machine, document uint64, number int) *openPage {
	p := &openPage{machine: m, document: document, handle: m.ptr(fnLoadPage, document, uint64(number-1)), number: number}
	if p.handle != 0 {
		p.frame = Frame{Box: Box{0, 0, 612, 792}, Turn: p.int(fnPageRotation, p.handle) & 3}
		if p.ok(fnPageBox, p.handle, p.at(0)) {
			left, top, right, bottom := p.f32(0), p.f32(4), p.f32(8), p.f32(12)
			p.frame.Box = Box{left, min(bottom, top), right, max(bottom, top)}
		}
	}
	return p
}

// close closes a page, if there is one that could be read.
func (p *openPage) close() {
	if p != nil && p.handle != 0 {
		p.call(fnClosePage, p.handle)
	}
}
