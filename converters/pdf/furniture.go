package pdf

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/converters/pdf/write"
)

const (
	minRepeat   = 3   // pages that have it, at least; all, where there are fewer
	repeatShare = .25 // of all pages
	repeatLarge = .5  // of all pages, for what is larger than the text
	largerText  = 1.3 // of the size of the text
	copyShare   = .5  // of the lines of a page that are on others, too: it is a copy
	headStep    = 2.6 // of the size, from the head of a table to its first row
	headClose   = 2.0 // the same, where the head has fewer cells
)

// printedLine matches what a browser prints, and the number of a page that
// says so.
var printedLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{1,2}[/.]\d{1,2}[/.]\d{2,4}, \d{1,2}:\d{2}( ?[AP]M)?( .*)?|(file|https?)://\S+( \d+/\d+)?|(?i:page|seite|página|pagina|стр\.?) \d{1,4}( ?(/|of|von|de|di|из) ?\d{1,4})?|\d{1,4} ?/ ?\d{1,4}|[-–—] ?\d{1,4} ?[-–—])$`)
})

// furniture finds what is at the head and the foot of the pages again and
// again, and numbers of pages, and takes it out. A page keeps something. It
// returns how many lines went.
func furniture(pages []*layout.Sheet, called write.Labels) int {
	seen := repeats(pages, margins, furnitureKey)
	numbers := numberingOf(pages, called)
	copies := copiesOf(pages)
	gone := 0
	for i, p := range pages {
		repeated := seen
		if copies[i] {
			repeated = nil
		}
		gone += strip(p, repeated, numbers)
	}
	return gone
}

// repeats returns on how many pages lines are, of those of each page that are
// asked for.
func repeats(pages []*layout.Sheet, which func(*layout.Sheet) []int, keyOf func(*layout.Sheet, *layout.Line) string) map[string]int {
	seen := map[string]int{}
	last := map[string]int{}
	for i, p := range pages {
		for _, at := range which(p) {
			key := keyOf(p, &p.Lines[at])
			if last[key] != i+1 {
				seen[key]++
				last[key] = i + 1
			}
		}
	}
	return seen
}

// copiesOf reports of each page whether most of it is on others, too, as a
// form does that is filled in for several people: there what repeats is content.
func copiesOf(pages []*layout.Sheet) []bool {
	all := func(s *layout.Sheet) []int {
		out := make([]int, len(s.Lines))
		for i := range out {
			out[i] = i
		}
		return out
	}
	exact := func(s *layout.Sheet, l *layout.Line) string { return furnitureKey(s, l) + l.Words.Text() }
	seen := repeats(pages, all, exact)
	out := make([]bool, len(pages))
	for i, p := range pages {
		n := 0
		for at := range p.Lines {
			n += script.Flag(seen[exact(p, &p.Lines[at])] > 1)
		}
		out[i] = n > marginLines && float64(n) > copyShare*float64(len(p.Lines))
	}
	return out
}

// isRepeated reports whether a line is on as many pages as a header or footer
// is. What is larger than the text has to be on more: it may be the title of
// one slide after another.
func isRepeated(s *layout.Sheet, l *layout.Line, seen, pages int, body float64) bool {
	switch {
	case pages < 2:
		return false
	case l.Size > largerText*body:
		return seen >= min(minRepeat, pages) && float64(seen) >= repeatLarge*float64(pages)
	}
	return seen >= min(max(minRepeat, int(repeatShare*float64(pages))), pages)
}

// bodyOf returns the size of most of a page's text.
func bodyOf(s *layout.Sheet) float64 {
	chars := map[float64]int{}
	best := 0.
	for i := range s.Lines {
		if l := &s.Lines[i]; l.Table == nil {
			chars[math.Round(l.Size*2)/2] += l.Chars
		}
	}
	for size, n := range chars {
		if n > chars[best] || n == chars[best] && size < best {
			best = size
		}
	}
	return best
}

// strip takes the furniture of a page out.
func strip(s *layout.Sheet, seen map[string]int, numbers *numbering) int {
	drop := furnitureOf(s, seen, numbers)
	keepHeads(s, drop)
	if len(drop) == 0 || len(drop) == len(s.Lines) && len(s.Lines) < 3 && !numbersOnly(s) {
		return 0
	}
	kept := s.Lines[:0]
	for i := range s.Lines {
		if !drop[i] {
			kept = append(kept, s.Lines[i])
		}
	}
	s.Lines = kept
	return len(drop)
}

