package runner

import (
	"context"
	"errors"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/picture"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// ErrIterations says that a model wanted more tools, one after the other, than a turn has rounds.
var ErrIterations = errors.New("the turn took too many rounds")

// maxWords is how much a person may say at once, in bytes. It is more than most
// models take.
const maxWords = 1 << 20

// Input is what a person says.
type Input struct {
	Text string
	Head prompt.TurnInputs // holds for this turn alone and goes in front
	// Material comes with the words, before them: see [Material].
	Material []model.Part
	// Images are what the person shows with the words.
	Images []picture.Image
	// Results are those of the calls that the last answer handed over; there may
	// be no text then.
	Results []model.Result
	// Tools are the client's own: a call of one ends the turn, see
	// [Answer.Handed].
	Tools []model.Tool
	// MaxTokens bounds the answer. Default: what is configured.
	MaxTokens int
	// Wishes are what a client asks of the answer.
	Wishes model.Wishes
	// Request is what the turn answers, if it came with a key.
	Request *store.Reply
	// MakeRoom sums the session up in the middle of a turn that fills the
	// model's window. Default: the turn ends.
	MakeRoom func(ctx context.Context, emit func(Event)) error
}

// size is how much is said with what comes with it, in bytes.
func (in Input) size() int {
	n := len(in.Text)
	for _, p := range in.Material {
		n += len(p.Text)
	}
	for _, r := range in.Results {
		n += len(r.Text)
	}
	return n
}

// Answer is how a turn ended.
type Answer struct {
	Text  string // of the last round
	Turn  store.Turn
	Stop  model.Stop
	Calls int // of tools
	// Handed are the calls of the client's own tools. Their results come with the
	// next turn.
	Handed []model.Call
	// LeftOut is what did not fit into the prompt: see [prompt.Epoch.LeftOut].
	LeftOut []prompt.Omission
}

// repeats counts what a model does again and again.
type repeats struct {
	last     string // the calls of the last round, with their results
	times    int    // in a row
	progress int    // rounds that only looked how far something is
}

// turn is one question on its way.
type turn struct {
	thread  *Thread
	in      Input
	rooms   int // how often room was made
	sent    int // tokens of the last request, with the answer that it allows
	a       Answer
	emit    emitter
	rest    []model.Message // what was said and is not kept yet
	repeats repeats
}

// emitter is told the steps of a turn.
type emitter func(Event)

// note tells a line for people.
func (e emitter) note(line string) { e(Event{Notice: line}) }

// at is where tools are called.
func (t *turn) at() tool.At {
	return tool.At{Scope: t.thread.scope, Session: t.thread.session.ID, Turn: t.a.Turn.Number}
}

// hear takes what the model said.
func (t *turn) hear(text string, calls []model.Call) {
	t.a.Text = text
	m := model.Message{Role: model.Assistant}
	if text != "" {
		m.Parts = append(m.Parts, model.Part{Text: text})
	}
	for i := range calls {
		m.Parts = append(m.Parts, model.Part{Call: &calls[i]})
	}
	if len(m.Parts) > 0 {
		t.rest = append(t.rest, m)
	}
}
