package pptx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := visible.Warnings(visible.Slide, visible.Shape, visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Covered, visible.Unsure)
	return append(out, lost.Warnings(lost.Part, lost.Slide, lost.SlideFurniture, lost.FixedText, lost.Object, lost.ChartEmpty, lost.Phantom)...)
}

// onSlide returns the place of a slide.
func onSlide(number int) document.Pos { return document.Pos{Page: int32(number)} }
