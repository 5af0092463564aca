package drawing

import "github.com/seed353dc258/backstory/converters/internal/xmlread"

// This file is the one rule for shapes whose size or place hides what is in
// them, for texts and for slides of every format.
//
// Size: text cannot be seen in a shape whose sides are both shorter than a
// point, and, where the shape cuts off what does not fit ([FitClip]), in one
// with one such side. A shape that grows with its text ([FitGrow]) is never too
// small.
//
// Place: on a slide, where places are exact, a shape is outside when less than
// half of it is on the slide; one that reaches into the slide is judged by what
// is seen first in it, since text and tables that are too long run over the edge
// ([Frame.IsOutside]). In a text, where a place may count from a margin, a column
// or a paragraph whose own place is known to nobody, a shape is outside when all
// of it is beyond the edge of the longest page along one side, by more than such
// things can be inside of the page ([Reach.IsOff]).

const (
	minSide    = Point    // of a shape whose text can be seen
	minOverlap = 50       // of a shape with the slide, in per cent
	reachSlack = 4 * Inch // that a margin, a column or an indent may be inside of a page
)

// Fit is what a shape does with text that is larger than itself.
type Fit uint8

// What shapes do with their text.
const (
	FitOverflow Fit = iota // it runs over the edge: shapes of slides and drawings
	FitClip                // it is cut off at the edge: boxes and frames of texts
	FitGrow                // the shape becomes as large as its text
)

// ReadFit returns what the properties of a text body say of the fit (ISO/IEC
// 29500-1, 21.1.2.1.1 and 21.1.2.1.4): FitGrow, or what the shape does otherwise.
// The namespace is that of DrawingML, as the tree's reader numbers it.
func ReadFit(t *xmlread.Tree, bodyPr xmlread.NodeID, a xmlread.Space, otherwise Fit) Fit {
	if t.Child(bodyPr, a, "spAutoFit") != 0 || t.Attr(bodyPr, xmlread.None, "wrap") == "none" {
		return FitGrow
	}
	return otherwise
}

// IsTooSmall reports whether text in a shape cannot be seen for the shape's size.
func (f Frame) IsTooSmall(fit Fit) bool {
	flat, thin := f.H < minSide, f.W < minSide
	switch {
	case !f.Known || fit == FitGrow:
		return false
	case fit == FitClip:
		return flat || thin
	}
	return flat && thin
}

// IsOutside reports whether a shape is beside a slide. First returns the place
// of what is seen first in it, and is asked only where that decides.
func (f Frame) IsOutside(slide Frame, first func() Frame) bool {
	switch in := f.Overlap(slide); {
	case !f.Known || !slide.Known || in >= minOverlap:
		return false
	case in == 0:
		return true
	}
	return first().Overlap(slide) < minOverlap
}

// Reach is the place of a shape in a text, along one side of the page.
type Reach struct {
	At, Size EMU
	Known    bool // a place is given
	Paper    bool // it counts from the edge of the page
}

// IsOff reports whether a shape is beside a page, whose longest side is given.
func (r Reach) IsOff(page EMU) bool {
	slack := reachSlack
	if r.Paper {
		slack = 0
	}
	return r.Known && (r.At+max(r.Size, 1) <= -slack || r.At >= page)
}

// Anchor is where a shape is that floats in a text.
type Anchor struct{ Across, Down Reach }

// IsOff reports whether the shape is beside a page, whose longest side is given.
func (a *Anchor) IsOff(page EMU) bool { return a.Across.IsOff(page) || a.Down.IsOff(page) }

// IsTooSmall reports whether text in the shape cannot be seen for its size.
func (a *Anchor) IsTooSmall(fit Fit) bool {
	return Frame{W: a.Across.Size, H: a.Down.Size, Known: true}.IsTooSmall(fit)
}
