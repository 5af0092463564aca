package odf

import (
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

// maxPage is how long a page may be that says nothing, in points.
const maxPage = 22 * 72

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
	name, _ := r.s.Attr(ns.Draw, "style-name")
	at, page := r.frame().place(), emu(r.pageSide())
	reach := func(axis string, from, size drawing.EMU) drawing.Reach {
		_, placed := r.s.Attr(ns.Svg, axis)
		return drawing.Reach{At: from, Size: size, Known: placed, Paper: anchored == "page"}
	}
	switch fit, err := r.fit(at); {
	case err != nil:
		return visible.Shown, err
	case at.IsTooSmall(fit):
		return visible.Size, nil
	case anchored == "as-char" || r.styles.Get(style.FamilyGraphic, name).Has&style.IsAligned != 0:
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

// pageSide returns how long the longest side of the pages is, in points.
func (r *reader) pageSide() float32 {
	st := r.common
	if st.PageSide == 0 {
		for _, m := range st.Masters {
			size := st.Layouts[m.Layout]
			st.PageSide = max(st.PageSide, size.Wide, size.High)
		}
		if st.PageSide == 0 {
			st.PageSide = maxPage
		}
	}
	return st.PageSide
}

// shapeGround returns the colour behind the text of the shape that is the event.
func (r *reader) shapeGround() int32 {
	if fill := r.fillOf(); fill != groundClear {
		return fill
	}
	if r.slide {
		return r.under
	}
	return style.GroundUnknown // what lies below is not looked for
}

// fillOf returns the colour that fills the shape that is the event: groundClear
// for one that is filled with nothing, such as a frame that says nothing.
func (r *reader) fillOf() int32 {
	for _, f := range [...]struct {
		space  xmlread.Space
		family style.Family
	}{{ns.Draw, style.FamilyGraphic}, {ns.Presentation, style.FamilyPresentation}} {
		if name, ok := r.s.Attr(f.space, "style-name"); ok {
			switch st := r.styles.Get(f.family, name); {
			case st.Looks.On&style.HasGround != 0:
				return st.Looks.Ground
			case st.Has&style.IsClear != 0:
				return groundClear
			}
		}
	}
	if r.s.Local() == "frame" {
		return groundClear
	}
	return style.GroundUnknown
}
