package pptx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// hidingKinds says how each way of hiding is reported.
var hidingKinds = [hidingCount]struct{ code, title string }{
	hiddenSlide:    {"hidden-slide", "slides that are not shown"},
	hiddenShape:    {"hidden-shape", "shapes that are not shown"},
	hiddenOffSlide: {"hidden-off-page", "shapes beside the slide"},
	hiddenClear:    {"hidden-opacity", "transparent text"},
	hiddenSize:     {"hidden-size", "text smaller than 2 points, pressed together, or in a shape without size"},
	hiddenColor:    {"hidden-color", "text in the colour of its ground"},
	hiddenCell:     {"hidden-cell", "text in a cell that another one covers"},
	hiddenCovered:  {"hidden-covered", "text behind another shape"},
}

// loss is what was lost without being hidden.
type loss uint8

const (
	lostPart loss = iota
	lostSlide
	lostFurniture
	lostFixed
	lostObject
	lostChart
	lostPhantom
	lostUnsure
	lossCount
)

// lossKinds says how each loss is reported.
var lossKinds = [lossCount]struct{ code, title string }{
	lostPart:      {"part-unread", "parts of the package that are missing or broken were left out"},
	lostSlide:     {"slide-missing", "slides that the presentation lists and the package does not hold"},
	lostFurniture: {"page-furniture", "footers, dates and slide numbers were left out"},
	lostFixed:     {"layout-text", "text that layouts and masters show on their slides was left out"},
	lostObject:    {"object", "embedded objects were left out; what they show as text is kept"},
	lostChart:     {"chart-empty", "charts and diagrams that keep no values or text"},
	lostPhantom:   {"equation-unseen", "parts of equations that take room and are not seen were left out"},
	lostUnsure:    {"color-unsure", "text that may be in the colour of its ground was kept, since the ground cannot be told"},
}

// tally counts something, and remembers the slide where it was first.
type tally struct{ count, slide int }

func (t *tally) add(slide int) {
	if t.count == 0 {
		t.slide = slide
	}
	t.count++
}

// losses counts what is hidden and what is lost.
type losses struct {
	policy converters.HiddenPolicy
	veiled [hidingCount]tally
	lost   [lossCount]tally
}

func (l *losses) hide(how hiding, slide int) { l.veiled[how].add(slide) }

func (l *losses) lose(what loss, slide int) { l.lost[what].add(slide) }

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	var out []converters.WarningInfo
	for _, k := range hidingKinds[1:] {
		out = append(out, converters.WarningInfo{Code: k.code, Title: "hidden content: " + k.title})
	}
	for _, k := range lossKinds {
		out = append(out, converters.WarningInfo{Code: k.code, Title: k.title})
	}
	return out
}

// warn reports what was counted, in a fixed order.
func (d *deck) warn() {
	for how, k := range hidingKinds {
		message := "hidden content was left out: " + k.title
		if d.policy != converters.DropHidden {
			message = "hidden content is shown: " + k.title
		}
		d.veiled[how].warn(d.env, k.code, message)
	}
	for what, k := range lossKinds {
		d.lost[what].warn(d.env, k.code, k.title)
	}
}

func (t *tally) warn(env *converters.Env, code, message string) {
	if t.count > 0 {
		env.Warn(document.Warning{Code: code, Pos: document.Pos{Page: t.slide}, Message: message, Count: t.count})
	}
}
