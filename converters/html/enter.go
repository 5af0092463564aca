package html

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/canvas"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/room"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// isShadow reports whether an element is a template that shows: a declarative
// shadow root.
func isShadow(t *dom.Tree, id int32) bool {
	return t.Node(id).Tag == dom.TagTemplate && t.Value(id, dom.AttrShadowrootmode) != ""
}

// enter takes over what an element's style says, and returns how the element
// is hidden, if it is.
func (b *builder) enter(id int32, st *state) (css.Look, visible.Way) {
	b.enterColors(id, st)
	how := visible.Shown
	if st.look.drawn {
		how = b.presentation(id, st)
	}
	l, styled := b.sheet.Look(css.Element{ID: id})
	if l.Box.Clips && b.sheet.HoldsFixed(id) {
		l.Hides, l.Letters.Veil[css.VeilClipped] = visible.Shown, css.Yes
	}
	if styled && st.look.drawn {
		l.Ink = props.Paint{} // letters have the colour that fills them
		st.apply(&l, id)
		st.fill(l.Fill, l.Stroke, id)
	} else if styled {
		st.apply(&l, id)
	}
	if by := b.hiddenBy(id, &l); by != visible.Shown {
		how = by
	}
	how = b.place(id, st, &l, how)
	if how == visible.StyleUnsure {
		how = visible.Shown
		b.unsure(id, st)
	}
	return l, how
}

// place returns how an element is hidden that its style does not hide, by what it
// is in, and says whether it lies over others.
func (b *builder) place(id int32, st *state, l *css.Look, how visible.Way) visible.Way {
	if off, placed := b.stage.Off[id]; placed && how == visible.Shown {
		how = off
	}
	if st.look.around.Flat && l.Box.Bounds.Cuts && how == visible.Shown {
		how = visible.StyleUnsure // a row of no height, perhaps
	}
	if out := st.look.around.Enter(b.t, b.sheet, id, l); out && how == visible.Shown {
		how = visible.StyleUnsure
	}
	b.leaveNoRoom(id, st, l)
	l.Box.Covers = (l.Box.Covers || l.Box.Bounds.Lies > 0 && l.Box.Bounds.Lies >= st.look.around.High && st.look.around.High > 0) && how == visible.Shown && !st.inHidden
	st.look.around.Flat, st.look.around.High = l.Box.Bounds.Flat, l.Box.Bounds.High
	if l.Box.Covers {
		b.count(visible.StyleUnsure, int(b.t.Node(id).Line)) // a screen for loading looks the same
	}
	return how
}

// leaveNoRoom notes the texts and elements for which a box leaves no room.
func (b *builder) leaveNoRoom(id int32, st *state, l *css.Look) {
	var found []int32
	if l.Box.Bounds.Limits && !st.look.around.Cut && !st.inHidden {
		st.look.around.Cut = true // what is in boxes inside was found, too
		found = room.Cut(b.t, b.sheet, id, st.look.font.pixels(16))
	}
	if l.Box.Bounds.Grid {
		found = append(found, room.Under(b.t, b.sheet, id)...)
	}
	if n := b.t.Node(id); (l.Box.Bounds.Pulls || l.Box.Rims && !b.hasContent(id)) && n.End < b.t.Node(n.Parent).End {
		found = append(found, n.End)
	}
	for _, under := range found {
		dom.Put(&b.stage.Off, under, visible.StyleUnsure)
	}
}

// unsure labels an element that a style may hide, which is not evaluated. A page
// without a tree has one element at a time, without its content.
func (b *builder) unsure(id int32, st *state) {
	if st.inHidden || !b.hasContent(id) && b.t.Nodes.Len() != 2 {
		return
	}
	b.count(visible.StyleUnsure, int(b.t.Node(id).Line))
	if st.label == 0 {
		st.label = b.lost.Label(visible.StyleUnsure)
	}
}

// enterColors takes over the colours that an element has without a style.
func (b *builder) enterColors(id int32, st *state) {
	tag := b.t.Node(id).Tag
	ink, ground := css.OwnColors(tag)
	switch tag {
	case dom.TagSvg:
		b.enterDrawing(id, st)
	case dom.TagForeignobject:
		st.look.drawn = false
		ink = props.Paint{Set: true}
	}
	if v, ok := b.t.Attr(id, dom.AttrBgcolor); ok {
		ground = props.LegacyColor(v)
	}
	st.color(ink, ground, id)
	st.color(canvas.MathColors(b.t, id))
}

