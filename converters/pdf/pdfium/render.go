package pdfium

const maxPixels = 24 << 20

// Pixels is a page as it is shown, white where nothing is painted.
type Pixels struct {
	Width, Height, Stride int
	Left, Top             int     // where the part that is painted begins, in pixels
	Scale                 float64 // pixels a point
	BGRX                  []byte  // four bytes a pixel
}

// Size returns how large a page is, which is numbered from 1, in points as it is
// shown; zero of one that cannot be read.
func (d *Document) Size(number int) (width, height float64) {
	if p := d.open(number); d.err == nil {
		return p.frame.size()
	}
	return 0, 0
}

// Render paints a part of a page, which is numbered from 1, as far as it is on the page,
// with its annotations and without some of the texts that were read from it last. It
// returns nil for a page that cannot be read.
func (d *Document) Render(number int, scale float64, part Box, without ...Run) (*Pixels, error) {
	p := d.open(number)
	defer p.activate(without, 1)
	p.activate(without, 0)
	d.room.most = d.room.paint
	defer func() { d.room.most = d.room.read }()
	if p.handle == 0 {
		return nil, d.err
	}
	left, top := int(max(part.X0, 0)*scale), int(max(part.Y0, 0)*scale)
	w, h := p.frame.size()
	w, h = min(part.X1, w)*scale-float64(left), min(part.Y1, h)*scale-float64(top)
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
	err := p.paint(px, d.form, func(data []byte) { px.BGRX = append([]byte(nil), data...) })
	if px.BGRX == nil {
		return nil, err
	}
	return px, err
}

// paint paints a part of the page, which says where that begins and how large it is,
// and gives away the pixels as long as they are in the instance's memory. The fields of
// a form, if one is given, are painted, too.
func (p *openPage) paint(px *Pixels, form uint64, take func(data []byte)) error {
	bitmap := p.ptr(fnBitmapNew, uint64(px.Width), uint64(px.Height), 0)
	if bitmap == 0 {
		return p.err
	}
	defer p.call(fnBitmapFree, bitmap)
	p.call(fnBitmapFill, bitmap, 0, 0, uint64(px.Width), uint64(px.Height), 0xFFFFFFFF)
	const annotations = 1
	w, h := p.frame.size()
	at := []uint64{
		bitmap, p.handle, uint64(uint32(-px.Left)), uint64(uint32(-px.Top)),
		uint64(w * px.Scale), uint64(h * px.Scale), 0, annotations,
	}
	p.call(fnRender, at...)
	if form != 0 {
		p.call(fnRenderFields, append([]uint64{form}, at...)...)
	}
	px.Stride = p.int(fnBitmapStride, bitmap)
	data, ok := p.memory.Read(uint32(p.ptr(fnBitmapBuffer, bitmap)), uint32(px.Stride*px.Height))
	if ok && p.err == nil {
		take(data)
	}
	return p.err
}

// activate says whether texts of the page are painted.
func (p *openPage) activate(runs []Run, active uint64) {
	for i := range runs {
		if runs[i].object != 0 {
			p.call(fnObjectActive, runs[i].object, active)
		}
		if c := runs[i].Around.copies; c != nil {
			for _, o := range c.objects {
				p.call(fnObjectActive, o, active)
			}
		}
	}
}
