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
	r          *reader
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
func (f *flow) drawn() error {
	if f.r.charted {
		return f.r.s.Skip()
	}
	switch how, err := f.r.tag().hides(); {
	case err != nil:
		return err
	case how != visible.Shown:
		return f.veil(how, (*flow).openDrawn)
	}
	return f.openDrawn()
}

func (f *flow) openDrawn() error {
	rule := f.r.tag().isLine()
	sh, err := f.r.shape()
	if err != nil {
		return err
	}
	if rule && len(sh.blocks) == 0 && sh.isRule() {
		f.text.Put(converters.Make(f.r.doc.env, &document.ThematicBreak{Pos: sh.pos}))
		return nil
	}
	for _, b := range sh.asBlocks() {
		f.text.Put(b)
	}
	return nil
}

// asBlocks returns what a shape shows, as blocks.
func (sh *shape) asBlocks() []document.Block {
	blocks := sh.blocks
	switch {
	case sh.tex != "":
		blocks = append(blocks, converters.Make(sh.r.doc.env, &document.MathBlock{Pos: sh.pos, TeX: sh.tex}))
	case len(sh.inline) > 0:
		blocks = append(blocks, converters.Make(sh.r.doc.env, &document.Paragraph{Pos: sh.pos, Inlines: sh.inline}))
	case len(blocks) == 0 && (sh.picture || sh.label() != ""):
		blocks = append(blocks, converters.Make(sh.r.doc.env, &document.Paragraph{Pos: sh.pos, Inlines: []document.Inline{converters.Make(sh.r.doc.env, &document.Image{Alt: sh.label()})}}))
	}
	return blocks
}

// isLine reports whether the shape that is the event can be a line.
func (a atShape) isLine() bool {
	switch a.r.s.Local() {
	case "rect", "line", "custom-shape":
		return true
	}
	return false
}

// drawnInline reads a frame or a shape inside a paragraph.
func (x inliner) drawnInline(run wordtext.Run) error {
	switch how, err := x.r.tag().hides(); {
	case err != nil:
		return err
	case how != visible.Shown:
		f := x.r.newFlow(nil)
		err = f.veil(how, (*flow).openDrawn)
		x.p.beside = append(x.p.beside, f.text.Blocks()...)
		return err
	}
	if x.r.s.Local() == "a" {
		return x.drawnLink(run)
	}
	line := x.r.tag().isLine()
	sh, err := x.r.shape()
	if err != nil {
		return err
	}
	x.putShape(sh, line, run)
	return nil
}

// putShape adds a shape, which can be a line, to a paragraph.
func (x inliner) putShape(sh *shape, line bool, run wordtext.Run) {
	switch image := converters.Make(x.r.doc.env, &document.Image{Alt: sh.label()}); {
	case line && len(sh.blocks) == 0 && sh.isRule():
		x.p.text.Border = true
	case sh.tex != "":
		x.putMath(sh.tex, run)
	case len(sh.inline) > 0:
		for _, in := range sh.inline {
			x.p.node(in, run)
		}
	case len(sh.blocks) > 0:
		x.p.beside = append(x.p.beside, sh.blocks...)
	case !sh.picture && image.Alt == "":
	case sh.anchored == "paragraph" || sh.anchored == "page":
		x.p.text.Before = append(x.p.text.Before, converters.Make(x.r.doc.env, &document.Paragraph{Pos: sh.pos, Inlines: []document.Inline{image}}))
	default:
		x.p.node(image, run)
	}
}

// drawnLink reads a draw:a, a link around shapes (10.4.12).
func (x inliner) drawnLink(run wordtext.Run) error {
	link, err := x.r.link(x.r.s.Value(ns.Xlink, "href"))
	if err != nil {
		return err
	}
	run.Link = link
	return x.r.s.Each(func() error {
		if x.r.s.Space() == ns.Draw {
			return x.drawnInline(run)
		}
		return x.r.s.Skip()
	})
}

// shape reads the shape that is the event, with all that is in it.
func (r *reader) shape() (*shape, error) {
	sh := &shape{r: r, pos: r.pos(), wide: -1, high: -1}
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
	sh.lineSize()
	if r.s.Value(ns.Style, "rel-width") == "100%" {
		sh.whole = true
	}
	if r.s.Local() == "control" {
		if text := r.control[r.s.Value(ns.Draw, "control")]; text != "" {
			sh.inline = append(sh.inline, converters.Make(r.doc.env, &document.Text{Value: text}))
		}
	}
	inner := r.newFlow(nil)
	item, ground := r.item, r.text.ground
	r.item, r.text.ground = nil, r.tag().ground()
	r.inside++
	err := sh.parts(inner)
	r.inside--
	r.item, r.text.ground = item, ground
	sh.blocks = append(sh.blocks, inner.text.Blocks()...)
	return sh, err
}

