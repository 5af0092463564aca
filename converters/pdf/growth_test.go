package pdf

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// canvas makes a page without PDFium.
type canvas struct{ page pdfium.Page }

func newCanvas(number int) *canvas {
	c := &canvas{pdfium.Page{Number: number, Width: 600, Height: 800}}
	c.page.Runs = []pdfium.Run{{Font: &pdfium.Font{Name: "Serif"}, Size: 10, Mode: 0, MCID: -1, Fill: pdfium.Color{A: 255}}}
	return c
}

// text sets a text with its spaces, and an end of the line.
func (c *canvas) text(x, y float64, s string) {
	for _, r := range s {
		c.page.Chars = append(c.page.Chars, pdfium.Char{Rune: r, X: x, Y: y, Box: pdfium.Box{X0: x + .5, Y0: y - 7, X1: x + 4.5, Y1: y}})
		x += 5
	}
	c.page.Chars = append(c.page.Chars, pdfium.Char{Rune: '\n', Run: -1, Generated: true})
}

// layPages makes blocks of pages as the reader does, and returns how many.
func layPages(tb testing.TB, pages []*canvas) int {
	r := &reader{ink: glyph.InkReader{}, env: converters.NewEnv(nil, converters.Limits{Nodes: math.MaxInt64}, converters.Options{})}
	for _, c := range pages {
		p := c.page
		p.Chars, p.Runs = slices.Clone(p.Chars), slices.Clone(p.Runs)
		v, _, err := glyph.Mend(&p, r.ink, r.claims)
		if err != nil {
			tb.Fatal(err)
		}
		w, err := glyph.ReadPage(&p, v, func(pdfium.Box, ...pdfium.Run) (*pdfium.Pixels, error) { return nil, nil }, glyph.Policy{})
		if err != nil {
			tb.Fatal(err)
		}
		s := &layout.Sheet{View: w.View, Number: p.Number, Height: p.Height}
		s.Plain(&p, w.Words)
		layAsides(s, &p, w.Asides)
		r.sheets = append(r.sheets, s)
	}
	return len(r.blocks(nil))
}

// growing makes one page, on which each piece is drawn.
func growing(draw func(c *canvas, i int)) func(n int) []*canvas {
	return func(n int) []*canvas {
		c := newCanvas(1)
		c.page.Width, c.page.Height = 40_000, 60_000 // no page of text, but all of it is on it
		for i := range n {
			draw(c, i)
		}
		return []*canvas{c}
	}
}

// shapes are pages that grow in one way.
func shapes() map[string]func(n int) []*canvas {
	out := lineShapes()
	maps.Copy(out, columnShapes())
	maps.Copy(out, drawnShapes())
	maps.Copy(out, turnedShapes())
	return out
}

// turnedShapes are pages of text in other directions than most of it.
func turnedShapes() map[string]func(n int) []*canvas {
	turned := func(turn, slant int) func(c *canvas, i int) {
		return func(c *canvas, i int) {
			if i == 0 {
				c.text(50, 50, strings.Repeat("a text that is upright ", 4000))
			}
			first, run := len(c.page.Chars), c.page.Runs[0]
			c.text(float64(i%90*400), float64(100+i/90*40), "turned text")
			run.Turn, run.Slant = turn, slant*(i%50)
			c.page.Runs = append(c.page.Runs, run)
			for k := first; k+1 < len(c.page.Chars); k++ {
				c.page.Chars[k].Run = int32(len(c.page.Runs) - 1)
			}
		}
	}
	return map[string]func(n int) []*canvas{
		"text that goes up":      growing(turned(3, 0)),
		"text on its head":       growing(turned(2, 0)),
		"text in all directions": growing(turned(glyph.SlantTurn, 7)),
	}
}

// lineShapes are pages of lines, one below the other, or of many words on one.
func lineShapes() map[string]func(n int) []*canvas {
	return map[string]func(n int) []*canvas{
		"lines": growing(func(c *canvas, i int) { c.text(50, float64(20+12*i), "the keeper wrote the log at nine") }),
		"words on a line": func(n int) []*canvas {
			c := newCanvas(1)
			c.page.Width = 200_000
			c.text(50, 50, strings.Repeat("word ", n))
			return []*canvas{c}
		},
		"words in one place": growing(func(c *canvas, _ int) { c.text(50, 50, "word") }),
		"words backwards": func(n int) []*canvas {
			c := newCanvas(1)
			c.page.Width = 200_000
			for i := range n {
				c.text(float64(50+26*(n-i)), 50, "word")
			}
			return []*canvas{c}
		},
		"paragraphs set in": growing(func(c *canvas, i int) {
			c.text(float64(50+20*(i/2%2)), float64(20+12*i), strings.Repeat("wide and far ", 6-i/2%2))
		}),
		"items": growing(func(c *canvas, i int) { c.text(float64(50+5*(i%9)), float64(20+12*i), "- an item of a list") }),
		"pages with one header": func(n int) []*canvas {
			var out []*canvas
			for i := range n / 8 {
				c := newCanvas(i + 1)
				c.text(50, 20, fmt.Sprintf("The book of the light %d", i))
				for k := range 8 {
					c.text(50, float64(200+12*k), "the keeper wrote the log at nine")
				}
				out = append(out, c)
			}
			return out
		},
	}
}

