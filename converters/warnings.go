package converters

import (
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
)

// WarningInfo describes a warning's code for people and for the docs.
type WarningInfo struct{ Code, Title string }

// The codes of warnings that any format may give, besides those of the writer
// and of the text gate. A format declares its own in [Format.Warnings].
const (
	WarnConflictMarkers   = "conflict-markers"
	WarnContentDiffers    = "content-differs"
	WarnEncodingUncertain = "encoding-uncertain"
	WarnEncodingReplaced  = "encoding-replaced"
	warnUnassigned        = "char-unassigned"
	WarnHiddenDoubtful    = "hidden-doubtful"
	WarnLocked            = "locked"
)

// RenamedWarning returns what a code is called now that once had another name,
// or the code itself.
func RenamedWarning(code string) string {
	switch code {
	case "color-uncertain":
		return "color-unsure"
	case "hidden-condition", "condition-unread":
		return "condition-uncertain"
	}
	return code
}

// Warnings returns the codes that any format may give, those of the writer
// among them. Those of the text gate are "char-u01" to "char-u16", one a rule.
func Warnings() []WarningInfo {
	all := []WarningInfo{
		{WarnConflictMarkers, "a merge left its markers in the source; an error in a check, and for a hook"},
		{WarnContentDiffers, "the content is of another format than the name says; read as what it is"},
		{WarnEncodingUncertain, "the encoding was guessed with a small margin"},
		{WarnEncodingReplaced, "bytes that are not text in the encoding became U+FFFD"},
		{warnUnassigned, "characters that Unicode 17 does not assign were kept"},
		{WarnHiddenDoubtful, "more than half of the text seems to be hidden by its colour, size or place; it was kept, between [hidden: and ]"},
		{"numerals-plain", "numbers and dates in numerals, or of a calendar, that are not known are shown in the plain form"},
		{secrets.Code, "text that reads like a key, a token or a password was kept: whoever reads it can use it"},
		{WarnLocked, "the source is locked with a password, which was given; who has not got it cannot prove the chapter, and no cache keeps it"},
	}
	for _, w := range markdown.Warnings() {
		all = append(all, WarningInfo(w))
	}
	return all
}
