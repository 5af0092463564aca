package docx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/document"
)

// hides returns how text with some properties is hidden.
func (st *story) hides(chars *wordml.Chars, x *para) visible.Way {
	f := chars.Facts()
	f.Marked = st.hidden
	if x != nil {
		f.OffPage, f.Flat = f.OffPage || x.props.Off, x.props.Flat
	}
	switch {
	case st.deleted > 0:
		f.Marked = visible.Deleted
	case f.Marked == visible.Shown && (chars.IsVanished() || st.silent > 0):
		f.Marked = visible.Text
	}
	grounds := [...]int32{chars.Ground, 0, st.ground, st.page}
	if x != nil {
		grounds[1] = x.props.Ground
	}
	for _, g := range grounds {
		if g != 0 {
			f.Ground = visible.Paint(g)
			break
		}
	}
	how := f.Judge()
	if how == visible.Unsure {
		st.Hide(how, st.pos)
		return visible.Shown
	}
	return how
}

// loss is what was lost without being hidden.
type loss uint8

const (
	lostObject loss = iota
	lostPage
	lostChart
	lostChunk
	lostPart
	lostPhantom
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]converters.WarningInfo{
	lostObject:  {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
	lostPage:    {Code: "page-furniture", Title: "headers or footers that are only page numbers, or say the same again, were left out"},
	lostChart:   {Code: "chart-unread", Title: "charts or diagrams that could not be read were left out"},
	lostChunk:   {Code: "chunk-unread", Title: "documents inside the document that could not be read were left out"},
	lostPhantom: {Code: "equation-unseen", Title: "invisible parts of equations (phantoms) were left out"},
	lostPart:    {Code: "part-unread", Title: "parts of the document beside its text are broken and were left out"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	visible.Tally
	gone [lossCount]tally.Count
}

func (l *losses) lose(what loss, pos document.Pos) { l.gone[what].Add(pos, 1) }

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Opacity, visible.Color, visible.Cell, visible.Unsure)
	return append(append(out, lossKinds[:]...), ooxml.Warnings()...)
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env) {
	l.Warn(env)
	tally.Warn(env, lossKinds[:], l.gone[:])
}
