package glyph

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/bidi"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// settleSpaces puts the spaces of a line among its characters that a program
// paints apart from them: those of a font that has the space alone, where
// another font has the letters.
func settleSpaces(p *pdfium.Page) {
	blank := blankRuns(p)
	for start := 0; start < len(p.Chars); {
		end, astray := stretch(p, start, blank)
		if astray {
			weave(p.Chars[start:end], p.Runs, blank)
		}
		start = end
	}
}

// blankRuns reports of each run whether it is spaces alone.
func blankRuns(p *pdfium.Page) []bool {
	blank := make([]bool, len(p.Runs))
	for i := range blank {
		blank[i] = p.Runs[i].Turn == 0
	}
	for i := range p.Chars {
		if c := &p.Chars[i]; c.Run >= 0 && c.Rune != ' ' {
			blank[c.Run] = false
		}
	}
	return blank
}

// stretch returns where the text ends that begins with a character and is
// on one line in one piece of marked content, from left to right, and whether
// there are spaces in it that are not in their places.
func stretch(p *pdfium.Page, start int, blank []bool) (end int, astray bool) {
	first, x := -1, -1e9
	for end = start; end < len(p.Chars); end++ {
		c := &p.Chars[end]
		if c.Run < 0 {
			if c.Rune != ' ' {
				return end + 1, astray
			}
			continue
		}
		run := &p.Runs[c.Run]
		if first < 0 {
			first = end
		}
		of := &p.Chars[first]
		if old := &p.Runs[of.Run]; old.MCID != run.MCID || run.Turn != 0 || old.Turn != 0 || script.IsRTL(c.Rune) || math.Abs(c.Y-of.Y) > .3*run.Size {
			return max(end, start+1), astray
		}
		switch {
		case blank[c.Run]:
			astray = astray || c.X < x
		case c.X < x-run.Size:
			return max(end, start+1), astray
		default:
			x = max(x, c.X)
		}
	}
	return end, astray
}

// weave puts spaces that are runs by themselves among other characters. Those that
// are painted over a letter, which is close to the next one, follow behind all.
func weave(chars []pdfium.Char, runs []pdfium.Run, blank []bool) {
	var spaces, over []pdfium.Char
	text := make([]pdfium.Char, 0, len(chars))
	for _, c := range chars {
		if c.Run >= 0 && blank[c.Run] {
			spaces = append(spaces, c)
		} else {
			text = append(text, c)
		}
	}
	slices.SortStableFunc(spaces, func(a, b pdfium.Char) int { return cmp.Compare(a.X, b.X) })
	at, put := 0, 0
	for _, c := range text {
		for ; c.Run >= 0 && at < len(spaces) && spaces[at].X < c.X; at++ {
			if put > 0 && covers(&chars[put-1], &spaces[at], &c, runs) {
				over = append(over, spaces[at])
				continue
			}
			chars[put] = spaces[at]
			put++
		}
		chars[put] = c
		put++
	}
	put += copy(chars[put:], over)
	copy(chars[put:], spaces[at:])
}

// covers reports whether a letter has the place of a space, and none is left to the
// next letter.
func covers(letter, space, next *pdfium.Char, runs []pdfium.Run) bool {
	if letter.Run < 0 || letter.Rune == ' ' {
		return false
	}
	return letter.Box.X1 > max(space.End, space.X) && next.Box.X0-letter.Box.X1 < bidi.WordGap*runs[letter.Run].Size
}
