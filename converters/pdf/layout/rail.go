package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const (
	maxRules  = 3000 // lines of a page that can be of tables
	railSlack = 2.0  // points that the ends of lines of one table may be off
	minRail   = 60   // points: shorter lines are under words
	maxRails  = 400  // heights of lines that are looked at
)

// rail is lines across a page at one height, end to end, as above and below the
// head of a table.
type rail struct {
	y  float64
	xs []float64 // where its pieces begin, and where the last one ends
}

// railsOf returns the lines across a page from top to bottom.
func railsOf(p *pdfium.Page) []rail {
	var pieces []pdfium.Box
	for _, l := range p.Objects.Lines {
		if !l.Vertical && len(pieces) < maxRules {
			pieces = append(pieces, l.Box)
		}
	}
	slices.SortStableFunc(pieces, func(a, b pdfium.Box) int {
		return cmp.Or(cmp.Compare(int(a.Y0+a.Y1), int(b.Y0+b.Y1)), cmp.Compare(a.X0, b.X0), cmp.Compare(a.X1, b.X1))
	})
	var out []rail
	for _, b := range pieces {
		y := (b.Y0 + b.Y1) / 2
		if n := len(out); n > 0 && math.Abs(out[n-1].y-y) < railSlack {
			last := &out[n-1].xs
			if math.Abs((*last)[len(*last)-1]-b.X0) < railSlack {
				*last = append(*last, b.X1)
				continue
			}
		}
		if len(out) == maxRails {
			break
		}
		out = append(out, rail{y, []float64{b.X0, b.X1}})
	}
	return mergeRails(slices.DeleteFunc(out, func(r rail) bool { return r.right()-r.left() < minRail }))
}

// mergeRails makes one of the edges of a line that is painted as a box, or
// twice.
func mergeRails(rails []rail) []rail {
	const close = 2.5 // points
	out := rails[:0:0]
	for _, r := range rails {
		if n := len(out); n > 0 && r.y-out[n-1].y < close && r.like(&out[n-1]) {
			if len(r.xs) > len(out[n-1].xs) {
				out[n-1].xs = r.xs
			}
			continue
		}
		out = append(out, r)
	}
	return out
}

// like reports whether two lines are of one table: they begin and end alike.
func (r *rail) like(o *rail) bool {
	return math.Abs(r.left()-o.left()) < railSlack && math.Abs(r.right()-o.right()) < railSlack
}

func (r *rail) left() float64 { return r.xs[0] }

func (r *rail) right() float64 { return r.xs[len(r.xs)-1] }

// walls are the lines down a page: the sides of boxes.
type walls []pdfium.Box

// maxWalls bounds the lines down a page that are looked at.
const maxWalls = 1_000

func wallsOf(p *pdfium.Page) walls {
	var out walls
	for _, l := range p.Objects.Lines {
		if l.Vertical && len(out) < maxWalls {
			out = append(out, l.Box)
		}
	}
	return out
}

// at reports whether there is a line down at x, from one height to another.
func (w walls) at(x, from, to float64) bool {
	for i := range w {
		if math.Abs((w[i].X0+w[i].X1)/2-x) < railSlack && w[i].Y0 < from+railSlack && w[i].Y1 > to-railSlack {
			return true
		}
	}
	return false
}

// join reports whether two lines across are the top and the bottom of a box.
func (w walls) join(a, b *rail) bool {
	return len(w) > 0 && w.at(a.left(), a.y, b.y) && w.at(a.right(), a.y, b.y)
}

// part reports whether two lines across are the edges of two boxes, one below
// the other.
func (w walls) part(a, b *rail) bool {
	return len(w) > 0 && w.at(a.left(), a.y, a.y) && w.at(b.left(), b.y, b.y) && !w.at(a.left(), a.y, b.y) && !w.at(a.right(), a.y, b.y)
}
