package xlsx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := append(ooxml.Warnings(), visible.Warnings(visible.Sheet, visible.Row, visible.Column, visible.Shape, visible.Format, visible.Name,
		visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure)...)
	return append(out, lost.Warnings(lost.Filtered, lost.Collapsed, lost.Value, lost.String, lost.Object, lost.Merge, lost.Blank, lost.Sheet, lost.Part,
		lost.ChartEmpty, lost.Sparkline, lost.Unsure, lost.Condition, lost.Phantom, lost.Macro, lost.External, lost.Link)...)
}
