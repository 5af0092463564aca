package odf

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// laid is a shape at a place, which may lie over others, or under them.
type laid struct {
	drawing.Frame
	at     int // the more, the further in front
	opaque bool
	blocks []document.Block // the text in it
}

// atShape asks the tag of the shape that is the event.
type atShape struct{ r *reader }

// lay returns the shape that is the event, without the text in it.
func (a atShape) lay(order int) laid {
	fill := a.fill()
	out := laid{Frame: a.frame(), at: order, opaque: fill >= visible.Black && (a.r.s.Local() == "rect" || a.isBox())}
	if n, err := strconv.Atoi(a.r.s.Value(ns.Draw, "z-index")); err == nil {
		out.at = n
	}
	return out
}

// isBox reports whether the shape that is the event is most likely as large as its place.
func (a atShape) isBox() bool {
	switch a.r.s.Local() {
	case "custom-shape", "frame":
		return true
	}
	return false
}

// covers reports whether a shape leaves nothing to be seen of another one.
func (l *laid) covers(other *laid) bool {
	return l.opaque && l.at > other.at && l.W > 0 && l.Contains(other.Frame)
}

// maxLaid bounds how many shapes are compared.
const maxLaid = 64

// fill returns the colour that fills the shape that is the event: [visible.Auto]
// for one that is filled with nothing, such as a frame that says nothing.
func (a atShape) fill() visible.Paint {
	for _, of := range [...]struct {
		space  xmlread.Space
		family style.Family
	}{{ns.Draw, style.FamilyGraphic}, {ns.Presentation, style.FamilyPresentation}} {
		if name, ok := a.r.s.Attr(of.space, "style-name"); ok {
			if ground := a.r.styles.Get(of.family, name).Ground(); ground != visible.Unset {
				return ground
			}
		}
	}
	if a.r.s.Local() == "frame" {
		return visible.Auto
	}
	return visible.Unknown
}

// frame returns the place of the shape at the event.
func (a atShape) frame() drawing.Frame {
	get := func(name string) drawing.EMU { return style.EMU(a.r.s.Value(ns.Svg, name)) }
	at := drawing.Frame{X: get("x"), Y: get("y"), W: get("width"), H: get("height"), Known: true}
	if a.r.s.Local() == "line" || a.r.s.Local() == "connector" {
		at.X, at.Y = min(get("x1"), get("x2")), min(get("y1"), get("y2"))
		at.W, at.H = max(get("x1"), get("x2"))-at.X, max(get("y1"), get("y2"))-at.Y
	}
	// A transformation moves the shape (19.228).
	moves := a.r.s.Value(ns.Draw, "transform")
	if i := strings.LastIndex(moves, "translate"); i >= 0 {
		_, moved, _ := strings.Cut(moves[i:], "(")
		moved, _, _ = strings.Cut(moved, ")")
		by := strings.FieldsFunc(moved, func(c rune) bool { return c == ' ' || c == ',' })
		for i, to := range [...]*drawing.EMU{&at.X, &at.Y} {
			if i < len(by) {
				*to += style.EMU(by[i])
			}
		}
	}
	return at
}
