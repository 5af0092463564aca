package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/canvas"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// drawing reads an svg element: its label or title, else its description, and the text in it.
func (f *flow) drawing(id int32, st *state) {
	b := f.b
	if b.hasContent(id) && !st.inHidden {
		l, _ := b.sheet.Look(css.Element{ID: id})
		for piece, how := range canvas.Hidden(b.t, b.sheet, id, l.Box.Bounds.Spills) {
			dom.Put(&b.stage.Off, piece, how)
		}
	}
	label := strings.TrimSpace(b.t.Value(id, dom.AttrAriaLabel))
	for c := range b.t.Children(id) {
		if tag := b.t.Node(c).Tag; label == "" && (tag == dom.TagTitle || tag == dom.TagDesc) {
			label = dom.Squeeze(b.t.PlainText(c))
		}
	}
	if label != "" {
		f.show(id, st, converters.Make(f.b.env, &document.Image{Alt: label}))
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
		switch {
		case !b.t.Holds(id, dom.InsideLetters):
		case b.stage.Uses(b.t, id):
			f.hidden(id, &st, visible.StyleUnsure)
		default:
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
