package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// Line is words on one baseline without a wide gap. A line of the text that
// has wide gaps, as in a table, is several.
type Line struct {
	Words []glyph.Word
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

// MakeLines joins words to lines, from top to bottom.
func MakeLines(words []glyph.Word, page int) []Line { return joinRows(Sequence(words, page)) }

// Sequence joins words to lines in the order in which they come.
func Sequence(words []glyph.Word, page int) []Line {
	var lines []Line
	for i := range words {
		w := &words[i]
		if n := len(lines); n > 0 && lines[n-1].takes(w) {
			lines[n-1].add(w)
			continue
		}
		l := Line{Page: page, Box: w.Box, Base: w.Base, Size: w.Size}
		l.add(w)
		lines = append(lines, l)
	}
	for i := range lines {
		lines[i].settle()
	}
	return lines
}

// takes reports whether a word goes on with the line.
func (l *Line) takes(w *glyph.Word) bool {
	last := &l.Words[len(l.Words)-1]
	size := max(l.Size, w.Size)
	if min(last.Box.Y1, w.Box.Y1, l.Box.Y1)-max(last.Box.Y0, w.Box.Y0, l.Box.Y0) < .4*min(last.Size, w.Size) {
		return false
	}
	most := gapInOrder * size
	if w.Jump && (!w.Fixed || !last.Fixed) {
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
	if w.Size > l.Size {
		l.Size, l.Base = w.Size, w.Base
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
			if math.Abs(l.Words[j].Size-w.Size) < .05*w.Size && math.Abs(l.Words[j].Base-w.Base) < .1*w.Size {
				n += len(l.Words[j].Text)
			}
		}
		if n > best {
			best, l.Size, l.Base = n, w.Size, w.Base
		}
		l.Chars += script.RuneCount(w.Text)
	}
	if l.RTL = rtlOf(l.Words); l.RTL {
		l.turnRuns()
	}
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

// joinRows joins lines that are close beside one another, and sorts all
// from top to bottom.
func joinRows(lines []Line) []Line {
	rows := rowsOf(lines)
	out := lines[:0:0]
	for _, row := range rows {
		start := len(out)
		for i, l := range row {
			if len(out) > start && (out[len(out)-1].beside(&l) || out[len(out)-1].stretchesTo(&l, row[i+1:])) {
				out[len(out)-1].join(&l)
				continue
			}
			out = append(out, l)
		}
	}
	for i := range out {
		out[i].order = i
	}
	return out
}

// rowsOf sorts lines into rows of one baseline, each from left to right.
func rowsOf(lines []Line) [][]Line {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b Line) int { return cmp.Compare(a.Base, b.Base) })
	var rows [][]Line
	for start := 0; start < len(sorted); {
		end := start + 1
		for end < len(sorted) && sorted[end].Base-sorted[start].Base <= .3*min(sorted[start].Size, sorted[end].Size) {
			end++
		}
		row := sorted[start:end:end]
		slices.SortStableFunc(row, func(a, b Line) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		rows = append(rows, row)
		start = end
	}
	return rows
}

// beside reports whether a line goes on with one that is to its left.
func (l *Line) beside(r *Line) bool {
	if l.Table != nil || r.Table != nil || l.entry || r.entry {
		return false
	}
	gap := r.Box.X0 - l.Box.X1
	size := min(l.Size, r.Size)
	if len(l.Words) > 1 && len(r.Words) > 1 && math.Abs(l.Base-r.Base) > .1*size && max(l.Size, r.Size) > 1.1*size {
		return false // of two columns
	}
	if gap < -.5*size {
		return false
	}
	figure := isFigure(r.Words[0].Text) && !l.Fixed()
	if isMarker(l) && gap < 4*size && !isMarker(r) && !(figure && (gap > 2*size || isDecimal(l.Words[0].Text))) {
		return true
	}
	return gap < gapInRow*size
}

// stretchesTo reports whether a line goes on with one that is to its right, with
// more after it, since all its words are set that far apart, as in a narrow column
// whose lines are made equally long.
func (l *Line) stretchesTo(r *Line, more []Line) bool {
	const off = .15 // of the size: ink is not where a character begins
	size, gap := min(l.Size, r.Size), r.Box.X0-l.Box.X1
	if l.Table != nil || r.Table != nil || l.entry || r.entry || l.RTL || gap > gapInOrder*size || math.Abs(l.Base-r.Base) > .1*size {
		return false
	}
	usual := max(l.widest(), r.widest())
	if usual == 0 && len(more) > 0 && startsLower(r) {
		usual = more[0].Box.X0 - r.Box.X1
	}
	return usual > 0 && gap < usual+off*size
}

// widest returns the widest gap between the words of a line.
func (l *Line) widest() float64 {
	gap := 0.0
	for i := 1; i < len(l.Words); i++ {
		if !l.Words[i].Glued {
			gap = max(gap, l.gap(i))
		}
	}
	return gap
}

// gap returns how far a word is from the one before it.
func (l *Line) gap(i int) float64 { return l.Words[i].Box.X0 - l.Words[i-1].Box.X1 }

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
	if before {
		l.Words = slices.Concat(r.Words, l.Words)
	} else {
		l.Words = slices.Concat(l.Words, r.Words)
	}
	l.settle()
}

