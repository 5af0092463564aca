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
	ruleSlack  = 3.0 // points that lines may miss one another
	maxCells   = 20_000
	ruleLength = 6.0 // points
)

// grid is lines that touch one another.
type grid struct {
	across, down []pdfium.Box
	xs, ys       []float64
	texts        [][]*glyph.Word // of each row
}

// ruledTables returns the tables that lines make on a page, and the words
// that are in none.
func ruledTables(p *pdfium.Page, words []glyph.Word) ([]Table, []glyph.Word) {
	across, down := ruleLines(p)
	if len(across) < 2 || len(down) < 2 {
		return nil, words
	}
	var out []Table
	for _, g := range grids(across, down) {
		t, rest, ok := g.table(words)
		if ok && !t.isPlot(p.Objects.Curves) {
			out, words = append(out, t), rest
		}
	}
	return out, words
}

// ruleLines returns the lines of a page across and down, pieces of one line
// joined.
func ruleLines(p *pdfium.Page) (across, down []pdfium.Box) {
	for _, l := range p.Objects.Lines {
		if l.Vertical {
			down = append(down, l.Box)
		} else {
			across = append(across, l.Box)
		}
	}
	if len(across)+len(down) > maxRules {
		return nil, nil
	}
	return joinAcross(across), flipAll(joinAcross(flipAll(down)))
}

func flipAll(boxes []pdfium.Box) []pdfium.Box {
	out := make([]pdfium.Box, len(boxes))
	for i, b := range boxes {
		out[i] = pdfium.Box{X0: b.Y0, Y0: b.X0, X1: b.Y1, Y1: b.X1}
	}
	return out
}

// joinAcross joins pieces of lines that go on from one another.
func joinAcross(boxes []pdfium.Box) []pdfium.Box {
	slices.SortFunc(boxes, func(a, b pdfium.Box) int {
		return cmp.Or(cmp.Compare(int((a.Y0+a.Y1)/2/1.5), int((b.Y0+b.Y1)/2/1.5)), cmp.Compare(a.X0, b.X0), cmp.Compare(a.X1, b.X1))
	})
	var out []pdfium.Box
	for _, b := range boxes {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if math.Abs((last.Y0+last.Y1)/2-(b.Y0+b.Y1)/2) < 1.6 && b.X0 <= last.X1+ruleSlack {
				last.X1 = max(last.X1, b.X1)
				continue
			}
		}
		out = append(out, b)
	}
	return slices.DeleteFunc(out, func(b pdfium.Box) bool { return b.W() < ruleLength })
}

// grids returns the sets of lines that touch.
func grids(across, down []pdfium.Box) []grid {
	parent := make([]int, len(across)+len(down))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, a := range across {
		for j, d := range down {
			if touch(a, d) {
				parent[find(i)] = find(len(across) + j)
			}
		}
	}
	index := map[int]int{}
	var out []grid
	at := func(i int) *grid {
		root := find(i)
		k, ok := index[root]
		if !ok {
			k = len(out)
			index[root] = k
			out = append(out, grid{})
		}
		return &out[k]
	}
	for i, a := range across {
		g := at(i)
		g.across = append(g.across, a)
	}
	for j, d := range down {
		g := at(len(across) + j)
		g.down = append(g.down, d)
	}
	return slices.DeleteFunc(out, func(g grid) bool { return len(g.across) < 2 || len(g.down) < 2 })
}

// touch reports whether a line across and one down meet.
func touch(a, d pdfium.Box) bool {
	return d.X0 >= a.X0-ruleSlack && d.X1 <= a.X1+ruleSlack && a.Y0 >= d.Y0-ruleSlack && a.Y1 <= d.Y1+ruleSlack
}

// table makes a table of the lines and the words between them.
func (g *grid) table(words []glyph.Word) (Table, []glyph.Word, bool) {
	for _, a := range g.across {
		g.ys = append(g.ys, (a.Y0+a.Y1)/2)
	}
	for _, d := range g.down {
		g.xs = append(g.xs, (d.X0+d.X1)/2)
	}
	g.xs, g.ys = places(g.xs), places(g.ys)
	cols, rows := len(g.xs)-1, len(g.ys)-1
	if cols < 2 || rows < 1 || cols*rows > maxCells {
		return Table{}, words, false
	}
	t := Table{Box: pdfium.Box{X0: g.xs[0], Y0: g.ys[0], X1: g.xs[cols], Y1: g.ys[rows]}, Cols: cols}
	filled, rest := g.fill(&t, words)
	few := filled < 2 || filled < 6 && filled*6 < cols*rows
	if few || !t.isFilled(filled) || t.isCrossed(g.xs) {
		return Table{}, words, false
	}
	return t, rest, true
}

