package layout

import (
	"math"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

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
