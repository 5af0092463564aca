package pdf

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	cutsDeep   = 12 // columns inside columns
	cutsTried  = 8  // places of a gutter that are tried in a region
	columnRows = 3  // lines that a column has at least
)

// region is lines that are read from top to bottom.
type region struct {
	lines []line
	box   pdfium.Box
	page  float64 // the width of the page, where that is known
}

// readingOrder cuts a page into regions, in reading order: columns from left
// to right, or from right to left where the text goes that way, and what spans
// columns between them.
func readingOrder(lines []line) []region {
	c := cutter{}
	c.cut(lines, 0)
	return c.out
}

type cutter struct{ out []region }

// cut adds the regions of some lines, which are sorted from top to bottom.
func (c *cutter) cut(lines []line, depth int) {
	if len(lines) == 0 {
		return
	}
	var parts [][]line
	if depth < cutsDeep {
		parts = columns(lines)
	}
	if !areProse(parts) {
		tabled := alignedTables(lines)
		if depth < cutsDeep && !sameLines(lines, tabled) {
			parts = columns(tabled)
		}
		lines = tabled
	}
	if parts != nil {
		for _, p := range parts {
			c.cut(p, depth+1)
		}
		return
	}
	r := region{lines: lines, box: boxOf(lines)}
	if n := len(c.out); n > 0 && depth == 0 {
		c.out[n-1].lines = append(c.out[n-1].lines, lines...)
		return
	}
	c.out = append(c.out, r)
}

// sameLines reports whether lines are the same ones in the same order.
func sameLines(a, b []line) bool {
	return slices.EqualFunc(a, b, func(a, b line) bool { return a.order == b.order && a.table == b.table && len(a.words) == len(b.words) })
}

// proseLines is how many lines of text a column has that is cut off before
// tables are looked for.
const proseLines = 5

// areProse reports whether two of the parts of a page are columns of text beyond
// doubt, so that no table stands across them.
func areProse(parts [][]line) bool {
	n, prose, all := 0, 0, 0
	for _, p := range parts {
		long, box := 0, pdfium.Box{}
		if len(p) > 0 {
			box = boxOf(p)
		}
		for i := range p {
			const words = 4 // of a line of text, at least
			long += flag(p[i].table == nil && !p[i].entry && len(p[i].words) >= words && p[i].box.W() > .8*box.W())
		}
		n += flag(long >= proseLines)
		prose, all = prose+long, all+len(p)
	}
	return n >= 2 && prose*4 >= all
}

func boxOf(lines []line) pdfium.Box {
	b := lines[0].box
	for i := range lines {
		b = b.Union(lines[i].box)
	}
	return b
}

// columns cuts lines at the gutter that serves most of them, or returns nil.
func columns(lines []line) [][]line {
	if len(lines) < 2*columnRows {
		return nil
	}
	var best gutter
	for _, x := range edges(lines) {
		if g := tryGutter(lines, x); g.lines > best.lines {
			best = g
		}
	}
	return best.parts
}

// edges returns where lines begin that have others to their left, the most
// frequent first.
func edges(lines []line) []float64 {
	left := boxOf(lines).X0
	var starts []float64
	for i := range lines {
		if lines[i].box.X0 > left+lines[i].size*2 {
			starts = append(starts, lines[i].box.X0)
		}
	}
	slices.Sort(starts)
	type edge struct {
		x float64
		n int
	}
	var all []edge
	for i := 0; i < len(starts); {
		j := i
		for j < len(starts) && starts[j]-starts[i] < 3 {
			j++
		}
		if j-i >= columnRows-1 {
			all = append(all, edge{starts[i], j - i})
		}
		i = j
	}
	slices.SortStableFunc(all, func(a, b edge) int { return cmp.Compare(b.n, a.n) })
	var out []float64
	for _, e := range all[:min(len(all), cutsTried)] {
		out = append(out, e.x)
	}
	return out
}

// gutter is a way to cut lines: the parts, and how many lines are in columns.
type gutter struct {
	parts [][]line
	lines int
}

// tryGutter cuts lines into those left and right of a gutter that ends at x,
// between those that cross it.
func tryGutter(lines []line, x float64) gutter {
	var g gutter
	var left, right, plain []line
	flush := func() {
		if isColumns(left, right) {
			if len(plain) > 0 {
				g.parts = append(g.parts, plain)
				plain = nil
			}
			g.lines += len(left) + len(right)
			if rtlLines(left) && rtlLines(right) {
				left, right = right, left
			}
			g.parts = append(g.parts, left, right)
		} else {
			plain = append(plain, merge(left, right)...)
		}
		left, right = nil, nil
	}
	for _, l := range lines {
		switch {
		case l.box.X0 >= x-2:
			right = append(right, l)
		case l.box.X1 <= x-.4*l.size:
			left = append(left, l)
		default:
			flush()
			plain = append(plain, l)
		}
	}
	flush()
	if len(plain) > 0 {
		g.parts = append(g.parts, plain)
	}
	if g.lines == 0 || len(g.parts) < 2 {
		return gutter{}
	}
	return g
}

// merge joins lines in the order in which they stood.
func merge(parts ...[]line) []line {
	out := slices.Concat(parts...)
	slices.SortStableFunc(out, func(a, b line) int { return cmp.Compare(a.order, b.order) })
	return out
}

// isColumns reports whether lines on both sides of a gutter are columns of
// text, and not cells of one table or pairs of a name and a value.
func isColumns(left, right []line) bool {
	if len(left) < columnRows || len(right) < columnRows {
		return false
	}
	l, r := boxOf(left), boxOf(right)
	shared := min(l.Y1, r.Y1) - max(l.Y0, r.Y0)
	if shared < .4*min(l.H(), r.H()) {
		return false
	}
	if r.X0-l.X1 < .5*left[0].size {
		return false
	}
	return !inRows(left, right)
}

// inRows reports whether short lines on both sides stand in rows.
func inRows(left, right []line) bool {
	aligned, i := 0, 0
	few, many := left, right
	if len(right) < len(left) {
		few, many = right, left
	}
	words := 0
	for j := range few {
		for i < len(many) && many[i].base < few[j].base-.25*few[j].size {
			i++
		}
		if i < len(many) && abs(many[i].base-few[j].base) <= .25*few[j].size {
			aligned++
		}
		words += len(few[j].words)
	}
	all := words
	for j := range many {
		all += len(many[j].words)
	}
	mean := float64(all) / float64(len(few)+len(many))
	meanFew := float64(words) / float64(len(few))
	return aligned*10 >= len(few)*6 && (mean < 4 || meanFew < 2.5)
}

func rtlLines(lines []line) bool {
	n := 0
	for i := range lines {
		if lines[i].rtl {
			n++
		}
	}
	return n*2 > len(lines)
}
