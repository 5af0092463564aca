package odf

import (
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// hiddenShape reports whether the shape that is the event does not show.
func (r *reader) hiddenShape() bool {
	for _, space := range [...]xmlread.Space{nsDraw, nsExt} {
		if v, _ := r.s.Attr(space, "display"); v == "none" || v == "printer" {
			return true
		}
	}
	v, _ := r.s.Attr(nsDraw, "visible")
	return v == "false"
}

// marginMost is how far what a shape is placed by may be from the edge of the
// page, and pageMost how long a page may be that says nothing, in points.
const (
	marginMost = 4 * 72
	pageMost   = 22 * 72
)

// hidesShape returns how the shape that is the event is hidden in a text: beside
// the page, or as a point.
func (r *reader) hidesShape() hiding {
	if r.hiddenShape() {
		return hiddenShape
	}
	if r.slide || r.inside > 0 || r.s.Local() == "line" || r.s.Local() == "connector" {
		return notHidden
	}
	at, placed := r.frame(), false
	for _, name := range [...]string{"x", "y"} {
		_, ok := r.s.Attr(nsSvg, name)
		placed = placed || ok
	}
	anchored, _ := r.s.Attr(nsText, "anchor-type")
	name, _ := r.s.Attr(nsDraw, "style-name")
	slack := float32(marginMost)
	if anchored == "page" {
		slack = 0
	}
	_, relative := r.s.Attr(nsStyle, "rel-width")
	_, sized := r.s.Attr(nsSvg, "height")
	switch {
	case sized && !relative && at.wide < 1 && at.high < 1 && r.s.Local() == "frame":
		return hiddenSize
	case !placed || anchored == "as-char" || r.sheet.get(familyGraphic, name).has&isAligned != 0:
	case at.x+at.wide < -slack || at.y+at.high < -slack || at.x > r.pageSide() || at.y > r.pageSide():
		return hiddenOffPage
	}
	return notHidden
}

// pageSide returns how long the longest side of the pages is, in points.
func (r *reader) pageSide() float32 {
	st := r.common
	if st.pageSide == 0 {
		for _, m := range st.masters {
			size := st.layouts[m.layout]
			st.pageSide = max(st.pageSide, size.wide, size.high)
		}
		if st.pageSide == 0 {
			st.pageSide = pageMost
		}
	}
	return st.pageSide
}

// shapeGround returns the colour behind the text of the shape that is the event.
func (r *reader) shapeGround() int32 {
	if fill := r.fillOf(); fill != groundClear {
		return fill
	}
	if r.slide {
		return r.under
	}
	return groundUnknown // what lies below is not looked for
}

// fillOf returns the colour that fills the shape that is the event: groundClear
// for one that is filled with nothing, such as a frame that says nothing.
func (r *reader) fillOf() int32 {
	for _, f := range [...]struct {
		space  xmlread.Space
		family family
	}{{nsDraw, familyGraphic}, {nsPresentation, familyPresentation}} {
		if name, ok := r.s.Attr(f.space, "style-name"); ok {
			switch st := r.sheet.get(f.family, name); {
			case st.looks.on&grounded != 0:
				return st.looks.ground
			case st.has&isClear != 0:
				return groundClear
			}
		}
	}
	if r.s.Local() == "frame" {
		return groundClear
	}
	return groundUnknown
}
