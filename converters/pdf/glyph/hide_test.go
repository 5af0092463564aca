package glyph

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// paper makes a page without PDFium.
type paper struct{ page pdfium.Page }

func newPaper(number int) *paper {
	c := &paper{pdfium.Page{Number: number, Width: 600, Height: 800}}
	c.page.Runs = []pdfium.Run{{Font: &pdfium.Font{Name: "Serif"}, Size: 10, Mode: 0, MCID: -1, Fill: pdfium.Color{A: 255}}}
	return c
}

// text sets a text with its spaces, and an end of the line.
func (c *paper) text(x, y float64, s string) {
	for _, r := range s {
		c.page.Chars = append(c.page.Chars, pdfium.Char{Rune: r, X: x, Y: y, Box: pdfium.Box{X0: x + .5, Y0: y - 7, X1: x + 4.5, Y1: y}})
		x += 5
	}
	c.page.Chars = append(c.page.Chars, pdfium.Char{Rune: '\n', Run: -1, Generated: true})
}

// white makes what comes next on a page white.
func (c *paper) white() {
	first := c.page.Runs[0]
	first.Fill = pdfium.Color{R: 255, G: 255, B: 255, A: 255}
	c.page.Runs = append(c.page.Runs, first)
}

// painted returns the parts of a page that are painted to look for hidden text.
func painted(t *testing.T, c *paper) []pdfium.Box {
	t.Helper()
	var parts []pdfium.Box
	_, err := ReadPage(&c.page, View{}, func(part pdfium.Box, _ ...pdfium.Run) (*pdfium.Pixels, error) {
		parts = append(parts, part)
		return nil, nil
	}, Policy{})
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

func TestTextBesideManyShapesIsNotPainted(t *testing.T) {
	c := newPaper(1)
	c.text(50, 50, "the keeper wrote the log at nine")
	for i := range 300 {
		c.page.Objects.Blobs = append(c.page.Objects.Blobs, pdfium.Blob{Box: pdfium.Box{X0: 50, Y0: float64(100 + 2*i), X1: 300, Y1: float64(110 + 2*i)}, Order: 5})
	}
	if parts := painted(t, c); len(parts) != 0 {
		t.Errorf("painted %v, want nothing", parts)
	}
	c.text(50, 400, "under a shape")
	if parts := painted(t, c); len(parts) != 1 || parts[0].H() > 30 {
		t.Errorf("painted %v, want the line under a shape", parts)
	}
}

func TestPartsFarFromOneAnotherArePaintedApart(t *testing.T) {
	c := newPaper(1)
	c.white()
	for i := range 20 {
		first := len(c.page.Chars)
		c.text(50, float64(40*i+20), "not to be seen")
		for k := first; k < len(c.page.Chars); k++ {
			if i%9 == 0 && c.page.Chars[k].Run == 0 {
				c.page.Chars[k].Run = 1
			}
		}
	}
	parts := painted(t, c)
	if len(parts) != 3 {
		t.Fatalf("painted %v, want three lines", parts)
	}
	for _, p := range parts {
		if p.H() > 30 {
			t.Errorf("painted %v, want one line", p)
		}
	}
}

func TestManyPartsArePaintedAsFew(t *testing.T) {
	c := newPaper(1)
	c.page.Height = 20_000
	c.white()
	for i := range 16 {
		c.text(50, float64(1250*i+20), "not to be seen")
	}
	for k := range c.page.Chars {
		if c.page.Chars[k].Run == 0 {
			c.page.Chars[k].Run = 1
		}
	}
	if parts := painted(t, c); len(parts) != maxScenes || parts[maxScenes-1].Y1 < 18_000 {
		t.Errorf("painted %d parts %v, want %d that reach the end", len(parts), parts, maxScenes)
	}
}

func TestCharactersAreLookedAtWhereShapesAreTooMany(t *testing.T) {
	c := newPaper(1)
	c.text(50, 50, "the keeper wrote the log at nine")
	for range maxBanded + 1 {
		c.page.Objects.Fills = append(c.page.Objects.Fills, pdfium.Fill{Box: pdfium.Box{X0: 400, Y0: 700, X1: 410, Y1: 701}, Order: 1})
	}
	if parts := painted(t, c); len(parts) != 1 {
		t.Errorf("painted %v, want the text, since not all shapes are known", parts)
	}
	b := makeBands(&c.page)
	for range 60 {
		b.at(700)
	}
	if !b.cut || b.looks > 0 {
		t.Errorf("%d looks are left after 60 at %d shapes", b.looks, maxBanded)
	}
}

// Text of low contrast to what is under it, such as red on a grey picture, leaves no
// more on the page, although nothing lies over it.
func TestLeastTraceGoesByTheGround(t *testing.T) {
	p := newPaper(1)
	p.page.Runs[0].Fill = pdfium.Color{R: 200, G: 30, B: 40, A: 255}
	p.text(100, 100, "8350")
	h := &hider{page: &p.page}
	if white, grey := h.leastTrace(0, 1), h.leastTrace(0, .3); white != clearlySeen || grey != faintest {
		t.Errorf("on white %v, on grey %v", white, grey)
	}
}
