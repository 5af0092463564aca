package pptx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// loss is what was lost without being hidden.
type loss uint8

const (
	lostPart loss = iota
	lostSlide
	lostFurniture
	lostFixed
	lostObject
	lostChart
	lostPhantom
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]converters.WarningInfo{
	lostPart:      {Code: "part-unread", Title: "parts of the package that are missing or broken were left out"},
	lostSlide:     {Code: "slide-missing", Title: "slides that the presentation lists but the package does not contain"},
	lostFurniture: {Code: "page-furniture", Title: "footers, dates and slide numbers were left out"},
	lostFixed:     {Code: "layout-text", Title: "text that layouts and masters show on their slides was left out"},
	lostObject:    {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
	lostChart:     {Code: "chart-empty", Title: "charts and diagrams that keep no values or text"},
	lostPhantom:   {Code: "equation-unseen", Title: "invisible parts of equations (phantoms) were left out"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	visible.Tally
	lost [lossCount]tally.Count
}

func (l *losses) hide(how visible.Way, slide int) bool {
	return l.Hide(how, document.Pos{Page: slide})
}

func (l *losses) lose(what loss, slide int) { l.lost[what].Add(document.Pos{Page: slide}, 1) }

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := visible.Warnings(visible.Slide, visible.Shape, visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Covered, visible.Unsure)
	return append(out, lossKinds[:]...)
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env) {
	l.Warn(env)
	tally.Warn(env, lossKinds[:], l.lost[:])
}
