package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// drawing reads an svg element: its label, else the text in it.
func (f *flow) drawing(id int32, st *state) {
	b := f.b
	label := strings.TrimSpace(b.t.Value(id, dom.AttrAriaLabel))
	for c := range b.t.Children(id) {
		if label == "" && b.t.Node(c).Tag == dom.TagTitle {
			label = dom.Squeeze(b.t.PlainText(c))
		}
	}
	if label != "" {
		f.show(id, st, &document.Image{Alt: label})
	}
	for c := range b.t.Children(id) {
		if !b.t.Node(c).IsText {
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
	n := b.t.Node(id)
	st := *around
	l, how := b.enter(id, &st)
	name := b.t.Name(id)
	switch {
	case how != visible.Shown && !st.inHidden:
		f.hidden(id, &st, how)
	case n.Tag == dom.TagTitle, n.Tag == dom.TagDesc, dom.LeftOut(n.Tag), name == "metadata":
	case dom.HasWord("defs symbol clippath mask pattern marker lineargradient radialgradient", name) && !st.inHidden:
		if b.t.Holds(id, dom.InsideLetters) {
			f.hidden(id, &st, visible.Element)
		}
	case n.Tag == dom.TagText:
		f.line.Gap()
		f.children(id, &st)
		f.line.Gap()
	case n.Tag == dom.TagForeignobject:
		f.element(id, &st, &l)
	default:
		for c := range b.t.Children(id) {
			if !b.t.Node(c).IsText {
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
	st.drawn, st.stroke = true, props.Paint{}
	st.color(props.Paint{Set: true}, props.Paint{}, id)
	if b.t.Holds(id, dom.InsideShape) {
		st.color(props.Paint{}, props.Paint{Set: true}, id)
	}
}

// fill takes over the colours of which one fills the letters of a drawing and
// one goes around them.
func (st *state) fill(fill, stroke props.Paint, id int32) {
	if stroke.Set {
		st.stroke = stroke
	}
	if !fill.Set && !stroke.Set {
		return
	}
	if !fill.Set {
		fill = st.ink
	}
	fill.Edged = st.stroke.Set && (!st.stroke.Known || st.stroke.A > props.SeeThrough) && !(fill.Known && fill.A > props.SeeThrough && st.stroke.Known && visible.Faint(fill.Seen(), st.stroke.Seen()))
	st.color(fill, props.Paint{}, id)
}

// presentation reads the attributes by which SVG says what styles say.
func (b *builder) presentation(id int32, st *state) visible.Way {
	n := b.t.Node(id)
	how := visible.Shown
	for i := range int32(n.Count) {
		a := b.t.Attrs.At(n.Data + i)
		switch a.Key {
		case dom.AttrDisplay, dom.AttrOpacity, dom.AttrVisibility, dom.AttrFill, dom.AttrFillOpacity, dom.AttrStroke, dom.AttrFontSize:
		default:
			continue
		}
		value := strings.ToLower(strings.TrimSpace(a.Value))
		switch {
		case a.Key == dom.AttrDisplay && value == "none":
			how = visible.Style
		case a.Key == dom.AttrOpacity && props.IsZero(value, css.LeastOpacity):
			how = visible.Opacity
		case a.Key == dom.AttrVisibility:
			if on := css.Choose(value, "hidden collapse", "visible"); on != css.Unset {
				st.veil[css.VeilInvisible] = mark{id, on, true}
			}
		case a.Key == dom.AttrFill:
			st.fill(props.FillOf(value), props.Paint{}, id)
		case a.Key == dom.AttrStroke:
			st.fill(props.Paint{}, props.FillOf(value), id)
		case a.Key == dom.AttrFillOpacity && props.IsZero(value, css.LeastOpacity):
			st.fill(props.Paint{Set: true, Known: true}, props.Paint{}, id)
		case a.Key == dom.AttrFontSize:
			if px, ok := props.Pixels(value); ok && px < props.TinyFont {
				st.font.apply(&css.Letters{Font: max(px, props.LeastFont)}, id)
			}
		}
	}
	return how
}