// columnShapes are pages of columns, of cells, or of entries with their numbers.
func columnShapes() map[string]func(n int) []*canvas {
	return map[string]func(n int) []*canvas{
		"rows of cells": growing(func(c *canvas, i int) {
			for k := range 5 {
				c.text(float64(50+100*k), float64(20+12*i), "cell")
			}
		}),
		"columns": growing(func(c *canvas, i int) { c.text(float64(20+9*i), float64(20+12*(i%7)), "word") }),
		"two columns": growing(func(c *canvas, i int) {
			c.text(50, float64(20+12*i), "the keeper wrote the log at nine as long as")
			c.text(320, float64(26+12*i), "and the sea was calm that night, all of it")
		}),
		"columns in columns": growing(func(c *canvas, i int) {
			for k := range 4 {
				c.text(float64(50+150*k), float64(20+12*i+3*k), "the log at nine")
			}
		}),
		"marks and names": growing(func(c *canvas, i int) {
			c.text(float64(50+9*(i%7)), float64(20+12*i), "a name")
			c.text(float64(320+9*(i%5)), float64(20+12*i), "and what it is")
		}),
		"contents": growing(func(c *canvas, i int) {
			c.text(50, float64(20+12*i), "The rock . . . . . . . . . . . . . . . . . . . .")
			c.text(300, float64(20+12*i), "7")
		}),
		"dots": growing(func(c *canvas, i int) { c.text(50, float64(20+12*i), "................ ......... 7") }),
		"numbers on one height": growing(func(c *canvas, i int) {
			c.text(50, 50, "Rock ..........")
			c.text(float64(140+9*i), 50, "7")
		}),
	}
}

// drawnShapes are pages of text with what is drawn around it.
func drawnShapes() map[string]func(n int) []*canvas {
	return map[string]func(n int) []*canvas{
		"under shapes": growing(func(c *canvas, i int) {
			y := float64(20 + 12*i)
			c.page.Objects.Blobs = append(c.page.Objects.Blobs, pdfium.Blob{Box: pdfium.Box{X0: 400, Y0: 20, X1: 420, Y1: 40_000}, Order: i})
			c.text(50, y, "the keeper wrote the log")
		}),
		"rules": growing(func(c *canvas, i int) {
			y := float64(20 + 12*i)
			c.page.Objects.Lines = append(c.page.Objects.Lines, pdfium.Line{Box: pdfium.Box{X0: 50, Y0: y, X1: 500, Y1: y}}, pdfium.Line{Box: pdfium.Box{X0: float64(50 + 5*i), Y0: 20, X1: float64(50 + 5*i), Y1: 700}, Vertical: true})
			c.text(60, y+9, "cell")
		}),
		"curves": growing(func(c *canvas, i int) {
			y := float64(20 + 12*i)
			c.page.Objects.Curves = append(c.page.Objects.Curves, pdfium.Box{X0: 40, Y0: y - 6, X1: 44, Y1: y - 2})
			c.text(50, y, "an item of a list")
		}),
	}
}

// allocated returns how many bytes it takes to lay pages out.
func allocated(tb testing.TB, pages []*canvas) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	layPages(tb, pages)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestLayoutTakesMemoryInProportion lays pages out that grow. What joins, cuts
// or compares lines makes slices of them, so work that grows faster than a page
// shows in the memory that was asked for, which is the same on every machine.
func TestLayoutTakesMemoryInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("it lays out pages of every shape")
	}
	const most = 5.5 // times as much for four times the page: there are tables that double
	for name, pages := range shapes() {
		t.Run(name, func(t *testing.T) {
			small, middle, large := pages(250), pages(1000), pages(4000)
			layPages(t, small) // what is made once
			a, b, c := allocated(t, small), allocated(t, middle), allocated(t, large)
			if float64(b) > most*float64(a) || float64(c) > most*float64(b) {
				t.Errorf("%d, %d and %d KB for sizes of 1, 4 and 16", a>>10, b>>10, c>>10)
			}
		})
	}
}

// BenchmarkLayoutGrowth lays pages out that grow: a shape that takes more than
// linear time shows it by fewer MB/s at its larger sizes, where a piece of a
// page counts as a byte.
func BenchmarkLayoutGrowth(b *testing.B) {
	all := shapes()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, n := range []int{250, 1000, 4000} {
			pages := all[name](n)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					layPages(b, pages)
				}
			})
		}
	}
}
