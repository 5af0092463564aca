package model

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Loss is something that was lost without being hidden.
type Loss uint8

// The losses, described by [Warnings].
const (
	LostObject Loss = iota
	LostBrace
	LostEnd
	LostFurniture
	LostAppended
	LostTrailing
	LostRagged
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]converters.WarningInfo{
	LostObject:    {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
	LostBrace:     {Code: "brace-unmatched", Title: "a closing brace that nothing opens was passed over"},
	LostEnd:       {Code: "cut-short", Title: "the source ends inside a group or its binary data"},
	LostFurniture: {Code: "page-furniture", Title: "headers or footers that are only page numbers, or say the same again, were left out"},
	LostAppended:  {Code: "document-appended", Title: "a second document follows the first in the same file; word processors do not show it, and it was kept"},
	LostTrailing:  {Code: "trailing-data", Title: "data after the end of the document was not read, as in word processors"},
	LostRagged:    {Code: "row-ragged", Title: "rows of a table that are shorter or longer than the rows before them"},
}

// Losses counts what is hidden and what is lost.
type Losses struct {
	visible.Tally
	lost [lossCount]tally.Count
}

// Lose counts n losses, the first of which is at a line.
func (l *Losses) Lose(what Loss, line, n int) { l.lost[what].Add(LineAt(line), n) }

// Warn reports what was counted, in a fixed order.
func (l *Losses) Warn(env *converters.Env) {
	l.Tally.Warn(env)
	tally.Warn(env, lossKinds[:], l.lost[:])
}

// Warnings lists what Warn reports.
func Warnings() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Color, visible.Cell, visible.Unsure)
	return append(out, lossKinds[:]...)
}

// LineAt returns the position of a line.
func LineAt(line int) document.Pos { return document.LineSpan(line, line) }
