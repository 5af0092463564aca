package glyph

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

// luminance returns the luminance of a colour, by the formula of WCAG 2.
func luminance(c pdfium.Color) float64 {
	return .0722*linear(c.B) + .7152*linear(c.G) + .2126*linear(c.R)
}

// ratio returns the contrast of two luminances, by the formula of WCAG 2.
func ratio(a, b float64) float64 { return (max(a, b) + .05) / (min(a, b) + .05) }

// contrast returns the contrast between the lightest and the darkest pixel of
// a place, by the formula of WCAG 2.
func contrast(px *pdfium.Pixels, b pdfium.Box) float64 {
	low, high := 1.0, 0.0
	eachPixel(px, b, func(at int) {
		l := lightOf(px.BGRX[at:])
		low, high = min(low, l), max(high, l)
	})
	return ratio(high, low)
}

// difference returns the contrast of the pixel of a place that differs most
// between two pictures of one part of a page.
func difference(a, b *pdfium.Pixels, place pdfium.Box) float64 {
	most := 1.0
	eachPixel(a, place, func(at int) { most = max(most, ratio(lightOf(a.BGRX[at:]), lightOf(b.BGRX[at:]))) })
	return most
}

// lightness returns the mean luminance of a place.
func lightness(px *pdfium.Pixels, place pdfium.Box) float64 {
	sum, n := 0.0, 0.0
	eachPixel(px, place, func(at int) { sum, n = sum+lightOf(px.BGRX[at:]), n+1 })
	return sum / max(n, 1)
}

// eachPixel calls do with the offsets of a place's pixels, of large places with
// those of some.
func eachPixel(px *pdfium.Pixels, b pdfium.Box, do func(at int)) {
	x0, y0 := max(int(b.X0*px.Scale)-1-px.Left, 0), max(int(b.Y0*px.Scale)-1-px.Top, 0)
	x1, y1 := min(int(b.X1*px.Scale)+1-px.Left, px.Width-1), min(int(b.Y1*px.Scale)+1-px.Top, px.Height-1)
	stepX, stepY := max((x1-x0)/24, 1), max((y1-y0)/24, 1)
	for y := y0; y <= y1; y += stepY {
		for x := x0; x <= x1; x += stepX {
			do(y*px.Stride + 4*x)
		}
	}
}

// lightOf returns the luminance of a pixel.
func lightOf(p []byte) float64 { return luminance(pdfium.Color{R: p[2], G: p[1], B: p[0]}) }

// linear returns the light of a part of a colour, nearly: the square is taken
// for the curve of sRGB.
func linear(v byte) float64 {
	x := float64(v) / 255
	return x * x
}
