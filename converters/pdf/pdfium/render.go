package pdfium

import "math"

const maxPixels = 24 << 20

// Pixels is a page as it is shown, white where nothing is painted.
type Pixels struct {
	Width, Height, Stride int
	Left, Top             int     // where the part that is painted begins, in pixels
	Scale                 float64 // pixels a point
	BGRX                  []byte  // four bytes a pixel
}

// Render paints a page, which is numbered from 1, with its annotations. It
// returns nil for a page that cannot be read.
func (d *Document) Render(number int, scale float64) (*Pixels, error) {
	return d.RenderPart(number, scale, Box{X1: math.Inf(1), Y1: math.Inf(1)})
}

// RenderPart paints a part of a page, as far as it is on the page, without some
// of the texts that were read from it last.
func (d *Document) RenderPart(number int, scale float64, part Box, without ...Run) (*Pixels, error) {
	page := d.loadPage(number)
	defer d.activate(without, 1)
	d.activate(without, 0)
	d.room.most = d.room.paint
	defer func() { d.room.most = d.room.read }()
	if page == 0 {
		return nil, d.err
	}
	p := &openPage{Document: d, page: page, out: &Page{}}
	p.measure()
	left, top := int(max(part.X0, 0)*scale), int(max(part.Y0, 0)*scale)
	w, h := min(part.X1, p.out.Width)*scale-float64(left), min(part.Y1, p.out.Height)*scale-float64(top)
	if w < 1 || h < 1 {
		return nil, d.err
	}
	if w*h > maxPixels {
		return nil, d.err
	}
	px := &Pixels{Width: int(w), Height: int(h), Left: left, Top: top, Scale: scale}
	if err := d.step(px.Width * px.Height / 64); err != nil {
		return nil, err
	}
	bitmap := d.ptr(fnBitmapNew, uint64(px.Width), uint64(px.Height), 0)
	if bitmap == 0 {
		return nil, d.err
	}
	defer d.call(fnBitmapFree, bitmap)
	d.call(fnBitmapFill, bitmap, 0, 0, uint64(px.Width), uint64(px.Height), 0xFFFFFFFF)
	const annotations = 1
	at := []uint64{bitmap, page, uint64(uint32(-left)), uint64(uint32(-top)), uint64(p.out.Width * scale), uint64(p.out.Height * scale), 0, annotations}
	d.call(fnRender, at...)
	if d.form != 0 {
		d.call(fnRenderFields, append([]uint64{d.form}, at...)...)
	}
	px.Stride = d.int(fnBitmapStride, bitmap)
	data, ok := d.memory.Read(uint32(d.ptr(fnBitmapBuffer, bitmap)), uint32(px.Stride*px.Height))
	if !ok || d.err != nil {
		return nil, d.err
	}
	px.BGRX = append([]byte(nil), data...)
	return px, nil
}

// activate says whether texts of the page that is open are painted.
func (d *Document) activate(runs []Run, active uint64) {
	for i := range runs {
		if runs[i].object != 0 {
			d.call(fnObjectActive, runs[i].object, active)
		}
	}
}
