package glyph

import (
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// dropTwice leaves text out that is painted again in the same place, as by
// programs that paint a page once for each of its layers. The last one is kept,
// since nothing covers it but what covers both, or the one that the structure of
// the document has.
func dropTwice(p *pdfium.Page) {
	t := twice{page: p, seen: make(map[spot]int32, len(p.Chars))}
	for start := 0; start < len(p.Chars); {
		end := start + 1
		for end < len(p.Chars) && p.Chars[end].Run == p.Chars[start].Run {
			end++
		}
		t.run(start, end)
		start = end
	}
	if t.gone != nil {
		i := -1
		p.Chars = slices.DeleteFunc(p.Chars, func(pdfium.Char) bool { i++; return t.gone[i] })
	}
}

// spot is a character where it is, in halves of a point.
type spot struct {
	char rune
	x, y int32
}

type twice struct {
	page *pdfium.Page
	seen map[spot]int32 // the last character at a spot, as far as it is known
	gone []bool         // characters; nil as long as there are none
}

// run takes the characters of a run.
func (t *twice) run(start, end int) {
	if t.page.Chars[start].Run < 0 {
		return
	}
	first := t.first(start, end)
	for i := start; i < end; i++ {
		t.seen[spotOf(&t.page.Chars[i])] = int32(i)
	}
	if first == nil {
		return
	}
	if t.gone == nil {
		t.gone = make([]bool, len(t.page.Chars))
	}
	if t.isContent(int32(start)) || !t.isContent(first[0]) {
		for _, i := range first {
			t.gone[i] = true
		}
		return
	}
	for i := start; i < end; i++ {
		t.gone[i] = true
	}
	for _, i := range first {
		t.seen[spotOf(&t.page.Chars[i])] = i
	}
}

// first returns the characters that are in the places of all letters of a run, or
// nil.
func (t *twice) first(start, end int) []int32 {
	var out []int32
	for i := start; i < end; i++ {
		c := &t.page.Chars[i]
		at, ok := t.seen[spotOf(c)]
		switch {
		case ok:
			out = append(out, at)
		case c.Rune != ' ':
			return nil
		}
	}
	return out
}

// isContent reports whether a character is of the structure of the document.
func (t *twice) isContent(i int32) bool {
	r := &t.page.Runs[t.page.Chars[i].Run]
	return r.MCID >= 0 && !r.Around.Artifact
}

func spotOf(c *pdfium.Char) spot {
	return spot{c.Rune, int32(math.Round(2 * c.X)), int32(math.Round(2 * c.Y))}
}
