// Package canvas finds which texts of a drawing in SVG nobody sees by their
// place: outside of it, cut off, or under what is painted later.
//
//   - canvas.go: the walk through a drawing, and what becomes of its texts
//   - paint.go: what is painted, and how
//   - shape.go: transformations and boxes
//   - walk.go: what it keeps
//   - stage.go: what is known of a whole page
//
// Places are read as attributes say them, and sizes of letters also as rules of style
// do. Where a place is not known, a text shows.
package canvas

import (
	"maps"
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// names are the attributes that a drawing, a formula or an object is read by, beside those
// that a tree always keeps.
var names = map[string]string{
	"svg": "x y dx dy cx cy r rx ry d points transform viewbox overflow text-anchor systemlanguage requiredextensions clippathunits direction " +
		"mask filter textlength stroke-width stop-color x1 y1 x2 y2 attributename startoffset stddeviation",
	"math":   "mathbackground depth lspace voffset scriptlevel",
	"object": "data",
}

// firstOfNames are the letters that they begin with: a page is looked through for them.
const firstOfNames = "smo"

// AskedAttrs returns the attributes that style rules of a page may ask for, and
// those that its drawings, formulas and objects are read by.
func AskedAttrs(src string) dom.Extras {
	asked := css.AskedAttrs(src)
	left := maps.Clone(names)
	for at := 0; len(left) > 0; {
		i := strings.IndexByte(src[at:], '<')
		if i < 0 {
			break
		}
		at += i + 1
		if at >= len(src) || strings.IndexByte(firstOfNames, src[at]|0x20) < 0 {
			continue
		}
		for element, attributes := range left {
			if !props.HasPrefixFold(src[at:], element) {
				continue
			}
			delete(left, element)
			for _, name := range strings.Fields(attributes) {
				if _, ok := asked[name]; !ok {
					asked[name] = dom.AttrNone
				}
			}
		}
	}
	return asked
}

const (
	maxShapes = 512 // that may cover each text
	maxDepth  = 200
)

// Hidden returns the elements of a drawing that nobody sees, with all that is in
// them, and how they are hidden. What spills shows also outside of its box.
func Hidden(t *dom.Tree, sheet *css.Sheet, svg int32, spills bool) map[int32]visible.Way {
	e := elements{t, sheet}
	w := walk{in: drawing{elements: e, svg: svg}, hidden: map[int32]visible.Way{}}
	s := scene{to: identity, view: everything, zoom: e.zoom(svg), size: e.letters(svg, usual)}
	if v, ok := e.view(svg); ok && !spills {
		s.view = v
	}
	if m, ok := e.attr(svg, "transform"); ok && parseTransform(m).known && parseTransform(m).most() == 0 {
		s.view = box{}
	}
	if v, ok := e.attr(svg, "viewbox"); ok {
		if b := numbers(v); len(b) == 4 && (b[2] == 0 || b[3] == 0) {
			s.view = box{}
		}
	}
	for c := range t.Children(svg) {
		w.element(c, s, 0)
	}
	for i := range w.texts {
		w.compare(&w.texts[i])
	}
	return w.hidden
}

// compare looks for shapes in front of a text, and for the one that it is painted on.
func (w *walk) compare(x *text) {
	var ground *cover
	for i := range w.covers {
		switch c := &w.covers[i]; {
		case !c.box.holds(x.box):
		case c.id > x.id:
			w.hidden[x.id] = visible.StyleUnsure // letters are about as wide
		default:
			ground = c
		}
	}
	if _, already := w.hidden[x.id]; ground != nil && !already && w.sameAs(x, ground) {
		w.hidden[x.id] = visible.StyleUnsure
	}
}

// scene is what is around an element.
type scene struct {
	to   matrix // to the drawing
	view box    // what shows, of the drawing
	x, y float64
	size float64 // of letters
	zoom float64 // pixels for one of the drawing, at most
}

// element reads an element and what is in it.
func (w *walk) element(id int32, s scene, depth int) {
	n := w.in.elements.t.Node(id)
	if n.IsText || depth > maxDepth {
		return
	}
	if m := w.in.elements.said(id, "transform"); m != "" && m != "none" {
		s.to = s.to.times(parseTransform(m))
	}
	s.size = w.in.elements.letters(id, s.size)
	clip := w.in.elements.said(id, "clip-path")
	if strings.HasPrefix(clip, "inset(") && !w.in.elements.t.Has(id, dom.AttrStyle) {
		w.hidden[id] = visible.StyleUnsure
	}
	if ref, ok := reference(clip); ok {
		s.view = s.view.within(w.in.clip(ref, s.to))
	}
	if w.in.odd(id) {
		w.hidden[id] = visible.StyleUnsure
	}
	if !w.piece(id, &s) {
		return
	}
	for c := range w.in.elements.t.Children(id) {
		w.element(c, s, depth+1)
	}
}

// usual is the size of letters of which nothing is said.
const usual = 16

// letters returns the size of the letters in an element, by that around it. A rule of
// style is stronger than an attribute.
func (e *elements) letters(id int32, around float64) float64 {
	l, _ := e.sheet.Look(css.Element{ID: id})
	switch px, ok := props.Pixels(e.t.Value(id, dom.AttrFontSize)); {
	case l.Letters.Font > 0:
		return l.Letters.Font
	case l.Letters.Zoom > 0:
		return around * l.Letters.Zoom
	case ok && px > 0:
		return px
	}
	return around
}

// piece reads an element by its name, and reports whether what is in it has a
// place in the drawing.
func (w *walk) piece(id int32, s *scene) bool {
	switch name := strings.ToLower(w.in.elements.t.Name(id)); name {
	case "svg":
		return w.in.inner(id, s)
	case "symbol", "defs", "clippath", "mask", "pattern", "marker":
		return false // the places of those have other units
	case "switch":
		w.choose(id)
	case "rect", "circle", "ellipse", "path", "polygon", "polyline", "line", "image":
		w.cover(id, id, name, s)
	case "use":
		w.use(id, s)
	case "foreignobject":
		w.foreign(id, s)
		return false
	case "textpath":
		if w.in.nothing(w.in.elements.t.Value(id, dom.AttrHref) + w.in.elements.t.Value(id, dom.AttrXlinkHref)) {
			w.hidden[id] = visible.Size
		} else if w.in.isAside(id, s) {
			w.hidden[id] = visible.StyleUnsure
		}
		return false
	case "text", "tspan":
		w.text(id, s)
	}
	return true
}

// inner reads a drawing in a drawing, and reports whether places in it are known.
func (g *drawing) inner(id int32, s *scene) bool {
	x, _ := g.number(id, "x")
	y, _ := g.number(id, "y")
	if _, ok := g.elements.attr(id, "viewbox"); ok {
		return false
	}
	s.to = s.to.times(matrix{a: 1, d: 1, e: x, f: y, known: true})
	width, height := g.elements.size(id)
	far := math.Inf(1)
	if _, spills := g.elements.attr(id, "overflow"); !spills && s.to.straight() {
		s.view = s.view.within(s.to.box(box{0, 0, min(or(width, far), 1e9), min(or(height, far), 1e9)}))
	}
	return true
}

// use keeps the shapes of a definition, which are painted in another place.
func (w *walk) use(id int32, s *scene) {
	name, ok := strings.CutPrefix(strings.TrimSpace(w.in.elements.t.Value(id, dom.AttrHref)+w.in.elements.t.Value(id, dom.AttrXlinkHref)), "#")
	from, found := w.in.find(name)
	if !ok || !found {
		return
	}
	if _, own := w.in.elements.attr(from, "viewbox"); own || w.in.isFaint(id) {
		return // in units of its own, or seen through
	}
	x, _ := w.in.number(id, "x")
	y, _ := w.in.number(id, "y")
	to := s.to.times(matrix{a: 1, d: 1, e: x, f: y, known: true})
	for c := from; c < w.in.elements.t.Node(from).End && w.used < maxShapes; c++ {
		w.used++
		at := scene{to: to}
		if w.in.elements.t.Node(c).IsText {
			continue
		}
		for p := c; p >= from; p = w.in.elements.t.Node(p).Parent {
			if m, moved := w.in.elements.attr(p, "transform"); moved {
				at.to = to.times(parseTransform(m)) // of more than one, nobody knows the order
			}
		}
		if shape := strings.ToLower(w.in.elements.t.Name(c)); dom.HasWord("rect circle ellipse path polygon polyline line", shape) {
			w.cover(c, id, shape, &at)
		}
	}
}

// isFaint reports whether what a use says, or an element around it, may leave what it paints
// unseen, or seen through.
func (g *drawing) isFaint(id int32) bool {
	if fill := g.elements.said(id, "fill"); fill != "" && !(props.FillOf(fill).Known && props.FillOf(fill).A == 255) {
		return true
	}
	for at := id; at > g.svg; at = g.elements.t.Node(at).Parent {
		for _, name := range [...]string{"opacity", "fill-opacity", "display", "visibility"} {
			if g.elements.says(at, name) {
				return true
			}
		}
		if g.elements.t.Has(at, dom.AttrDisplay) || g.elements.t.Has(at, dom.AttrVisibility) {
			return true
		}
	}
	return false
}

// cover keeps a shape without a hole that shows nothing of what is behind it, and that is
// painted in the place of an element.
func (w *walk) cover(id, in int32, name string, s *scene) {
	paint, hides := w.in.hides(id)
	if len(w.covers) >= maxShapes || !s.to.straight() {
		return
	}
	b, known := w.in.shape(id, name), hides
	switch name {
	case "circle", "ellipse":
		known = hides && w.in.round(id, &b)
	case "image":
		b = w.in.shape(id, "rect")
		known = !b.empty()
	case "path", "polygon", "polyline":
		d, _ := w.in.elements.attr(id, "d")
		points, _ := w.in.elements.attr(id, "points")
		if b, known = around(d + points); !hides {
			known = false
		}
	case "line":
		b, known = w.in.stroke(id)
	}
	if wide, ok := w.in.stroked(id, name, &b); ok {
		known = true
		b = box{b.left - wide, b.top - wide, b.right + wide, b.bottom + wide}
	}
	if known {
		w.covers = append(w.covers, cover{in, s.to.box(b), paint})
	}
}

// stroked returns how far the line around a shape reaches that covers all that is in it, and
// the box of the shape, which may be a line.
func (g *drawing) stroked(id int32, name string, b *box) (float64, bool) {
	wide, ok := g.number(id, "stroke-width")
	if p := props.FillOf(g.elements.said(id, "stroke")); !ok || wide < usual/2 || !p.Known || p.A < 255 {
		return 0, false
	}
	switch name {
	case "rect":
		*b = g.shape(id, name)
	case "path", "polygon", "polyline":
		d, _ := g.elements.attr(id, "d")
		points, _ := g.elements.attr(id, "points")
		*b, _ = around(d + points)
	default:
		return 0, false
	}
	return wide / 2, min(b.right-b.left, b.bottom-b.top) <= wide && !math.IsInf(b.left, 0)
}

// isAside reports whether the path of a text, or where the text begins on it, may be out of
// what shows.
func (g *drawing) isAside(id int32, s *scene) bool {
	start, ok := g.number(id, "startoffset")
	v, _ := g.elements.attr(id, "startoffset")
	if part, is := strings.CutSuffix(strings.TrimSpace(v), "%"); is {
		n := append(numbers(part), 0)[0]
		return n > 100 || n == 100 && g.anchorOf(id) == ""
	}
	if ok && start > s.view.right-s.view.left {
		return true
	}
	path, found := g.find(strings.TrimPrefix(strings.TrimSpace(g.elements.t.Value(id, dom.AttrHref)+g.elements.t.Value(id, dom.AttrXlinkHref)), "#"))
	d, _ := g.elements.attr(path, "d")
	b, _ := around(d)
	b = box{b.left, b.top - 2*s.size, b.right, b.bottom + 2*s.size}
	return found && b.left <= b.right && s.to.known && s.to.box(b).within(s.view).empty()
}

// round sets a box to one that is in a circle or an ellipse.
func (g *drawing) round(id int32, b *box) bool {
	out := g.ring(id)
	const left = (1 - math.Sqrt2/2) / 2 // of the size, on each side
	wide, high := left*(out.right-out.left), left*(out.bottom-out.top)
	*b = box{out.left + wide, out.top + high, out.right - wide, out.bottom - high}
	return !b.empty()
}

// stroke returns the box of a straight line.
func (g *drawing) stroke(id int32) (box, bool) {
	var at [4]float64
	for i, name := range []string{"x1", "y1", "x2", "y2"} {
		at[i], _ = g.number(id, name)
	}
	half, ok := g.number(id, "stroke-width")
	half /= 2
	b := box{min(at[0], at[2]), min(at[1], at[3]), max(at[0], at[2]), max(at[1], at[3])}
	switch {
	case !ok || !g.elements.t.Has(id, dom.AttrStroke):
		return b, false
	case b.top == b.bottom:
		b.top, b.bottom = b.top-half, b.bottom+half
	case b.left == b.right:
		b.left, b.right = b.left-half, b.right+half
	}
	return b, !b.empty()
}

// choose reads a choice of which the first one shows that a browser can read.
func (w *walk) choose(id int32) {
	first := true
	for c := range w.in.elements.t.Children(id) {
		if w.in.elements.t.Node(c).IsText {
			continue
		}
		_, language := w.in.elements.attr(c, "systemlanguage")
		if _, extension := w.in.elements.attr(c, "requiredextensions"); !first || language || extension {
			w.hidden[c] = visible.StyleUnsure
		}
		first = first && language
	}
}

// foreign reads a box with a page in it.
func (w *walk) foreign(id int32, s *scene) {
	b := w.in.shape(id, "rect")
	switch {
	case props.IsZero(w.in.elements.t.Value(id, dom.AttrOpacity), css.LeastOpacity):
		w.hidden[id] = visible.Opacity
	case strings.Contains(w.in.elements.t.Value(id, dom.AttrStyle), "width"), w.in.elements.t.Has(id, dom.AttrClass) && !w.in.elements.t.Has(id, dom.AttrWidth):
	case !(b.right-b.left > 1 && b.bottom-b.top > 1): // without a size there is none
		w.hidden[id] = visible.Size
	case s.to.box(b).within(s.view).empty():
		w.hidden[id] = visible.OffPage
	}
}

// text reads a piece of text that may have a place of its own.
func (w *walk) text(id int32, s *scene) {
	moved := strings.EqualFold(w.in.elements.t.Name(id), "text")
	for i, name := range []string{"x", "y", "dx", "dy"} {
		if n, ok := w.in.number(id, name); ok {
			to := []*float64{&s.x, &s.y}[i%2]
			if moved = true; i < 2 {
				*to = 0
			}
			*to += n
		}
	}
	own := 0 // bytes
	for c := range w.in.elements.t.Children(id) {
		if w.in.elements.t.Node(c).IsText {
			own += len(strings.TrimSpace(w.in.elements.t.Text(c)))
		}
	}
	if moved && own > 0 {
		w.judge(id, s, float64(own)*s.size)
	}
}

// bothSides is the anchor of a text of which nobody knows on which side of its place it is.
const bothSides = "rtl"

// anchorOf returns on which side of its place a text is, by its own element and those
// around it.
func (g *drawing) anchorOf(id int32) (anchor string) {
	for at := id; at >= g.svg; at = g.elements.t.Node(at).Parent {
		_, turned := g.elements.attr(at, "direction")
		if turned || strings.Contains(g.elements.t.Value(at, dom.AttrStyle), "direction") {
			return bothSides
		}
		if anchor == "" {
			anchor = g.elements.said(at, "text-anchor")
		}
	}
	return strings.TrimPrefix(anchor, "start")
}

// judge says how a text is hidden that is at most so long.
func (w *walk) judge(id int32, s *scene, long float64) {
	b := box{s.x, s.y - s.size, s.x + long, s.y + s.size/2}
	switch w.in.anchorOf(id) {
	case bothSides:
		b.left -= long
	case "end":
		b.left, b.right = s.x-long, s.x
	case "middle":
		b.left -= long
	default:
		w.texts = append(w.texts, text{id, s.to.box(box{s.x, s.y - s.size*0.6, s.x + long/4, s.y})})
	}
	if scale := s.zoom * s.to.most(); s.view.empty() || s.to.known && s.size*scale < props.TinyFont {
		w.hidden[id] = visible.Size
	} else if w.in.oddText(id, s.size, int(long/s.size)) {
		w.hidden[id] = visible.StyleUnsure
	} else if s.to.known && s.to.box(b).within(s.view).empty() {
		w.hidden[id] = visible.OffPage
	}
}

// hides returns the paint of a shape, and reports whether it shows nothing of what is
// behind it.
func (g *drawing) hides(id int32) (props.Paint, bool) {
	if g.elements.t.Has(id, dom.AttrDisplay) || g.elements.t.Has(id, dom.AttrVisibility) || g.elements.says(id, "opacity") || g.elements.says(id, "fill-opacity") || g.elements.says(id, "display") || g.elements.says(id, "visibility") {
		return props.Paint{}, false // said by more than the fill
	}
	for at := id; at > g.svg; at = g.elements.t.Node(at).Parent {
		if fill := g.elements.said(at, "fill"); fill != "" {
			p := props.FillOf(fill)
			return p, p.Known && p.A == 255
		}
	}
	return props.Black, !g.elements.t.Has(g.svg, dom.AttrFill)
}

// says reports whether a property is said of a shape that may show what is behind it.
func (e *elements) says(id int32, name string) bool {
	v := e.said(id, name)
	return v != "" && v != "1" && v != "visible" && v != "inline" && v != "block"
}
