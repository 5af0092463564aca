package lid

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/paper"
)

// farOff is how far a shape can be above its page.
const farOff = 36

// put places a shape once its paragraph is laid out, and returns how much further down
// the text behind it begins.
func (r *reader) put(x *para, f *float, top, line float64) (pushed float64) {
	sheet, flow, l := r.sheet, x.flow, f.look
	if f.anchor == "as-char" {
		sheet.Lift(f.mark, f.marked, flow.Left+f.before, top, 0)
		return 0
	}
	page := sheet.PageOf(top)
	if f.anchor == "page" {
		page = f.page * sheet.Height
	}
	wide, high := f.at.Right-f.at.Left, f.at.Bottom-f.at.Top
	left, room := acrossFrom(r.sheet, f, flow)
	from, tall := downFrom(r.sheet, f, page, top, line)
	dx, dy := left, from
	dx += aligned(l[across], f.at.Left, wide, room)
	if dy += aligned(l[down], f.at.Top, high, tall); l[down] == atStart && l[downOf] == ofLine && f.anchor == "char" { // it is above the line
		dy -= high
	}
	if over := page - dy - f.at.Top; over > farOff { // programs keep it on the page
		dy += over
	}
	sheet.Lift(f.mark, f.marked, dx, dy, f.level)
	switch {
	case l[wrap] == apart && f.anchor != "page":
		return max(dy+f.at.Bottom-flow.Y, 0)
	case l[wrap] != through || l[front] == 0:
		return 0
	}
	for _, p := range f.lids {
		p.Rect = paper.Rect{Left: dx + p.Left, Top: dy + p.Top, Right: dx + p.Right, Bottom: dy + p.Bottom}
		switch {
		case flow.Paged:
			sheet.Cover(p.Rect, from, p.level)
		case r.pages.inHead && len(r.pages.over) < maxOver:
			r.pages.over = append(r.pages.over, p)
		}
	}
	return 0
}

// aligned returns how far a shape at a place is to be moved in some room.
func aligned(how, at, size, room float64) float64 {
	switch how {
	case atStart:
		return -at
	case atMiddle:
		return (room-size)/2 - at
	case atEnd:
		return room - size - at
	case below:
		return room - at
	}
	return 0
}

// acrossFrom returns what a place across the page counts from, and how wide that is.
func acrossFrom(sheet *paper.Sheet, f *float, flow *paper.Flow) (left, wide float64) {
	of := f.look[acrossOf]
	if of == 0 && f.anchor == "page" {
		of = ofPage
	}
	switch of {
	case ofPage:
		return 0, sheet.Width
	case ofContent:
		return sheet.Margin.Left, sheet.Column()
	case ofStart:
		return 0, sheet.Margin.Left
	case ofEnd:
		return sheet.Width - sheet.Margin.Right, sheet.Margin.Right
	case ofChar:
		return flow.Left + math.Mod(f.before, max(flow.Width, 1)), 0
	}
	return flow.Left, flow.Width
}

// downFrom returns what a place down a page counts from, and how high that is.
func downFrom(sheet *paper.Sheet, f *float, page, top, line float64) (from, high float64) {
	of := f.look[downOf]
	if of == 0 && f.anchor == "page" {
		of = ofPage
	}
	switch of {
	case ofPage:
		return page, sheet.Height
	case ofContent:
		return page + sheet.Margin.Top, sheet.Height - sheet.Margin.Top - sheet.Margin.Bottom
	case ofChar, ofLine:
		return top + line*math.Floor(f.before/max(sheet.Column(), 1)), line
	}
	return top, line
}

// moved returns where a transformation puts a rectangle, which begins at its place
// (ODF 1.3 part 3, 19.228): the largest one that is most likely in it.
func moved(at paper.Rect, moves string) paper.Rect {
	m := [6]float64{1, 0, 0, 1, 0, 0} // x' = m0 x + m2 y + m4, y' = m1 x + m3 y + m5
	for moves != "" {
		name, rest, _ := strings.Cut(moves, "(")
		inside, behind, _ := strings.Cut(rest, ")")
		moves = behind
		n := numbers(inside)
		switch strings.TrimSpace(name) {
		case "translate":
			m = then(m, [6]float64{1, 0, 0, 1, n[0], n[1]})
		case "rotate":
			sin, cos := math.Sincos(n[0])
			m = then(m, [6]float64{cos, -sin, sin, cos, 0, 0})
		case "scale":
			m = then(m, [6]float64{n[0], 0, 0, n[1], 0, 0})
		case "skewX":
			m = then(m, [6]float64{1, 0, math.Tan(n[0]), 1, 0, 0})
		case "skewY":
			m = then(m, [6]float64{1, math.Tan(n[0]), 0, 1, 0, 0})
		case "matrix":
			m = then(m, n)
		}
	}
	x, y := (at.Left+at.Right)/2, (at.Top+at.Bottom)/2
	x, y = m[0]*x+m[2]*y+m[4], m[1]*x+m[3]*y+m[5]
	wide, high := at.Right-at.Left, at.Bottom-at.Top
	w, h := math.Abs(m[0]*wide)/2, math.Abs(m[3]*high)/2
	if math.Abs(m[1]*wide)+math.Abs(m[2]*high) > 2*(w+h) { // it is on its side
		w, h = math.Abs(m[2]*high)/2, math.Abs(m[1]*wide)/2
	}
	return paper.Rect{Left: x - w, Top: y - h, Right: x + w, Bottom: y + h}
}

// then returns the transformation that does one and then another.
func then(a, b [6]float64) [6]float64 {
	return [6]float64{
		b[0]*a[0] + b[2]*a[1], b[1]*a[0] + b[3]*a[1],
		b[0]*a[2] + b[2]*a[3], b[1]*a[2] + b[3]*a[3],
		b[0]*a[4] + b[2]*a[5] + b[4], b[1]*a[4] + b[3]*a[5] + b[5],
	}
}

// numbers reads up to six numbers and lengths, these in points.
func numbers(text string) (out [6]float64) {
	for i, part := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' }) {
		if i == len(out) {
			break
		}
		n, err := strconv.ParseFloat(part, 64)
		if err != nil {
			n, _ = readLength(part)
		}
		out[i] = min(max(n, -1e6), 1e6)
	}
	return out
}