// lineSize sets the size of a draw:line from its ends.
func (sh *shape) lineSize() {
	if sh.r.s.Local() != "line" {
		return
	}
	var at [4]int32
	for i, name := range [...]string{"x1", "y1", "x2", "y2"} {
		at[i] = style.Length(sh.r.s.Value(ns.Svg, name))
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

// parts reads what is in a shape.
func (sh *shape) parts(f *flow) error {
	return sh.r.s.Each(func() error { return sh.part(f) })
}

func (sh *shape) part(f *flow) error {
	var err error
	switch space, local := sh.r.s.Space(), sh.r.s.Local(); {
	case space == ns.Svg && local == "title":
		sh.title, err = pack.PlainText(sh.r.s)
	case space == ns.Svg && local == "desc":
		sh.alt, err = pack.PlainText(sh.r.s)
	case space == ns.Draw:
		return sh.drawPart(f, local)
	case space == ns.Text || space == ns.Table && local == "table":
		if space == ns.Text && sh.object {
			return sh.r.s.Skip()
		}
		err = f.block()
	case space == ns.Math:
		sh.tex, err = sh.r.readTeX()
	case space == ns.ThreeD, space == ns.Office && local == "annotation":
		err = f.block()
	default:
		err = sh.r.s.Skip()
	}
	return err
}

// drawPart reads what is in a frame.
func (sh *shape) drawPart(f *flow, local string) error {
	switch local {
	case "text-box":
		return f.content()
	case "image":
		sh.picture = true
		return (&shape{r: sh.r}).parts(f) // text may be on it
	case "object":
		return sh.readObject()
	case "object-ole":
		sh.r.doc.Lose(lost.Object, sh.pos)
		sh.picture = true
	case "plugin", "applet", "floating-frame":
		sh.r.doc.Lose(lost.Object, sh.pos)
	case "glue-point", "enhanced-geometry", "image-map", "contour-polygon", "contour-path", "param":
	default:
		return f.drawn() // a shape in a group
	}
	return sh.r.s.Skip()
}

func (r *reader) tag() atShape { return atShape{r} }

// isHidden reports whether the shape that is the event does not show.
func (a atShape) isHidden() bool {
	for _, space := range [...]xmlread.Space{ns.Draw, ns.Ext} {
		if v, _ := a.r.s.Attr(space, "display"); v == "none" || v == "printer" {
			return true
		}
	}
	return a.r.s.Value(ns.Draw, "visible") == "false"
}

// maxPage is how long a page may be that says nothing.
const maxPage = 22 * drawing.Inch

// hides returns how the shape that is the event is hidden in a text: beside
// the page, or as a point.
func (a atShape) hides() (visible.Way, error) {
	if a.isHidden() {
		return visible.Shape, nil
	}
	if a.r.deck.slide || a.r.inside > 0 || a.r.s.Local() == "line" || a.r.s.Local() == "connector" {
		return visible.Shown, nil
	}
	anchored, _ := a.r.s.Attr(ns.Text, "anchor-type")
	at, page := a.frame(), cmp.Or(a.r.doc.common.Pages.PageSide, maxPage)
	reach := func(axis string, from, size drawing.EMU) drawing.Reach {
		_, placed := a.r.s.Attr(ns.Svg, axis)
		return drawing.Reach{At: from, Size: size, Known: placed, Paper: anchored == "page"}
	}
	switch fit, err := a.fit(at); {
	case err != nil:
		return visible.Shown, err
	case at.IsTooSmall(fit):
		return visible.Size, nil
	case anchored == "as-char" || a.r.styles.Get(style.FamilyGraphic, a.r.s.Value(ns.Draw, "style-name")).Has&style.IsAligned != 0:
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
func (a atShape) fit(at drawing.Frame) (drawing.Fit, error) {
	_, relative := a.r.s.Attr(ns.Style, "rel-width")
	_, high := a.r.s.Attr(ns.Svg, "height")
	_, wide := a.r.s.Attr(ns.Svg, "width")
	switch {
	case a.r.s.Local() != "frame" || relative || !high || !wide:
		return drawing.FitGrow, nil
	case !at.IsTooSmall(drawing.FitClip):
		return drawing.FitClip, nil // nothing depends on the box
	}
	mark, offset := a.r.s.Mark(), a.r.s.Offset()
	fit, err := a.boxFit()
	if err == nil {
		err = a.r.s.Return(mark, offset)
	}
	return fit, err
}

// boxFit returns what the frame that is the event does with what is in it first:
// a box of text says so itself, pictures and objects are not cut off.
func (a atShape) boxFit() (drawing.Fit, error) {
	for {
		switch kind, err := a.r.s.Next(); {
		case err != nil:
			return drawing.FitClip, err
		case kind == xmlread.Start && a.r.s.Space() == ns.Draw:
			_, high := a.r.s.Attr(ns.Fo, "min-height")
			_, wide := a.r.s.Attr(ns.Fo, "min-width")
			switch {
			case high || wide:
				return drawing.FitGrow, nil
			case a.r.s.Local() != "text-box":
				return drawing.FitOverflow, nil
			}
			return drawing.FitClip, nil
		case kind != xmlread.Text:
			return drawing.FitClip, nil
		}
	}
}

// ground returns the colour behind the text of the shape that is the event.
func (a atShape) ground() visible.Paint {
	switch fill := a.fill(); {
	case fill != visible.Auto:
		return fill
	case a.r.deck.slide:
		return a.r.deck.under
	default:
		return visible.Unknown // what lies below is not looked for
	}
}

// read reads the controls of a form, for the shapes that show them.
func (c controls) read(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if s.Space() != ns.Form {
			return nil
		}
		id, ok := s.Attr(xmlread.XML, "id")
		if !ok {
			id, _ = s.Attr(ns.Form, "id")
		}
		if text := controlText(s); id != "" && text != "" {
			c[id] = text
		}
		return nil
	})
}

// controlText returns what a control shows.
func controlText(s *xmlread.Scanner) string {
	label, _ := s.Attr(ns.Form, "label")
	value, ok := s.Attr(ns.Form, "current-value")
	if !ok {
		value, _ = s.Attr(ns.Form, "value")
	}
	switch s.Local() {
	case "checkbox", "radio":
		state, _ := s.Attr(ns.Form, "current-state")
		if state == "" {
			state, _ = s.Attr(ns.Form, "current-selected")
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
