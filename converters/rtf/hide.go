package rtf

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// hides returns how the text that comes next is hidden.
func (r *reader) hides() visible.Way {
	c := &r.group.chars
	f := visible.Facts{
		Marked: r.story.veil, OffPage: c.far || r.group.pars.offPage(), Flat: c.size <= 0 || r.flat(),
		Size: float64(c.size) / 2, Scale: float64(c.scale), Spacing: float64(c.spacing) / 20, Ink: r.paint(c.ink),
	}
	switch {
	case f.Marked != visible.Shown:
	case c.deleted:
		f.Marked = visible.Deleted
	case c.hidden:
		f.Marked = visible.Text
	}
	for _, index := range [...]int32{c.ground, r.group.pars.ground, r.cellGround()} {
		if index != 0 {
			f.Ground = r.paint(index)
			break
		}
	}
	return f.Judge()
}

// hidesPara returns how the whole paragraph is hidden.
func (r *reader) hidesPara() visible.Way {
	f := visible.Facts{OffPage: r.group.pars.offPage(), Flat: r.flat()}
	return f.Judge()
}

// veilPara hides what was shown of a paragraph that says behind its text that it
// is hidden.
func (r *reader) veilPara() {
	s, how := r.story, r.hidesPara()
	if how == visible.Shown || !s.shown {
		return
	}
	r.Hide(how, lineAt(max(s.line, 1)))
	switch r.When(how) {
	case converters.DropHidden:
		s.text, s.runs = s.text[:0], s.runs[:0]
	case converters.MarkHidden:
		for i := range s.runs {
			s.runs[i].hidden = true
		}
	}
}

// minHeight is the least height of a line that can be seen, in twips.
const minHeight = 20 * visible.MinHeight

// flat reports whether the line or the row has no height.
func (r *reader) flat() bool {
	p := &r.group.pars
	return p.pressed || p.inTable && p.itap <= 1 && r.row.flat
}

// offPage reports whether a paragraph or its frame is on no page.
func (p *pars) offPage() bool {
	return p.frame.offPage() || p.left >= maxPage || p.left+p.first <= -maxIndent
}

const (
	// maxIndent is how far to the left of its place a line may begin, in twips.
	maxIndent = 6 * 1440
	// maxPage is the longest side of a page in Word, in twips.
	maxPage = 31680
	// maxMargin is how far to the left of the text a page may begin.
	maxMargin = 2 * 1440
)

// offPage reports whether a frame is on no page, whatever its size is.
func (f *frame) offPage() bool {
	left := f.x < -maxMargin && f.x+f.wide <= -maxMargin && f.wide > 0
	return left || f.x < -maxPage || f.x >= maxPage || f.y < -maxPage || f.y >= maxPage
}

// paint returns a colour by its index, as it is judged.
func (r *reader) paint(index int32) visible.Paint {
	if index == 0 {
		return visible.Unset
	}
	c, ok := r.color(index)
	if !ok {
		return visible.Unknown
	}
	part := func(v int32) uint8 { return uint8(min(max(v, 0), 255)) }
	return visible.RGB(part(c.red), part(c.green), part(c.blue))
}

// cellGround returns the ground of the cell that is open: an index in the
// colour table, 0 if it has none.
func (r *reader) cellGround() int32 {
	p := &r.group.pars
	switch {
	case !p.inTable && p.itap == 0:
		return 0
	case p.itap > 1 || len(r.row.defs) == 0:
		return unknownGround // its row is defined behind it
	}
	n := 0
	if len(r.story.open) > 0 {
		n = r.story.open[0].cells
	}
	if n >= len(r.row.defs) {
		return unknownGround
	}
	return r.row.defs[n].ground
}

// countHidden counts a stretch of hidden text once.
func (r *reader) countHidden(b []byte) {
	if len(bytes.TrimSpace(b)) > 0 {
		r.countStretch(r.unseen)
	}
}

// countUnsure counts a stretch of text once that its colour may hide.
func (r *reader) countUnsure(b []byte) {
	if r.unsure && len(bytes.TrimSpace(b)) > 0 {
		r.unsure = false
		r.Hide(visible.Unsure, lineAt(r.line))
	}
}

// countStretch counts what is hidden in some way, unless that goes on.
func (r *reader) countStretch(how visible.Way) {
	if r.seen != how {
		r.seen = how
		r.Hide(how, lineAt(r.line))
	}
}

// loss is what was lost without being hidden.
type loss uint8

const (
	lostObject loss = iota
	lostBrace
	lostCut
	lostPage
	lostAppended
	lostTrailing
	lostRagged
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]converters.WarningInfo{
	lostObject:   {Code: "object", Title: "embedded objects were left out; what they show as text is kept"},
	lostBrace:    {Code: "brace-unmatched", Title: "a closing brace that nothing opens was passed over"},
	lostCut:      {Code: "cut-short", Title: "the source ends inside a group or its binary data"},
	lostPage:     {Code: "page-furniture", Title: "headers or footers that are only page numbers, or say the same again, were left out"},
	lostAppended: {Code: "document-appended", Title: "a second document follows the first in the same file; word processors do not show it, and it was kept"},
	lostTrailing: {Code: "trailing-data", Title: "what is behind the end of the document was not read, as in word processors"},
	lostRagged:   {Code: "row-ragged", Title: "rows of a table that are shorter or longer than the rows before them"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	visible.Tally
	lost [lossCount]tally.Count
}

// lose counts n losses, the first of which is at a line.
func (l *losses) lose(what loss, line, n int) { l.lost[what].Add(lineAt(line), n) }

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Color, visible.Cell, visible.Unsure)
	return append(append(out, lossKinds[:]...), converters.WarningInfo{
		Code: warnNoHTML, Title: "the page that the source wraps could not be read; the text around it was",
	})
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env) {
	l.Warn(env)
	tally.Warn(env, lossKinds[:], l.lost[:])
}
