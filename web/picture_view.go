package web

import (
	"fmt"

	g "maragu.dev/gomponents"

	"github.com/seed353dc258/backstory/document"
)

// sheet is a page of the original with the lines that are on it.
type sheet struct {
	Name          string
	Number        int
	Address       string // of its picture
	Width, Height float64
	Marks         []mark
}

// mark is where lines are on a page.
type mark struct {
	Box  document.Rect
	Line int // the first of them
	Here bool
}

// node shows the picture of a page, and on it where its lines are: each mark is a link to
// its line. The shapes have their places in points, as the page has.
func (s *sheet) node() g.Node {
	if s == nil {
		return nil
	}
	number := func(v float64) string { return fmt.Sprintf("%.1f", v) }
	w, height := number(s.Width), number(s.Height)
	label := fmt.Sprintf("%s %d: %s", text("read.page"), s.Number, s.Name)
	return el("figure",
		attr("class", "sheet"),
		el("svg", attr("viewBox", "0 0 "+w+" "+height), attr("role", "group"), attr("aria-label", label),
			el("image", attr("href", s.Address), attr("width", w), attr("height", height)),
			g.Map(s.Marks, func(m mark) g.Node {
				class := "mark-on"
				if m.Here {
					class += " here"
				}
				line := fmt.Sprint(m.Line)
				return el("a", attr("href", "#L"+line), attr("aria-label", text("read.line")+" "+line), attr("tabindex", "-1"), el("rect",
					attr("class", class), attr("data-line", line), attr("x", number(float64(m.Box.X0))), attr("y", number(float64(m.Box.Y0))),
					attr("width", number(float64(m.Box.X1-m.Box.X0))), attr("height", number(float64(m.Box.Y1-m.Box.Y0)))))
			})),
		el("figcaption", attr("class", "faint"), plain(label)))
}
