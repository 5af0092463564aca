package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Warnings lists the codes of the warnings that reading a document may give.
func Warnings() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Section, visible.Sheet, visible.Row, visible.Column, visible.Slide, visible.Table, visible.Shape,
		visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure)
	return append(out, lost.Warnings(lost.Object, lost.Part, lost.Furniture, lost.Repeat, lost.Filtered, lost.Collapsed, lost.Blank, lost.Merge, lost.Unsure, lost.Condition)...)
}
