package bidi

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// Order puts the characters of a page in the order in which they are read.
func Order(p *pdfium.Page) {
	turnGlyphs(p)
	orderLines(p)
}

// orderLines puts the characters of lines with words from right to left in the order in
// which they are read, with the spaces that are between them. PDFium orders each piece
// that is drawn by itself, so that numbers, brackets and words of other scripts come in
// another order than they are seen in.
func orderLines(p *pdfium.Page) {
	left, right := countLetters(p, p.Chars)
	if left == 0 {
		return
	}
	o := liner{page: p, rtl: left > right, out: make([]pdfium.Char, 0, len(p.Chars)+len(p.Chars)/8)}
	for i := 0; i < len(p.Chars); {
		end := o.lineEnd(i)
		o.line(p.Chars[i:end])
		i = end
	}
	p.Chars = o.out
}

// countLetters counts the letters that are read from right to left, and the others.
func countLetters(p *pdfium.Page, chars []pdfium.Char) (left, right int) {
	for i := range chars {
		if c := &chars[i]; c.Run >= 0 && p.Runs[c.Run].Turn == 0 && unicode.IsLetter(c.Rune) {
			rtl := script.IsRTL(c.Rune)
			left, right = left+script.Flag(rtl), right+script.Flag(!rtl)
		}
	}
	return left, right
}

// WordGap is the least gap, of the size, between words that are set one by one.
const WordGap = .15

// liner orders the lines of a page.
type liner struct {
	page *pdfium.Page
	rtl  bool // most of the page is read from right to left
	out  []pdfium.Char
}

// lineEnd returns where the characters end that follow one another on one line.
func (o *liner) lineEnd(from int) int {
	end, line := from+1, &o.page.Chars[from]
	if line.Run < 0 || o.page.Runs[line.Run].Turn != 0 {
		return end
	}
	for i := end; i < len(o.page.Chars); i++ {
		c := &o.page.Chars[i]
		if c.Run < 0 {
			continue
		}
		run := &o.page.Runs[c.Run]
		size := max(run.Size, o.page.Runs[line.Run].Size)
		if run.Turn != 0 || math.Abs(c.Y-line.Y) > .45*size {
			break
		}
		if run.Size > o.page.Runs[line.Run].Size {
			line = c
		}
		end = i + 1
	}
	return end
}

// piece is a character, or those of one glyph, with the marks on it.
type piece struct {
	at    []int // in the line
	first *pdfium.Char
}

// line adds the characters of one line, each part of it that no wide gap parts in the
// order in which it is read.
func (o *liner) line(chars []pdfium.Char) {
	if left, _ := countLetters(o.page, chars); left == 0 && !o.rtl || chars[0].Run < 0 {
		o.out = append(o.out, chars...)
		return
	}
	parts := o.parts(chars, o.pieces(chars))
	slices.SortStableFunc(parts, func(a, b []piece) int { return cmp.Compare(first(a), first(b)) })
	for i, part := range parts {
		if i > 0 {
			o.out = append(o.out, pdfium.Char{Rune: '\n', Run: -1, Generated: true})
		}
		o.part(chars, part)
	}
}

// first returns the place in the file of the piece that comes first there.
func first(part []piece) int {
	at := part[0].at[0]
	for i := range part {
		at = min(at, part[i].at[0])
	}
	return at
}

// pieces returns what is drawn, from left to right.
func (o *liner) pieces(chars []pdfium.Char) []piece {
	var out []piece
	var marks []int
	for i := range chars {
		c := &chars[i]
		switch n := len(out); {
		case c.Run < 0 || c.Rune == ' ' && c.Box.W() <= 0: // its place says nothing
		case unicode.Is(unicode.Mn, c.Rune):
			marks = append(marks, i)
		case i > 0 && n > 0 && isOneGlyph(&chars[i-1], c):
			out[n-1].at = append(out[n-1].at, i)
		default:
			out = append(out, piece{at: []int{i}, first: c})
		}
	}
	slices.SortStableFunc(out, func(a, b piece) int { return cmp.Compare(a.first.X, b.first.X) })
	for _, i := range marks {
		if on := under(out, (chars[i].Box.X0+chars[i].Box.X1)/2); on >= 0 {
			out[on].at = append(out[on].at, i)
		} else {
			out = append(out, piece{at: []int{i}, first: &chars[i]})
		}
	}
	return out
}

// under returns the letter that a mark is on, by its middle.
func under(pieces []piece, x float64) int {
	best, least := -1, math.Inf(1)
	end, _ := slices.BinarySearchFunc(pieces, x, func(a piece, x float64) int { return cmp.Compare(a.first.X, x) })
	for i := max(0, end-markReach); i < min(len(pieces), end+markReach); i++ {
		b := pieces[i].first.Box
		off := math.Abs((b.X0+b.X1)/2-x) - float64(script.Flag(b.X0 <= x && x <= b.X1))*b.W()
		if unicode.IsLetter(pieces[i].first.Rune) && off < least {
			best, least = i, off
		}
	}
	return best
}

