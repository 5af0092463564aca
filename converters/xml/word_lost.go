package xml

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// wordLoss is what is lost without being hidden.
type wordLoss uint8

const (
	wordLostPage wordLoss = iota
	wordLostObject
	wordLossCount
)

var wordLossKinds = [wordLossCount]converters.WarningInfo{
	wordLostPage:   {Code: "page-furniture", Title: "headers or footers that are only page numbers, or say the same again, were left out"},
	wordLostObject: {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
}

// wordLosses counts what is hidden and what is lost.
type wordLosses struct {
	visible.Tally
	lost [wordLossCount]tally.Count
}

func (l *wordLosses) lose(what wordLoss, pos document.Pos) { l.lost[what].Add(pos, 1) }

// wordWarnings lists the warnings of documents of Word.
func wordWarnings() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.OffPage, visible.Size, visible.Color, visible.Unsure)
	return append(out, wordLossKinds[:]...)
}

// warn reports what was counted, in a fixed order.
func (l *wordLosses) warn(env *converters.Env) {
	l.Warn(env)
	tally.Warn(env, wordLossKinds[:], l.lost[:])
}
