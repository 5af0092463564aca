package xlsx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/document"
)

// hiding is how content is hidden.
type hiding uint8

const (
	notHidden hiding = iota
	hiddenSheet
	hiddenRow
	hiddenColumn
	hiddenFormat
	hiddenColor
	hiddenSize
	hiddenCell
	hiddenCondition
	hiddenName
	hiddenShape
	hidingCount
)

// hidingKinds says how each way of hiding is reported.
var hidingKinds = [hidingCount]struct{ code, title string }{
	hiddenSheet:     {"hidden-sheet", "sheets that are hidden"},
	hiddenRow:       {"hidden-row", "rows that are hidden"},
	hiddenColumn:    {"hidden-column", "columns that are hidden"},
	hiddenFormat:    {"hidden-format", "cells whose number format shows nothing"},
	hiddenColor:     {"hidden-color", "in the colour of its ground"},
	hiddenSize:      {"hidden-size", "smaller than 2 points"},
	hiddenCell:      {"hidden-cell", "in a cell that another one covers"},
	hiddenCondition: {"hidden-condition", "cells that a conditional format hides"},
	hiddenName:      {"hidden-name", "defined names that are hidden"},
	hiddenShape:     {"hidden-shape", "drawings that are hidden"},
}

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
	lostColor
	lostUnsure
	lostCondition
	lostPhantom
	lostMacro
	lostExternal
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]struct{ code, title string }{
	lostFiltered:  {"row-filtered", "rows that a filter hides were kept, with a label"},
	lostCollapsed: {"outline-collapsed", "rows or columns of collapsed groups were kept, with a label"},
	lostValue:     {"formula-without-value", "formulas whose result the file does not hold; the formula is shown"},
	lostString:    {"string-missing", "cells whose text is not in the table of shared strings are empty"},
	lostObject:    {"object", "embedded objects were left out; what they show as text is kept"},
	lostMerge:     {"merge-overlapping", "merged ranges that overlap others were passed over"},
	lostBlank:     {"row-blank", "rows without text between the rows of a table; left out"},
	lostSheet:     {"sheet-missing", "sheets that the workbook lists and the package does not hold"},
	lostPart:      {"part-unread", "parts of the package that are missing or broken were left out"},
	lostChart:     {"chart-empty", "charts and diagrams that keep no values or text"},
	lostColor:     {"color-uncertain", "text that its colour may hide, on a ground that cannot be told, was kept with a label"},
	lostSparkline: {"sparkline", "small charts inside of cells (sparklines) were left out; the values that they draw are in their own cells"},
	lostUnsure:    {"condition-uncertain", "cells that a condition may hide, of which it cannot be told whether it holds, were kept with a label"},
	lostCondition: {"condition-hides", "conditional formats that show a sign in place of a number; the number was kept"},
	lostPhantom:   {"equation-unseen", "parts of equations that take room and are not seen were left out"},
	lostMacro:     {"macros", "programs in the workbook (macros) were left out"},
	lostExternal:  {"external-workbook", "references to other workbooks were not followed; the values that the file keeps are shown"},
	lostLink:      {"link-shortened", "links of very large ranges stand in their first cell alone; too many links are left out"},
}

// tally counts something, and remembers where it was first.
type tally struct {
	count int
	pos   document.Pos
}

// losses counts what is hidden and what is lost.
type losses struct {
	veiled [hidingCount]tally
	lost   [lossCount]tally
}

func (l *losses) hide(how hiding, pos document.Pos) { l.veiled[how].add(pos) }
func (l *losses) lose(what loss, pos document.Pos)  { l.lost[what].add(pos) }

func (t *tally) add(pos document.Pos) {
	if t.count == 0 {
		t.pos = pos
	}
	t.count++
}

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := ooxml.Warnings()
	for _, k := range hidingKinds[1:] {
		out = append(out, converters.WarningInfo{Code: k.code, Title: "hidden content: " + k.title})
	}
	for _, k := range lossKinds {
		out = append(out, converters.WarningInfo{Code: k.code, Title: k.title})
	}
	return out
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env, p converters.HiddenPolicy) {
	message := "hidden content was left out: "
	if p != converters.DropHidden {
		message = "hidden content is shown: "
	}
	for how, k := range hidingKinds {
		l.veiled[how].warn(env, k.code, message+k.title)
	}
	for what, k := range lossKinds {
		l.lost[what].warn(env, k.code, k.title)
	}
}

func (t *tally) warn(env *converters.Env, code, message string) {
	if t.count > 0 {
		env.Warn(document.Warning{Code: code, Pos: t.pos, Message: message, Count: t.count})
	}
}
