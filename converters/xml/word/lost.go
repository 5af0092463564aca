package word

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// loss is what is lost without being hidden.
type loss uint8

const (
	lostPage loss = iota
	lostObject
	lossCount
)

var lossKinds = [lossCount]converters.WarningInfo{
	lostPage:   {Code: "page-furniture", Title: "headers or footers that are only page numbers, or say the same again, were left out"},
	lostObject: {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	visible.Tally
	lost [lossCount]tally.Count
}

func (l *losses) lose(what loss, pos document.Pos) { l.lost[what].Add(pos, 1) }

// Warnings lists the warnings of documents of Word.
func Warnings() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.OffPage, visible.Size, visible.Color, visible.Unsure)
	return append(out, lossKinds[:]...)
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env) {
	l.Warn(env)
	tally.Warn(env, lossKinds[:], l.lost[:])
}
