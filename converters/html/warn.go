package html

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

const warnOutside = "outside-article"

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := append(lost.Warnings(lost.Comment, lost.Frame, lost.Deep, lost.Cut, lost.Rules, lost.Tree),
		converters.WarningInfo{Code: warnOutside, Title: "text outside the article was left out (--html=article)"})
	return append(out, visible.Warnings(visible.Attribute, visible.Style, visible.Element, visible.ForEyes, visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Unsure, visible.StyleUnsure)...)
}

// lose counts what a tree and its sheet have lost.
func (b *builder) lose(t *dom.Tree) {
	b.lost.Comments(b.env, t.Comments, t.Said())
	b.lost.LoseMany(lost.Deep, document.Pos{}, t.Deep)
	if t.Cut {
		b.lost.Lose(lost.Cut, document.Pos{})
	}
	if b.sheet.Full || b.sheet.Matcher.Steps <= 0 {
		b.lost.Lose(lost.Rules, document.Pos{})
	}
}

// noText is the error for a page that shows nothing.
func noText() error {
	return &converters.CorruptError{
		What:   "the page has no text that a reader sees",
		Remedy: "if scripts fill it, save it from a browser; with --hidden=mark, hidden text is shown",
	}
}
