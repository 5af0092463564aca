package pdf

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

const (
	leaderDots    = 4   // that lead from a title to its page, at least
	contentsLeast = 2   // entries of a table of contents that have such dots
	contentsMost  = 16  // columns of contents on a page
	numberReach   = 6.0 // of the size, from the last dot to the number
	maxIndent     = 4.0 // of the size, of an entry to one whose number has dots
)

// pageLabel matches the number of a page that an entry ends with.
var pageLabel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9]{1,4}|[ivxlcdm]{1,8}|[A-Z]?-?[0-9]{1,4})$`)
})

// contents is a column of entries whose numbers stand below one another.
type contents struct {
	left, right, top, bottom float64
	size                     float64
	n                        int
}

// joinEntries makes one line of what belongs to an entry of a table of contents:
// its title, the dots that lead to its page, and the number of that, each of
// which may be a line by itself. The dots become one sign.
func joinEntries(lines []line) []line {
	columns := contentsOf(lines)
	for i := range columns {
		lines = columns[i].join(lines)
	}
	return lines
}

// contentsOf returns the columns of entries that have dots.
func contentsOf(lines []line) []contents {
	var out []contents
	numbers := numberLines(lines)
	for i := range lines {
		l := &lines[i]
		dots, number := leader(l)
		if !dots {
			continue
		}
		right := l.box.X1
		if !number {
			at := nextNumber(lines, numbers, l)
			if at < 0 {
				continue
			}
			right = lines[at].box.X1
		}
		k := slices.IndexFunc(out, func(c contents) bool { return abs(c.right-right) < .6*l.size })
		if k < 0 {
			if len(out) == contentsMost {
				continue
			}
			out = append(out, contents{left: l.box.X0, right: right, top: l.base, bottom: l.base, size: l.size})
			k = len(out) - 1
		}
		c := &out[k]
		c.left, c.top, c.bottom = min(c.left, l.box.X0), min(c.top, l.base), max(c.bottom, l.base)
		c.n++
	}
	return slices.DeleteFunc(out, func(c contents) bool { return c.n < contentsLeast })
}

// leader reports whether a line ends with dots that lead somewhere, and whether
// a number follows them.
func leader(l *line) (dots, number bool) {
	to := len(l.words)
	if to > 1 && pageLabel().MatchString(l.words[to-1].text) {
		to--
		number = true
	}
	from, n := dotsFrom(l.words[:to])
	if t := l.words[max(from-1, 0)].text; from == to && strings.HasSuffix(t, "..") {
		n = dotCount(t) // of the word that they stand right behind
	}
	return n >= leaderDots, number
}

// shortenLeaders makes one sign of dots that lead to a word of the same line, as
// to a price.
func shortenLeaders(lines []line) {
	const least = 8 // dots
	for i := range lines {
		ws := lines[i].words
		for j := 0; j+1 < len(ws); j++ {
			text := strings.TrimRight(ws[j].text, ".·…․‥")
			if dotCount(ws[j].text[len(text):]) >= least && !ws[j].fixed {
				ws[j].text = text + "…"
			}
		}
	}
}

// dotsFrom returns where the words begin that are dots alone, at the end of some
// words, and how many dots those are.
func dotsFrom(words []word) (from, dots int) {
	from = len(words)
	for from > 0 && isDots(words[from-1].text) {
		from--
		dots += dotCount(words[from].text)
	}
	return from, dots
}

// isDots reports whether a word is dots alone.
func isDots(s string) bool { return strings.Trim(s, ".·…․‥") == "" }

// dotCount counts the dots of a word; a sign of several counts as those.
func dotCount(s string) int {
	return strings.Count(s, ".") + strings.Count(s, "·") + 3*strings.Count(s, "…") + strings.Count(s, "․") + 2*strings.Count(s, "‥")
}

// numberLines returns the lines that are the number of a page alone, by their
// heights.
func numberLines(lines []line) []int {
	var out []int
	for i := range lines {
		if l := &lines[i]; len(l.words) == 1 && pageLabel().MatchString(l.words[0].text) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(lines[a].base, lines[b].base) })
	return out
}

// nextNumber returns the number right after a line, by its index, or -1.
func nextNumber(lines []line, numbers []int, l *line) int {
	const level, most = 1.5, 32 // points; numbers on one height
	at, _ := slices.BinarySearchFunc(numbers, l.base-level, func(i int, y float64) int { return cmp.Compare(lines[i].base, y) })
	best := -1
	for k := at; k < min(len(numbers), at+most) && lines[numbers[k]].base < l.base+level; k++ {
		o := &lines[numbers[k]]
		if gap := o.box.X0 - l.box.X1; gap > -l.size && gap < numberReach*l.size && (best < 0 || o.box.X0 < lines[best].box.X0) {
			best = numbers[k]
		}
	}
	return best
}

// join makes entries of the lines that stand in the column: those with dots, and
// those between and right above and below them that end with a number at its
// right.
func (c *contents) join(lines []line) []line {
	const near = 2.6 // of the size, above and below
	c.reach(lines, near*c.size)
	var in []line
	out := make([]line, 0, len(lines))
	for _, l := range lines {
		inside := l.table == nil && l.box.X0 > c.left-maxIndent*c.size && l.box.X1 < c.right+.6*c.size
		if inside && l.base > c.top-near*c.size && l.base < c.bottom+near*c.size {
			in = append(in, l)
		} else {
			out = append(out, l)
		}
	}
	var open []line // the start of a title that goes on
	for _, row := range rowsOf(in) {
		last := &row[len(row)-1]
		ended := abs(last.box.X1-c.right) < .6*c.size && pageLabel().MatchString(last.words[len(last.words)-1].text)
		switch {
		case ended && (len(row) > 1 || len(last.words) > 1):
			out = append(out, entry(open, row))
			open = nil
		case row[0].base > c.top && row[0].base < c.bottom && len(open) == 0:
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
func (c *contents) reach(lines []line, near float64) {
	const most = 64 // entries above and below those with dots
	var bases []float64
	for i := range lines {
		l := &lines[i]
		if l.table == nil && abs(l.box.X1-c.right) < .6*c.size && pageLabel().MatchString(l.words[len(l.words)-1].text) {
			bases = append(bases, l.base)
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
func entry(open, row []line) line {
	pieces := slices.Concat(open, row)
	out := line{page: row[0].page, base: row[0].base, size: row[0].size, box: pieces[0].box, order: row[0].order, block: row[0].block}
	for i := range pieces {
		out.words = append(out.words, pieces[i].words...)
		out.box = out.box.Union(pieces[i].box)
	}
	out.settle()
	n := len(out.words) - 1
	from, _ := dotsFrom(out.words[:n])
	if from > 0 {
		w := &out.words[from-1]
		w.text = strings.TrimRight(w.text, ".·…․‥ ")
	}
	dots := out.words[n]
	dots.text, dots.glued, dots.styles, dots.fixed = "…", false, 0, false
	number := out.words[n]
	if from > 0 && out.words[from-1].link != number.link {
		dots.link = -1
	}
	number.glued = false
	out.words = append(slices.Clip(out.words[:from]), dots, number)
	out.entry = true
	return out
}
