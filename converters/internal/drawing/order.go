package drawing

import (
	"cmp"
	"slices"
)

// band is how far the tops of shapes may be apart that are in one row.
const band = Inch / 20

// Arrange sets shapes in the order in which they are read: row by row from the
// top, in a row from the left (from the right in presentations that run from
// right to left). Shapes without a place of their own stay behind the one
// before them.
func Arrange[T any](shapes []T, rtl bool, frame func(T) Frame) {
	type placedShape struct {
		shape     T
		top, left EMU
	}
	placed := make([]placedShape, len(shapes))
	var last Frame
	for i, sh := range shapes {
		if f := frame(sh); f.Known {
			last = f
		}
		placed[i] = placedShape{sh, last.Y, last.X}
		if rtl {
			placed[i].left = -last.X - last.W
		}
	}
	slices.SortStableFunc(placed, func(a, b placedShape) int { return cmp.Compare(a.top, b.top) })
	for from := 0; from < len(placed); {
		to := from
		for to < len(placed) && placed[to].top-placed[from].top <= band {
			to++
		}
		slices.SortStableFunc(placed[from:to], func(a, b placedShape) int { return cmp.Compare(a.left, b.left) })
		from = to
	}
	for i := range placed {
		shapes[i] = placed[i].shape
	}
}
