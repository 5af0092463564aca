package rtf

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// hiding is how text is hidden.
type hiding uint8

const (
	notHidden hiding = iota
	hiddenText
	hiddenDeleted
	hiddenSize
	hiddenColor
	hiddenCell
	hiddenShape
	hidingCount
)

// hidingKinds says how each way of hiding is reported.
var hidingKinds = [hidingCount]struct{ code, title string }{
	hiddenText:    {"hidden-text", "formatted as hidden"},
	hiddenDeleted: {"deleted-text", "deleted or moved away, with the change recorded"},
	hiddenSize:    {"hidden-size", "smaller than 2 points, or squeezed into less"},
	hiddenColor:   {"hidden-color", "in the colour of its ground"},
	hiddenCell:    {"hidden-cell", "in a cell that another one covers"},
	hiddenShape:   {"hidden-shape", "in a shape or a frame that is hidden, or off the page"},
}

// sizeLeast is the smallest size of text that can be seen, in half points.
const sizeLeast = 4

// hides returns how the text that comes next is hidden.
func (r *reader) hides() hiding {
	c := &r.group.chars
	switch {
	case r.story.veil != notHidden:
		return r.story.veil
	case c.deleted:
		return hiddenDeleted
	case c.hidden:
		return hiddenText
	case c.size < sizeLeast, c.squeezed():
		return hiddenSize
	case c.ink > 0 && r.faint(c):
		return hiddenColor
	case c.far:
		return hiddenShape
	}
	return r.hidesPara()
}

// hidesPara returns how the whole paragraph is hidden.
func (r *reader) hidesPara() hiding {
	switch {
	case r.flat():
		return hiddenSize
	case r.group.pars.offPage():
		return hiddenShape
	}
	return notHidden
}

// veilPara hides what was shown of a paragraph that says behind its text that it
// is hidden.
func (r *reader) veilPara() {
	s, how := r.story, r.hidesPara()
	if how == notHidden || !s.shown {
		return
	}
	r.veiled[how].add(max(s.line, 1))
	switch r.policy {
	case converters.DropHidden:
		s.text, s.runs = s.text[:0], s.runs[:0]
	case converters.MarkHidden:
		for i := range s.runs {
			s.runs[i].hidden = true
		}
	}
}

const (
	scaleLeast  = 10 // percent of the width of letters that can be read
	heightLeast = 40 // twips: the least height of a line that can be seen
)

// squeezed reports whether letters are too narrow to be seen, or stand upon
// one another.
func (c *chars) squeezed() bool {
	return c.scale > 0 && c.scale < scaleLeast || c.spacing < 0 && -c.spacing >= c.size*10*4/5
}

// flat reports whether the line or the row has no height.
func (r *reader) flat() bool {
	p := &r.group.pars
	return p.pressed || p.inTable && p.itap <= 1 && r.row.flat
}

// offPage reports whether a paragraph or its frame is on no page.
func (p *pars) offPage() bool {
	return p.frame.offPage() || p.left >= pageMost || p.left+p.first <= -indentMost
}

const (
	// indentMost is how far to the left of its place a line may begin, in twips.
	indentMost = 6 * 1440
	// pageMost is the longest side of a page in Word, in twips.
	pageMost = 31680
	// marginMost is how far to the left of the text a page may begin.
	marginMost = 2 * 1440
)

// offPage reports whether a frame is on no page, whatever its size is.
func (f *frame) offPage() bool {
	left := f.x < -marginMost && f.x+f.wide <= -marginMost && f.wide > 0
	return left || f.x < -pageMost || f.x >= pageMost || f.y < -pageMost || f.y >= pageMost
}

// contrastLeast is the least contrast of text with its ground (WCAG 2, 1.4.3),
// in hundredths.
const contrastLeast = 120

// faint reports whether text has the colour of its ground. Where that is not
// known, it has not.
func (r *reader) faint(c *chars) bool {
	ink, ok := r.color(c.ink)
	if !ok {
		return false
	}
	ground := color{255, 255, 255}
	for _, index := range [...]int32{c.ground, r.group.pars.ground, r.cellGround()} {
		if index == 0 {
			continue
		}
		if ground, ok = r.color(index); !ok {
			return false
		}
		break
	}
	return contrast(ink, ground) < contrastLeast
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

// countStretch counts what is hidden in some way, unless that goes on.
func (r *reader) countStretch(how hiding) {
	if r.seen != how {
		r.seen = how
		r.veiled[how].add(r.line)
	}
}

// tally counts something, and remembers where it was first.
type tally struct{ count, line int }

func (t *tally) add(line int) {
	if t.count == 0 {
		t.line = line
	}
	t.count++
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
var lossKinds = [lossCount]struct{ code, title string }{
	lostObject:   {"object", "embedded objects were left out; what they show as text is kept"},
	lostBrace:    {"brace-unmatched", "a closing brace that nothing opens was passed over"},
	lostCut:      {"cut-short", "the source ends inside a group or its binary data"},
	lostPage:     {"page-furniture", "headers or footers that are only page numbers, or say the same again, were left out"},
	lostAppended: {"document-appended", "a second document follows the first in the same file; word processors do not show it, and it was kept"},
	lostTrailing: {"trailing-data", "what stands behind the end of the document was not read, as in word processors"},
	lostRagged:   {"row-ragged", "rows of a table that are shorter or longer than the rows before them"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	veiled [hidingCount]tally
	lost   [lossCount]tally
}

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	var out []converters.WarningInfo
	for _, k := range hidingKinds[1:] {
		out = append(out, converters.WarningInfo{Code: k.code, Title: "hidden content: " + k.title})
	}
	for _, k := range lossKinds {
		out = append(out, converters.WarningInfo{Code: k.code, Title: k.title})
	}
	return append(out, converters.WarningInfo{
		Code: warnNoHTML, Title: "the page that the source wraps could not be read; the text around it was",
	})
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env, p converters.HiddenPolicy) {
	for how, k := range hidingKinds {
		message := "hidden content was left out: " + k.title
		if p != converters.DropHidden {
			message = "hidden content is shown: " + k.title
		}
		l.veiled[how].warn(env, k.code, message)
	}
	for what, k := range lossKinds {
		l.lost[what].warn(env, k.code, k.title)
	}
}

func (t *tally) warn(env *converters.Env, code, message string) {
	if t.count > 0 {
		env.Warn(document.Warning{Code: code, Pos: document.LineSpan(t.line, t.line), Message: message, Count: t.count})
	}
}