// fill puts words into the cells of a grid, and returns how many cells have any, and
// the words that are in none.
func (g *grid) fill(t *Table, words []glyph.Word) (filled int, rest []glyph.Word) {
	cols, rows := len(g.xs)-1, len(g.ys)-1
	g.texts = make([][]*glyph.Word, rows)
	for i := range words {
		if r := g.row(&words[i]); r >= 0 {
			g.texts[r] = append(g.texts[r], &words[i])
		}
	}
	owner := g.cells(t, rows, cols)
	rest = make([]glyph.Word, 0, len(words))
	for _, w := range words {
		c, r := columnOf(g.xs, &w), g.row(&w)
		if c < 0 || r < 0 {
			rest = append(rest, w)
			continue
		}
		o := owner[r*cols+c]
		into := &t.Rows[o.row][o.cell]
		filled += script.Flag(len(into.Words) == 0)
		into.Words = append(into.Words, w)
	}
	return filled, rest
}

// row returns the row of a grid that a word is in, or -1.
func (g *grid) row(w *glyph.Word) int { return between(g.ys, w.Base-.3*w.Face.Size) }

// isFilled tells a table from a drawing, whose lines make cells too: there is
// text in enough of the cells, or in most of the first row or column, as in a
// form that is to be filled in.
func (t *Table) isFilled(filled int) bool {
	const few, share, edge = 12, .3, .5
	cells, top, left := 0, 0, 0
	for i, row := range t.Rows {
		cells += len(row)
		for j := range row {
			top += script.Flag(i == 0 && len(row[j].Words) > 0)
			left += script.Flag(j == 0 && len(row[j].Words) > 0)
		}
	}
	return cells <= few || float64(filled) >= share*float64(cells) ||
		float64(top) >= edge*float64(len(t.Rows[0])) || float64(left) >= edge*float64(len(t.Rows))
}

// isPlot reports whether lines that are not along an axis are drawn over a table most of
// whose cells are empty: that is the grid of a plot.
func (t *Table) isPlot(curves []pdfium.Box) bool {
	const share, wide = .5, 18.0 // of the cells; points, wider than a sign in a cell
	filled, cells := 0, 0
	for _, row := range t.Rows {
		n, _ := filledCells(row)
		filled, cells = filled+n, cells+len(row)
	}
	return float64(filled) < share*float64(cells) && slices.ContainsFunc(curves, func(b pdfium.Box) bool {
		return b.W() > wide && b.H() > 1 && b.Overlap(t.Box) > .9*b.W()*b.H()
	})
}

// isCrossed reports whether lines go through words, as those of a drawing do.
func (t *Table) isCrossed(xs []float64) bool {
	const share, deep = .1, .6 // of the words; of the size
	all, crossed := 0, 0
	for _, row := range t.Rows {
		for i := range row {
			c := &row[i]
			for k := range c.Words {
				w := &c.Words[k]
				col := between(xs, (w.Box.X0+w.Box.X1)/2)
				all++
				crossed += script.Flag(c.ColSpan == 1 && col >= 0 && (w.Box.X0 < xs[col]-deep*w.Face.Size || w.Box.X1 > xs[col+1]+deep*w.Face.Size))
			}
		}
	}
	return float64(crossed) > share*float64(all)
}

// owned says which cell covers a place of the grid.
type owned struct{ row, cell int }

// cells makes the cells of a grid, joined where no line sets them apart.
func (g *grid) cells(t *Table, rows, cols int) []owned {
	owner := make([]owned, rows*cols)
	taken := make([]bool, rows*cols)
	t.Rows = make([][]Cell, rows)
	for r := range rows {
		for c := range cols {
			if taken[r*cols+c] {
				continue
			}
			width := 1
			for c+width < cols && !taken[r*cols+c+width] && !g.wall(r, c+width) && !g.parted(r, c+width) {
				width++
			}
			height := g.height(r, c, width)
			o := owned{r, len(t.Rows[r])}
			for i := range height {
				for j := range width {
					taken[(r+i)*cols+c+j] = true
					owner[(r+i)*cols+c+j] = o
				}
			}
			t.Rows[r] = append(t.Rows[r], Cell{ColSpan: width, RowSpan: height})
		}
	}
	return owner
}

