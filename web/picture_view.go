package web

import (
	"fmt"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

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
	return h.Figure(
		h.Class("sheet"),
		g.El("svg", g.Attr("viewBox", "0 0 "+w+" "+height), h.Role("group"), h.Aria("label", label),
			g.El("image", h.Href(s.Address), h.Width(w), h.Height(height)),
			g.Map(s.Marks, func(m mark) g.Node {
				class := "mark-on"
				if m.Here {
					class += " here"
				}
				line := fmt.Sprint(m.Line)
				return g.El("a", h.Href("#L"+line), h.Aria("label", text("read.line")+" "+line), h.TabIndex("-1"), g.El("rect",
					h.Class(class), h.Data("line", line), g.Attr("x", number(float64(m.Box.X0))), g.Attr("y", number(float64(m.Box.Y0))),
					h.Width(number(float64(m.Box.X1-m.Box.X0))), h.Height(number(float64(m.Box.Y1-m.Box.Y0)))))
			})),
		h.FigCaption(h.Class("faint"), g.Text(label)))
}