// markReach is how many letters on either side of a mark are compared with it.
const markReach = 3

// parts parts a line at its wide gaps, and where a line is drawn down between cells.
func (o *liner) parts(chars []pdfium.Char, pieces []piece) [][]piece {
	const wide = 1.5 // of the size: no space between words
	var out [][]piece
	start := 0
	for i := 1; i < len(pieces); i++ {
		a, b := &pieces[i-1], &pieces[i]
		if o.gap(chars, a, b) > wide*o.size(b) || o.ruled(a, b) {
			out = append(out, pieces[start:i])
			start = i
		}
	}
	return append(out, pieces[start:])
}

// ruled reports whether there is a line down between two neighbours.
func (o *liner) ruled(a, b *piece) bool {
	const most = 400 // lines of a page that are looked at
	if b.first.Box.X0-a.first.Box.X1 < WordGap*o.size(b) {
		return false
	}
	for i := range o.page.Objects.Lines[:min(most, len(o.page.Objects.Lines))] {
		l := &o.page.Objects.Lines[i]
		if l.Vertical && l.X0 > a.first.X && l.X1 < b.first.Box.X1 && l.Y0 < b.first.Y && l.Y1 > b.first.Y-.3*o.size(b) {
			return true
		}
	}
	return false
}

func (o *liner) size(c *piece) float64 { return o.page.Runs[c.first.Run].Size }

// gap returns how wide the white between two neighbours is.
func (o *liner) gap(chars []pdfium.Char, a, b *piece) float64 {
	for _, i := range a.at {
		if chars[i].End > a.first.X {
			return b.first.X - chars[i].End
		}
	}
	return b.first.Box.X0 - a.first.Box.X1
}

// isSpace reports whether a piece is a space of the file.
func (c *piece) isSpace() bool { return unicode.IsSpace(c.first.Rune) || c.first.Rune == '\u00a0' }

// part adds a part of a line.
func (o *liner) part(chars []pdfium.Char, pieces []piece) {
	var all []pdfium.Char
	ink := 0.0
	for i := range pieces {
		all = append(all, *pieces[i].first)
		ink += pieces[i].first.Box.W()
	}
	left, right := countLetters(o.page, all)
	if left == 0 && (right > 0 || !o.rtl) || ink > 1.3*(pieces[len(pieces)-1].first.Box.X1-pieces[0].first.X) {
		o.asDrawn(chars, pieces)
		return
	}
	line, places := o.signs(chars, pieces)
	start := len(o.out)
	order := reading(line, o.fromRight(left, right))
	for i, at := range order {
		if places[at] < 0 || i == 1 && isItem(line[order[0]], line[at]) {
			o.out = append(o.out, pdfium.Char{Rune: ' ', Run: -1, Generated: true})
		}
		if places[at] < 0 {
			continue
		}
		c := &pieces[places[at]]
		if !c.isSpace() {
			c.first.Rune = line[at].Rune
		}
		for _, i := range c.at {
			o.out = append(o.out, chars[i])
			o.out[len(o.out)-1].Settled = len(o.out)-1 > start
		}
	}
}

// signs returns a part of a line with its spaces, and of each sign which piece it is, or -1.
func (o *liner) signs(chars []pdfium.Char, pieces []piece) (line []sign, places []int) {
	for i := range pieces {
		if i > 0 && o.spaced(chars, &pieces[i-1], &pieces[i]) {
			line, places = append(line, sign{Rune: ' ', Run: -1}), append(places, -1)
		}
		c := pieces[i].first
		next := sign{Rune: c.Rune, Run: c.Run}
		if pieces[i].isSpace() {
			next.Rune = ' '
		}
		line, places = append(line, next), append(places, i)
	}
	return line, places
}

// isItem reports whether a line begins with a bullet that is drawn by itself.
func isItem(first, next sign) bool {
	return first.Run != next.Run && script.IsBullet(string(first.Rune)) && unicode.IsLetter(next.Rune)
}

// fromRight reports whether a line with some letters is of a text from right to left: as
// most of its page, if it has some of those letters.
func (o *liner) fromRight(left, right int) bool {
	const clearly = 2 // times as many of the other ones
	if o.rtl {
		return left*clearly >= right
	}
	return left > right*clearly
}

// asDrawn adds characters of a line as they are in the file.
func (o *liner) asDrawn(chars []pdfium.Char, pieces []piece) {
	at := make([]int, 0, len(pieces))
	for i := range pieces {
		at = append(at, pieces[i].at...)
	}
	slices.Sort(at)
	for i, k := range at {
		if i > 0 && k > at[i-1]+1 && chars[k-1].Run < 0 {
			o.out = append(o.out, chars[k-1])
		}
		o.out = append(o.out, chars[k])
	}
}

// spaced reports whether there is a space between two neighbours, where the file has
// none.
func (o *liner) spaced(chars []pdfium.Char, a, b *piece) bool {
	if a.isSpace() || b.isSpace() {
		return false
	}
	return o.gap(chars, a, b) > WordGap*o.size(b)
}
