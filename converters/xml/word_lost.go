package xml

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// wordPolicy is what becomes of hidden content.
type wordPolicy uint8

const (
	wordDrop wordPolicy = iota
	wordMark
	wordKeep
)

func wordPolicyOf(o converters.Options) wordPolicy {
	switch o.Hidden {
	case "mark":
		return wordMark
	case "keep":
		return wordKeep
	}
	return wordDrop
}

// message says what became of content that is hidden in a way.
func (p wordPolicy) message(way string) string {
	if p != wordDrop {
		return "hidden content is shown: " + way
	}
	return "hidden content was left out: " + way
}

// wordHiding is a way in which a document hides text.
type wordHiding uint8

const (
	wordShown wordHiding = iota
	wordHiddenText
	wordHiddenDeleted
	wordHiddenSize
	wordHiddenColor
	wordHiddenShape
	wordHidingCount
)

// wordHidingKinds says how each way of hiding is reported.
var wordHidingKinds = [wordHidingCount]struct{ code, title string }{
	wordHiddenText:    {"hidden-text", "formatted as hidden"},
	wordHiddenDeleted: {"deleted-text", "deleted or moved away, with the change recorded"},
	wordHiddenSize:    {"hidden-size", "smaller than 2 points"},
	wordHiddenColor:   {"hidden-color", "in the colour of its ground"},
	wordHiddenShape:   {"hidden-shape", "in a shape that is hidden, without size or off the page"},
}

// wordLoss is what is lost without being hidden.
type wordLoss uint8

const (
	wordLostPage wordLoss = iota
	wordLostObject
	wordLossCount
)

var wordLossKinds = [wordLossCount]struct{ code, title string }{
	wordLostPage:   {"page-furniture", "headers or footers that are only page numbers, or say the same again, were left out"},
	wordLostObject: {"object", "embedded objects were left out; what they show as text is kept"},
}

// wordTally counts something, and remembers where it was first.
type wordTally struct {
	count int
	pos   document.Pos
}

func (t *wordTally) add(pos document.Pos) {
	if t.count == 0 {
		t.pos = pos
	}
	t.count++
}

// wordLosses counts what is hidden and what is lost.
type wordLosses struct {
	policy wordPolicy
	hidden [wordHidingCount]wordTally
	lost   [wordLossCount]wordTally
}

// wordWarnings lists the warnings of documents of Word.
func wordWarnings() []converters.WarningInfo {
	var out []converters.WarningInfo
	for _, k := range wordHidingKinds[1:] {
		out = append(out, converters.WarningInfo{Code: k.code, Title: "hidden content: " + k.title})
	}
	for _, k := range wordLossKinds {
		out = append(out, converters.WarningInfo{Code: k.code, Title: k.title})
	}
	return out
}

// warn reports what was counted, in a fixed order.
func (l *wordLosses) warn(env *converters.Env) {
	for how, k := range wordHidingKinds {
		l.hidden[how].warn(env, k.code, l.policy.message(k.title))
	}
	for what, k := range wordLossKinds {
		l.lost[what].warn(env, k.code, k.title)
	}
}

func (t *wordTally) warn(env *converters.Env, code, message string) {
	if t.count > 0 {
		env.Warn(document.Warning{Code: code, Pos: t.pos, Message: message, Count: t.count})
	}
}
