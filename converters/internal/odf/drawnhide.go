package odf

import (
	"cmp"

	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

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

// fillOf returns the colour that fills the shape that is the event: [visible.Auto]
// for one that is filled with nothing, such as a frame that says nothing.
func (r *reader) fillOf() visible.Paint {
	for _, of := range [...]struct {
		space  xmlread.Space
		family style.Family
	}{{ns.Draw, style.FamilyGraphic}, {ns.Presentation, style.FamilyPresentation}} {
		if name, ok := r.s.Attr(of.space, "style-name"); ok {
			if ground := r.styles.Get(of.family, name).Ground(); ground != visible.Unset {
				return ground
			}
		}
	}
	if r.s.Local() == "frame" {
		return visible.Auto
	}
	return visible.Unknown
}
