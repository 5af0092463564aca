package lid

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// maxPages bounds the numbers of pages.
const maxPages = 1 << 20

// thickLine is how wide a line is that text can be under, in points.
const thickLine = 6

// shape reads the shape that is the event. So much text of its paragraph is in front of it.
func (r *reader) shape(before float64) (float, error) {
	f := float{before: before, mark: r.sheet.Mark()}
	s := r.s
	f.look = r.styles.get("graphic", s.Value(ns.Draw, "style-name"))
	f.anchor = s.Value(ns.Text, "anchor-type")
	if n, err := strconv.Atoi(s.Value(ns.Text, "anchor-page-number")); err == nil {
		f.page = float64(min(max(n, 1), maxPages) - 1)
	}
	height, _ := strconv.Atoi(s.Value(ns.Draw, "z-index"))
	f.level = int64(min(max(height, 0), math.MaxInt32)) + 1
	if f.look[front] == 0 && f.anchor != "as-char" {
		f.level -= 1 << 40
	}
	err := r.drawn(&f, &f.at)
	f.marked = r.sheet.Mark()
	return f, err
}

// drawn reads a shape, or one in a group, and what is in it.
func (r *reader) drawn(f *float, whole *paper.Rect) error {
	s := r.s
	l := r.styles.get("graphic", s.Value(ns.Draw, "style-name"))
	kind, at := s.Local(), placeOf(r.s)
	if whole != nil {
		*whole = at
	}
	for _, space := range [...]xmlread.Space{ns.Draw, ns.Ext} {
		if v, _ := s.Attr(space, "display"); v == "none" || v == "printer" {
			return s.Skip()
		}
	}
	switch kind {
	case "g", "a":
		return s.Each(func() error {
			if s.Space() != ns.Draw {
				return s.Skip()
			}
			if kind == "g" {
				whole = nil
			}
			return r.drawn(f, whole)
		})
	case "line", "connector":
		f.line(l, at)
		return s.Skip()
	case "rect":
		f.filled(l, at, kind)
	case "polygon", "path":
		f.filled(l, at, kind)
	case "ellipse", "circle":
		f.round(l, at)
	}
	return r.inShape(f, l, at)
}

// inShape reads what is in a shape.
func (r *reader) inShape(f *float, l *look, at paper.Rect) error {
	const across, down = 4.25, 4.25
	s := r.s
	flow := paper.Flow{Left: at.Left + across, Width: max(at.Right-at.Left-2*across, across), Y: at.Top + down}
	return s.Each(func() error {
		if s.Space() != ns.Draw {
			return r.inFlow(&flow, 0)
		}
		switch s.Local() {
		case "image", "object", "object-ole", "plugin":
			f.cover(at)
		case "text-box":
			f.filled(l, at, "text-box")
			return r.flow(&flow, 0)
		case "enhanced-geometry":
			form := s.Value(ns.Draw, "type")
			switch {
			case s.Value(ns.Draw, "text-path") == "true" || isOpen(form):
			case strings.Contains(form, "rect"):
				f.filled(l, at, form)
			case strings.Contains(form, "ellipse") || strings.Contains(form, "circle"):
				f.round(l, at)
			default:
				f.filled(l, shrunk(at), form)
			}
		}
		return s.Skip()
	})
}

// filled adds a shape if it is filled, or if its line is as wide.
func (f *float) filled(l *look, at paper.Rect, kind string) {
	const opaque = 81
	full := l[fill] != 1 // the usual shape is filled
	if kind == "text-box" && l[fill] == 0 && l[pooled] > 0 {
		full = l[ground] == 2
	}
	high := min(at.Right-at.Left, at.Bottom-at.Top)
	switch {
	case full && (l[opacity] == 0 || l[opacity] > opaque):
		f.cover(at)
	case l[stroke] == 2 && l[thick] > thickLine && 2*l[thick] >= high:
		f.cover(grown(at, l[thick]/2))
	case kind == "text-box" && l[border] > thickLine && 2*l[border] >= high:
		f.cover(at)
	}
}

// round adds an ellipse as bands.
func (f *float) round(l *look, at paper.Rect) {
	const bands = 8
	x, wide, high := (at.Left+at.Right)/2, (at.Right-at.Left)/2, (at.Bottom-at.Top)/bands
	for i := range bands {
		y := at.Top + float64(i)*high
		off := math.Abs(float64(i)+.5-bands/2) / (bands / 2) // of its middle, from that of the ellipse
		half := wide * math.Sqrt(1-off*off)
		f.filled(l, paper.Rect{Left: x - half, Top: y, Right: x + half, Bottom: y + high}, "band")
	}
}

// line adds a line that is wide enough for text to lie under it.
func (f *float) line(l *look, at paper.Rect) {
	if l[stroke] == 1 || l[thick] <= thickLine {
		return
	}
	if at.Left > at.Right {
		at.Left, at.Right = at.Right, at.Left
	}
	if at.Top > at.Bottom {
		at.Top, at.Bottom = at.Bottom, at.Top
	}
	if min(at.Right-at.Left, at.Bottom-at.Top) <= l[thick]/2 {
		f.cover(grown(at, l[thick]/2))
	}
}

// cover adds a part that nothing is seen through.
func (f *float) cover(at paper.Rect) {
	const most = 1 << 10
	if len(f.lids) < most {
		f.lids = append(f.lids, part{at, f.level})
	}
}

func grown(r paper.Rect, by float64) paper.Rect {
	return paper.Rect{Left: r.Left - by, Top: r.Top - by, Right: r.Right + by, Bottom: r.Bottom + by}
}

// shrunk returns what is surely inside a form that is no rectangle.
func shrunk(r paper.Rect) paper.Rect {
	const part = .1
	x, y := part*(r.Right-r.Left), part*(r.Bottom-r.Top)
	return paper.Rect{Left: r.Left + x, Top: r.Top + y, Right: r.Right - x, Bottom: r.Bottom - y}
}

// isOpen reports whether a form has no inside, or a hole.
func isOpen(form string) bool {
	for _, part := range [...]string{"line", "bracket", "brace", "frame", "ring", "donut", "forbidden", "arc", "connector", "fontwork", "corner"} {
		if strings.Contains(strings.ToLower(form), part) {
			return true
		}
	}
	return false
}

// placeOf returns where the shape that is the event is.
func placeOf(s *xmlread.Scanner) paper.Rect {
	get := func(name string) float64 {
		n, _ := readLength(s.Value(ns.Svg, name))
		return n
	}
	switch s.Local() {
	case "line", "connector":
		return paper.Rect{Left: get("x1"), Top: get("y1"), Right: get("x2"), Bottom: get("y2")}
	}
	at := paper.Rect{Left: get("x"), Top: get("y")}
	at.Right, at.Bottom = at.Left+get("width"), at.Top+get("height")
	if moves := s.Value(ns.Draw, "transform"); moves != "" {
		return moved(at, moves)
	}
	return at
}
