package pdf

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

const (
	marginPart  = .13 // of a page's height, at its top and bottom
	marginLines = 4   // lines that a header or footer has at most
	repeatLeast = 3   // pages on which it stands at least; all, where there are fewer
	repeatShare = .25 // of all pages
	repeatLarge = .5  // of all pages, for what is larger than the text
	largerText  = 1.3 // of the size of the text
	copyShare   = .5  // of the lines of a page that stand on others, too: it is a copy
	headStep    = 2.6 // of the size, from the head of a table to its first row
	headClose   = 2.0 // the same, where the head has fewer cells
)

// pageNumber matches the number of a page alone, as a footer has it.
var pageNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i)[\s\-–—|.\[(]*(page|p\.|seite|стр\.?|página|pagina|trang)?\s*([0-9]{1,4}|[ivxlc]{1,6})(\s*(/|of|von|de|из|sur)\s*[0-9]{1,4})?[\s\-–—|.\])]*$`)
})

// printedLine matches what a browser prints, and the number of a page that
// says so.
var printedLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{1,2}[/.]\d{1,2}[/.]\d{2,4}, \d{1,2}:\d{2}( ?[AP]M)?( .*)?|(file|https?)://\S+( \d+/\d+)?|(?i:page|seite|página|pagina|стр\.?) \d{1,4}( ?(/|of|von|de|di|из) ?\d{1,4})?|\d{1,4} ?/ ?\d{1,4}|[-–—] ?\d{1,4} ?[-–—])$`)
})

// furniture finds what stands at the head and the foot of the pages again and
// again, and numbers of pages, and takes it out. A page keeps something. It
// returns how many lines went.
func furniture(pages []*sheet, called labels) int {
	seen := repeats(pages, margins, furnitureKey)
	copies := copiesOf(pages)
	gone := 0
	for i, p := range pages {
		repeated := seen
		if copies[i] {
			repeated = nil
		}
		gone += p.strip(repeated, len(pages), called[p.number])
	}
	return gone
}

// repeats returns on how many pages lines stand, of those of each page that are
// asked for.
func repeats(pages []*sheet, which func(*sheet) []int, keyOf func(*sheet, *line) string) map[string]int {
	seen := map[string]int{}
	last := map[string]int{}
	for i, p := range pages {
		for _, at := range which(p) {
			key := keyOf(p, &p.lines[at])
			if last[key] != i+1 {
				seen[key]++
				last[key] = i + 1
			}
		}
	}
	return seen
}

// copiesOf reports of each page whether most of it stands on others, too, as a
// form does that is filled in for several people: there what repeats is content.
func copiesOf(pages []*sheet) []bool {
	all := func(s *sheet) []int {
		out := make([]int, len(s.lines))
		for i := range out {
			out[i] = i
		}
		return out
	}
	exact := func(s *sheet, l *line) string { return furnitureKey(s, l) + l.text() }
	seen := repeats(pages, all, exact)
	out := make([]bool, len(pages))
	for i, p := range pages {
		n := 0
		for at := range p.lines {
			n += flag(seen[exact(p, &p.lines[at])] > 1)
		}
		out[i] = n > marginLines && float64(n) > copyShare*float64(len(p.lines))
	}
	return out
}

// isRepeated reports whether a line is on as many pages as a header or footer
// is. What is larger than the text has to be on more: it may be the title of
// one slide after another.
func (s *sheet) isRepeated(l *line, seen, pages int, body float64) bool {
	switch {
	case pages < 2:
		return false
	case l.size > largerText*body:
		return seen >= min(repeatLeast, pages) && float64(seen) >= repeatLarge*float64(pages)
	}
	return seen >= min(max(repeatLeast, int(repeatShare*float64(pages))), pages)
}

