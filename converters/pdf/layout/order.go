package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	cutsDeep   = 12 // columns inside columns
	cutsTried  = 8  // places of a gutter that are tried in a region
	columnRows = 3  // lines that a column has at least
)

// Region is lines that are read from top to bottom.
type Region struct {
	lines []Line
	Page  float64 // the width of the page, where that is known
}

// ReadingOrder cuts a page into regions, in reading order: columns from left
// to right, or from right to left where the text goes that way, and what spans
// columns between them.
func ReadingOrder(lines []Line) []Region {
	c := cutter{}
	c.cut(lines, 0)
	return c.out
}

// Order returns the reading order of some lines of a page. One that is written down is in
// bands whose lines are level, and in no tables but those with rules.
func (s *Sheet) Order(lines []Line) []Region {
	c := cutter{laid: s.View.Laid}
	if !c.laid {
		c.cut(lines, 0)
		return c.out
	}
	for _, band := range parted(lines) {
		c.cut(band, 0)
	}
	return c.out
}

// parted parts the lines of a page that is written down where none of them crosses.
func parted(lines []Line) [][]Line {
	const apart = .3 // of the size
	sorted := slices.SortedStableFunc(slices.Values(lines), func(a, b Line) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	out := [][]Line{nil}
	end := math.Inf(-1)
	for i, l := range sorted {
		last := &out[len(out)-1]
		if l.Box.X0 > end+apart*l.Size && len(*last) >= columnRows && len(sorted)-i >= columnRows {
			out = append(out, nil)
			last = &out[len(out)-1]
		}
		*last = append(*last, l)
		end = max(end, l.Box.X1)
	}
	for i := range out {
		out[i] = merge(out[i])
	}
	return out
}

type cutter struct {
	out  []Region
	laid bool
}

// cut adds the regions of some lines, which are sorted from top to bottom.
func (c *cutter) cut(lines []Line, depth int) {
	if len(lines) == 0 {
		return
	}
	lines = bandedTables(partFigures(lines))
	var g gutter
	if depth < cutsDeep {
		g = columns(lines)
	}
	if !c.laid && !areProse(g.parts) && !g.isApart() {
		tabled := alignedTables(lines)
		if depth < cutsDeep && !sameLines(lines, tabled) {
			g = columns(tabled)
		}
		lines = tabled
	}
	if g.parts != nil {
		for _, p := range g.parts {
			c.cut(p, depth+1)
		}
		return
	}
	c.out = append(c.out, Region{lines: lines})
}

// sameLines reports whether lines are the same ones in the same order.
func sameLines(a, b []Line) bool {
	return slices.EqualFunc(a, b, func(a, b Line) bool { return a.order == b.order && a.Table == b.Table && len(a.Words) == len(b.Words) })
}

// proseLines is how many lines of text a column has that is cut off before
// tables are looked for.
const proseLines = 5

// areProse reports whether two of the parts of a page are columns of text beyond
// doubt, so that no table is across them.
func areProse(parts [][]Line) bool {
	const sides = 2 // columns side by side in one part, cut again
	columns, prose, all := proseOf(parts, sides)
	return columns >= 2 && prose*4 >= all
}

// proseOf returns how many of some parts are columns of text, how many of their
// lines are as long as a column, and how many there are. A part that is not a column
// may be several.
func proseOf(parts [][]Line, depth int) (n, prose, all int) {
	for _, p := range parts {
		long, box := 0, boxOf(p)
		for i := range p {
			long += script.Flag(p[i].isText() && isLong(&p[i]) && p[i].Box.W() > .8*box.W())
		}
		if long < proseLines && depth > 0 && len(p) >= 2*proseLines {
			if c, l, _ := proseOf(columns(p).parts, depth-1); c >= 2 {
				n, prose, all = n+c, prose+l, all+len(p)
				continue
			}
		}
		n += script.Flag(long >= proseLines)
		prose, all = prose+long, all+len(p)
	}
	return n, prose, all
}

// isLong reports whether a line has several words, or is as long as several are where
// none has spaces.
func isLong(l *Line) bool {
	const words, wide = 4, 12 // of the size
	return len(l.Words) >= words || script.IsWide(script.FirstRune(l.Words.Text())) && l.Box.W() > wide*l.Size
}

func boxOf(lines []Line) pdfium.Box {
	b := lines[0].Box
	for i := range lines {
		b = b.Union(lines[i].Box)
	}
	return b
}

// columns cuts lines at the gutter that serves most of them; one whose sides
// are in rows serves less. It has no parts where there is none.
func columns(lines []Line) gutter {
	var best gutter
	if len(lines) < 2*columnRows {
		return best
	}
	for _, x := range edges(lines) {
		if g := tryGutter(lines, x); g.worth() > best.worth() {
			best = g
		}
	}
	return best
}

// edges returns where lines begin that have others to their left, the most
// frequent first.
func edges(lines []Line) []float64 {
	left := boxOf(lines).X0
	var starts []float64
	for i := range lines {
		if lines[i].Box.X0 > left+lines[i].Size*2 {
			starts = append(starts, lines[i].Box.X0)
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
	parts  [][]Line
	lines  int
	few    int // baselines of the sides that have fewer
	inRows int // of those, how many the other sides have, too
	bands  int // stretches of the page's height, between which neither side has text
}

// worth returns how good a gutter is.
func (g *gutter) worth() float64 {
	const less = .3 // where all is in rows
	if g.lines == 0 {
		return 0
	}
	return float64(g.lines) * (1 - less*float64(g.inRows)/float64(g.few))
}

// isApart reports whether the sides of a gutter are set without regard to one
// another: their lines are on other heights, and there is no white between rows
// of them. No table is across it. Of many lines, which nothing crosses, about
// half are in rows by chance.
func (g *gutter) isApart() bool {
	const least, many = 6, 30 // lines
	rows, bands := .5, .5
	if g.few >= many && len(g.parts) == 2 {
		rows, bands = .6, .75
	}
	few := float64(g.few)
	return g.few >= least && float64(g.inRows) < rows*few && float64(g.bands) < bands*few
}

// bandsOfLines returns how many stretches of the page's height have text of
// either side, with white between them.
func bandsOfLines(left, right []Line) int {
	bottom, n := -1e9, 0
	for i, j := 0, 0; i < len(left) || j < len(right); {
		var l *Line
		if j == len(right) || i < len(left) && left[i].Base <= right[j].Base {
			l, i = &left[i], i+1
		} else {
			l, j = &right[j], j+1
		}
		n += script.Flag(l.Base-glyph.Above*l.Size > bottom)
		bottom = max(bottom, l.Base+glyph.Below*l.Size)
	}
	return n
}

// tryGutter cuts lines into those left and right of a gutter that ends at x,
// between those that cross it.
func tryGutter(lines []Line, x float64) gutter {
	var g gutter
	var left, right, plain []Line
	flush := func() {
		if isColumns(left, right) {
			if len(plain) > 0 {
				g.parts = append(g.parts, plain)
				plain = nil
			}
			g.lines += len(left) + len(right)
			l, r := firstOfRows(left), firstOfRows(right)
			g.few += min(len(l), len(r))
			g.inRows += onBaselines(l, r)
			g.bands += bandsOfLines(left, right)
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
		case l.Box.X0 >= x-2:
			right = append(right, l)
		case l.Box.X1 <= x-.4*l.Size:
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
func merge(parts ...[]Line) []Line {
	out := slices.Concat(parts...)
	slices.SortStableFunc(out, func(a, b Line) int { return cmp.Compare(a.order, b.order) })
	return out
}

// isColumns reports whether lines on both sides of a gutter are columns of
// text, and not cells of one table or pairs of a name and a value.
func isColumns(left, right []Line) bool {
	if len(left) < columnRows || len(right) < columnRows {
		return false
	}
	l, r := boxOf(left), boxOf(right)
	shared := min(l.Y1, r.Y1) - max(l.Y0, r.Y0)
	if shared < .4*min(l.H(), r.H()) {
		return false
	}
	if r.X0-l.X1 < .5*left[0].Size {
		return false
	}
	return !inRows(left, right)
}

// inRows reports whether short lines on both sides are in rows, and the side
// that has fewer is not running text.
func inRows(left, right []Line) bool {
	few, many := left, right
	if len(right) < len(left) {
		few, many = right, left
	}
	if isRunning(few) {
		return false
	}
	words, all := 0, 0
	for j := range few {
		words += len(few[j].Words)
	}
	for j := range many {
		all += len(many[j].Words)
	}
	mean := float64(words+all) / float64(len(few)+len(many))
	meanFew := float64(words) / float64(len(few))
	return onBaselines(left, right)*10 >= len(few)*6 && (mean < 4 || meanFew < 2.5)
}

// firstOfRows returns one line of each baseline.
func firstOfRows(lines []Line) []Line {
	var out []Line
	for i := range lines {
		if n := len(out); n == 0 || lines[i].Base-out[n-1].Base > .25*lines[i].Size {
			out = append(out, lines[i])
		}
	}
	return out
}

// onBaselines returns how many lines of the side that has fewer are on
// baselines of the other one.
func onBaselines(left, right []Line) int {
	few, many := left, right
	if len(right) < len(left) {
		few, many = right, left
	}
	n, i := 0, 0
	for j := range few {
		for i < len(many) && many[i].Base < few[j].Base-.25*few[j].Size {
			i++
		}
		n += script.Flag(i < len(many) && math.Abs(many[i].Base-few[j].Base) <= .25*few[j].Size)
	}
	return n
}

func rtlLines(lines []Line) bool {
	n := 0
	for i := range lines {
		if lines[i].RTL {
			n++
		}
	}
	return n*2 > len(lines)
}

// Regions returns the text of a direction in the order of reading. What is slanted
// has no columns, and is not a table.
func (a *Aside) Regions() []Region {
	switch {
	case len(a.Lines) == 0:
		return nil
	case a.View.Turn == glyph.SlantTurn:
		return []Region{{lines: a.Lines}}
	}
	return ReadingOrder(a.Lines)
}
