package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// drawing reads an svg element: its label, else the text in it.
func (f *flow) drawing(id int32, st *state) {
	b := f.b
	label := strings.TrimSpace(b.t.value(id, attrAriaLabel))
	for c := range b.t.children(id) {
		if label == "" && b.t.node(c).tag == tagTitle {
			label = squeeze(b.plain(c))
		}
	}
	if label != "" {
		f.show(id, st, &document.Image{Alt: label})
	}
	for c := range b.t.children(id) {
		if !b.t.node(c).isText {
			f.drawn(c, st)
		}
	}
}

// drawn reads the text in a drawing. Definitions do not show, and titles and
// descriptions show only when they are asked for.
func (f *flow) drawn(id int32, around *state) {
	b := f.b
	b.step()
	if b.err != nil {
		return
	}
	n := b.t.node(id)
	st := *around
	l, how := b.enter(id, &st)
	name := b.t.name(id)
	switch {
	case how != visible.Shown && !st.inHidden:
		f.hidden(id, &st, how)
	case n.tag == tagTitle, n.tag == tagDesc, leftOut(n.tag), name == "metadata":
	case hasWord("defs symbol clippath mask pattern marker lineargradient radialgradient", name) && !st.inHidden:
		if b.t.holds(id, insideLetters) {
			f.hidden(id, &st, visible.Element)
		}
	case n.tag == tagText:
		f.line.gap()
		f.children(id, &st)
		f.line.gap()
	case n.tag == tagForeignobject:
		f.element(id, &st, &l)
	default:
		for c := range b.t.children(id) {
			if !b.t.node(c).isText {
				f.drawn(c, &st)
			}
		}
	}
}

// enterDrawing begins a drawing. Where it has shapes, nobody knows what stands
// behind its letters.
func (b *builder) enterDrawing(id int32, st *state) {
	if st.drawn {
		return
	}
	st.drawn, st.stroke = true, paint{}
	st.color(paint{set: true}, paint{}, id)
	if b.t.holds(id, insideShape) {
		st.color(paint{}, paint{set: true}, id)
	}
}

// fill takes over the colours of which one fills the letters of a drawing and
// one goes around them.
func (st *state) fill(fill, stroke paint, id int32) {
	if stroke.set {
		st.stroke = stroke
	}
	if !fill.set && !stroke.set {
		return
	}
	if !fill.set {
		fill = st.ink
	}
	fill.edged = st.stroke.set && (!st.stroke.known || st.stroke.a > seeThrough) && fill.sets(st.stroke)
	st.color(fill, paint{}, id)
}

// presentation reads the attributes by which SVG says what styles say.
func (b *builder) presentation(id int32, st *state) visible.Way {
	n := b.t.node(id)
	how := visible.Shown
	for i := range int32(n.count) {
		a := b.t.attrs.at(n.data + i)
		switch a.key {
		case attrDisplay, attrOpacity, attrVisibility, attrFill, attrFillOpacity, attrStroke, attrFontSize:
		default:
			continue
		}
		value := strings.ToLower(strings.TrimSpace(a.value))
		switch {
		case a.key == attrDisplay && value == "none":
			how = visible.Style
		case a.key == attrOpacity && isZero(value, leastOpacity):
			how = visible.Opacity
		case a.key == attrVisibility:
			if on := choose(value, "hidden collapse", "visible"); on != unset {
				st.veil[veilInvisible] = mark{id, on, true}
			}
		case a.key == attrFill:
			st.fill(fillOf(value), paint{}, id)
		case a.key == attrStroke:
			st.fill(paint{}, fillOf(value), id)
		case a.key == attrFillOpacity && isZero(value, leastOpacity):
			st.fill(paint{set: true, known: true}, paint{}, id)
		case a.key == attrFontSize:
			if px, ok := pixels(value); ok && px < tinyFont {
				st.font.apply(&look{font: max(px, leastFont)}, id)
			}
		}
	}
	return how
}

// fillOf reads a colour of a drawing.
func fillOf(v string) paint {
	if v == "none" {
		return paint{set: true, known: true}
	}
	return colorOf(v, false)
}
