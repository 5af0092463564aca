package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// The errors of turns.
var (
	ErrIterations = errors.New("the turn took too many rounds")
	ErrNoPrompt   = errors.New("the session has no prompt")
	ErrNoWords    = errors.New("nothing was said")
	ErrTooLong    = fmt.Errorf("more was said at once than %d bytes", maxWords)
	ErrNoModel    = errors.New("the session has no model")
)

// maxWords is how much a person may say at once, in bytes. It is more than most
// models take.
const maxWords = 1 << 20

// Input is what a person says.
type Input struct {
	Text string
	Head prompt.TurnInputs // holds for this turn alone and goes in front
	// Material comes with the words, before them: see [Material].
	Material []model.Part
	// Results are those of the calls that the last answer handed over; there may
	// be no text then.
	Results []model.Result
	// Tools are the client's own: a call of one ends the turn, see
	// [Answer.Handed].
	Tools []model.Tool
	// MaxTokens bounds the answer. Default: what is configured.
	MaxTokens int
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

// turn is one question on its way.
type turn struct {
	*Conversation
	in    Input
	rooms int // how often room was made
	sent  int // tokens of the last request, with the answer that it allows
	a     Answer
	emit  func(Event)
	rest  []model.Message // what was said and is not kept yet
}

// Turn has a person's words answered. Each step is told to emit, which may be
// nil and is not called twice at once. The session is held meanwhile; where
// another process holds it, that is a [store.HeldError] and nothing happened.
// When the turn is cut off, by the context or a failure, what was said up to
// there stays, and the session can go on.
func (c *Conversation) Turn(ctx context.Context, in Input, emit func(Event)) (Answer, error) {
	switch {
	case strings.TrimSpace(in.Text) == "" && len(in.Results) == 0:
		return Answer{}, ErrNoWords
	case in.size() > maxWords:
		return Answer{}, ErrTooLong
	case c.provider() == nil:
		return Answer{}, ErrNoModel
	}
	ctx, release, err := c.takePatiently(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	if c.epoch == nil {
		return Answer{}, ErrNoPrompt
	}
	if err := c.Refuse(Cost(in), c.Tokens()-c.fixed()); err != nil {
		return Answer{}, err
	}
	t := &turn{Conversation: c, in: in, emit: teller(emit)}
	t.a.Turn = store.Turn{State: store.TurnRunning, Epoch: c.session.Epoch, Request: in.Request}
	c.ended = false
	c.lend(in)
	if err := c.put(ctx, &t.a.Turn, c.settled(asked(in))); err != nil {
		return t.a, err
	}
	return t.answer(ctx)
}

// answer has a turn that began answered.
func (t *turn) answer(ctx context.Context) (Answer, error) {
	t.emit(Event{Turn: t.a.Turn.Number})
	t.spare = 0
	err := t.rounds(t.family(ctx, t.emit))
	err = t.finish(ctx, err)
	t.a.LeftOut = t.epoch.LeftOut()
	return t.a, err
}

// rounds asks the model until it wants no more tools.
func (t *turn) rounds(ctx context.Context) error {
	most := or(t.cast.Iterations, or(t.r.Iterations, usualIterations))
	for range most {
		calls, err := t.askFitting(ctx)
		if err != nil || len(calls) == 0 {
			return err
		}
		err = t.say(ctx, &t.a.Turn, t.rest...)
		if err != nil {
			return err
		}
		t.rest = nil
		t.a.Calls += len(calls)
		calls, t.a.Handed = t.handOver(calls)
		if len(calls) > 0 {
			results, err := t.call(ctx, calls)
			if err != nil {
				return err
			}
			if err := t.say(context.WithoutCancel(ctx), &t.a.Turn, results); err != nil {
				return err
			}
		}
		if err := context.Cause(ctx); err != nil || len(t.a.Handed) > 0 {
			return err
		}
	}
	return fmt.Errorf("%w: %d; /continue goes on", ErrIterations, most)
}

// ask sends what was said so far. What comes back waits to be kept, also where
// it ends in the middle; the calls of an answer that broke off are not all, and
// so none.
func (t *turn) ask(ctx context.Context) ([]model.Call, error) {
	r, err := t.request()
	if err != nil {
		return nil, err
	}
	if err := t.goesOn(ctx, r); err != nil {
		return nil, err
	}
	t.sent = size(r) + r.MaxTokens
	if n := r.Messages[len(r.Messages)-1].ChatTokens(); n > 0 {
		t.emit(Event{Notice: fmt.Sprintf("special tokens of chat templates are sent broken with a backslash: %d", n)})
	}
	var text strings.Builder
	var calls []model.Call
	partial := t.keepPartial(ctx)
	defer partial.stop()
	for e, err := range t.stream(ctx, Utility{t.provider(), t.model()}, r, t.note) {
		if err != nil {
			t.hear(text.String(), nil)
			return nil, err
		}
		switch {
		case e.Text != "":
			text.WriteString(e.Text)
			partial.add(e.Text)
			t.emit(Event{Text: e.Text})
		case e.Call != nil:
			calls = append(calls, *e.Call)
			t.emit(Event{Call: e.Call})
		case e.Usage != nil:
			t.a.Turn.Input += e.Usage.Input
			t.a.Turn.Output += e.Usage.Output
			t.a.Turn.CacheRead += e.Usage.CacheRead
			t.a.Turn.CacheWrite += e.Usage.CacheWrite
		case e.Stop != "":
			t.a.Stop = e.Stop
		}
	}
	t.hear(text.String(), calls)
	return calls, nil
}

// goesOn holds a request to what was sent before. That it does not go on from
// there costs the provider's cache and nothing else: it is counted and told, and
// the turn goes on.
func (t *turn) goesOn(ctx context.Context, r *model.Request) (err error) {
	t.a.Turn.Prefix, err = t.prefix.extend(r)
	if !errors.Is(err, errPrefix) {
		return err
	}
	t.r.broken.Add(1)
	t.emit(Event{Notice: err.Error() + ": this is a bug of the program"})
	if err := t.r.Store.Record(ctx, t.scope, t.session.ID, "prefix.broken", err.Error()); err != nil {
		return err
	}
	t.prefix = prefix{}
	t.a.Turn.Prefix, err = t.prefix.extend(r)
	return err
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

// finish keeps how a turn ended, with the last that was said.
func (t *turn) finish(ctx context.Context, failed error) error {
	cut := context.Cause(ctx) != nil
	ctx = context.WithoutCancel(ctx)
	t.a.Turn.State, t.a.Turn.Pending, t.a.Turn.Ended = store.TurnDone, nil, time.Now().UTC()
	if failed != nil {
		t.a.Turn.State, t.a.Turn.Error = store.TurnFailed, failed.Error()
		switch {
		case cut:
			t.a.Turn.State = store.TurnInterrupted
		case errors.As(failed, new(*BudgetError)) || errors.Is(failed, ErrIterations):
			t.a.Turn.State = store.TurnLimited
		}
		if len(t.rest) == 0 {
			t.rest = t.unanswered(whyCut)
		}
	}
	err := t.put(ctx, &t.a.Turn, t.rest...)
	t.ended = err == nil
	return errors.Join(failed, err)
}

// note tells a line for people.
func (t *turn) note(line string) { t.emit(Event{Notice: line}) }

// at is where tools are called.
func (t *turn) at() tool.At {
	return tool.At{Scope: t.scope, Session: t.session.ID, Turn: t.a.Turn.Number}
}
