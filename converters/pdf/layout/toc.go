package layout

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
)

const (
	leaderDots  = 4   // that lead from a title to its page, at least
	minContents = 2   // entries of a table of contents that have such dots
	maxContents = 16  // columns of contents on a page
	numberReach = 6.0 // of the size, from the last dot to the number
	maxIndent   = 4.0 // of the size, of an entry to one whose number has dots
)

// PageLabel matches the number of a page that an entry ends with.
var PageLabel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9]{1,4}|[ivxlcdm]{1,8}|[A-Z]?-?[0-9]{1,4})$`)
})

// contents is a column of entries whose numbers are below one another.
type contents struct {
	left, right, top, bottom float64
	size                     float64
	n                        int
}

// joinEntries makes one line of what belongs to an entry of a table of contents:
// its title, the dots that lead to its page, and the number of that, each of
// which may be a line by itself. The dots become one sign.
func joinEntries(lines []Line) []Line {
	columns := contentsOf(lines)
	for i := range columns {
		lines = columns[i].join(lines)
	}
	return lines
}

// contentsOf returns the columns of entries that have dots.
func contentsOf(lines []Line) []contents {
	var out []contents
	numbers := numberLines(lines)
	for i := range lines {
		l := &lines[i]
		dots, number := leader(l)
		if !dots {
			continue
		}
		right := l.Box.X1
		if !number {
			at := nextNumber(lines, numbers, l)
			if at < 0 {
				continue
			}
			right = lines[at].Box.X1
		}
		if figureBeyond(lines[i:], right) {
			continue
		}
		k := slices.IndexFunc(out, func(c contents) bool { return math.Abs(c.right-right) < .6*l.Size })
		if k < 0 {
			if len(out) == maxContents {
				continue
			}
			out = append(out, contents{left: l.Box.X0, right: right, top: l.Base, bottom: l.Base, size: l.Size})
			k = len(out) - 1
		}
		c := &out[k]
		c.left, c.top, c.bottom = min(c.left, l.Box.X0), min(c.top, l.Base), max(c.bottom, l.Base)
		c.n++
	}
	return slices.DeleteFunc(out, func(c contents) bool { return c.n < minContents })
}

// figureBeyond reports whether a figure follows a number of a row, which then is a row of
// figures.
func figureBeyond(lines []Line, right float64) bool {
	const reach = 4.0 // of the size
	for i := range lines {
		l := &lines[i]
		if l.Base-lines[0].Base > .3*l.Size {
			return false
		}
		if gap := l.Box.X0 - right; gap > 0 && gap < reach*l.Size && isFigure(l.Words[0].Text) {
			return true
		}
	}
	return false
}

// leader reports whether a line ends with dots that lead somewhere, and whether
// a number follows them.
func leader(l *Line) (dots, number bool) {
	to := len(l.Words)
	if to > 1 && PageLabel().MatchString(l.Words[to-1].Text) {
		to--
		number = true
	}
	from, n := dotsFrom(l.Words[:to])
	if t := l.Words[max(from-1, 0)].Text; from == to && strings.HasSuffix(t, "..") {
		n = dotCount(t) // of the word that they stand right behind
	}
	return n >= leaderDots, number
}

// ShortenLeaders makes one sign of dots that lead to a word of the same line, as
// to a price.
func ShortenLeaders(lines []Line) {
	const least = 8 // dots
	for i := range lines {
		ws := lines[i].Words
		for j := 0; j+1 < len(ws); j++ {
			text := strings.TrimRight(ws[j].Text, ".·…․‥")
			if dotCount(ws[j].Text[len(text):]) >= least && !ws[j].Face.Fixed {
				ws[j].Text = text + "…"
			}
		}
	}
}

// dotsFrom returns where the words begin that are dots alone, at the end of some
// words, and how many dots those are.
func dotsFrom(words []glyph.Word) (from, dots int) {
	from = len(words)
	for from > 0 && IsDots(words[from-1].Text) {
		from--
		dots += dotCount(words[from].Text)
	}
	return from, dots
}

// IsDots reports whether a word is dots alone.
func IsDots(s string) bool { return strings.Trim(s, ".·…․‥") == "" }

// dotCount counts the dots of a word; a sign of several counts as those.
func dotCount(s string) int {
	return strings.Count(s, ".") + strings.Count(s, "·") + 3*strings.Count(s, "…") + strings.Count(s, "․") + 2*strings.Count(s, "‥")
}

// numberLines returns the lines that are the number of a page alone, by their
// heights.
func numberLines(lines []Line) []int {
	var out []int
	for i := range lines {
		if l := &lines[i]; len(l.Words) == 1 && PageLabel().MatchString(l.Words[0].Text) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(lines[a].Base, lines[b].Base) })
	return out
}

// nextNumber returns the number right after a line, by its index, or -1.
func nextNumber(lines []Line, numbers []int, l *Line) int {
	const level, most = 1.5, 32 // points; numbers on one height
	at, _ := slices.BinarySearchFunc(numbers, l.Base-level, func(i int, y float64) int { return cmp.Compare(lines[i].Base, y) })
	best := -1
	for k := at; k < min(len(numbers), at+most) && lines[numbers[k]].Base < l.Base+level; k++ {
		o := &lines[numbers[k]]
		if gap := o.Box.X0 - l.Box.X1; gap > -l.Size && gap < numberReach*l.Size && (best < 0 || o.Box.X0 < lines[best].Box.X0) {
			best = numbers[k]
		}
	}
	return best
}

// join makes entries of the lines that are in the column: those with dots, and
// those between and right above and below them that end with a number at its
// right.
func (c *contents) join(lines []Line) []Line {
	const near = 2.6 // of the size, above and below
	c.reach(lines, near*c.size)
	var in []Line
	out := make([]Line, 0, len(lines))
	for _, l := range lines {
		inside := l.Table == nil && l.Box.X0 > c.left-maxIndent*c.size && l.Box.X1 < c.right+.6*c.size
		if inside && l.Base > c.top-near*c.size && l.Base < c.bottom+near*c.size {
			in = append(in, l)
		} else {
			out = append(out, l)
		}
	}
	var open []Line // the start of a title that goes on
	for _, row := range rowsOf(in) {
		last := &row[len(row)-1]
		ended := math.Abs(last.Box.X1-c.right) < .6*c.size && PageLabel().MatchString(last.Words[len(last.Words)-1].Text)
		switch {
		case ended && (len(row) > 1 || len(last.Words) > 1):
			out = append(out, entry(open, row))
			open = nil
		case row[0].Base > c.top && row[0].Base < c.bottom && len(open) == 0:
			open = row
		default:
			out = append(append(out, open...), row...)
			open = nil
		}
	}
	return joinRows(append(out, open...))
}

// reach takes those lines into the column that end with a number at its right,
// as far as each is near the one before: entries without dots, as those of
// chapters are.
func (c *contents) reach(lines []Line, near float64) {
	const most = 64 // entries above and below those with dots
	var bases []float64
	for i := range lines {
		l := &lines[i]
		if l.Table == nil && math.Abs(l.Box.X1-c.right) < .6*c.size && PageLabel().MatchString(l.Words[len(l.Words)-1].Text) {
			bases = append(bases, l.Base)
		}
	}
	slices.Sort(bases)
	for n := 0; n < most; n++ {
		at, _ := slices.BinarySearch(bases, c.top)
		if at == 0 || bases[at-1] < c.top-near {
			break
		}
		c.top = bases[at-1]
	}
	for n := 0; n < most; n++ {
		at, found := slices.BinarySearch(bases, c.bottom)
		for found && at < len(bases) && bases[at] == c.bottom {
			at++
		}
		if at == len(bases) || bases[at] > c.bottom+near {
			break
		}
		c.bottom = bases[at]
	}
}

// entry makes one line of the pieces of an entry.
func entry(open, row []Line) Line {
	pieces := slices.Concat(open, row)
	out := Line{Page: row[0].Page, Base: row[0].Base, Size: row[0].Size, Box: pieces[0].Box, order: row[0].order, Block: row[0].Block}
	for i := range pieces {
		out.Words = append(out.Words, pieces[i].Words...)
		out.Box = out.Box.Union(pieces[i].Box)
	}
	out.settle()
	n := len(out.Words) - 1
	from, _ := dotsFrom(out.Words[:n])
	if from > 0 {
		w := &out.Words[from-1]
		w.Text = strings.TrimRight(w.Text, ".·…․‥ ")
	}
	dots := out.Words[n]
	dots.Text, dots.Glued, dots.Face.Styles, dots.Face.Fixed = "…", false, 0, false
	number := out.Words[n]
	if from > 0 && out.Words[from-1].Link != number.Link {
		dots.Link = -1
	}
	number.Glued = false
	out.Words = append(slices.Clip(out.Words[:from]), dots, number)
	out.entry = true
	return out
}
