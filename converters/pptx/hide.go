package pptx

import (
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// hides returns how a shape is hidden.
func (v *seen) hides(s *source, sh *shape) visible.Way {
	switch {
	case sh.hidden:
		return visible.Shape
	case sh.kind != kindGroup && sh.frame.IsOutside(v.size, func() drawing.Frame { return s.first(sh) }):
		return visible.OffPage
	case sh.text != 0 && sh.frame.IsTooSmall(drawing.FitOverflow) && sh.frame.IsTooSmall(s.fit(sh)):
		return visible.Size
	case sh.text != 0 && isCovered(v.lids, sh):
		return visible.Covered
	}
	return visible.Shown
}

// fit returns what a shape does with text that is too large.
func (src *source) fit(sh *shape) drawing.Fit {
	return drawing.ReadFit(src.Tree, src.Child(sh.text, drawing.A, "bodyPr"), drawing.A, drawing.FitOverflow)
}

// first returns the place of what is seen first in a shape: the first line of its
// text, or the first row of a table.
func (src *source) first(sh *shape) drawing.Frame {
	switch {
	case sh.text != 0:
		f := src.textFrame(sh)
		f.H = min(f.H, lineHigh+inset)
		return f
	case sh.kind == kindFrame:
		f := sh.frame
		if row := src.Child(src.inner(sh), drawing.A, "tr"); row != 0 {
			f.H = min(f.H, max(drawing.Length(src.Attr(row, xmlread.None, "h")), 1))
		}
		return f
	}
	return sh.frame
}

// What is guessed of text that does not say it: the size of its letters, how high
// its lines are, how far it is from the edge of its shape.
const (
	sizeUsual = 18 * drawing.Point
	lineHigh  = sizeUsual * 6 / 5
	inset     = drawing.Inch / 20
)

// textFrame returns about where the text of a shape is: as high as its
// lines are, which are guessed, and where the shape sets them.
func (src *source) textFrame(sh *shape) drawing.Frame {
	t := src.Tree
	high := drawing.EMU(0)
	for c := t.First(sh.text); c != 0; c = t.Next(c) {
		if t.Name(c).Is(drawing.A, "p") {
			wide := drawing.EMU(len(t.All(c))) * sizeUsual / 2
			high += (1 + wide/max(sh.frame.W, sizeUsual)) * lineHigh
		}
	}
	f := sh.frame
	if high = high + 2*inset; high >= f.H {
		return f
	}
	switch t.Attr(t.Child(sh.text, drawing.A, "bodyPr"), xmlread.None, "anchor") {
	case "ctr":
		f.Y += (f.H - high) / 2
	case "b":
		f.Y += f.H - high
	}
	f.H = high
	return f
}

// overflow returns an error once there is more text than may be written, so
// that no more of it is held.
func (d *deck) overflow() error {
	return d.env.Check(converters.LimitText, (d.bytes+utf8.UTFMax-1)/utf8.UTFMax, d.pos())
}

// inner returns what a graphic frame holds, or 0.
func (src *source) inner(sh *shape) xmlread.NodeID {
	s := src
	var inner xmlread.NodeID
	drawing.Each(s.Tree, s.Child(s.Child(sh.node, drawing.A, "graphic"), drawing.A, "graphicData"), func(n xmlread.NodeID) {
		if inner == 0 {
			inner = n
		}
	})
	return inner
}
