package xlsx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// loss is what was lost, or kept with a label.
type loss uint8

const (
	lostFiltered loss = iota
	lostCollapsed
	lostValue
	lostString
	lostObject
	lostMerge
	lostBlank
	lostSheet
	lostLink
	lostPart
	lostChart
	lostSparkline
	lostUnsure
	lostCondition
	lostPhantom
	lostMacro
	lostExternal
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]converters.WarningInfo{
	lostFiltered:  {Code: "row-filtered", Title: "rows that a filter hides were kept, with a label"},
	lostCollapsed: {Code: "outline-collapsed", Title: "rows or columns of collapsed groups were kept, with a label"},
	lostValue:     {Code: "formula-without-value", Title: "formulas whose result the file does not hold; the formula is shown"},
	lostString:    {Code: "string-missing", Title: "cells whose text is not in the table of shared strings are empty"},
	lostObject:    {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
	lostMerge:     {Code: "merge-overlapping", Title: "merged ranges that overlap others were passed over"},
	lostBlank:     {Code: "row-blank", Title: "rows without text between the rows of a table; left out"},
	lostSheet:     {Code: "sheet-missing", Title: "sheets that the workbook lists but the package does not contain"},
	lostPart:      {Code: "part-unread", Title: "parts of the package that are missing or broken were left out"},
	lostChart:     {Code: "chart-empty", Title: "charts and diagrams that keep no values or text"},
	lostSparkline: {Code: "sparkline", Title: "small charts inside cells (sparklines) were left out; the values that they draw are in their own cells"},
	lostUnsure:    {Code: "condition-uncertain", Title: "cells that a conditional format may hide were kept with a label; conditions are not evaluated"},
	lostCondition: {Code: "condition-hides", Title: "conditional formats that show a sign in place of a number; the number was kept"},
	lostPhantom:   {Code: "equation-unseen", Title: "invisible parts of equations (phantoms) were left out"},
	lostMacro:     {Code: "macros", Title: "programs in the workbook (macros) were left out"},
	lostExternal:  {Code: "external-workbook", Title: "references to other workbooks were not followed; the values that the file keeps are shown"},
	lostLink:      {Code: "link-shortened", Title: "links of very large ranges are kept in their first cell only; too many links are left out"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	visible.Tally
	lost [lossCount]tally.Count
}

// Lose implements [sheet.Format].
func (sh *worksheet) Lose(what sheet.Loss, pos document.Pos) {
	sh.losses.lose([...]loss{sheet.Filtered: lostFiltered, sheet.Collapsed: lostCollapsed, sheet.Blank: lostBlank, sheet.Merged: lostMerge}[what], pos)
}

func (l *losses) lose(what loss, pos document.Pos) { l.lost[what].Add(pos, 1) }

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := append(ooxml.Warnings(), visible.Warnings(visible.Sheet, visible.Row, visible.Column, visible.Shape, visible.Format, visible.Name,
		visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure)...)
	return append(out, lossKinds[:]...)
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env) {
	l.Warn(env)
	tally.Warn(env, lossKinds[:], l.lost[:])
}
