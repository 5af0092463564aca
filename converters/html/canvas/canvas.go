// Package canvas finds which texts of a drawing in SVG nobody sees by their
// place: outside of it, cut off, or under what is painted later.
//
//   - canvas.go: the walk through a drawing, and what becomes of its texts
//   - shape.go: transformations and boxes
//
// Only what attributes say is read. Where a place is not known, a text shows.
package canvas

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// names are the attributes of places, beside those that a tree always keeps.
var names = strings.Fields("x y dx dy cx cy r rx ry d points transform viewbox overflow text-anchor systemlanguage requiredextensions clippathunits")

// AskedAttrs returns the attributes that style rules of a page may ask for, and
// those that its drawings are read by.
func AskedAttrs(src string) dom.Extras {
	asked := css.AskedAttrs(src)
	for at := 0; ; {
		i := strings.IndexByte(src[at:], '<')
		if i < 0 {
			return asked
		}
		if at += i + 1; props.HasPrefixFold(src[at:], "svg") {
			break
		}
	}
	for _, name := range names {
		if _, ok := asked[name]; !ok {
			asked[name] = dom.AttrNone
		}
	}
	return asked
}

const (
	maxShapes = 512 // that may cover each text
	maxDepth  = 200
)

// walk goes through a drawing.
type walk struct {
	t      *dom.Tree
	svg    int32
	ids    map[string]int32 // once one was asked for
	hidden map[int32]visible.Way
	texts  []text
	covers []cover
}

// text is a piece of text with a place.
type text struct {
	id  int32
	box box
}

// cover is a shape without a hole that shows nothing of what is behind it.
type cover struct {
	id  int32
	box box
}

// Hidden returns the elements of a drawing that nobody sees, with all that is in
// them, and how they are hidden. What spills shows also outside of its box.
func Hidden(t *dom.Tree, svg int32, spills bool) map[int32]visible.Way {
	w := walk{t: t, svg: svg, hidden: map[int32]visible.Way{}}
	s := scene{to: identity, view: everything}
	if v, ok := w.view(svg); ok && !spills {
		s.view = v
	}
	for c := range t.Children(svg) {
		w.element(c, s, 0)
	}
	for _, x := range w.texts {
		for _, c := range w.covers {
			if c.id > x.id && c.box.holds(x.box) {
				w.hidden[x.id] = visible.StyleUnsure // letters are about as wide
			}
		}
	}
	return w.hidden
}

// scene is what is around an element.
type scene struct {
	to   matrix // to the drawing
	view box    // what shows, of the drawing
	x, y float64
	size float64 // of letters
}

// element reads an element and what is in it.
func (w *walk) element(id int32, s scene, depth int) {
	n := w.t.Node(id)
	if n.IsText || depth > maxDepth {
		return
	}
	if m, ok := w.attr(id, "transform"); ok {
		s.to = s.to.times(parseTransform(m))
	}
	if px, ok := props.Pixels(w.t.Value(id, dom.AttrFontSize)); ok && px > 0 {
		s.size = px
	}
	if ref, ok := reference(w.t.Value(id, dom.AttrClipPath)); ok {
		s.view = s.view.within(w.clip(ref, s.to))
	}
	if !w.piece(id, &s) {
		return
	}
	for c := range w.t.Children(id) {
		w.element(c, s, depth+1)
	}
}

// piece reads an element by its name, and reports whether what is in it has a
// place in the drawing.
func (w *walk) piece(id int32, s *scene) bool {
	switch name := strings.ToLower(w.t.Name(id)); name {
	case "svg", "symbol", "defs", "clippath", "mask", "pattern", "marker":
		return false // the places of those have other units
	case "switch":
		w.choose(id)
	case "rect":
		if w.hides(id) && s.to.straight() && len(w.covers) < maxShapes {
			w.covers = append(w.covers, cover{id, s.to.box(w.shape(id, name))})
		}
	case "foreignobject":
		w.foreign(id, s)
		return false
	case "textpath":
		if w.nothing(w.t.Value(id, dom.AttrHref) + w.t.Value(id, dom.AttrXlinkHref)) {
			w.hidden[id] = visible.Size
		}
		return false
	case "text", "tspan":
		w.text(id, s)
	}
	return true
}

// choose reads a choice of which the first one shows that a browser can read.
func (w *walk) choose(id int32) {
	first := true
	for c := range w.t.Children(id) {
		if w.t.Node(c).IsText {
			continue
		}
		_, language := w.attr(c, "systemlanguage")
		if _, extension := w.attr(c, "requiredextensions"); !first || language || extension {
			w.hidden[c] = visible.StyleUnsure
		}
		first = first && language
	}
}

// foreign reads a box with a page in it.
func (w *walk) foreign(id int32, s *scene) {
	b := w.shape(id, "rect")
	switch {
	case strings.Contains(w.t.Value(id, dom.AttrStyle), "width"), w.t.Has(id, dom.AttrClass) && !w.t.Has(id, dom.AttrWidth):
	case !(b.right-b.left > 1 && b.bottom-b.top > 1): // without a size there is none
		w.hidden[id] = visible.Size
	case s.to.box(b).within(s.view).empty():
		w.hidden[id] = visible.OffPage
	}
}

// text reads a piece of text that may have a place of its own.
func (w *walk) text(id int32, s *scene) {
	moved := strings.EqualFold(w.t.Name(id), "text")
	for i, name := range []string{"x", "y", "dx", "dy"} {
		if n, ok := w.number(id, name); ok {
			to := []*float64{&s.x, &s.y}[i%2]
			if moved = true; i < 2 {
				*to = 0
			}
			*to += n
		}
	}
	if s.size == 0 {
		s.size = 16
	}
	own := 0 // bytes
	for c := range w.t.Children(id) {
		if w.t.Node(c).IsText {
			own += len(strings.TrimSpace(w.t.Text(c)))
		}
	}
	if moved && own > 0 {
		w.judge(id, s, float64(own)*s.size)
	}
}

// judge says how a text is hidden that is at most so long.
func (w *walk) judge(id int32, s *scene, long float64) {
	b := box{s.x, s.y - s.size, s.x + long, s.y + s.size/2}
	if anchor, ok := w.attr(id, "text-anchor"); ok && anchor != "start" {
		b.left -= long
	} else {
		w.texts = append(w.texts, text{id, s.to.box(box{s.x, s.y - s.size*0.6, s.x + long/4, s.y})})
	}
	if s.view.empty() {
		w.hidden[id] = visible.Size
	} else if s.to.known && s.to.box(b).within(s.view).empty() {
		w.hidden[id] = visible.OffPage
	}
}

// hides reports whether a shape shows nothing of what is behind it.
func (w *walk) hides(id int32) bool {
	for _, key := range []dom.Attr{dom.AttrOpacity, dom.AttrFillOpacity, dom.AttrStyle, dom.AttrClass, dom.AttrDisplay, dom.AttrVisibility} {
		if w.t.Has(id, key) {
			return false // said by more than the fill
		}
	}
	fill, said := w.t.Attr(id, dom.AttrFill)
	p := props.FillOf(strings.ToLower(strings.TrimSpace(fill)))
	return !said || p.Known && p.A == 255
}