// bodyOf returns the size of most of a page's text.
func (s *sheet) bodyOf() float64 {
	chars := map[float64]int{}
	best := 0.
	for i := range s.lines {
		if l := &s.lines[i]; l.table == nil {
			chars[half(l.size)] += l.chars
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
func (s *sheet) strip(seen map[string]int, pages int, label string) int {
	drop := map[int]bool{}
	printed := s.printedRows()
	aside := pages > 1 || s.fewArtifacts()
	body := s.bodyOf()
	for _, at := range margins(s) {
		l := &s.lines[at]
		text := strings.TrimSpace(l.text())
		repeated := s.isRepeated(l, seen[furnitureKey(s, l)], pages, body)
		if repeated || pages > 1 && pageNumber().MatchString(text) && hasNumber(text) || l.artifact() && aside || s.printed(l, text, printed) || pages > 1 && isLabel(text, label) {
			drop[at] = true
		}
	}
	s.keepHeads(drop)
	if len(drop) == 0 || len(drop) == len(s.lines) && len(s.lines) < 3 && s.body(drop) == 0 && !s.numbersOnly() {
		return 0
	}
	kept := s.lines[:0]
	for i := range s.lines {
		if !drop[i] {
			kept = append(kept, s.lines[i])
		}
	}
	s.lines = kept
	return len(drop)
}

// keepHeads takes rows out of what is dropped that are the heads of tables: rows
// of several cells, close above another such row that stays.
func (s *sheet) keepHeads(drop map[int]bool) {
	if len(drop) == 0 {
		return
	}
	index := make([]int, len(s.lines))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int { return cmp.Compare(s.lines[a].base, s.lines[b].base) })
	cells := func(at int) (row []int, next int) {
		for next = at; next >= 0 && s.lines[index[at]].base-s.lines[index[next]].base < 2; next-- {
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
		if len(row) > 1 && len(below) > 1 && drop[row[0]] && !drop[below[0]] && s.lines[below[0]].base-s.lines[row[0]].base < far*s.lines[row[0]].size {
			for _, i := range row {
				delete(drop, i)
			}
		}
		below, at = row, next
	}
}

// printed reports whether a line is one that a browser prints around a page: a
// date and the title above, an address and the page below; or a number that
// says to be that of the page.
func (s *sheet) printed(l *line, text string, rows []float64) bool {
	const edge = .1 // of the height
	if l.box.Y1 > edge*s.height && l.box.Y0 < (1-edge)*s.height {
		return false
	}
	if printedLine().MatchString(text) {
		return true
	}
	return l.base < s.height/2 && slices.ContainsFunc(rows, func(y float64) bool { return abs(y-l.base) < 2 })
}

// printedRows returns the heights, in the upper half of a page, of lines that a
// browser prints.
func (s *sheet) printedRows() []float64 {
	const most = 4
	var out []float64
	for _, at := range margins(s) {
		l := &s.lines[at]
		text := strings.TrimSpace(l.text())
		if l.base < s.height/2 && len(out) < most && unicode.IsDigit(firstRune(text)) && printedLine().MatchString(text) {
			out = append(out, l.base)
		}
	}
	return out
}

// artifactWords is how many words a document of one page has at its edges, at
// most, that the file says are no content, for them to go. More are the head
// of a letter.
const artifactWords = 8

// fewArtifacts reports whether little of the edges of a page is no content, as
// the file has it.
func (s *sheet) fewArtifacts() bool {
	n := 0
	for _, at := range margins(s) {
		if l := &s.lines[at]; l.artifact() {
			n += len(l.words)
		}
	}
	return n <= artifactWords
}

// artifact reports whether the file says of all of a line that it is no
// content.
func (l *line) artifact() bool {
	for i := range l.words {
		if !l.words[i].artifact {
			return false
		}
	}
	return len(l.words) > 0
}

// body returns how many lines stay.
func (s *sheet) body(drop map[int]bool) int { return len(s.lines) - len(drop) }

// numbersOnly reports whether a page holds nothing but its number.
func (s *sheet) numbersOnly() bool {
	for i := range s.lines {
		if !pageNumber().MatchString(strings.TrimSpace(s.lines[i].text())) {
			return false
		}
	}
	return true
}

// hasNumber tells a number from a word that looks like a Roman one.
func hasNumber(s string) bool {
	return hasDigit(s) || strings.ToLower(s) == s
}

// margins returns the lines at the head and the foot of a page, by index.
func margins(s *sheet) []int {
	index := make([]int, len(s.lines))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int { return cmp.Compare(s.lines[a].base, s.lines[b].base) })
	var out []int
	take := func(i int, inside bool) bool {
		if inside && s.lines[i].table == nil {
			out = append(out, i)
		}
		return inside
	}
	rows, last := 0, -1.0
	for _, i := range index {
		if s.lines[i].base-last > 2 {
			rows++
		}
		last = s.lines[i].base
		if rows > marginLines || !take(i, s.lines[i].box.Y1 < marginPart*s.height) {
			break
		}
	}
	rows, last = 0, s.height*2
	for k := len(index) - 1; k >= 0; k-- {
		i := index[k]
		if last-s.lines[i].base > 2 {
			rows++
		}
		last = s.lines[i].base
		if rows > marginLines || !take(i, s.lines[i].box.Y0 > (1-marginPart)*s.height) {
			break
		}
	}
	return out
}

// furnitureKey is what a line has in common with its like on other pages: its
// text without numbers, and its height on the page.
func furnitureKey(s *sheet, l *line) string {
	var b strings.Builder
	digit := false
	for _, r := range l.text() {
		switch {
		case unicode.IsDigit(r):
			if !digit {
				b.WriteByte('#')
			}
			digit = true
		case unicode.IsSpace(r):
		default:
			digit = false
			b.WriteRune(unicode.ToLower(r))
		}
	}
	const band = 6 // points that a header may move
	b.WriteByte('|')
	b.WriteByte(byte(int(l.base/band)%200) + 32)
	if l.base > s.height/2 {
		b.WriteByte('b')
	}
	return b.String()
}