// height returns how many rows a cell is high: up to a line or a text across its sides,
// and one where white alone is beside it.
func (g *grid) height(r, c, width int) int {
	if c > 0 && !g.wall(r, c) || c+width < len(g.xs)-1 && !g.wall(r, c+width) {
		return 1
	}
	n := 1
	for r+n < len(g.ys)-1 && !g.floor(r+n, c, width) && g.open(r+n, c, width) && g.ends(r+n, c) && g.ends(r+n, c+width) {
		n++
	}
	return n
}

// wall reports whether a line is left of a place of the grid.
func (g *grid) wall(r, c int) bool {
	y := (g.ys[r] + g.ys[r+1]) / 2
	for _, d := range g.down {
		if math.Abs((d.X0+d.X1)/2-g.xs[c]) <= ruleSlack && d.Y0 <= y && d.Y1 >= y {
			return true
		}
	}
	return false
}

// parted reports whether the text of a row keeps clear of the edge of a column that has
// no line there: something is on either side of it on one line, far apart, and nothing
// goes across. So are the rows of a table of which the head alone has lines down.
func (g *grid) parted(r, c int) bool {
	const apart, lines = 1.0, 2 // of the size, between the texts of two cells; of a cell, at most
	from, to := c-1, c+1
	for from > 0 && !g.wall(r, from) {
		from--
	}
	for to < len(g.xs)-1 && !g.wall(r, to) {
		to++
	}
	x, parted := g.xs[c], false
	top := math.Inf(1)
	for _, w := range g.texts[r] {
		top = min(top, w.Base)
	}
	for _, w := range g.texts[r] {
		if w.Base-top > lines*w.Face.Size {
			return false // several rows
		}
		if w.Box.X1 < g.xs[from] || w.Box.X0 >= x-ruleSlack {
			continue
		}
		next := g.after(r, w, g.xs[to])
		if w.Box.X1 > x+ruleSlack || next > x-ruleSlack && next-w.Box.X1 < apart*w.Face.Size {
			return false
		}
		parted = parted || next > x-ruleSlack && next < g.xs[to]
	}
	return parted
}

// after returns where the next word of a line begins, or a place further right.
func (g *grid) after(r int, w *glyph.Word, right float64) float64 {
	for _, o := range g.texts[r] {
		if o.Box.X0 > w.Box.X0 && math.Abs(o.Base-w.Base) < .3*w.Face.Size {
			right = min(right, o.Box.X0)
		}
	}
	return right
}

// floor reports whether a line lies above any of some places in a row.
func (g *grid) floor(r, c, width int) bool {
	for i := range width {
		x := (g.xs[c+i] + g.xs[c+i+1]) / 2
		for _, a := range g.across {
			if math.Abs((a.Y0+a.Y1)/2-g.ys[r]) <= ruleSlack && a.X0 <= x && a.X1 >= x {
				return true
			}
		}
	}
	return false
}

// open reports whether no line is between some places in a row.
func (g *grid) open(r, c, width int) bool {
	for i := 1; i < width; i++ {
		if g.wall(r, c+i) {
			return false
		}
	}
	return true
}

// ends reports whether what is in a row does not go on over the edge of a column: there
// is a line, or no text goes across.
func (g *grid) ends(r, c int) bool {
	if c == 0 || c == len(g.xs)-1 || g.wall(r, c) {
		return true
	}
	const space = .6 // of the size, between two words of one text
	x := g.xs[c]
	var before, after *glyph.Word
	for _, w := range g.texts[r] {
		switch {
		case w.Box.X1 <= x+ruleSlack:
			before = w
		case before != nil && w.Box.X0 >= x-ruleSlack:
			after = w
		default:
			continue
		}
		if after != nil && math.Abs(after.Base-before.Base) < 1 && after.Box.X0-before.Box.X1 < space*w.Face.Size {
			return false
		}
		after = nil
	}
	return true
}

// places returns numbers in order, those that are close joined.
func places(v []float64) []float64 {
	slices.Sort(v)
	var out []float64
	for _, x := range v {
		if n := len(out); n == 0 || x-out[n-1] > ruleSlack {
			out = append(out, x)
		}
	}
	return out
}
