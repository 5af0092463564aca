package glyph

import (
	"math"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	minVertical   = 12 // characters below one another, for a page that is written so
	verticalShare = .6 // of the pairs of characters of scripts without spaces
)

// lay lays a page down that is written in columns from right to left: what was
// its right edge is its top then, and its columns are lines. It returns the view
// of the page that it gets.
func lay(p *pdfium.Page, v View) View {
	flat := stretches(p)
	if flat == nil {
		return v
	}
	down := View{Turn: 1, Width: p.Width, Height: p.Height}
	for i := range p.Runs {
		if r := &p.Runs[i]; r.Turn == 1 || r.Turn == 3 {
			r.Turn = (r.Turn + 3) & 3
		}
	}
	across := map[int32]int32{}
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run < 0 {
			continue
		}
		c.End = 0
		if flat[i] {
			c.Run = turnedRun(p, across, c.Run)
			c.X, c.Y = down.point(c.X, c.Y)
		} else {
			middle := (c.Box.X0 + c.Box.X1) / 2
			c.X, c.Y = c.Box.Y0, p.Width-middle+.28*p.Runs[c.Run].Size
		}
		c.Box = down.box(c.Box)
	}
	TurnObjects(p, down)
	p.Width, p.Height = p.Height, p.Width
	v.Turn, v.Laid = (v.Turn+1)&3, true
	return v
}

// joinColumns leaves out what PDFium infers between characters that are right below one
// another, on a page that is written in columns.
func joinColumns(p *pdfium.Page) {
	if stretches(p) == nil {
		return
	}
	const apart = 1.3 // of the size, where there is a space between them
	last := -1
	out := p.Chars[:0]
	for i := range p.Chars {
		c := p.Chars[i]
		if c.Run >= 0 {
			if last >= 0 && isSquare(out[last].Rune) && isSquare(c.Rune) && isBelow(&out[last], &c, p.Runs[c.Run].Size) && c.Y-out[last].Y < apart*p.Runs[c.Run].Size {
				out = out[:last+1]
			}
			last = len(out)
		}
		out = append(out, c)
	}
	p.Chars = out
}

// isSquare reports whether a character is as wide as it is high, so that it can be written
// down.
func isSquare(r rune) bool { return script.IsWide(r) || unicode.Is(unicode.Hangul, r) }

// turnedRun returns a run like another one, for text that goes across a page
// that is laid.
func turnedRun(p *pdfium.Page, known map[int32]int32, run int32) int32 {
	if to, ok := known[run]; ok {
		return to
	}
	r := p.Runs[run]
	r.Turn = 3
	to := int32(len(p.Runs))
	p.Runs = append(p.Runs, r)
	known[run] = to
	return to
}

// stretches reports of each character whether it is in a line across the page,
// where most of the page is written in columns; nil for other pages.
func stretches(p *pdfium.Page) []bool {
	down, across := 0, 0
	flat := make([]bool, len(p.Chars))
	for start := 0; start < len(p.Chars); {
		end := endOfStretch(p, start)
		d, a := directions(p, start, end)
		down, across = down+d, across+a
		level := a > d || a+d == 0 && end-start > 1 && isFlat(p, start, end)
		for i := start; i < end; i++ {
			flat[i] = level
		}
		if start = end; start < len(p.Chars) && p.Chars[start].Run < 0 && p.Chars[start].Rune != ' ' {
			start++
		}
	}
	if down < minVertical || float64(down) < verticalShare*float64(down+across) {
		return nil
	}
	return flat
}

// endOfStretch returns where the characters end that are on one line or in one column with
// the one at start.
func endOfStretch(p *pdfium.Page, start int) int {
	end := start
	for end < len(p.Chars) && (p.Chars[end].Run >= 0 || p.Chars[end].Rune == ' ') && (end == start || !isElsewhere(p, end)) {
		end++
	}
	return end
}

// isElsewhere reports whether a character is in another place of the page than the one
// before it: neither on its line nor in its column.
func isElsewhere(p *pdfium.Page, i int) bool {
	const far = 2 // of the size
	k := i - 1
	for k > 0 && p.Chars[k].Run < 0 && p.Chars[k].Rune == ' ' {
		k--
	}
	a, c := &p.Chars[k], &p.Chars[i]
	if a.Run < 0 || c.Run < 0 || a.Run == c.Run {
		return false
	}
	size := p.Runs[c.Run].Size
	return math.Abs(a.X-c.X) > far*size && math.Abs(a.Y-c.Y) > far*size
}

// directions returns how many neighbours of scripts without spaces, of some characters,
// are below one another, and how many beside one another.
func directions(p *pdfium.Page, start, end int) (down, across int) {
	var last *pdfium.Char
	for i := start; i < end; i++ {
		c := &p.Chars[i]
		if c.Run < 0 {
			continue
		}
		if last != nil && isSquare(last.Rune) && isSquare(c.Rune) {
			switch size := p.Runs[c.Run].Size; {
			case isBelow(last, c, size):
				down++
			case math.Abs(last.Y-c.Y) < .3*size:
				across++
			}
		}
		last = c
	}
	return down, across
}

// isBelow reports whether a character is right below another.
func isBelow(a, b *pdfium.Char, size float64) bool {
	x := (a.Box.X0+a.Box.X1)/2 - (b.Box.X0+b.Box.X1)/2
	return math.Abs(x) < .6*size && b.Y-a.Y > .5*size && b.Y-a.Y < 1.8*size
}

// isFlat reports whether some characters, none of a script without spaces,
// are on one line across.
func isFlat(p *pdfium.Page, start, end int) bool {
	first := -1
	for i := start; i < end; i++ {
		c := &p.Chars[i]
		if c.Run < 0 {
			continue
		}
		if first >= 0 && (math.Abs(c.Y-p.Chars[first].Y) > 1 || p.Runs[c.Run].Turn != 0) {
			return false
		}
		first = i
	}
	return first >= 0
}
