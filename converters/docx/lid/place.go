package lid

import (
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// reader reads a part.
type reader struct {
	s        *xmlread.Scanner
	sheet    *paper.Sheet
	styles   styles
	unfilled map[string]bool // the kinds of shapes in VML that have no fill
}

// para is a paragraph that is read.
type para struct {
	paper.Paragraph
	flow     *paper.Flow
	floats   []float
	vanished bool // the run that is read
}

// float is a shape in a paragraph.
type float struct {
	shape
	before float64 // how long the text in front of it is
}

// float adds a shape to a paragraph.
func (x *para) float(sheet *paper.Sheet, f float) {
	switch {
	case !f.floats && f.mark == f.marked: // nothing depends on it
	case len(x.floats) < paper.MaxFloats:
		x.floats = append(x.floats, f)
	default:
		sheet.Crowd()
	}
}

// put places a shape once its paragraph is laid out, and returns how much further down
// the text behind it begins.
func (r *reader) put(x *para, f *float, top, line float64) (down float64) {
	sheet, flow := r.sheet, x.flow
	if !f.floats {
		sheet.Lift(f.mark, f.marked, flow.Left, top, 0)
		return 0
	}
	row := float64(int(f.before / max(flow.Width, 1))) // of the text in front of it
	left, room := acrossFrom(sheet, flow, f.across.from)
	if f.across.from == "character" {
		left += f.before - row*flow.Width
	}
	from, high := downFrom(sheet, f.down.from, top, line)
	if f.down.from == "line" {
		from += row * line
	}
	x0, y := left+f.across.place(room), from+f.down.place(high)
	sheet.Lift(f.mark, f.marked, x0, y, f.level)
	switch {
	case f.pushes && from == top && !f.hidden:
		return max(y+f.down.size-flow.Y, 0)
	case f.pushes, f.around, f.hidden, !flow.Paged:
		return 0
	}
	for _, l := range f.lids {
		sheet.Cover(paper.Rect{Left: x0 + l.Left, Top: y + l.Top, Right: x0 + l.Right, Bottom: y + l.Bottom}, from, f.level+l.order)
	}
	return 0
}

// acrossFrom returns what a place across the page counts from, and how wide that is.
func acrossFrom(sheet *paper.Sheet, flow *paper.Flow, what string) (left, wide float64) {
	switch what {
	case "page":
		return 0, sheet.Width
	case "margin":
		return sheet.Margin.Left, sheet.Column()
	case "leftMargin", "insideMargin":
		return 0, sheet.Margin.Left
	case "rightMargin", "outsideMargin":
		return sheet.Width - sheet.Margin.Right, sheet.Margin.Right
	}
	return flow.Left, flow.Width
}

// downFrom returns what a place down the page counts from, and how high that is, for a
// paragraph with a top and lines.
func downFrom(sheet *paper.Sheet, what string, top, line float64) (from, high float64) {
	page := sheet.PageOf(top)
	switch what {
	case "page":
		return page, sheet.Height
	case "margin":
		return page + sheet.Margin.Top, sheet.Height - sheet.Margin.Top - sheet.Margin.Bottom
	case "topMargin", "insideMargin":
		return page, sheet.Margin.Top
	case "bottomMargin", "outsideMargin":
		return page + sheet.Height - sheet.Margin.Bottom, sheet.Margin.Bottom
	}
	return top, line
}

// place returns where a shape begins in some room.
func (p *side) place(room float64) float64 {
	switch p.align {
	case "center":
		return (room - p.size) / 2
	case "right", "bottom", "outside":
		return room - p.size
	case "":
		return p.at
	}
	return 0
}

// shape is a shape, its own parts counted from its corner.
type shape struct {
	across, down side
	level        int64 // 0 is that of the text
	floats       bool
	simple       bool // its place counts from the corner of the page
	pushes       bool // text is above and below it
	around       bool // text is around it
	hidden       bool
	lids         []part
	mark, marked int   // the texts in it
	order        int64 // of its part that is read
}

// part is a part of a shape that nothing is seen through.
type part struct {
	paper.Rect
	order int64
}

// orders is how many parts of a shape can be one in front of the other.
const orders = 1 << 12

// side is where a shape is along a side of the page.
type side struct {
	from, align string
	at, size    float64
}

// levelOf returns the level of a shape, of which a part may be in front of another one.
func levelOf(height int64, behind bool) int64 {
	if height++; behind {
		height -= 1 << 40
	}
	return height * orders
}

// points returns a length of an attribute in points.
func points(s *xmlread.Scanner, name string) float64 {
	text, _ := s.Attr(xmlread.None, name)
	return float64(drawing.Length(text)) / float64(drawing.Point)
}

// cover adds a part that nothing is seen through.
func (sh *shape) cover(at paper.Rect) {
	if len(sh.lids) < orders {
		sh.lids = append(sh.lids, part{at, sh.order})
	}
}