// furnitureOf returns the lines of a page that are furniture, by index.
func furnitureOf(s *layout.Sheet, seen map[string]int, numbers *numbering) map[int]bool {
	drop := map[int]bool{}
	printed := printedRows(s)
	aside := numbers.pages > 1 || fewArtifacts(s)
	body := bodyOf(s)
	edges := withoutFigures(s, margins(s))
	numbered := numbers.of(s, edges)
	lone := loneHeads(s, edges, body, numbers.pages)
	for _, at := range edges {
		l := &s.Lines[at]
		number, _ := numberOf(l)
		times := seen[furnitureKey(s, l)]
		repeated := number == 0 && isRepeated(s, l, times, numbers.pages, body) || times > 1 && beside(l, numbered)
		if repeated || slices.Contains(numbered, l) || artifact(l) && aside || isPrinted(s, l, printed) || lone[at] {
			drop[at] = true
		}
	}
	return drop
}

// withoutFigures leaves the rows of tables out of some lines: those with more
// numbers or dates side by side than a header has.
func withoutFigures(s *layout.Sheet, lines []int) []int {
	const most = 2 // numbers of a header: that of the page, and a date
	return slices.DeleteFunc(lines, func(at int) bool {
		figures := 0
		for i := range s.Lines {
			o := &s.Lines[i]
			if math.Abs(o.Base-s.Lines[at].Base) < 2 {
				figures += script.Flag(isFigure(o))
			}
		}
		return figures > most
	})
}

// isFigure reports whether a line has digits and no letters.
func isFigure(l *layout.Line) bool {
	return slices.ContainsFunc(l.Words, func(w glyph.Word) bool { return script.HasDigit(w.Text) }) &&
		!slices.ContainsFunc(l.Words, func(w glyph.Word) bool { return script.HasLetter(w.Text) })
}

// keepHeads takes rows out of what is dropped that are the heads of tables: rows
// of several cells, close above another such row that stays.
func keepHeads(s *layout.Sheet, drop map[int]bool) {
	if len(drop) == 0 {
		return
	}
	index := make([]int, len(s.Lines))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int { return cmp.Compare(s.Lines[a].Base, s.Lines[b].Base) })
	cells := func(at int) (row []int, next int) {
		for next = at; next >= 0 && s.Lines[index[at]].Base-s.Lines[index[next]].Base < 2; next-- {
			row = append(row, index[next])
		}
		return row, next
	}
	var below []int
	for at := len(index) - 1; at >= 0; {
		row, next := cells(at)
		far := headStep
		if len(row) < len(below) {
			far = headClose
		}
		if len(row) > 1 && len(below) > 1 && drop[row[0]] && !drop[below[0]] && s.Lines[below[0]].Base-s.Lines[row[0]].Base < far*s.Lines[row[0]].Size {
			for _, i := range row {
				delete(drop, i)
			}
		}
		below, at = row, next
	}
}

// isPrinted reports whether a line is one that a browser prints around a page: a
// date and the title above, an address and the page below; or a number that
// says to be that of the page.
func isPrinted(s *layout.Sheet, l *layout.Line, rows []float64) bool {
	const edge = .1 // of the height
	if l.Box.Y1 > edge*s.Height && l.Box.Y0 < (1-edge)*s.Height {
		return false
	}
	if text := strings.TrimSpace(l.Words.Text()); printedLine().MatchString(text) {
		bare := strings.Contains(text, "://") && !strings.Contains(text, " ")
		return !bare || len(rows) > 0 // an address alone may be content
	}
	return l.Base < s.Height/2 && slices.ContainsFunc(rows, func(y float64) bool { return math.Abs(y-l.Base) < 2 })
}

// printedRows returns the heights, in the upper half of a page, of lines that a
// browser prints.
func printedRows(s *layout.Sheet) []float64 {
	const most = 4
	var out []float64
	for _, at := range margins(s) {
		l := &s.Lines[at]
		text := strings.TrimSpace(l.Words.Text())
		if l.Base < s.Height/2 && len(out) < most && unicode.IsDigit(script.FirstRune(text)) && printedLine().MatchString(text) {
			out = append(out, l.Base)
		}
	}
	return out
}

// artifactWords is how many words a document of one page has at its edges, at
// most, that the file says are no content, for them to go. More are the head
// of a letter.
const artifactWords = 8

// fewArtifacts reports whether little of the edges of a page is not content, as
// the file has it.
func fewArtifacts(s *layout.Sheet) bool {
	n := 0
	for _, at := range margins(s) {
		if l := &s.Lines[at]; artifact(l) {
			n += len(l.Words)
		}
	}
	return n <= artifactWords
}

// artifact reports whether the file says of all of a line that it is no
// content.
func artifact(l *layout.Line) bool {
	for i := range l.Words {
		if !l.Words[i].Source.Artifact {
			return false
		}
	}
	return len(l.Words) > 0
}

// numbersOnly reports whether a page holds nothing but its number.
func numbersOnly(s *layout.Sheet) bool {
	for i := range s.Lines {
		if number, _ := numberOf(&s.Lines[i]); number == 0 {
			return false
		}
	}
	return true
}
