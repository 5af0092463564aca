// Package visible decides what a reader sees. Formats resolve their styles and
// geometry into facts; the thresholds, the verdicts, their codes and their
// wording are here, once for all formats.
//
//   - facts.go: what a format knows of a text, and the verdict
//   - difference.go, system.go, color.go: colours, and how different they look
//   - visible.go: the ways to hide, and their warnings
//   - note.go: the words of what is hidden
package visible

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/document"
)

// Way is how content is kept from a reader's eyes.
type Way uint8

// The ways to hide content. Color, Opacity, OffPage, Size, Time, Covered and Cell are
// inferred from how the content looks; the others are marks that the file sets.
const (
	Shown Way = iota
	Text
	Deleted
	Attribute
	Style
	Element
	ForEyes // for screen readers alone: always kept, with a label
	Section
	Sheet
	Row
	Column
	Slide
	Table
	Shape
	Format
	Name
	Note // always left out
	OffPage
	Size
	Opacity
	Color
	Cell
	Time
	Covered
	Unsure      // may be in the colour of its background: always kept
	StyleUnsure // may be hidden by a style that is not evaluated: always kept
	wayCount
)

// ways says how each way is reported.
var ways = [wayCount]converters.WarningInfo{
	Text:        {Code: "hidden-text", Title: "formatted as hidden"},
	Deleted:     {Code: "deleted-text", Title: "deleted or moved away, with the change recorded"},
	Attribute:   {Code: "hidden-attribute", Title: "hidden by an attribute (hidden, popover)"},
	Style:       {Code: "hidden-style", Title: "hidden by display, visibility or the like, in a style attribute or a rule"},
	Element:     {Code: "hidden-element", Title: "in an element that does not show: template, noscript, closed dialog, datalist"},
	ForEyes:     {Code: "hidden-for-eyes", Title: "meant for screen readers alone; kept with a label"},
	Section:     {Code: "hidden-section", Title: "in a section that is hidden"},
	Sheet:       {Code: "hidden-sheet", Title: "sheets that are hidden"},
	Row:         {Code: "hidden-row", Title: "rows that are hidden"},
	Column:      {Code: "hidden-column", Title: "columns that are hidden"},
	Slide:       {Code: "hidden-slide", Title: "slides that are not shown"},
	Table:       {Code: "hidden-table", Title: "in a table that is hidden"},
	Shape:       {Code: "hidden-shape", Title: "shapes, drawings or frames that are hidden"},
	Format:      {Code: "hidden-format", Title: "cells whose number format shows nothing"},
	Name:        {Code: "hidden-name", Title: "defined names that are hidden"},
	Note:        {Code: "hidden-note", Title: "a note, comment, header, footer or list marker that the text does not show"},
	OffPage:     {Code: "hidden-off-page", Title: "outside the page or the slide"},
	Size:        {Code: "hidden-size", Title: "too small to see: a font below 2 points, overlapping letters, or a line or box without size"},
	Opacity:     {Code: "hidden-opacity", Title: "transparent"},
	Color:       {Code: "hidden-color", Title: "in the colour of its background"},
	Cell:        {Code: "hidden-cell", Title: "in a cell that another one covers"},
	Time:        {Code: "hidden-time", Title: "shown for no time"},
	Covered:     {Code: "hidden-covered", Title: "behind another shape"},
	Unsure:      {Code: "color-unsure", Title: "text that may have the colour of its background was kept: that colour is unknown or hardly different"},
	StyleUnsure: {Code: "style-unsure", Title: "text that a style may hide was kept, since the style is not evaluated: an animation, a shape, a box that may cover it, a rule on an unknown condition"},
}

// Warnings describes some ways for the docs.
func Warnings(which ...Way) []converters.WarningInfo {
	out := make([]converters.WarningInfo, 0, len(which))
	for _, w := range which {
		info := ways[w]
		if !w.isUnsure() {
			info.Title = "hidden content: " + info.Title
		}
		out = append(out, info)
	}
	return out
}

// isInferred reports whether content is hidden by what it looks like, and not
// since the file says so.
func (how Way) isInferred() bool { return how >= OffPage && how <= Covered }

// isUnsure reports whether nobody knows that content is hidden.
func (how Way) isUnsure() bool { return how == Unsure || how == StyleUnsure }

// Tally counts what is hidden, by way, and applies the policy.
type Tally struct {
	env    *converters.Env
	counts [wayCount]tally.Count
}

// NewTally returns one that applies the policy of an environment.
func NewTally(env *converters.Env) Tally { return Tally{env: env} }

// When returns what becomes of content that is hidden in some way.
func (t *Tally) When(how Way) converters.HiddenPolicy {
	if shown := t.env.Options.Shown(); shown != "" && shown != ways[how].Code && (how == ForEyes || how.isUnsure()) {
		return converters.KeepHidden // it is always shown, and no label is asked for
	}
	return t.env.WhenHidden(ways[how].Code, how.isInferred())
}

// Hide counts hidden content, and reports whether it is left out.
func (t *Tally) Hide(how Way, pos document.Pos) bool { return t.HideMany(how, pos, 1) }

// HideMany counts n pieces of hidden content, and reports whether they are left
// out.
func (t *Tally) HideMany(how Way, pos document.Pos, n int) bool {
	t.counts[how].Add(pos, n)
	drops := t.Drops(how)
	if drops && how.isInferred() {
		t.env.SeemsHidden(n)
	}
	return drops
}

// ShowsNotes reports whether the words of notes are asked for that the text does not show.
func (t *Tally) ShowsNotes() bool { return t.env.Shows(ways[Note].Code) }

// ShowName tells a hidden name and what it names, where that is asked for: where
// names are marked, only what they are used for is in the text.
func (t *Tally) ShowName(pos document.Pos, words string) { t.env.Show(ways[Name].Code, pos, words) }

// ShowMarker tells a list marker that the text does not show, where it is asked for.
func (t *Tally) ShowMarker(pos document.Pos, words string) { t.env.Show(ways[Note].Code, pos, words) }

// ShowNote tells the words of such a note, where they are asked for.
func (t *Tally) ShowNote(pos document.Pos, blocks []document.Block) {
	if t.ShowsNotes() {
		t.env.Show(ways[Note].Code, pos, textOf(blocks))
	}
}

// Drops reports whether content that is hidden in some way is left out.
func (t *Tally) Drops(how Way) bool {
	switch how {
	case Shown, ForEyes, Unsure, StyleUnsure:
		return false
	case Note:
		return true // where its words are asked for, too: they have no place in the text
	}
	return t.When(how) == converters.DropHidden
}

// Labelled returns blocks that are hidden in some way, in their label; none where such
// content is left out.
func (t *Tally) Labelled(how Way, blocks []document.Block) []document.Block {
	if t.Drops(how) {
		return nil
	}
	return t.Label(how).LabelBlocks(blocks)
}

// Label returns the label of text that is hidden in some way and not left out; 0
// where it is shown as any other.
func (t *Tally) Label(how Way) document.Style {
	switch {
	case how == Shown || t.When(how) == converters.KeepHidden:
		return 0
	case how.isUnsure():
		return document.MayBeHidden
	}
	return document.Hidden
}

// Warn reports what was counted, in a fixed order.
func (t *Tally) Warn(env *converters.Env) {
	for how := range wayCount {
		if t.counts[how].N == 0 {
			continue
		}
		message := ways[how].Title
		switch {
		case how.isUnsure():
		case t.Drops(how):
			message = "hidden content was left out: " + message
		default:
			message = "hidden content is shown: " + message
		}
		t.counts[how].Warn(env, ways[how].Code, message)
	}
}
