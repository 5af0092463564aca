package docx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
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
	hiddenOff
	hiddenNote
	hidingCount
)

// hidingKinds says how each way of hiding is reported.
var hidingKinds = [hidingCount]struct{ code, title string }{
	hiddenText:    {"hidden-text", "formatted as hidden"},
	hiddenDeleted: {"deleted-text", "deleted or moved away, with the change recorded"},
	hiddenSize:    {"hidden-size", "smaller than 2 points, or pressed together"},
	hiddenColor:   {"hidden-color", "in the colour of its ground, or transparent"},
	hiddenCell:    {"hidden-cell", "in a cell that another one covers"},
	hiddenOff:     {"hidden-off-page", "beside the page"},
	hiddenNote:    {"hidden-note", "a note, comment, header or footer that the text does not show"},
}

// Bounds of text that can be seen.
const (
	sizeLeast  = 4 // in half points
	scaleLeast = 5 // width in per cent
)

// hides returns how text with some properties is hidden.
func (st *story) hides(look *delta, x *para) hiding {
	switch {
	case st.lost > 0:
		return hiddenDeleted
	case st.veil != notHidden:
		return st.veil
	case look.on&bitVanish != 0, st.mute > 0:
		return hiddenText
	case look.on&bitOff != 0, x != nil && x.off:
		return hiddenOff
	case look.size > 0 && look.size < sizeLeast, look.scale > 0 && look.scale < scaleLeast, look.on&bitPressed != 0, x != nil && x.flat:
		return hiddenSize
	case look.on&bitLined != 0:
		return notHidden
	case look.on&bitClear != 0:
		return hiddenColor
	case look.ink < colorFirst:
		return notHidden
	}
	ground := colorWhite
	for _, g := range [...]int32{look.ground, x.ground, st.ground, st.page} {
		if g != 0 {
			ground = g
			break
		}
	}
	switch {
	case faint(look.ink, ground):
		return hiddenColor
	case ground == colorUnknown && faint(look.ink, colorWhite):
		st.gone[lostUnsure].add(st.pos)
	}
	return notHidden
}

// tally counts something, and remembers where it was first.
type tally struct {
	count int
	pos   document.Pos
}

func (t *tally) add(pos document.Pos) {
	if t.count == 0 {
		t.pos = pos
	}
	t.count++
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
	lostUnsure
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]struct{ code, title string }{
	lostObject:  {"object", "embedded objects were left out; what they show as text is kept"},
	lostPage:    {"page-furniture", "headers or footers that are only page numbers, or say the same again, were left out"},
	lostChart:   {"chart-unread", "charts or diagrams that could not be read were left out"},
	lostChunk:   {"chunk-unread", "documents inside of the document that could not be read were left out"},
	lostUnsure:  {"color-unsure", "text that may be in the colour of its ground was kept, since the ground cannot be told"},
	lostPhantom: {"equation-unseen", "parts of equations that take room and are not seen were left out"},
	lostPart:    {"part-unread", "parts of the document beside its text are broken and were left out"},
}

// losses counts what is hidden and what is lost.
type losses struct {
	veiled [hidingCount]tally
	gone   [lossCount]tally
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
	return append(out, ooxml.Warnings()...)
}

// warn reports what was counted, in a fixed order.
func (l *losses) warn(env *converters.Env, p converters.HiddenPolicy) {
	for how, k := range hidingKinds {
		message := "hidden content was left out: " + k.title
		if p != converters.DropHidden && hiding(how) != hiddenNote {
			message = "hidden content is shown: " + k.title
		}
		l.veiled[how].warn(env, k.code, message)
	}
	for what, k := range lossKinds {
		l.gone[what].warn(env, k.code, k.title)
	}
}

func (t *tally) warn(env *converters.Env, code, message string) {
	if t.count > 0 {
		env.Warn(document.Warning{Code: code, Pos: t.pos, Message: message, Count: t.count})
	}
}