// Text returns the line's text.
func (l *Line) Text() string {
	var b strings.Builder
	for i := range l.Words {
		if i > 0 && !l.Words[i].Glued {
			b.WriteByte(' ')
		}
		b.WriteString(l.Words[i].Text)
	}
	return b.String()
}

// All reports whether all words have a style.
func (l *Line) All(s document.Style) bool {
	for i := range l.Words {
		if !l.Words[i].Styles.Has(s) && script.HasLetter(l.Words[i].Text) {
			return false
		}
	}
	return len(l.Words) > 0
}

// isRemark reports whether a word in a font of fixed width begins a remark of
// a programming language.
func isRemark(w *glyph.Word) bool {
	switch w.Text {
	case "#", "//", "--", "/*", "*", "%", ";":
		return w.Fixed
	}
	return false
}

// Fixed reports whether nearly all of the line is in a font of fixed width,
// apart from the small number of a line of a listing.
func (l *Line) Fixed() bool {
	n, all := 0, 0
	for i := range l.Words {
		if i == 0 && len(l.Words) > 1 && l.Words[0].Size < .9*l.Words[1].Size && IsNumber(l.Words[0].Text) {
			continue
		}
		if script.IsWide(script.FirstRune(l.Words[i].Text)) && isRemark(&l.Words[0]) {
			continue // fonts of fixed width borrow those characters
		}
		all += len(l.Words[i].Text)
		if l.Words[i].Fixed {
			n += len(l.Words[i].Text)
		}
	}
	return all > 0 && n*10 >= all*9
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

// isFormula reports whether a line has large signs of TeX.
func (l *Line) isFormula() bool {
	return slices.ContainsFunc(l.Words, func(w glyph.Word) bool { return glyph.IsTexSigns(w.Font) })
}

// hasField reports whether the value of a field is on a line.
func (l *Line) hasField() bool {
	return slices.ContainsFunc(l.Words, func(w glyph.Word) bool { return w.Field })
}

// isField reports whether a line is the value of a field alone.
func (l *Line) isField() bool {
	return !slices.ContainsFunc(l.Words, func(w glyph.Word) bool { return !w.Field })
}

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

// isMarker reports whether a line is a marker alone.
func isMarker(l *Line) bool {
	return len(l.Words) == 1 && (script.IsBullet(l.Words[0].Text) || script.MarkerForm().MatchString(l.Words[0].Text))
}

// MarkerOf returns the marker that a line begins with, and how many words it
// takes; 0 for none.
func MarkerOf(l *Line) (string, int) {
	if len(l.Words) < 2 || l.Words[1].Glued && !script.IsBullet(l.Words[0].Text) && !unicode.IsLetter(script.FirstRune(l.Words[1].Text)) {
		return "", 0
	}
	first := l.Words[0].Text
	if l.RTL {
		first = script.TurnMarker(first)
	}
	if script.IsBullet(first) {
		if first == "o" && l.Words[1].Box.X0-l.Words[0].Box.X1 < .6*l.Size {
			return "", 0
		}
		if (first == "-" || first == "–" || first == "—") && l.Words[1].Glued {
			return "", 0
		}
		return "-", 1
	}
	if !script.MarkerForm().MatchString(first) {
		return "", 0
	}
	if script.RuneCount(first) == 2 && first[1] == '.' && first[0] >= 'A' && l.Words[1].Box.X0-l.Words[0].Box.X1 < .5*l.Size {
		return "", 0 // an initial
	}
	return first, 1
}

// NoteMark returns the mark of a note that a line begins with: a small raised
// number or sign, and text after it.
func NoteMark(l *Line) string {
	if len(l.Words) < 2 || !IsNoteMark(&l.Words[0], l) {
		return ""
	}
	return l.Words[0].Text
}

// IsNoteMark reports whether a word is raised and small, and a number or sign.
func IsNoteMark(w *glyph.Word, l *Line) bool {
	if len(w.Text) > maxMark || !Raised(0, w, l).Has(document.Superscript) {
		return false
	}
	for _, r := range w.Text {
		if (r < '0' || r > '9') && r != '*' && r != '†' && r != '‡' && r != '§' {
			return false
		}
	}
	return true
}

// IsPower reports whether a raised number belongs to a single letter or a number
// before it, as in a formula.
func IsPower(words []glyph.Word, k int) bool {
	if k == 0 || !script.HasDigit(words[k].Text) || words[k].Box.X0-words[k-1].Box.X1 > .25*words[k-1].Size {
		return false
	}
	before := words[k-1].Text
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(r) || script.RuneCount(before) == 1 && unicode.IsLetter(r) && !script.IsWide(r) && (k < 2 || !words[k-1].Glued || !script.HasLetter(words[k-2].Text))
}

// maxMark is the length of a mark, in bytes.
const maxMark = 6

// Raised adds superscript or subscript to the styles of a small word that is
// off the baseline.
func Raised(s document.Styles, w *glyph.Word, l *Line) document.Styles {
	if w.Size > .86*l.Size {
		return s
	}
	switch off := w.Base - l.Base; {
	case off < -.12*l.Size:
		return s.With(document.Superscript)
	case off > .06*l.Size:
		return s.With(document.Subscript)
	}
	return s
}
