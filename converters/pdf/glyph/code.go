package glyph

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// PDFium reads the codes of a TrueType font that has no table for Windows by the
// encoding of the Macintosh, whatever the file says: "DurÈe" for "Durée". Which one is
// right is seen by the ink: a letter with an accent has the letter of its font without
// one in it. Of codes that no encoding has, such as those of joined letters in fonts of
// TeX ("e§ort" for "effort"), the ink says what they are, too.

// codedFont is what the characters of a font are seen to be that PDFium takes for others.
type codedFont struct {
	looked    map[rune]bool
	windows   int           // characters that look like that of Windows
	macintosh int           // and like that of the Macintosh
	ligatures map[rune]rune // characters that look like letters that are joined
}

// readCodes gives the characters of a page whose codes are read by another encoding what
// they look like.
func (c *Claims) readCodes(p *pdfium.Page) {
	if c == nil {
		return
	}
	changed := false
	each := func(visit func(at int, f *pdfium.Font)) {
		for i := range p.Chars {
			if at := &p.Chars[i]; at.Rune >= utf8.RuneSelf && at.Run >= 0 && p.Runs[at.Run].Font.Embedded {
				visit(i, p.Runs[at.Run].Font)
			}
		}
	}
	each(func(at int, f *pdfium.Font) {
		font := c.lookAtCode(f, p.Chars[at].Rune, isInWord(p, at))
		changed = changed || font.isWindows() || len(font.ligatures) > 0
	})
	if !changed {
		return
	}
	each(func(at int, f *pdfium.Font) {
		font, r := c.coded[f], &p.Chars[at].Rune
		if ligature, ok := font.ligatures[*r]; ok {
			*r = ligature
		} else if font.isWindows() {
			*r = windowsOf(*r)
		}
	})
	c.readSharpS(p)
}

// readSharpS gives such fonts their sharp s, whose code is a ligature on the Macintosh,
// which PDFium takes apart.
func (c *Claims) readSharpS(p *pdfium.Page) {
	out := p.Chars[:0]
	for _, at := range p.Chars {
		if n := len(out); n > 0 && at.Rune == 'l' && out[n-1].Rune == 'f' && at.Run >= 0 && at.Run == out[n-1].Run && at.Box == out[n-1].Box && c.coded[p.Runs[at.Run].Font].isWindows() {
			out[n-1].Rune, out[n-1].End = 'ß', at.End
			continue
		}
		out = append(out, at)
	}
	p.Chars = out
}

// windowsOf returns what the code that is a character on the Macintosh is on Windows.
func windowsOf(r rune) rune {
	code, ok := charmap.Macintosh.EncodeRune(r)
	if windows := charmap.Windows1252.DecodeByte(code); ok && windows >= ' ' && windows != utf8.RuneError {
		return windows
	}
	return r
}

// isInWord reports whether there is a small letter beside a character.
func isInWord(p *pdfium.Page, at int) bool {
	is := func(i int) bool {
		return i >= 0 && i < len(p.Chars) && p.Chars[i].Run == p.Chars[at].Run && p.Chars[i].Rune >= 'a' && p.Chars[i].Rune <= 'z'
	}
	return is(at-1) || is(at+1)
}

func (f *codedFont) isWindows() bool { return f != nil && f.windows > 0 && f.macintosh == 0 }

// lookAtCode looks at a character of a font, once.
func (c *Claims) lookAtCode(f *pdfium.Font, r rune, inWord bool) *codedFont {
	font := c.coded[f]
	if font == nil {
		font = &codedFont{looked: map[rune]bool{}, ligatures: map[rune]rune{}}
		c.coded[f] = font
	}
	_, western := charmap.Windows1252.EncodeRune(r)
	windows := windowsOf(r)
	if font.looked[r] || !western && windows == r {
		return font
	}
	font.looked[r] = true
	outline := c.source.Outline(f, r)
	switch {
	case outline == nil:
	case c.isAccented(f, outline, r):
		font.macintosh++
	case c.isAccented(f, outline, windows), unicode.IsLetter(r) && isQuote(outline, windows):
		font.windows++
	case inWord:
		if ligature, ok := c.ligatureOf(f, outline); ok {
			font.ligatures[r] = ligature
		}
	}
	return font
}

