package html

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// The codes of what a page loses.
const (
	warnComment  = "comment-dropped"
	warnFrame    = "frame-not-fetched"
	warnDeep     = "nesting-flattened"
	warnCut      = "markup-cut-off"
	warnRules    = "style-rules-left-out"
	warnTreeless = "page-too-big"
	warnOutside  = "outside-article"
)

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := []converters.WarningInfo{
		{Code: warnComment, Title: "comments in the markup were dropped"},
		{Code: warnFrame, Title: "a page inside the page is at another address and was not fetched"},
		{Code: warnDeep, Title: "elements nested too deep were placed beside one another"},
		{Code: warnCut, Title: "the source ends inside a tag, a comment or a quoted value"},
		{Code: warnRules, Title: "style rules were left out: too many, or too expensive to match; what they may hide is hidden"},
		{Code: warnTreeless, Title: "the page is too big for its structure to be kept; its text is whole"},
		{Code: warnOutside, Title: "text outside the article was left out (--html=article)"},
	}
	return append(out, visible.Warnings(visible.Attribute, visible.Style, visible.Element, visible.ForEyes, visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Unsure, visible.StyleUnsure)...)
}

// losses counts what is lost without being hidden.
type losses struct {
	comments, deep int
	cut, rules     bool
}

// lose notes what a tree and its sheet have lost.
func (b *builder) lose(t *dom.Tree) {
	b.lost.comments += t.Comments
	b.lost.deep += t.Deep
	b.lost.cut = b.lost.cut || t.Cut
	b.lost.rules = b.lost.rules || b.sheet.Full || b.sheet.Matcher.Steps <= 0
}

// warn reports what was lost, in a fixed order.
func (b *builder) warn() {
	b.hidden.Warn(b.env)
	b.frames.Warn(b.env, warnFrame, "pages inside the page were not fetched")
	b.report(warnComment, "comments in the markup were dropped", b.lost.comments)
	b.report(warnDeep, "elements nested deeper than 256 are placed beside one another", b.lost.deep)
	if b.lost.cut {
		b.report(warnCut, "the source ends inside a tag, a comment or a quoted value", 1)
	}
	if b.lost.rules {
		b.report(warnRules, "style rules were too many or too expensive to match: what they may hide is hidden", 1)
	}
}

func (b *builder) report(code, message string, count int) {
	if count > 0 {
		b.env.Warn(document.Warning{Code: code, Message: message, Count: count})
	}
}