// hiddenBy returns how an element with all that is in it is hidden.
func (b *builder) hiddenBy(id int32, l *css.Look) visible.Way {
	n := b.t.Node(id)
	if n.Tag == dom.TagDialog && !l.Box.Shows && !b.t.Has(id, dom.AttrOpen) {
		return visible.Element
	}
	if n.Count == 0 {
		return l.Hides
	}
	how := css.ByAttribute(func(key dom.Attr) (string, bool) { return b.t.Attr(id, key) }, l.Hides, l.Box.Shows)
	if how == visible.Shown && b.shrunk(id) {
		return visible.Size
	}
	if how == visible.Shown && n.Tag == dom.TagNone && canvas.Pads(b.t, b.sheet, id) {
		return visible.StyleUnsure
	}
	if how == visible.Shown && n.Tag == dom.TagObject && canvas.Names(b.t, id) && strings.TrimSpace(b.t.PlainText(id)) != "" {
		return visible.StyleUnsure
	}
	return how
}

// shrunk reports whether attributes make a picture, or a page in the page, too
// small to be seen.
func (b *builder) shrunk(id int32) bool {
	switch b.t.Node(id).Tag {
	case dom.TagImg, dom.TagIframe, dom.TagEmbed, dom.TagObject, dom.TagSvg, dom.TagMarquee:
		return isPixel(b.t, id) || room.IsNarrow(b.sheet, id)
	case dom.TagInput, dom.TagTextarea, dom.TagSelect, dom.TagVideo:
		return room.IsNarrow(b.sheet, id)
	}
	return false
}

// isPixel reports whether an image is too small to show anything.
func isPixel(t *dom.Tree, id int32) bool {
	for _, key := range []dom.Attr{dom.AttrWidth, dom.AttrHeight} {
		if v, ok := integer(t.Value(id, key)); ok && v <= 1 {
			return true
		}
	}
	return false
}

// enterDrawing begins a drawing. Where it has shapes, nobody knows what is
// behind its letters.
func (b *builder) enterDrawing(id int32, st *state) {
	if st.look.drawn {
		return
	}
	st.look.drawn, st.look.stroke = true, props.Paint{}
	st.color(props.Paint{Set: true}, props.Paint{}, id)
	if b.t.Holds(id, dom.InsideShape) {
		st.color(props.Paint{}, props.Paint{Set: true}, id)
	}
}

// fill takes over the colours of which one fills the letters of a drawing and
// one goes around them.
func (st *state) fill(fill, stroke props.Paint, id int32) {
	if stroke.Set {
		st.look.stroke = stroke
	}
	if !fill.Set && !stroke.Set {
		return
	}
	if !fill.Set {
		fill = st.look.ink
	}
	fill.Edged = st.look.stroke.Set && (!st.look.stroke.Known || st.look.stroke.A > props.SeeThrough) && !(fill.Known && fill.A > props.SeeThrough && st.look.stroke.Known && visible.Faint(fill.Seen(), st.look.stroke.Seen()))
	st.color(fill, props.Paint{}, id)
}

// presenting are those attributes.
var presenting = []dom.Attr{dom.AttrDisplay, dom.AttrOpacity, dom.AttrVisibility, dom.AttrFill, dom.AttrFillOpacity, dom.AttrStroke, dom.AttrFontSize}

// presentation reads the attributes by which SVG says what styles say.
func (b *builder) presentation(id int32, st *state) visible.Way {
	n := b.t.Node(id)
	how := visible.Shown
	for i := range int32(n.Count) {
		if a := b.t.Attrs.At(n.Data + i); slices.Contains(presenting, a.Key) {
			how = max(how, st.present(a.Key, strings.ToLower(strings.TrimSpace(a.Value)), id))
		}
	}
	return how
}

// present takes over what one of those attributes says.
func (st *state) present(key dom.Attr, value string, id int32) visible.Way {
	isClear := props.IsZero(value, css.LeastOpacity)
	px, isLength := props.Pixels(value)
	switch {
	case key == dom.AttrDisplay && value == "none":
		return visible.Style
	case key == dom.AttrOpacity && isClear:
		return visible.Opacity
	case key == dom.AttrVisibility:
		if on := css.Choose(value, "hidden collapse", "visible"); on != css.Unset {
			st.look.veil[css.VeilInvisible] = mark{id, on, true}
		}
	case key == dom.AttrFill:
		st.fill(props.FillOf(value), props.Paint{}, id)
	case key == dom.AttrStroke:
		st.fill(props.Paint{}, props.FillOf(value), id)
	case key == dom.AttrFillOpacity && isClear:
		st.fill(props.Paint{Set: true, Known: true}, props.Paint{}, id)
	case key == dom.AttrFontSize && isLength && px < props.TinyFont:
		st.look.font.apply(&css.Letters{Font: max(px, props.LeastFont)}, id)
	}
	return visible.Shown
}
