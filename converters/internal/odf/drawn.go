package odf

import (
	"cmp"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// shape is a frame or a drawn shape (ODF 1.3 part 3, 10).
type shape struct {
	pos        document.Pos
	name       string
	title, alt string
	blocks     []document.Block  // text in it, a table, a chart
	tex        string            // of a formula
	picture    bool              // it is a picture, or shows one
	object     bool              // an object that is not read
	wide, high int32             // hundredths of a point
	whole      bool              // as wide as the text around it
	anchored   string            // text:anchor-type
	inline     []document.Inline // what a control shows
}

// label returns what a shape is described by.
func (sh *shape) label() string {
	switch {
	case sh.alt == "" || strings.Contains(sh.title, sh.alt):
		return sh.title
	case sh.title == "" || strings.Contains(sh.alt, sh.title):
		return sh.alt
	}
	return sh.title + ": " + sh.alt
}

// maxLine is the height of a rectangle that is a line, in hundredths of a
// point.
const maxLine = 300

// isRule reports whether the shape is a line across the page.
func (sh *shape) isRule() bool {
	return sh.high >= 0 && sh.high < maxLine && (sh.whole || sh.wide > 50*maxLine)
}

// drawn reads a frame or a shape among blocks.
func (r *reader) drawn(f *flow) error {
	if r.charted {
		return r.s.Skip()
	}
	switch how, err := r.hidesShape(); {
	case err != nil:
		return err
	case how != visible.Shown:
		return r.veil(f, how, (*reader).openDrawn)
	}
	return r.openDrawn(f)
}

func (r *reader) openDrawn(f *flow) error {
	rule := r.isLine()
	sh, err := r.shape()
	if err != nil {
		return err
	}
	if rule && len(sh.blocks) == 0 && sh.isRule() {
		f.Put(converters.Make(r.env, &document.ThematicBreak{Pos: sh.pos}))
		return nil
	}
	for _, b := range r.shapeBlocks(sh) {
		f.Put(b)
	}
	return nil
}

// shapeBlocks returns what a shape shows, as blocks.
func (r *reader) shapeBlocks(sh *shape) []document.Block {
	blocks := sh.blocks
	switch {
	case sh.tex != "":
		blocks = append(blocks, converters.Make(r.env, &document.MathBlock{Pos: sh.pos, TeX: sh.tex}))
	case len(sh.inline) > 0:
		blocks = append(blocks, converters.Make(r.env, &document.Paragraph{Pos: sh.pos, Inlines: sh.inline}))
	case len(blocks) == 0 && (sh.picture || sh.label() != ""):
		blocks = append(blocks, converters.Make(r.env, &document.Paragraph{Pos: sh.pos, Inlines: []document.Inline{converters.Make(r.env, &document.Image{Alt: sh.label()})}}))
	}
	return blocks
}

// isLine reports whether the shape that is the event can be a line.
func (r *reader) isLine() bool {
	switch r.s.Local() {
	case "rect", "line", "custom-shape":
		return true
	}
	return false
}

// drawnInline reads a frame or a shape inside a paragraph.
func (r *reader) drawnInline(p *para, run wordtext.Run) error {
	switch how, err := r.hidesShape(); {
	case err != nil:
		return err
	case how != visible.Shown:
		f := r.newFlow(nil)
		err = r.veil(f, how, (*reader).openDrawn)
		p.extras = append(p.extras, f.Blocks()...)
		return err
	}
	if r.s.Local() == "a" {
		return r.drawnLink(p, run)
	}
	line, at := r.isLine(), r.lay(len(p.laid))
	sh, err := r.shape()
	if err != nil {
		return err
	}
	before := len(p.extras)
	r.putShape(p, sh, line, run)
	at.blocks, at.from = p.extras[before:], before
	for i := range p.laid { // which may have moved in memory
		l := &p.laid[i]
		l.blocks = p.extras[l.from : l.from+len(l.blocks)]
	}
	if at.anchor != "" && at.anchor != "as-char" {
		p.laid = r.over(p.laid, at)
	}
	return nil
}

// putShape adds a shape, which can be a line, to a paragraph.
func (r *reader) putShape(p *para, sh *shape, line bool, run wordtext.Run) {
	switch image := converters.Make(r.env, &document.Image{Alt: sh.label()}); {
	case line && len(sh.blocks) == 0 && sh.isRule():
		p.Border = true
	case sh.tex != "":
		r.putMath(p, sh.tex, run)
	case len(sh.inline) > 0:
		for _, in := range sh.inline {
			r.node(p, in, run)
		}
	case len(sh.blocks) > 0:
		p.extras = append(p.extras, sh.blocks...)
	case !sh.picture && image.Alt == "":
	case sh.anchored == "paragraph" || sh.anchored == "page":
		p.Before = append(p.Before, converters.Make(r.env, &document.Paragraph{Pos: sh.pos, Inlines: []document.Inline{image}}))
	default:
		r.node(p, image, run)
	}
}

// drawnLink reads a draw:a, a link around shapes (10.4.12).
func (r *reader) drawnLink(p *para, run wordtext.Run) error {
	link, err := r.link(r.s.Value(ns.Xlink, "href"))
	if err != nil {
		return err
	}
	run.Link = link
	return r.s.Each(func() error {
		if r.s.Space() == ns.Draw {
			return r.drawnInline(p, run)
		}
		return r.s.Skip()
	})
}

// shape reads the shape that is the event, with all that is in it.
func (r *reader) shape() (*shape, error) {
	sh := &shape{pos: r.pos(), wide: -1, high: -1}
	if err := r.hold(holdShape); err != nil {
		return sh, err
	}
	sh.name, _ = r.s.Attr(ns.Draw, "name")
	sh.anchored, _ = r.s.Attr(ns.Text, "anchor-type")
	if v, ok := r.s.Attr(ns.Svg, "width"); ok {
		sh.wide = style.Length(v)
	}
	if v, ok := r.s.Attr(ns.Svg, "height"); ok {
		sh.high = style.Length(v)
	}
	r.lineSize(sh)
	if r.s.Value(ns.Style, "rel-width") == "100%" {
		sh.whole = true
	}
	if r.s.Local() == "control" {
		if text := r.control[r.s.Value(ns.Draw, "control")]; text != "" {
			sh.inline = append(sh.inline, converters.Make(r.env, &document.Text{Value: text}))
		}
	}
	inner := r.newFlow(nil)
	item, ground := r.item, r.ground
	r.item, r.ground = nil, r.shapeGround()
	r.inside++
	err := r.shapeParts(sh, inner)
	r.inside--
	r.item, r.ground = item, ground
	sh.blocks = append(sh.blocks, inner.Blocks()...)
	return sh, err
}

// lineSize sets the size of a draw:line from its ends.
func (r *reader) lineSize(sh *shape) {
	if r.s.Local() != "line" {
		return
	}
	var at [4]int32
	for i, name := range [...]string{"x1", "y1", "x2", "y2"} {
		at[i] = style.Length(r.s.Value(ns.Svg, name))
	}
	sh.wide, sh.high = max(at[2]-at[0], at[0]-at[2]), max(at[3]-at[1], at[1]-at[3])
}

// tabled reports whether there is a table in the shape.
func (sh *shape) tabled() bool {
	for _, b := range sh.blocks {
		if _, ok := b.(*document.Table); ok {
			return true
		}
	}
	return false
}

// shapeParts reads what is in a shape.
func (r *reader) shapeParts(sh *shape, f *flow) error {
	return r.s.Each(func() error { return r.shapePart(sh, f) })
}

func (r *reader) shapePart(sh *shape, f *flow) error {
	var err error
	switch space, local := r.s.Space(), r.s.Local(); {
	case space == ns.Svg && local == "title":
		sh.title, err = pack.PlainText(r.s)
	case space == ns.Svg && local == "desc":
		sh.alt, err = pack.PlainText(r.s)
	case space == ns.Draw:
		return r.drawPart(sh, f, local)
	case space == ns.Text || space == ns.Table && local == "table":
		if space == ns.Text && sh.object {
			return r.s.Skip()
		}
		err = r.block(f)
	case space == ns.Math:
		sh.tex, err = r.readTeX()
	case space == ns.ThreeD, space == ns.Office && local == "annotation":
		err = r.block(f)
	default:
		err = r.s.Skip()
	}
	return err
}

// drawPart reads what is in a frame.
func (r *reader) drawPart(sh *shape, f *flow, local string) error {
	switch local {
	case "text-box":
		return r.content(f)
	case "image":
		sh.picture = true
		return r.shapeParts(&shape{}, f) // text may be on it
	case "object":
		return r.object(sh)
	case "object-ole":
		r.Lose(lost.Object, sh.pos)
		sh.picture = true
	case "plugin", "applet", "floating-frame":
		r.Lose(lost.Object, sh.pos)
	case "glue-point", "enhanced-geometry", "image-map", "contour-polygon", "contour-path", "param":
	default:
		return r.drawn(f) // a shape in a group
	}
	return r.s.Skip()
}

// hiddenShape reports whether the shape that is the event does not show.
func (r *reader) hiddenShape() bool {
	for _, space := range [...]xmlread.Space{ns.Draw, ns.Ext} {
		if v, _ := r.s.Attr(space, "display"); v == "none" || v == "printer" {
			return true
		}
	}
	return r.s.Value(ns.Draw, "visible") == "false"
}

// maxPage is how long a page may be that says nothing.
const maxPage = 22 * drawing.Inch

// hidesShape returns how the shape that is the event is hidden in a text: beside
// the page, or as a point.
func (r *reader) hidesShape() (visible.Way, error) {
	if r.hiddenShape() {
		return visible.Shape, nil
	}
	if r.slide || r.inside > 0 || r.s.Local() == "line" || r.s.Local() == "connector" {
		return visible.Shown, nil
	}
	anchored, _ := r.s.Attr(ns.Text, "anchor-type")
	at, page := r.frame(), cmp.Or(r.common.PageSide, maxPage)
	reach := func(axis string, from, size drawing.EMU) drawing.Reach {
		_, placed := r.s.Attr(ns.Svg, axis)
		return drawing.Reach{At: from, Size: size, Known: placed, Paper: anchored == "page"}
	}
	switch fit, err := r.fit(at); {
	case err != nil:
		return visible.Shown, err
	case at.IsTooSmall(fit):
		return visible.Size, nil
	case anchored == "as-char" || r.styles.Get(style.FamilyGraphic, r.s.Value(ns.Draw, "style-name")).Has&style.IsAligned != 0:
		return visible.Shown, nil
	}
	if x, y := reach("x", at.X, at.W), reach("y", at.Y, at.H); x.IsOff(page) || y.IsOff(page) {
		return visible.OffPage, nil
	}
	return visible.Shown, nil
}

// fit returns what the shape that is the event does with its text. Frames cut
// it off, unless they say that they are as high or as wide as it is: on the box
// in them, or by leaving out a size.
func (r *reader) fit(at drawing.Frame) (drawing.Fit, error) {
	_, relative := r.s.Attr(ns.Style, "rel-width")
	_, high := r.s.Attr(ns.Svg, "height")
	_, wide := r.s.Attr(ns.Svg, "width")
	switch {
	case r.s.Local() != "frame" || relative || !high || !wide:
		return drawing.FitGrow, nil
	case !at.IsTooSmall(drawing.FitClip):
		return drawing.FitClip, nil // nothing depends on the box
	}
	mark, offset := r.s.Mark(), r.s.Offset()
	fit, err := r.boxFit()
	if err == nil {
		err = r.s.Return(mark, offset)
	}
	return fit, err
}

// boxFit returns what the frame that is the event does with what is in it first:
// a box of text says so itself, pictures and objects are not cut off.
func (r *reader) boxFit() (drawing.Fit, error) {
	for {
		switch kind, err := r.s.Next(); {
		case err != nil:
			return drawing.FitClip, err
		case kind == xmlread.Start && r.s.Space() == ns.Draw:
			_, high := r.s.Attr(ns.Fo, "min-height")
			_, wide := r.s.Attr(ns.Fo, "min-width")
			switch {
			case high || wide:
				return drawing.FitGrow, nil
			case r.s.Local() != "text-box":
				return drawing.FitOverflow, nil
			}
			return drawing.FitClip, nil
		case kind != xmlread.Text:
			return drawing.FitClip, nil
		}
	}
}

// shapeGround returns the colour behind the text of the shape that is the event.
func (r *reader) shapeGround() visible.Paint {
	switch fill := r.fillOf(); {
	case fill != visible.Auto:
		return fill
	case r.slide:
		return r.under
	default:
		return visible.Unknown // what lies below is not looked for
	}
}

// forms reads the controls of forms (13), for the shapes that show them.
func (r *reader) forms() error {
	if r.control == nil {
		r.control = map[string]string{}
	}
	return r.s.Each(func() error {
		if r.s.Space() != ns.Form {
			return nil
		}
		id, ok := r.s.Attr(xmlread.XML, "id")
		if !ok {
			id, _ = r.s.Attr(ns.Form, "id")
		}
		if text := r.controlText(); id != "" && text != "" {
			r.control[id] = text
		}
		return nil
	})
}

// controlText returns what a control shows.
func (r *reader) controlText() string {
	label, _ := r.s.Attr(ns.Form, "label")
	value, ok := r.s.Attr(ns.Form, "current-value")
	if !ok {
		value, _ = r.s.Attr(ns.Form, "value")
	}
	switch r.s.Local() {
	case "checkbox", "radio":
		state, _ := r.s.Attr(ns.Form, "current-state")
		if state == "" {
			state, _ = r.s.Attr(ns.Form, "current-selected")
		}
		if state == "checked" || state == "true" {
			return strings.TrimSpace("☒ " + label)
		}
		return strings.TrimSpace("☐ " + label)
	case "text", "textarea", "formatted-text", "number", "date", "time", "combobox":
		return value
	case "button", "fixed-text", "frame":
		return label
	}
	return ""
}
