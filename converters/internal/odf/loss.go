package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// hiding is how content is hidden.
type hiding uint8

const (
	notHidden hiding = iota
	hiddenText
	hiddenSection
	hiddenDeleted
	hiddenSize
	hiddenColor
	hiddenTable
	hiddenCell
	hiddenSheet
	hiddenRow
	hiddenColumn
	hiddenSlide
	hiddenShape
	hiddenOffPage
	hidingCount
)

// hidingKinds says how each way of hiding is reported.
var hidingKinds = [hidingCount]struct{ code, title string }{
	hiddenText:    {"hidden-text", "formatted as hidden, or in a field that hides it"},
	hiddenSection: {"hidden-section", "in a section that does not show"},
	hiddenDeleted: {"deleted-text", "deleted or moved away, with the change recorded"},
	hiddenSize:    {"hidden-size", "smaller than 2 points, or pressed together"},
	hiddenColor:   {"hidden-color", "in the colour of its ground, or transparent"},
	hiddenTable:   {"hidden-table", "in a table that does not show"},
	hiddenCell:    {"hidden-cell", "in a cell that another one covers"},
	hiddenSheet:   {"hidden-sheet", "a sheet that does not show"},
	hiddenRow:     {"hidden-row", "rows that do not show"},
	hiddenColumn:  {"hidden-column", "columns that do not show"},
	hiddenSlide:   {"hidden-slide", "a slide that is left out of the show"},
	hiddenShape:   {"hidden-shape", "shapes that do not show"},
	hiddenOffPage: {"hidden-off-page", "shapes outside of the slide, text beside the page"},
}

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
	lostSparse
	lostUnsure
	lostCondition
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]struct{ code, title string }{
	lostObject:    {"object", "embedded objects were left out; what they show as text is kept"},
	lostPart:      {"part-unread", "a part of the package that is broken or missing was left out"},
	lostPage:      {"page-furniture", "headers or footers that are only page numbers, or say the same again, were left out"},
	lostRepeat:    {"repeat-clipped", "repeats beyond what a document can mean were cut short"},
	lostFiltered:  {"row-filtered", "rows that a filter hides were kept, with a label"},
	lostCollapsed: {"outline-collapsed", "rows or columns of collapsed groups were kept, with a label"},
	lostBlank:     {"row-blank", "rows without text between the rows of a table; left out"},
	lostUnsure:    {"color-unsure", "text that may be in the colour of its ground was kept, since the ground cannot be told"},
	lostCondition: {"condition-unread", "conditional formats that may hide cells, or show a sign in their place, are not judged; the cells were kept"},
	lostSparse:    {"sheet-sparse", "parts of a sheet with hardly any cells for their size stand without the empty ones"},
}

// tally counts something, and remembers where it was first.
type tally struct {
	count int
	pos   document.Pos
}

func (t *tally) add(pos document.Pos, n int) {
	if t.count == 0 {
		t.pos = pos
	}
	t.count += n
}

func (t *tally) warn(env *converters.Env, code, message string) {
	if t.count > 0 {
		env.Warn(document.Warning{Code: code, Pos: t.pos, Message: message, Count: t.count})
	}
}

// losses counts what is hidden and what is lost.
type losses struct {
	policy converters.HiddenPolicy
	veiled [hidingCount]tally
	lost   [lossCount]tally
}

// hide counts hidden content, and reports whether it is left out.
func (l *losses) hide(how hiding, pos document.Pos) bool {
	l.veiled[how].add(pos, 1)
	return l.policy == converters.DropHidden
}

func (l *losses) lose(what loss, pos document.Pos) { l.lost[what].add(pos, 1) }

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env) {
	for how, k := range hidingKinds {
		message := "hidden content was left out: " + k.title
		if l.policy != converters.DropHidden {
			message = "hidden content is shown: " + k.title
		}
		l.veiled[how].warn(env, k.code, message)
	}
	for what, k := range lossKinds {
		l.lost[what].warn(env, k.code, k.title)
	}
}

// Warnings lists the codes of the warnings that reading a document may give.
func Warnings() []converters.WarningInfo {
	var out []converters.WarningInfo
	for _, k := range hidingKinds[1:] {
		out = append(out, converters.WarningInfo{Code: k.code, Title: "hidden content: " + k.title})
	}
	for _, k := range lossKinds {
		out = append(out, converters.WarningInfo{Code: k.code, Title: k.title})
	}
	return out
}
