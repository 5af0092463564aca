package pdfium

import "math"

// maxGray is how many pixels a page may have to be recognised: the bitmap,
// with four bytes for each, has to fit beside the document.
const maxGray = 16 << 20

// Gray is a page as it is shown, in shades of grey.
type Gray struct {
	Width, Height int
	Scale         float64 // pixels a point
	Pixels        []byte  // a byte a pixel, in rows without gaps; 0 is black
}

// RenderGray paints a page, which is numbered from 1, with its annotations,
// more coarsely where it would have too many pixels. It returns nil for a page
// that cannot be read.
func (d *Document) RenderGray(number int, scale float64) (*Gray, error) {
	page := d.ptr(fnLoadPage, d.handle, uint64(number-1))
	if page == 0 {
		return nil, d.err
	}
	defer d.call(fnClosePage, page)
	p := &openPage{Document: d, page: page, out: &Page{}}
	p.measure()
	const longest = 1 << 15 // pixels
	scale = min(scale, longest/max(p.out.Width, p.out.Height, 1))
	if pixels := p.out.Width * p.out.Height * scale * scale; pixels > maxGray {
		scale *= math.Sqrt(maxGray / pixels)
	}
	g := &Gray{Width: int(p.out.Width * scale), Height: int(p.out.Height * scale), Scale: scale}
	if g.Width < 1 || g.Height < 1 {
		return nil, d.err
	}
	if err := d.step(g.Width * g.Height / 64); err != nil {
		return nil, err
	}
	return g, p.paint(g)
}

// paint paints the page.
func (p *openPage) paint(g *Gray) error {
	bitmap := p.ptr(fnBitmapNew, uint64(g.Width), uint64(g.Height), 0)
	if bitmap == 0 {
		return p.err
	}
	defer p.call(fnBitmapFree, bitmap)
	p.call(fnBitmapFill, bitmap, 0, 0, uint64(g.Width), uint64(g.Height), 0xFFFFFFFF)
	const annotations = 1
	p.call(fnRender, bitmap, p.page, 0, 0, uint64(g.Width), uint64(g.Height), 0, annotations)
	stride := p.int(fnBitmapStride, bitmap)
	data, ok := p.memory.Read(uint32(p.ptr(fnBitmapBuffer, bitmap)), uint32(stride*g.Height))
	if !ok || stride < 4*g.Width || p.err != nil {
		return p.err
	}
	g.Pixels = make([]byte, 0, g.Width*g.Height)
	for y := range g.Height {
		row := data[y*stride:]
		for x := range g.Width {
			const blue, green, red = 29, 150, 77 // of 256: ITU-R BT.601
			b, gr, r := row[4*x], row[4*x+1], row[4*x+2]
			g.Pixels = append(g.Pixels, byte((blue*int(b)+green*int(gr)+red*int(r))>>8))
		}
	}
	return nil
}
