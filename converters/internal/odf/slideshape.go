package odf

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// slideShape is a shape with content, and where it is.
type slideShape struct {
	blocks []document.Block
	drawing.Frame
}

// leftOut reports whether a shape is a placeholder that nobody filled, or one
// for the footer, the date, the number of the slide.
func leftOut(class string, placeholder bool) bool {
	switch class {
	case "header", "footer", "date-time", "page-number", "page":
		return true
	}
	return placeholder
}

// maxName is how many characters of a shape's name a place has.
const maxName = 60

// slideShape reads a shape on a slide.
func (r *reader) slideShape(s *slide, depth int) error {
	class, _ := r.s.Attr(ns.Presentation, "class")
	if leftOut(class, r.s.Value(ns.Presentation, "placeholder") == "true") {
		return r.s.Skip()
	}
	defer func(around string) { r.shapeName = around }(r.shapeName)
	r.shapeName = r.nameOfShape(class)
	if r.hiddenShape() || r.onHiddenLayer() {
		return r.slideVeil(s, visible.Shape)
	}
	if local := r.s.Local(); local == "a" || local == "g" && class != "title" {
		return r.group(s, depth)
	}
	if r.s.Local() == "page-thumbnail" {
		return r.s.Skip()
	}
	at := slideShape{Frame: r.frame()}
	if r.offPage(at.Frame) {
		return r.slideVeil(s, visible.OffPage)
	}
	return r.shownShape(s, at, class)
}

// shownShape reads a shape that is seen, which is in no group.
func (r *reader) shownShape(s *slide, at slideShape, class string) error {
	line, over := r.isLine(), cover{at.Frame, r.fillOf()}
	r.under = s.behind(&over)
	sh, err := r.shape()
	r.under = visible.Unknown
	if err != nil {
		return err
	}
	if sh.picture || len(sh.blocks) > 0 && over.fill == visible.Auto && class == "" && !line && sh.tabled() {
		over.fill = visible.Unknown
	}
	s.cover(over)
	if line && len(sh.blocks) == 0 {
		sh.picture = false
	}
	blocks := r.shapeBlocks(sh)
	if len(blocks) == 0 {
		return nil
	}
	if class == "title" && s.level == 0 {
		if title := titleOf(blocks); title != "" {
			s.title, s.level, s.titleAt = title, 1, r.pos()
			return nil
		}
	}
	at.blocks = blocks
	s.shapes = append(s.shapes, at)
	return nil
}

// nameOfShape returns what the shape that is the event is called in places.
func (r *reader) nameOfShape(class string) string {
	name, _ := r.s.Attr(ns.Draw, "name")
	if name == "" {
		name = class
	}
	if name == "" {
		return "shape without a name"
	}
	return "shape " + strconv.Quote(oneline.Short(name, maxName))
}

// cover is a shape that is in front of others.
type cover struct {
	drawing.Frame
	fill visible.Paint // visible.Auto for none
}

// maxCovers bounds how many shapes are looked at for what is behind another
// one.
const maxCovers = 64

// cover puts a shape in front of those so far, unless it is filled with nothing.
func (s *slide) cover(c cover) {
	if c.fill != visible.Auto {
		s.covers = append(s.covers, c)
	}
}

// behind returns the colour behind a shape: that of the one in front of which it
// is as a whole, or of the slide. Where that is not so, it cannot be told.
func (s *slide) behind(c *cover) visible.Paint {
	if len(s.covers) > maxCovers || c.W <= 0 {
		return visible.Unknown
	}
	for i := len(s.covers) - 1; i >= 0; i-- {
		switch o := &s.covers[i]; {
		case c.X >= o.X+o.W || o.X >= c.X+c.W || c.Y >= o.Y+o.H || o.Y >= c.Y+max(c.H, drawing.Point):
		case o.Contains(c.Frame):
			return o.fill
		default:
			return visible.Unknown
		}
	}
	return s.ground
}

// group reads the shapes of a group. Their places are those of the page.
func (r *reader) group(s *slide, depth int) error {
	var title, alt string
	before := len(s.shapes)
	pos := r.pos()
	err := r.s.Each(func() error {
		var err error
		switch space, local := r.s.Space(), r.s.Local(); {
		case space == ns.Svg && local == "title":
			title, err = pack.PlainText(r.s)
		case space == ns.Svg && local == "desc":
			alt, err = pack.PlainText(r.s)
		case space == ns.Draw && local != "glue-point":
			return r.slideShape(s, depth+1)
		default:
			return r.s.Skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	label := (&shape{title: title, alt: alt}).label()
	if label != "" && len(s.shapes) == before {
		image := &document.Paragraph{Pos: pos, Inlines: []document.Inline{&document.Image{Alt: label}}}
		s.shapes = append(s.shapes, slideShape{blocks: []document.Block{image}, Frame: drawing.Frame{Known: true}})
	}
	return nil
}

// slideVeil reads a shape that does not show.
func (r *reader) slideVeil(s *slide, how visible.Way) error {
	at := slideShape{Frame: r.frame()}
	f := r.newFlow(nil)
	if err := r.veil(f, how, (*reader).openDrawn); err != nil {
		return err
	}
	if at.blocks = f.Blocks(); len(at.blocks) > 0 {
		s.shapes = append(s.shapes, at)
	}
	return nil
}

// onHiddenLayer reports whether the shape that is the event is on a layer that
// does not show.
func (r *reader) onHiddenLayer() bool {
	layer, _ := r.s.Attr(ns.Draw, "layer")
	return layer != "" && r.common.HiddenLayers[layer]
}

// frame returns where the shape that is the event is.
func (r *reader) frame() drawing.Frame {
	get := func(name string) drawing.EMU { return style.EMU(r.s.Value(ns.Svg, name)) }
	at := drawing.Frame{X: get("x"), Y: get("y"), W: get("width"), H: get("height"), Known: true}
	if r.s.Local() == "line" || r.s.Local() == "connector" {
		at.X, at.Y = min(get("x1"), get("x2")), min(get("y1"), get("y2"))
		at.W, at.H = max(get("x1"), get("x2"))-at.X, max(get("y1"), get("y2"))-at.Y
	}
	// A transformation moves the shape (19.228).
	moves := r.s.Value(ns.Draw, "transform")
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

// lineHigh is about how high the first line of a shape is.
const lineHigh = 24 * drawing.Point

// offPage reports whether a shape lies outside of the slide. What is seen first
// in it is its first line, which is where the style puts its text.
func (r *reader) offPage(at drawing.Frame) bool {
	return at.IsOutside(r.size, func() drawing.Frame {
		first, room := at, max(at.H-lineHigh, 0)
		first.H = min(at.H, lineHigh)
		switch has := r.shapeStyle(); {
		case has&style.IsMiddle != 0:
			first.Y += room / 2
		case has&style.IsBottom != 0:
			first.Y += room
		}
		return first
	})
}

// shapeStyle returns what the style of the shape that is the event states.
func (r *reader) shapeStyle() style.Aspects {
	if name, ok := r.s.Attr(ns.Presentation, "style-name"); ok {
		return r.styles.Get(style.FamilyPresentation, name).Has
	}
	return r.styles.Get(style.FamilyGraphic, r.s.Value(ns.Draw, "style-name")).Has
}
