// Package lost says what formats of texts, pages, sheets and slides lose, or keep with a
// label: one code and one wording for each loss, whichever format has it.
package lost

import (
	"errors"
	"iter"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Kind is something that is lost without being hidden.
type Kind uint8

// The kinds, described by the table below.
const (
	Object Kind = iota
	Sheet
	Part
	Furniture
	SlideFurniture
	FixedText
	ChartUnread
	ChartEmpty
	Chunk
	Phantom
	Repeat
	Slide
	Filtered
	Collapsed
	Blank
	Merge
	Value
	String
	Link
	Sparkline
	Unsure
	Condition
	Macro
	External
	Brace
	End
	Appended
	Trailing
	Ragged
	Frame
	Comment
	Deep
	Cut
	Rules
	Tree
	numerals
	kindCount
)

// kinds says how each loss is reported.
var kinds = [kindCount]converters.WarningInfo{
	Object:         {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
	Sheet:          {Code: "sheet-missing", Title: "sheets that the workbook lists but the package does not contain"},
	Part:           {Code: "part-unread", Title: "parts of the package that are missing or broken were left out"},
	Furniture:      {Code: "page-furniture", Title: "headers or footers that are only page numbers, or say the same again, were left out"},
	SlideFurniture: {Code: "page-furniture", Title: "footers, dates and slide numbers were left out"},
	FixedText:      {Code: "layout-text", Title: "text that layouts and masters show on their slides was left out"},
	ChartUnread:    {Code: "chart-unread", Title: "charts or diagrams that could not be read were left out"},
	ChartEmpty:     {Code: "chart-empty", Title: "charts and diagrams that keep no values or text"},
	Chunk:          {Code: "chunk-unread", Title: "documents inside the document that could not be read were left out"},
	Phantom:        {Code: "equation-unseen", Title: "invisible parts of equations (phantoms) were left out"},
	Repeat:         {Code: "repeat-clipped", Title: "repeats beyond what a document can mean were cut short"},
	Slide:          {Code: "slide-missing", Title: "slides that the presentation lists but the package does not contain"},
	Filtered:       {Code: "row-filtered", Title: "rows that a filter hides were kept, with a label"},
	Collapsed:      {Code: "outline-collapsed", Title: "rows or columns of collapsed groups were kept, with a label"},
	Blank:          {Code: "row-blank", Title: "rows without text between the rows of a table; left out"},
	Merge:          {Code: "merge-overlapping", Title: "merged ranges that overlap others were passed over"},
	Value:          {Code: "formula-without-value", Title: "formulas whose result the file does not hold; the formula is shown"},
	String:         {Code: "string-missing", Title: "cells whose text is not in the table of shared strings are empty"},
	Link:           {Code: "link-shortened", Title: "links of very large ranges are kept in their first cell only; too many links are left out"},
	Sparkline:      {Code: "sparkline", Title: "small charts inside cells (sparklines) were left out; the values that they draw are in their own cells"},
	Unsure:         {Code: "condition-uncertain", Title: "cells that a conditional format may hide were kept with a label; conditions are not evaluated"},
	Condition:      {Code: "condition-hides", Title: "conditional formats that show a sign in place of a number; the number was kept"},
	Macro:          {Code: "macros", Title: "programs in the workbook (macros) were left out"},
	External:       {Code: "external-workbook", Title: "references to other workbooks were not followed; the values that the file keeps are shown"},
	Brace:          {Code: "brace-unmatched", Title: "a closing brace that nothing opens was passed over"},
	End:            {Code: "cut-short", Title: "the source ends inside a group or its binary data"},
	Appended:       {Code: "document-appended", Title: "a second document follows the first in the same file; word processors do not show it, and it was kept"},
	Trailing:       {Code: "trailing-data", Title: "data after the end of the document was not read, as in word processors"},
	Ragged:         {Code: "row-ragged", Title: "rows of a table that are shorter or longer than the rows before them"},
	Frame:          {Code: "frame-not-fetched", Title: "pages inside the page were not fetched"},
	Comment:        {Code: "comment-dropped", Title: "comments in the markup were dropped"},
	Deep:           {Code: "nesting-flattened", Title: "elements nested deeper than 256 are placed beside one another"},
	Cut:            {Code: "markup-cut-off", Title: "the source ends inside a tag, a comment or a quoted value"},
	Rules:          {Code: "style-rules-left-out", Title: "style rules were not read, as they are too many, too deep, too expensive to match or in an address: text that they hide may be kept"},
	Tree:           {Code: "page-too-big", Title: "the page is too big for its structure to be kept; its text is whole"},
	numerals:       {Code: "numerals-plain", Title: "numbers and dates in numerals, or of a calendar, that are not known are shown in the plain form"},
}

// Tally counts what is hidden and what is lost.
type Tally struct {
	visible.Tally
	counts [kindCount]tally.Count
}

// NewTally returns one that applies the policy of an environment.
func NewTally(env *converters.Env) *Tally { return &Tally{Tally: visible.NewTally(env)} }

// Lose counts a loss at a place.
func (t *Tally) Lose(what Kind, pos document.Pos) { t.LoseMany(what, pos, 1) }

// Tell counts a loss at a place, and tells its words where they are asked for.
func (t *Tally) Tell(env *converters.Env, what Kind, pos document.Pos, words string) {
	t.Lose(what, pos)
	env.Show(kinds[what].Code, pos, words)
}

// LoseMany counts n losses, the first of which is at a place.
func (t *Tally) LoseMany(what Kind, pos document.Pos, n int) { t.counts[what].Add(pos, n) }

// Plain counts a number that is shown in its plain form, since the numerals or the
// calendar that it has are not known.
func (t *Tally) Plain(pos document.Pos) { t.Lose(numerals, pos) }

// Comments counts n comments of a page, and tells the words of the first, by the lines
// that they end in, where they are asked for.
func (t *Tally) Comments(env *converters.Env, n int, first iter.Seq2[int, string]) {
	t.LoseMany(Comment, document.Pos{}, n)
	for line, text := range first {
		env.Show(kinds[Comment].Code, document.LineSpan(line, line), text)
	}
}

// Spare takes the error of a part that the rest can be read without: one that is
// broken is counted as lost. It returns other errors, such as limits.
func (t *Tally) Spare(err error, pos document.Pos) error {
	if !errors.Is(err, converters.ErrCorrupt) {
		return err
	}
	t.Lose(Part, pos)
	return nil
}

// Warn reports what was counted, in a fixed order.
func (t *Tally) Warn(env *converters.Env) {
	t.Tally.Warn(env)
	for what := range t.counts {
		t.counts[what].Warn(env, kinds[what].Code, kinds[what].Title)
	}
}

// Warnings describes some kinds for the docs.
func Warnings(which ...Kind) []converters.WarningInfo {
	out := make([]converters.WarningInfo, 0, len(which))
	for _, k := range which {
		out = append(out, kinds[k])
	}
	return out
}
