package odf

import (
	"cmp"
	"slices"
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

// slideShape is a shape with content, and where it stands.
type slideShape struct {
	blocks     []document.Block
	x, y       float32
	wide, high float32
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
	if local := r.s.Local(); local == "a" || local == "g" && !r.titled() {
		return r.group(s, depth)
	}
	if r.s.Local() == "page-thumbnail" {
		return r.s.Skip()
	}
	at := r.frame()
	if r.offPage(at) {
		return r.slideVeil(s, visible.OffPage)
	}
	return r.shownShape(s, at, class)
}

// shownShape reads a shape that is seen, which is in no group.
func (r *reader) shownShape(s *slide, at slideShape, class string) error {
	line, over := r.isLine(), cover{at.x, at.y, at.wide, at.high, r.fillOf()}
	r.under = s.behind(&over)
	sh, err := r.shape()
	r.under = style.GroundUnknown
	if err != nil {
		return err
	}
	if sh.picture || len(sh.blocks) > 0 && over.fill == groundClear && class == "" && !line && sh.tabled() {
		over.fill = style.GroundUnknown
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

// cover is a shape that is in front of others, in points.
type cover struct {
	x, y, wide, high float32
	fill             int32 // groundClear for none
}

// groundClear is the ground of a shape that is filled with nothing.
const groundClear = -2

// maxCovers bounds how many shapes are looked at for what is behind another
// one.
const maxCovers = 64

// cover puts a shape in front of those so far, unless it is filled with nothing.
func (s *slide) cover(c cover) {
	if c.fill != groundClear {
		s.covers = append(s.covers, c)
	}
}

// behind returns the colour behind a shape: that of the one in front of which it
// stands as a whole, or of the slide. Where that is not so, it cannot be told.
func (s *slide) behind(c *cover) int32 {
	if len(s.covers) > maxCovers || c.wide <= 0 {
		return style.GroundUnknown
	}
	for i := len(s.covers) - 1; i >= 0; i-- {
		o := &s.covers[i]
		if c.x >= o.x+o.wide || o.x >= c.x+c.wide || c.y >= o.y+o.high || o.y >= c.y+max(c.high, 1) {
			continue
		}
		if c.x >= o.x && c.y >= o.y && c.x+c.wide <= o.x+o.wide && c.y+c.high <= o.y+o.high {
			return o.fill
		}
		return style.GroundUnknown
	}
	return s.ground
}

// titled reports whether the shape that is the event is a title.
func (r *reader) titled() bool {
	return r.s.Value(ns.Presentation, "class") == "title"
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
		s.shapes = append(s.shapes, slideShape{blocks: []document.Block{image}})
	}
	return nil
}

// slideVeil reads a shape that does not show.
func (r *reader) slideVeil(s *slide, how visible.Way) error {
	at := r.frame()
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

// frame returns where the shape that is the event stands.
func (r *reader) frame() slideShape {
	var at slideShape
	get := func(name string) float32 {
		return style.Points(r.s.Value(ns.Svg, name))
	}
	at.x, at.y, at.wide, at.high = get("x"), get("y"), get("width"), get("height")
	if r.s.Local() == "line" || r.s.Local() == "connector" {
		at.x, at.y = min(get("x1"), get("x2")), min(get("y1"), get("y2"))
		at.wide, at.high = max(get("x1"), get("x2"))-at.x, max(get("y1"), get("y2"))-at.y
	}
	if v, ok := r.s.Attr(ns.Draw, "transform"); ok {
		x, y := translation(v)
		at.x, at.y = at.x+x, at.y+y
	}
	return at
}

// translation returns how far a transformation moves a shape (19.228).
func translation(value string) (x, y float32) {
	i := strings.LastIndex(value, "translate")
	if i < 0 {
		return 0, 0
	}
	_, args, _ := strings.Cut(value[i:], "(")
	args, _, _ = strings.Cut(args, ")")
	fields := strings.FieldsFunc(args, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) > 0 {
		x = style.Points(fields[0])
	}
	if len(fields) > 1 {
		y = style.Points(fields[1])
	}
	return x, y
}

// emu returns a length in points in English Metric Units.
func emu(points float32) drawing.EMU { return drawing.EMU(float64(points) * float64(drawing.Point)) }

// place returns where a shape stands.
func (at slideShape) place() drawing.Frame {
	return drawing.Frame{X: emu(at.x), Y: emu(at.y), W: emu(at.wide), H: emu(at.high), Known: true}
}

// lineHigh is about how high the first line of a shape is, in points.
const lineHigh = 24

// offPage reports whether a shape lies outside of the slide. What is seen first
// in it is its first line, which is where the style puts its text.
func (r *reader) offPage(at slideShape) bool {
	if r.size.Wide <= 0 || r.size.High <= 0 {
		return false
	}
	return at.place().IsOutside(slideShape{wide: r.size.Wide, high: r.size.High}.place(), func() drawing.Frame {
		first, room := at, max(at.high-lineHigh, 0)
		first.high = min(at.high, lineHigh)
		switch has := r.shapeStyle(); {
		case has&style.IsMiddle != 0:
			first.y += room / 2
		case has&style.IsBottom != 0:
			first.y += room
		}
		return first.place()
	})
}

// shapeStyle returns what the style of the shape that is the event states.
func (r *reader) shapeStyle() style.Aspects {
	if name, ok := r.s.Attr(ns.Presentation, "style-name"); ok {
		return r.styles.Get(style.FamilyPresentation, name).Has
	}
	return r.styles.Get(style.FamilyGraphic, r.s.Value(ns.Draw, "style-name")).Has
}

// bandHigh is how high a row of shapes is for the order of reading, in points.
const bandHigh = 3.6

// inReadingOrder sorts shapes by rows, then from the left. Shapes whose tops
// are near one another are in one row.
func inReadingOrder(shapes []slideShape) []slideShape {
	slices.SortStableFunc(shapes, func(a, b slideShape) int { return cmp.Compare(a.y, b.y) })
	for from := 0; from < len(shapes); {
		to := from + 1
		for to < len(shapes) && shapes[to].y-shapes[from].y <= bandHigh {
			to++
		}
		slices.SortStableFunc(shapes[from:to], func(a, b slideShape) int { return cmp.Compare(a.x, b.x) })
		from = to
	}
	return shapes
}
