package glyph

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// look compares characters with what the page shows in their places: text
// without contrast is not seen, nor is text without which the page looks the
// same.
func (h *hider) look(s scene, render painter) error {
	const edge = 4 // points around what is looked at
	part := h.view.Upright(pdfium.Box{X0: s.box.X0 - edge, Y0: s.box.Y0 - edge, X1: s.box.X1 + edge, Y1: s.box.Y1 + edge})
	px, err := render(part)
	if err != nil || px == nil {
		return err
	}
	var rest []int
	var runs []pdfium.Run
	last := int32(-1)
	for _, c := range s.chars {
		b, run := h.page.Chars[c.char].Box, h.page.Chars[c.char].Run
		switch {
		case b.W() < .5 || b.H() < .5: // a mark too small to be judged by its pixels
		case contrast(px, h.view.Upright(b)) < faintest:
			h.how[c.char] = hiddenInk
		case c.covered:
			rest = append(rest, int(c.char))
			if run != last {
				runs = append(runs, h.page.Runs[run])
				last = run
			}
		}
	}
	if len(rest) == 0 {
		return nil
	}
	bare, err := render(part, runs...)
	if err != nil || bare == nil {
		return err
	}
	rest = slices.DeleteFunc(rest, func(i int) bool {
		return difference(px, bare, h.view.Upright(h.page.Chars[i].Box)) >= faintest
	})
	h.hideWords(rest)
	return nil
}

// hideWords hides characters, but not those of words of which others are seen:
// what lies over a letter or two leaves a word readable.
func (h *hider) hideWords(chars []int) {
	for _, i := range chars {
		h.how[i] = hiddenInk
	}
	for _, i := range chars {
		if h.isSeenBeside(i, -1) || h.isSeenBeside(i, 1) {
			h.how[i] = shown
		}
	}
}

// isSeenBeside reports whether another character of a word is seen, on one side.
func (h *hider) isSeenBeside(i, step int) bool {
	const longest = 40 // characters that are looked at
	for k := i + step; k >= 0 && k < len(h.how) && max(k-i, i-k) <= longest; k += step {
		c := &h.page.Chars[k]
		if c.Run < 0 || !script.IsAlnum(c.Rune) || script.IsWide(c.Rune) {
			return false
		}
		if h.how[k] == shown {
			return true
		}
	}
	return false
}

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
