package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// loss is what was lost without being hidden.
type loss uint8

const (
	lostObject loss = iota
	lostPart
	lostPage
	lostRepeat
	lostFiltered
	lostCollapsed
	lostBlank
	lostMerge
	lostUnsure
	lostCondition
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]converters.WarningInfo{
	lostObject:    {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
	lostPart:      {Code: "part-unread", Title: "a part of the package that is broken or missing was left out"},
	lostPage:      {Code: "page-furniture", Title: "headers or footers that are only page numbers, or say the same again, were left out"},
	lostRepeat:    {Code: "repeat-clipped", Title: "repeats beyond what a document can mean were cut short"},
	lostFiltered:  {Code: "row-filtered", Title: "rows that a filter hides were kept, with a label"},
	lostCollapsed: {Code: "outline-collapsed", Title: "rows or columns of collapsed groups were kept, with a label"},
	lostBlank:     {Code: "row-blank", Title: "rows without text between the rows of a table; left out"},
	lostMerge:     {Code: "merge-overlapping", Title: "merged ranges that overlap others were passed over"},
	lostUnsure:    {Code: "condition-uncertain", Title: "cells that a conditional format may hide were kept with a label; conditions are not evaluated"},
	lostCondition: {Code: "condition-hides", Title: "conditional formats that show a sign in place of a number; the number was kept"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	visible.Tally
	lost [lossCount]tally.Count
}

func (l *losses) lose(what loss, pos document.Pos) { l.loseMany(what, pos, 1) }

func (l *losses) loseMany(what loss, pos document.Pos, n int) { l.lost[what].Add(pos, n) }

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env) {
	l.Warn(env)
	tally.Warn(env, lossKinds[:], l.lost[:])
}

// Warnings lists the codes of the warnings that reading a document may give.
func Warnings() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Section, visible.Sheet, visible.Row, visible.Column, visible.Slide, visible.Table, visible.Shape,
		visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure)
	return append(out, lossKinds[:]...)
}
