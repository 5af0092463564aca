package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/bidi"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// Line is words on one baseline without a wide gap. A line of the text that
// has wide gaps, as in a table, is several.
type Line struct {
	Words words
	Box   pdfium.Box
	Base  float64
	Size  float64 // of most of its characters
	Chars int
	Page  int
	RTL   bool
	order int
	Block int    // of the structure, from 1
	Table *Table // a table in the place of a line
	entry bool   // of a table of contents
	pair  bool   // a name and its value
}

// The widest gaps inside a line, as parts of the size.
const (
	gapInOrder = 1.5 // between words that follow one another in the file
	gapJumped  = .8  // between such words, where the file has no space
	gapInRow   = .75 // between words that do not
)

// Sequence joins words to lines in the order in which they come.
func Sequence(words []glyph.Word, page int) []Line {
	var lines []Line
	for i := range words {
		w := &words[i]
		if n := len(lines); n > 0 && lines[n-1].takes(w) {
			lines[n-1].add(w)
			continue
		}
		l := Line{Page: page, Box: w.Box, Base: w.Base, Size: w.Face.Size}
		l.add(w)
		lines = append(lines, l)
	}
	for i := range lines {
		lines[i].settle()
	}
	return lines
}

// takes reports whether a word continues the line.
func (l *Line) takes(w *glyph.Word) bool {
	last := &l.Words[len(l.Words)-1]
	size := max(l.Size, w.Face.Size)
	if min(last.Box.Y1, w.Box.Y1, l.Box.Y1)-max(last.Box.Y0, w.Box.Y0, l.Box.Y0) < .4*min(last.Face.Size, w.Face.Size) {
		return false
	}
	if w.Source.Gap == glyph.Settled {
		return true
	}
	most := gapInOrder * size
	if w.Source.Gap == glyph.Jump && (!w.Face.Fixed || !last.Face.Fixed) {
		most = gapJumped * size
	}
	forward, backward := w.Box.X0-last.Box.X1, last.Box.X0-w.Box.X1
	if w.Glued && !w.RTL {
		return forward > -.5*size && forward < most
	}
	if l.RTL || w.RTL {
		return max(forward, backward) < most && max(forward, backward) > -.5*size
	}
	return forward > -.3*size && forward < most
}

func (l *Line) add(w *glyph.Word) {
	l.Words = append(l.Words, *w)
	l.Box = l.Box.Union(w.Box)
	l.RTL = l.RTL || w.RTL
	if w.Face.Size > l.Size {
		l.Size, l.Base = w.Face.Size, w.Base
	}
}

// settleReach is how many words on either side of one are compared with it.
const settleReach = 40

// settle finds the size and the base of most of the line.
func (l *Line) settle() {
	l.Chars = 0
	best := 0
	for i := range l.Words {
		w := &l.Words[i]
		n := 0
		for j := max(0, i-settleReach); j < min(len(l.Words), i+settleReach+1); j++ {
			if math.Abs(l.Words[j].Face.Size-w.Face.Size) < .05*w.Face.Size && math.Abs(l.Words[j].Base-w.Base) < .1*w.Face.Size {
				n += len(l.Words[j].Text)
			}
		}
		if n > best {
			best, l.Size, l.Base = n, w.Face.Size, w.Base
		}
		l.Chars += script.RuneCount(w.Text)
	}
	l.RTL = rtlOf(l.Words)
}

// rtlOf reports whether most words are written from right to left.
func rtlOf(words []glyph.Word) bool {
	n := 0
	for i := range words {
		if words[i].RTL {
			n += 2
		} else if script.HasLetter(words[i].Text) {
			n--
		}
	}
	return n > 0
}

// isText reports whether a line is neither a table nor an entry of a table of contents.
func (l *Line) isText() bool { return l.Table == nil && !l.entry }

// join adds the words of a line that is to the right.
func (l *Line) join(r *Line) {
	l.absorb(r, l.RTL && r.RTL)
}

