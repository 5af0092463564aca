package drawing

import (
	"cmp"
	"slices"
)

// band is how far the tops of shapes may be apart that are in one row, and how far
// shapes may reach into one another that are apart.
const band = Inch / 20

// Arrange sets shapes in the order in which they are read: row by row from the
// top, in a row from the left (from the right in presentations that run from
// right to left); boxes with heads above them, and columns whose boxes are not in
// rows, column by column. Shapes without a place of their own stay behind the one
// before them.
func Arrange[T any](shapes []T, rtl bool, frame func(T) Frame) {
	placed := make([]box, len(shapes))
	var last Frame
	for i, sh := range shapes {
		if f := frame(sh); f.Known {
			last = f
		}
		placed[i] = box{at: i, top: last.Y, bottom: last.Y + last.H, left: last.X, right: last.X + last.W}
		if rtl {
			placed[i].left, placed[i].right = -placed[i].right, -placed[i].left
		}
	}
	slices.SortStableFunc(placed, func(a, b box) int { return cmp.Compare(a.top, b.top) })
	var out []T
	for _, b := range inOrder(placed) {
		out = append(out, shapes[b.at])
	}
	copy(shapes, out)
}

// box is where a shape is, and its place among those that lie over one another.
type box struct {
	at                       int
	top, bottom, left, right EMU
}

func (b box) height() EMU { return max(b.bottom-b.top, 1) }

// inOrder returns boxes, which are sorted by their tops, in the order of reading.
func inOrder(boxes []box) []box {
	var rows [][]box
	for from := 0; from < len(boxes); {
		to, bottom := from, boxes[from].bottom
		for to < len(boxes) && (to == from || boxes[to].top < bottom-band) {
			bottom = max(bottom, boxes[to].bottom)
			to++
		}
		rows = append(rows, rowsOf(boxes[from:to])...)
		from = to
	}
	var out []box
	for len(rows) > 0 {
		n := columnRows(rows)
		if n == 1 {
			out = append(out, rows[0]...)
		}
		for column := 0; n > 1 && column < len(rows[0]); column++ {
			for _, row := range rows[:n] {
				out = append(out, row[column])
			}
		}
		rows = rows[n:]
	}
	return out
}

// rowsOf parts boxes that overlap from top to bottom into rows. Those in columns that
// have no rows in common are one row, column by column.
func rowsOf(boxes []box) [][]box {
	columns := columnsOf(boxes)
	var rows [][]box
	even := true
	for from := 0; from < len(boxes); {
		to := from
		for to < len(boxes) && boxes[to].top-boxes[from].top <= band {
			to++
		}
		row := slices.Clone(boxes[from:to])
		slices.SortStableFunc(row, func(a, b box) int { return cmp.Compare(a.left, b.left) })
		even = even && len(row) == len(columns)
		rows = append(rows, row)
		from = to
	}
	if even || len(columns) < 2 || len(rows) < 2 || !differ(boxes) && !inTurn(columns) {
		return rows
	}
	var out []box
	for _, column := range columns {
		out = append(out, inOrder(column)...)
	}
	return [][]box{out}
}

// columnsOf parts boxes where nothing reaches across, from the left. In each they are
// sorted by their tops.
func columnsOf(boxes []box) [][]box {
	sorted := slices.Clone(boxes)
	slices.SortStableFunc(sorted, func(a, b box) int { return cmp.Compare(a.left, b.left) })
	var out [][]box
	for from := 0; from < len(sorted); {
		to, right := from, sorted[from].right
		for to < len(sorted) && (to == from || sorted[to].left < right-band) {
			right = max(right, sorted[to].right)
			to++
		}
		column := sorted[from:to]
		slices.SortStableFunc(column, func(a, b box) int { return cmp.Compare(a.top, b.top) })
		out = append(out, column)
		from = to
	}
	return out
}

// columnRows returns how many of the first rows are read column by column: heads with
// what is below them, which is taller, or rows that were made column by column; 1
// where they are read as they are.
func columnRows(rows [][]box) int {
	n := 1
	for n < len(rows) && len(rows[0]) > 1 && isBelow(rows[0], rows[n]) {
		n++
	}
	if n == 1 || !differ(slices.Concat(rows[:n]...)) {
		return 1
	}
	if inTurn(columnsOf(slices.Concat(rows[:n]...))) {
		return n
	}
	heads := 1
	for heads < n && !isTaller(rows[heads], rows[0]) {
		heads++
	}
	switch {
	case heads == n:
		return 1
	case heads+1 < n && !isTaller(rows[heads], rows[heads+1]): // a grid with a head
		return 1
	}
	return heads + 1
}

// isBelow reports whether each box of a row is below the one of another row.
func isBelow(above, below []box) bool {
	if len(above) != len(below) {
		return false
	}
	for i := range above {
		common := min(above[i].right, below[i].right) - max(above[i].left, below[i].left)
		if 2*common < min(above[i].right-above[i].left, below[i].right-below[i].left) {
			return false
		}
	}
	return true
}

// isTaller reports whether all boxes of a row are clearly taller than those of another.
func isTaller(row, than []box) bool {
	return 2*lowest(row) >= 3*highest(than)
}

// differ reports whether some boxes are clearly taller than others.
func differ(boxes []box) bool { return 2*highest(boxes) >= 3*lowest(boxes) }

func highest(boxes []box) EMU { return slices.MaxFunc(boxes, byHeight).height() }

func lowest(boxes []box) EMU { return slices.MinFunc(boxes, byHeight).height() }

func byHeight(a, b box) int { return cmp.Compare(a.height(), b.height()) }

// inTurn reports whether columns lie over one another in turn: all of one below all
// of the next, as somebody makes them who fills one after the other.
func inTurn(columns [][]box) bool {
	last := -1
	for _, column := range columns {
		next := last
		for _, b := range column {
			if b.at <= last {
				return false
			}
			next = max(next, b.at)
		}
		last = next
	}
	return len(columns) > 1
}
