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
	p := d.open(number)
	if p.handle == 0 {
		return nil, d.err
	}
	const longest = 1 << 15 // pixels
	w, h := p.frame.size()
	scale = min(scale, longest/max(w, h, 1))
	if pixels := w * h * scale * scale; pixels > maxGray {
		scale *= math.Sqrt(maxGray / pixels)
	}
	px := &Pixels{Width: int(w * scale), Height: int(h * scale), Scale: scale}
	if px.Width < 1 || px.Height < 1 {
		return nil, d.err
	}
	if err := d.step(px.Width * px.Height / 64); err != nil {
		return nil, err
	}
	g := &Gray{Width: px.Width, Height: px.Height, Scale: scale}
	return g, p.paint(px, 0, func(data []byte) { g.take(data, px.Stride) })
}

// take takes the brightness of pixels.
func (g *Gray) take(data []byte, stride int) {
	g.Pixels = make([]byte, 0, g.Width*g.Height)
	for y := range g.Height {
		row := data[y*stride:]
		for x := range g.Width {
			const blue, green, red = 29, 150, 77 // of 256: ITU-R BT.601
			b, gr, r := row[4*x], row[4*x+1], row[4*x+2]
			g.Pixels = append(g.Pixels, byte((blue*int(b)+green*int(gr)+red*int(r))>>8))
		}
	}
}