// maxAbsorbed is how many words a line has from which on others are only added
// at its end: it is not a line of text.
const maxAbsorbed = 96

// absorb takes the words of another line, before its own or after them.
func (l *Line) absorb(r *Line, before bool) {
	l.Box = l.Box.Union(r.Box)
	if len(l.Words) >= maxAbsorbed {
		l.Words = append(l.Words, r.Words...)
		l.Chars += r.Chars
		return
	}
	if at := room(l, r); at > 0 {
		l.Words = slices.Insert(slices.Clip(l.Words), at, r.Words...)
		for _, k := range [...]int{at, at + len(r.Words)} {
			l.Words[k].Glued = l.Words.gap(k) < bidi.WordGap*l.Size
		}
	} else if before {
		l.Words = slices.Concat(r.Words, l.Words)
	} else {
		l.Words = slices.Concat(l.Words, r.Words)
	}
	l.settle()
}

// room returns before which word of a line there is room for another line, such as a point
// that is painted after the figures around it; 0 for none.
func room(l, r *Line) int {
	if l.RTL || r.RTL || len(r.Words) == 0 {
		return 0
	}
	slack := .1 * l.Size
	for i := 1; i < len(l.Words); i++ {
		if l.Words[i-1].Box.X1 < r.Box.X0+slack && r.Box.X1 < l.Words[i].Box.X0+slack {
			return i
		}
	}
	return 0
}

// isRemark reports whether a word in a font of fixed width begins a remark of
// a programming language.
func isRemark(w *glyph.Word) bool {
	switch w.Text {
	case "#", "//", "--", "/*", "*", "%", ";":
		return w.Face.Fixed
	}
	return false
}

