package html

import (
	"github.com/seed353dc258/backstory/converters"
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

// hiddenKinds says how each way of hiding is reported.
var hiddenKinds = [hidingCount]struct{ code, title string }{
	hiddenAttribute: {"hidden-attribute", "hidden by an attribute (hidden, popover)"},
	hiddenStyle:     {"hidden-style", "hidden by display, visibility or the like, in a style attribute or a rule"},
	hiddenOpacity:   {"hidden-opacity", "transparent: opacity 0"},
	hiddenSize:      {"hidden-size", "too small to see: font size, clipped or empty box"},
	hiddenOffPage:   {"hidden-off-page", "moved out of the page"},
	hiddenColor:     {"hidden-color", "in a transparent colour, or in that of its ground"},
	hiddenElement:   {"hidden-element", "in an element that does not show: template, noscript, closed dialog, datalist"},
	hiddenForEyes:   {"hidden-for-eyes", "meant for screen readers alone; kept with a label"},
}

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := []converters.WarningInfo{
		{Code: warnComment, Title: "comments in the markup were dropped"},
		{Code: warnFrame, Title: "a page inside the page is at another address and was not fetched"},
		{Code: warnDeep, Title: "elements nested too deep stand beside one another"},
		{Code: warnCut, Title: "the source ends inside a tag, a comment or a quoted value"},
		{Code: warnRules, Title: "style rules were left out: too many, or too expensive to match; what they may hide is hidden"},
		{Code: warnTreeless, Title: "the page is too big for its structure to be kept; its text is whole"},
		{Code: warnOutside, Title: "text outside the article was left out (--html=article)"},
	}
	for _, k := range hiddenKinds {
		if k.code != "" {
			out = append(out, converters.WarningInfo{Code: k.code, Title: k.title})
		}
	}
	return out
}

// losses counts what is lost without being hidden.
type losses struct {
	comments, deep int
	cut, rules     bool
}

// lose notes what a tree and its sheet have lost.
func (b *builder) lose(t *tree) {
	b.lost.comments += t.comments
	b.lost.deep += t.deep
	b.lost.cut = b.lost.cut || t.cut
	b.lost.rules = b.lost.rules || b.sheet.full || b.sheet.matcher.steps <= 0
}

// warn reports what was lost, in a fixed order.
func (b *builder) warn() {
	for how, k := range hiddenKinds {
		t := b.hidden[how]
		if t.count == 0 {
			continue
		}
		message := "hidden content was left out: " + k.title
		if b.policy != converters.DropHidden || hiding(how) == hiddenForEyes {
			message = "hidden content is shown: " + k.title
		}
		b.env.Warn(document.Warning{Code: k.code, Pos: document.LineSpan(t.line, t.line), Message: message, Count: t.count})
	}
	b.report(warnFrame, "pages inside the page were not fetched", b.frames.count, b.frames.line)
	b.report(warnComment, "comments in the markup were dropped", b.lost.comments, 0)
	b.report(warnDeep, "elements nested deeper than 256 stand beside one another", b.lost.deep, 0)
	if b.lost.cut {
		b.report(warnCut, "the source ends inside a tag, a comment or a quoted value", 1, 0)
	}
	if b.lost.rules {
		b.report(warnRules, "style rules were too many or too expensive to match: what they may hide is hidden", 1, 0)
	}
}

func (b *builder) report(code, message string, count, line int) {
	if count == 0 {
		return
	}
	w := document.Warning{Code: code, Message: message, Count: count}
	if line > 0 {
		w.Pos = document.LineSpan(line, line)
	}
	b.env.Warn(w)
}
