package pdf

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

// line is words on one baseline without a wide gap. A line of the text that
// has wide gaps, as in a table, is several.
type line struct {
	words []word
	box   pdfium.Box
	base  float64
	size  float64 // of most of its characters
	chars int
	page  int
	rtl   bool
	order int
	block int    // of the structure, from 1
	table *table // a table in the place of a line
	entry bool   // of a table of contents
}

// The widest gaps inside a line, as parts of the size.
const (
	gapInOrder = 1.5 // between words that follow one another in the file
	gapJumped  = .8  // between such words, where the file has no space
	gapInRow   = .75 // between words that do not
)

// makeLines joins words to lines, from top to bottom.
func makeLines(words []word, page int) []line { return joinRows(sequence(words, page)) }

// sequence joins words to lines in the order in which they come.
func sequence(words []word, page int) []line {
	var lines []line
	for i := range words {
		w := &words[i]
		if n := len(lines); n > 0 && lines[n-1].takes(w) {
			lines[n-1].add(w)
			continue
		}
		l := line{page: page, box: w.box, base: w.base, size: w.size}
		l.add(w)
		lines = append(lines, l)
	}
	for i := range lines {
		lines[i].settle()
	}
	return lines
}

// takes reports whether a word goes on with the line.
func (l *line) takes(w *word) bool {
	last := &l.words[len(l.words)-1]
	size := max(l.size, w.size)
	if min(last.box.Y1, w.box.Y1, l.box.Y1)-max(last.box.Y0, w.box.Y0, l.box.Y0) < .4*min(last.size, w.size) {
		return false
	}
	most := gapInOrder * size
	if w.jump && (!w.fixed || !last.fixed) {
		most = gapJumped * size
	}
	forward, backward := w.box.X0-last.box.X1, last.box.X0-w.box.X1
	if w.glued && !w.rtl {
		return forward > -.5*size && forward < most
	}
	if l.rtl || w.rtl {
		return max(forward, backward) < most && max(forward, backward) > -.5*size
	}
	return forward > -.3*size && forward < most
}

func (l *line) add(w *word) {
	l.words = append(l.words, *w)
	l.box = l.box.Union(w.box)
	l.rtl = l.rtl || w.rtl
	if w.size > l.size {
		l.size, l.base = w.size, w.base
	}
}

// settleReach is how many words on either side of one are compared with it.
const settleReach = 40

// settle finds the size and the base of most of the line.
func (l *line) settle() {
	l.chars = 0
	best := 0
	for i := range l.words {
		w := &l.words[i]
		n := 0
		for j := max(0, i-settleReach); j < min(len(l.words), i+settleReach+1); j++ {
			if abs(l.words[j].size-w.size) < .05*w.size && abs(l.words[j].base-w.base) < .1*w.size {
				n += len(l.words[j].text)
			}
		}
		if n > best {
			best, l.size, l.base = n, w.size, w.base
		}
		l.chars += runeCount(w.text)
	}
	if l.rtl = rtlOf(l.words); l.rtl {
		l.turnRuns()
	}
}

// rtlOf reports whether most words are written from right to left.
func rtlOf(words []word) bool {
	n := 0
	for i := range words {
		if words[i].rtl {
			n += 2
		} else if hasLetter(words[i].text) {
			n--
		}
	}
	return n > 0
}

// joinRows joins lines that stand beside one another closely, and sorts all
// from top to bottom.
func joinRows(lines []line) []line {
	rows := rowsOf(lines)
	out := lines[:0:0]
	for _, row := range rows {
		start := len(out)
		for _, l := range row {
			if len(out) > start && out[len(out)-1].beside(&l) {
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
func rowsOf(lines []line) [][]line {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b line) int { return cmp.Compare(a.base, b.base) })
	var rows [][]line
	for start := 0; start < len(sorted); {
		end := start + 1
		for end < len(sorted) && sorted[end].base-sorted[start].base <= .3*min(sorted[start].size, sorted[end].size) {
			end++
		}
		row := sorted[start:end:end]
		slices.SortStableFunc(row, func(a, b line) int { return cmp.Compare(a.box.X0, b.box.X0) })
		rows = append(rows, row)
		start = end
	}
	return rows
}

// beside reports whether a line goes on with one that is to its left.
func (l *line) beside(r *line) bool {
	if l.table != nil || r.table != nil || l.entry || r.entry {
		return false
	}
	gap := r.box.X0 - l.box.X1
	size := min(l.size, r.size)
	if len(l.words) > 1 && len(r.words) > 1 && abs(l.base-r.base) > .1*size && max(l.size, r.size) > 1.1*size {
		return false // of two columns
	}
	if gap < -.5*size {
		return false
	}
	if isMarker(l) && gap < 4*size && !isMarker(r) {
		return true
	}
	return gap < gapInRow*size
}

// join adds the words of a line that is to the right.
func (l *line) join(r *line) {
	l.absorb(r, l.rtl && r.rtl)
}

// absorbMost is how many words a line has from which on others are only added
// at its end: it is no line of text.
const absorbMost = 96

// absorb takes the words of another line, before its own or after them.
func (l *line) absorb(r *line, before bool) {
	l.box = l.box.Union(r.box)
	if len(l.words) >= absorbMost {
		l.words = append(l.words, r.words...)
		l.chars += r.chars
		return
	}
	if before {
		l.words = slices.Concat(r.words, l.words)
	} else {
		l.words = slices.Concat(l.words, r.words)
	}
	l.settle()
}

// text returns the line's text.
func (l *line) text() string {
	var b strings.Builder
	for i := range l.words {
		if i > 0 && !l.words[i].glued {
			b.WriteByte(' ')
		}
		b.WriteString(l.words[i].text)
	}
	return b.String()
}

// all reports whether all words have a style.
func (l *line) all(s document.Style) bool {
	for i := range l.words {
		if !l.words[i].styles.Has(s) && hasLetter(l.words[i].text) {
			return false
		}
	}
	return len(l.words) > 0
}

// isRemark reports whether a word in a font of fixed width begins a remark of
// a programming language.
func isRemark(w *word) bool {
	switch w.text {
	case "#", "//", "--", "/*", "*", "%", ";":
		return w.fixed
	}
	return false
}

// fixed reports whether nearly all of the line is in a font of fixed width,
// apart from the small number of a line of a listing.
func (l *line) fixed() bool {
	n, all := 0, 0
	for i := range l.words {
		if i == 0 && len(l.words) > 1 && l.words[0].size < .9*l.words[1].size && isNumber(l.words[0].text) {
			continue
		}
		if isWide(firstRune(l.words[i].text)) && isRemark(&l.words[0]) {
			continue // fonts of fixed width borrow those characters
		}
		all += len(l.words[i].text)
		if l.words[i].fixed {
			n += len(l.words[i].text)
		}
	}
	return all > 0 && n*10 >= all*9
}

// isNumber reports whether a text is digits alone.
func isNumber(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