// isQuote reports whether a character is a quote or a dash, and an outline looks like
// one and not like a letter.
func isQuote(outline [][][2]float64, r rune) bool {
	const high, flat, wide = .3, .15, .3 // of the size
	b, _ := extent(outline)
	switch r {
	case '‘', '’', '“', '”':
		return b.Y0 > high
	case '–', '—':
		return b.Y0 > 0 && b.H() < flat && b.W() > wide
	}
	return false
}

// ligatureOf returns the ligature that an outline looks like: the letters of its font,
// side by side.
func (c *Claims) ligatureOf(f *pdfium.Font, outline [][][2]float64) (ligature rune, ok bool) {
	const near, tall = shapeSide * shapeSide * 15 / 100, .1 // pixels; of the height
	box, _ := extent(outline)
	whole, best := fill(outline, box), near
	for r := '\ufb00'; r <= '\ufb04'; r++ {
		letters, _ := script.Ligature(r)
		joined := c.joined(f, letters, box.W())
		b, drawn := extent(joined)
		if !drawn || math.Abs(b.H()-box.H()) > tall*b.H() {
			continue
		}
		if n := whole.differ(fill(joined, b)); n < best {
			ligature, ok, best = r, true, n
		}
	}
	return ligature, ok
}

// joined returns the outlines of letters of a font side by side, as wide as is said; nil
// where they would be too near, or too far apart.
func (c *Claims) joined(f *pdfium.Font, letters string, width float64) (out [][][2]float64) {
	const narrow, wide = .25, 1.1 // of the width of an f
	last, _ := extent(c.source.Outline(f, rune(letters[len(letters)-1])))
	step := (width - last.W()) / float64(len(letters)-1)
	for i, r := range letters {
		lines := c.source.Outline(f, r)
		b, ok := extent(lines)
		if !ok || i == 0 && (step < narrow*b.W() || step > wide*b.W()) {
			return nil
		}
		for _, line := range lines {
			moved := slices.Clone(line)
			for k := range moved {
				moved[k][0] += step*float64(i) - b.X0
			}
			out = append(out, moved)
		}
	}
	return out
}

// isAccented reports whether an outline is that of a letter of a font with an accent:
// the letter without one is in it, and there is more above or below.
func (c *Claims) isAccented(f *pdfium.Font, outline [][][2]float64, r rune) bool {
	const same, differ = .04, .08 // of the size; of the pixels
	parts := norm.NFD.String(string(r))
	base := parts[0]
	if len(parts) < 2 || !isAlnum(parts[:1]) {
		return false
	}
	letter := c.source.Outline(f, rune(base))
	if base == 'i' {
		letter = withoutDot(letter)
	}
	want, ok := extent(letter)
	whole, _ := extent(outline)
	got, has := extentBetween(outline, want.Y0-same/4, want.Y1+same/4)
	if !ok || !has || whole.H() < want.H()+same || math.Abs(got.W()-want.W()) > same {
		return false
	}
	got.Y0, got.Y1 = want.Y0, want.Y1
	return float64(fill(letter, want).differ(fill(outline, got))) < differ*shapeSide*shapeSide
}

// withoutDot leaves out the lines of an i that are above its stem.
func withoutDot(i [][][2]float64) (out [][][2]float64) {
	whole, _ := extent(i)
	for _, line := range i {
		if b, ok := extent([][][2]float64{line}); ok && b.Y0 < whole.Y0+.5*whole.H() {
			out = append(out, line)
		}
	}
	return out
}

// extentBetween returns the box around the points of an outline that are between two
// heights.
func extentBetween(outline [][][2]float64, low, high float64) (pdfium.Box, bool) {
	var points [][2]float64
	for _, line := range outline {
		for _, at := range line {
			if at[1] >= low && at[1] <= high {
				points = append(points, at)
			}
		}
	}
	return extent([][][2]float64{points})
}