// IsNumber reports whether a text is digits alone.
func IsNumber(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// isDecimal reports whether a text is two numbers with a point between them, such
// as the number of a section, or an amount.
func isDecimal(s string) bool {
	whole, part, ok := strings.Cut(s, ".")
	return ok && IsNumber(whole) && IsNumber(part)
}

// isFigure reports whether a text has digits and no letter.
func isFigure(s string) bool { return script.HasDigit(s) && !script.HasLetter(s) }

// Piece returns how wide the beginning of a line is, up to where a program
// would break it: after its first word, or a hyphen or slash in that.
func Piece(l *Line) float64 {
	w := &l.Words[0]
	end := 1
	for end < len(l.Words) && l.Words[end].Glued {
		end++
	}
	var b strings.Builder
	for i := range l.Words[:end] {
		b.WriteString(l.Words[i].Text)
	}
	text := b.String()
	n := script.RuneCount(text)
	if n == 0 {
		return 0
	}
	width := (l.Words[end-1].Box.X1 - w.Box.X0) / float64(n)
	if at := strings.IndexAny(text, "-/"); at > 0 {
		n = script.RuneCount(text[:at+1])
	}
	return float64(n) * width
}

// startsLower reports whether a line begins with a small letter, or in a script
// that has none.
func startsLower(l *Line) bool {
	r := script.FirstRune(l.Words[0].Text)
	return unicode.IsLetter(r) && !unicode.IsUpper(r)
}

// isAlone reports whether a line is a paragraph by itself: an entry of a table of
// contents, or a name and its value.
func (l *Line) isAlone() bool { return l.entry || l.pair }

// isAbove reports whether another line is right below a line, in the same size.
func (l *Line) isAbove(o *Line) bool {
	step := o.Base - l.Base
	return l.isText() && o.isText() && step > .8*l.Size && step < looseLeading*l.Size &&
		math.Abs(l.Size-o.Size) < .06*l.Size && l.overlaps([]Line{*o})
}

// looseLeading is how far lines are apart, of their size, that are hardly of one
// paragraph where nothing else says so.
const looseLeading = 1.5

// sharesEdge reports whether two lines begin, end or are centred at one place.
func (l *Line) sharesEdge(o *Line, slack float64) bool {
	left, right := l.Box.X0-o.Box.X0, l.Box.X1-o.Box.X1
	return math.Abs(left) < slack || math.Abs(right) < slack || math.Abs(left+right) < 2*slack
}

// overlaps reports whether a line shares some of its width with one of a row.
func (l *Line) overlaps(row []Line) bool {
	return slices.ContainsFunc(row, func(o Line) bool { return min(o.Box.X1, l.Box.X1) > max(o.Box.X0, l.Box.X0) })
}

// split cuts a line at some places, in order, where there is a space; words
// that are on both sides of a place keep it whole.
func (l *Line) split(edges []float64) []Line {
	if len(edges) == 0 || l.RTL {
		return []Line{*l}
	}
	var out []Line
	start := 0
	for _, x := range edges {
		end := start
		for end < len(l.Words) && (l.Words[end].Box.X0+l.Words[end].Box.X1)/2 < x {
			end++
		}
		if end == start || end == len(l.Words) || l.Words[end].Glued {
			return []Line{*l}
		}
		out = append(out, l.part(start, end))
		start = end
	}
	return append(out, l.part(start, len(l.Words)))
}

// part returns some words of a line as a line.
func (l *Line) part(start, end int) Line {
	p := Line{Page: l.Page, order: l.order, Size: l.Size, Base: l.Base, Words: l.Words[start:end:end], Box: l.Words[start].Box}
	for i := start; i < end; i++ {
		p.Box = p.Box.Union(l.Words[i].Box)
	}
	p.settle()
	return p
}

// words are the words of a line, in the order in which they are read.
type words []glyph.Word

// Text returns the text of words.
func (ws words) Text() string {
	var b strings.Builder
	for i := range ws {
		if i > 0 && !ws[i].Glued {
			b.WriteByte(' ')
		}
		b.WriteString(ws[i].Text)
	}
	return b.String()
}

// gap returns how far a word is from the one before it.
func (ws words) gap(i int) float64 { return ws[i].Box.X0 - ws[i-1].Box.X1 }

// widest returns the widest gap between words.
func (ws words) widest() float64 {
	gap := 0.0
	for i := 1; i < len(ws); i++ {
		if !ws[i].Glued {
			gap = max(gap, ws.gap(i))
		}
	}
	return gap
}

// All reports whether all words have a style.
func (ws words) All(s document.Style) bool {
	for i := range ws {
		if !ws[i].Face.Styles.Has(s) && script.HasLetter(ws[i].Text) {
			return false
		}
	}
	return len(ws) > 0
}

// Fixed reports whether nearly all of a line's words are in a font of fixed width,
// apart from the small number of a line of a listing.
func (ws words) Fixed() bool {
	n, all := 0, 0
	for i := range ws {
		if i == 0 && len(ws) > 1 && ws[0].Face.Size < .9*ws[1].Face.Size && IsNumber(ws[0].Text) {
			continue
		}
		if script.IsWide(script.FirstRune(ws[i].Text)) && isRemark(&ws[0]) {
			continue // fonts of fixed width borrow those characters
		}
		all += len(ws[i].Text)
		if ws[i].Face.Fixed {
			n += len(ws[i].Text)
		}
	}
	return all > 0 && n*10 >= all*9
}

// isFormula reports whether words have large signs of TeX.
func (ws words) isFormula() bool {
	return slices.ContainsFunc(ws, func(w glyph.Word) bool { return glyph.IsTexSigns(w.Face.Font) })
}

// hasField reports whether the value of a field is among words.
func (ws words) hasField() bool {
	return slices.ContainsFunc(ws, func(w glyph.Word) bool { return w.Source.Field })
}

// isField reports whether words are the value of a field alone.
func (ws words) isField() bool {
	return !slices.ContainsFunc(ws, func(w glyph.Word) bool { return !w.Source.Field })
}

// hyphened reports whether the last of words has a hyphen at its end.
func (ws words) hyphened() bool {
	n := len(ws)
	return n > 0 && ws[n-1].Hyphen && script.HasLetter(ws[n-1].Text)
}
