package glyph

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/bidi"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// View is a page as one sees it who turns it until a text is upright. The zero
// value is the page as it is shown.
type View struct {
	Turn   int     // quarter turns, clockwise, of the text on the page as it is shown
	slant  int     // degrees clockwise of text that is slanted; turn is 4 then
	Width  float64 // of the page as it is shown
	Height float64
	Laid   bool // the text is in columns that go down; see lay
}

// SlantTurn is the turn of text that is along no edge of the page.
const SlantTurn = 4

// point returns a point of the page as it is shown in the view.
func (v View) point(x, y float64) (float64, float64) {
	switch v.Turn {
	case 1:
		return y, v.Width - x
	case 2:
		return v.Width - x, v.Height - y
	case 3:
		return v.Height - y, x
	case SlantTurn:
		sin, cos := math.Sincos(float64(v.slant) * math.Pi / 180)
		return x*cos + y*sin, y*cos - x*sin
	default:
		return x, y
	}
}

// back returns a point of the view as it is on the page that is shown.
func (v View) back(x, y float64) (float64, float64) {
	switch v.Turn {
	case 1:
		return v.Width - y, x
	case 2:
		return v.Width - x, v.Height - y
	case 3:
		return y, v.Height - x
	case SlantTurn:
		return View{Turn: SlantTurn, slant: -v.slant}.point(x, y)
	default:
		return x, y
	}
}

// box returns a box of the page in the view.
func (v View) box(b pdfium.Box) pdfium.Box { return mapped(b, v.point) }

// Upright returns a box of the view as it is on the page.
func (v View) Upright(b pdfium.Box) pdfium.Box { return mapped(b, v.back) }

// mapped returns the box around what becomes of a box.
func mapped(b pdfium.Box, to func(x, y float64) (float64, float64)) pdfium.Box {
	x, y := to(b.X0, b.Y0)
	out := pdfium.Box{X0: x, Y0: y, X1: x, Y1: y}
	for _, c := range [...][2]float64{{b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := to(c[0], c[1])
		out = out.Union(pdfium.Box{X0: x, Y0: y, X1: x, Y1: y})
	}
	return out
}

// asideView returns the view in which the text of a run is upright.
func asideView(p *pdfium.Page, run *pdfium.Run) View {
	return View{Turn: run.Turn, slant: run.Slant, Width: p.Width, Height: p.Height}
}

// minTurned is how many characters of a page are in one direction, at least,
// for the page to be turned so that they are upright.
const minTurned = 12

// viewOf returns the view in which most of a page's text is upright.
func viewOf(p *pdfium.Page) View {
	var chars [SlantTurn + 1]int
	for i := range p.Chars {
		if c := &p.Chars[i]; c.Run >= 0 && c.Rune != ' ' {
			chars[p.Runs[c.Run].Turn]++
		}
	}
	v := View{Width: p.Width, Height: p.Height}
	for turn := 1; turn < SlantTurn; turn++ {
		if chars[turn] > max(chars[v.Turn], minTurned) {
			v.Turn = turn
		}
	}
	return v
}

// TurnPage turns a page, and all that is on it, to a view of whole quarter turns.
// Notes of people stay where they are shown.
func TurnPage(p *pdfium.Page, v View) {
	if v.Turn == 0 {
		return
	}
	for i := range p.Runs {
		r := &p.Runs[i]
		if r.Turn < SlantTurn {
			r.Turn = (r.Turn - v.Turn) & 3
		}
		r.Slant -= 90 * v.Turn
		if r.Around.Clip != nil {
			b := v.box(*r.Around.Clip)
			r.Around.Clip = &b
		}
	}
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run >= 0 {
			c.End = v.end(c, p.Runs[c.Run].Turn)
			c.X, c.Y = v.point(c.X, c.Y)
			c.Box = v.box(c.Box)
		}
	}
	TurnObjects(p, v)
	p.Frame.Turn = (p.Frame.Turn - v.Turn) & 3
	if v.Turn&1 == 1 {
		p.Width, p.Height = p.Height, p.Width
	}
}

// end returns where a character ends along the direction, in the view, of its
// text; 0 where that is not known.
func (v View) end(c *pdfium.Char, turn int) float64 {
	if c.End == 0 || turn == SlantTurn {
		return 0
	}
	x, y := c.End, c.Y // on the page, the text goes across
	if (turn+v.Turn)&1 == 1 {
		x, y = c.X, c.End
	}
	x, y = v.point(x, y)
	if turn&1 == 1 {
		return y
	}
	return x
}

// TurnObjects turns what a page paints besides text, and what is laid over it.
func TurnObjects(p *pdfium.Page, v View) {
	o := &p.Objects
	for i := range o.Lines {
		o.Lines[i].Box = v.box(o.Lines[i].Box)
		o.Lines[i].Vertical = o.Lines[i].Vertical != (v.Turn&1 == 1)
	}
	for i := range o.Fills {
		o.Fills[i].Box = v.box(o.Fills[i].Box)
	}
	for i := range o.Blobs {
		o.Blobs[i].Box = v.box(o.Blobs[i].Box)
	}
	for i := range o.Images {
		o.Images[i].Box = v.box(o.Images[i].Box)
	}
	for i := range o.Curves {
		o.Curves[i] = v.box(o.Curves[i])
	}
	for i := range p.Links {
		p.Links[i].Box = v.box(p.Links[i].Box)
	}
	for i := range p.Fields {
		p.Fields[i].Box = v.box(p.Fields[i].Box)
	}
}

// orderUpended puts the letters of lines that are on their heads in the order
// in which they are read: where each is painted by itself, PDFium orders them
// from left to right on the page, some lines as a whole and some in part.
func orderUpended(p *pdfium.Page) {
	upended := func(c *pdfium.Char) bool { return c.Run >= 0 && p.Runs[c.Run].Turn == 2 && !script.IsRTL(c.Rune) }
	out := make([]pdfium.Char, 0, len(p.Chars))
	for i := 0; i < len(p.Chars); {
		first := &p.Chars[i]
		end, astray := i+1, false
		for last := first; upended(first) && end < len(p.Chars); end++ {
			c := &p.Chars[end]
			if c.Run < 0 && c.Rune == ' ' {
				continue
			}
			if !upended(c) || math.Abs(c.Y-first.Y) > .3*p.Runs[c.Run].Size {
				break
			}
			astray = astray || c.X > last.X
			last = c
		}
		if line := p.Chars[i:end]; astray {
			out = append(out, fromTheRight(p, line)...)
		} else {
			out = append(out, line...)
		}
		i = end
	}
	p.Chars = out
}

// fromTheRight returns the characters of a line from right to left. The spaces
// that were inferred in another order say nothing: there is one where a character
// ends clearly before the next one.
func fromTheRight(p *pdfium.Page, line []pdfium.Char) []pdfium.Char {
	line = slices.DeleteFunc(line, func(c pdfium.Char) bool { return c.Run < 0 })
	slices.SortStableFunc(line, func(a, b pdfium.Char) int { return cmp.Compare(b.X, a.X) })
	var out []pdfium.Char
	for i := range line {
		if last := &line[max(i-1, 0)]; last.End > 0 && last.End-line[i].X > bidi.WordGap*p.Runs[line[i].Run].Size {
			out = append(out, pdfium.Char{Rune: ' ', Run: -1, Generated: true})
		}
		out = append(out, line[i])
	}
	return out
}
