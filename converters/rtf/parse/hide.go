package parse

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// Warnings lists what is reported of a document.
func Warnings() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Color, visible.Cell, visible.Unsure)
	return append(out, lost.Warnings(lost.Object, lost.Phantom, lost.Furniture, lost.Brace, lost.End, lost.Appended, lost.Trailing, lost.Ragged)...)
}

// hides returns how the text that comes next is hidden.
func (w *writer) hides() visible.Way {
	c := &w.at.chars
	f := visible.Facts{
		Marked: w.out.story.hidden, OffPage: c.far || w.at.pars.offPage(), Flat: c.size <= 0 || w.out.isFlat(&w.at.pars),
		Size: float64(c.size) / 2, Scale: float64(c.scale), Spacing: float64(c.spacing) / 20, Ink: w.head.paintOf(c.paint.ink),
	}
	switch {
	case f.Marked != visible.Shown:
	case c.deleted:
		f.Marked = visible.Deleted
	case c.hidden:
		f.Marked = visible.Text
	}
	for _, number := range [...]int32{c.paint.ground, w.at.pars.ground, w.out.cellGround(&w.at.pars)} {
		if number != 0 {
			f.Ground = w.head.paintOf(number)
			break
		}
	}
	return f.Judge()
}

// drops reports whether text that is hidden in some way is left out.
func (s *sight) drops(how visible.Way) bool {
	return s.losses.When(how) == converters.DropHidden
}

// marks reports whether it is marked.
func (s *sight) marks(how visible.Way) bool {
	return s.losses.When(how) == converters.MarkHidden
}

// hide counts something that is hidden in some way.
func (s *sight) hide(how visible.Way) { s.losses.Hide(how, s.src.pos()) }

// hidePara hides the text of a paragraph whose properties, which may be behind
// it, hide all of it.
func (w *writer) hidePara() {
	s, f := w.out.story, visible.Facts{OffPage: w.at.pars.offPage(), Flat: w.out.isFlat(&w.at.pars)}
	how := f.Judge()
	if how == visible.Shown || !s.par.shown {
		return
	}
	w.out.sight.losses.Hide(how, lineAt(max(s.par.line, 1)))
	switch {
	case w.out.sight.drops(how):
		s.par.text.Reset()
	default:
		s.par.text.Label(w.out.sight.losses.Label(how))
	}
}

// isPressed reports whether a height of a line or a row is exact and next to
// none.
func isPressed(n int32) bool { return n < 0 && n > -wordtext.MinTwips }

// isFlat reports whether the line of a paragraph or its row has no height.
func (o *stories) isFlat(p *pars) bool {
	return p.pressed || p.inTable && p.nest <= 1 && o.rows.row.flat
}

// offPage reports whether a paragraph or its frame is on no page.
func (p *pars) offPage() bool {
	f := &p.frame
	return wordtext.IsIndentedOff(p.indents.left, p.indents.first) || wordtext.IsPlacedOff(f.x, f.wide) || wordtext.IsPlacedOff(f.y, 0)
}

// cellGround returns the background of the cell that is open, as head.ground
// returns it.
func (o *stories) cellGround(p *pars) int32 {
	switch {
	case !p.inTable && p.nest == 0:
		return 0
	case p.nest > 1 || len(o.rows.row.defs) == 0:
		return unknownGround // its row is defined behind it
	}
	n := 0
	if len(o.story.open) > 0 {
		n = len(o.story.open[0].cells)
	}
	if n >= len(o.rows.row.defs) {
		return unknownGround
	}
	return o.rows.row.defs[n].Ground
}

// countHidden counts a stretch of hidden text once.
func (s *sight) countHidden(b []byte) {
	if len(bytes.TrimSpace(b)) > 0 {
		s.countStretch(s.unseen)
	}
}

// countUnsure counts a stretch of text once that its colour may hide.
func (s *sight) countUnsure(b []byte) {
	if s.unsure && len(bytes.TrimSpace(b)) > 0 {
		s.unsure = false
		s.hide(visible.Unsure)
	}
}

// countStretch counts what is hidden in some way, unless that goes on.
func (s *sight) countStretch(how visible.Way) {
	if s.seen != how {
		s.seen = how
		s.hide(how)
	}
}

// hiddenAround returns how the text is hidden that the group is in.
func (w *writer) hiddenAround() visible.Way {
	if w.at.sink != toStory || w.visible() {
		return w.out.story.hidden
	}
	return w.out.sight.unseen
}
