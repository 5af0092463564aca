package pdfium

const pixelsMost = 24 << 20

// Pixels is a page as it is shown, white where nothing is painted.
type Pixels struct {
	Width, Height, Stride int
	Scale                 float64 // pixels a point
	BGRX                  []byte  // four bytes a pixel
}

// Render paints a page, which is numbered from 1, with its annotations. It
// returns nil for a page that cannot be read.
func (d *Document) Render(number int, scale float64) (*Pixels, error) {
	page := d.ptr(fnLoadPage, d.handle, uint64(number-1))
	if page == 0 {
		return nil, d.err
	}
	defer d.call(fnClosePage, page)
	p := &openPage{Document: d, page: page, out: &Page{}}
	p.measure()
	w, h := p.out.Width*scale, p.out.Height*scale
	if w < 1 || h < 1 {
		return nil, d.err
	}
	if w*h > pixelsMost {
		return nil, d.err
	}
	px := &Pixels{Width: int(w), Height: int(h), Scale: scale}
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
	d.call(fnRender, bitmap, page, 0, 0, uint64(px.Width), uint64(px.Height), 0, annotations)
	px.Stride = d.int(fnBitmapStride, bitmap)
	data, ok := d.memory.Read(uint32(d.ptr(fnBitmapBuffer, bitmap)), uint32(px.Stride*px.Height))
	if !ok || d.err != nil {
		return nil, d.err
	}
	px.BGRX = append([]byte(nil), data...)
	return px, nil
}
