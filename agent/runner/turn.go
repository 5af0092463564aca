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
}

// Answer is how a turn ended.
type Answer struct {
	Text  string // of the last round
	Turn  store.Turn
	Stop  model.Stop
	Calls int // of tools
}

// turn is one question on its way.
type turn struct {
	*Conversation
	a    Answer
	emit func(Event)
	rest []model.Message // what was said and is not kept yet
}

// Turn has a person's words answered. Each step is told to emit, which may be
// nil and is not called twice at once. The session is held meanwhile; where
// another process holds it, that is a [store.HeldError] and nothing happened.
// When the turn is cut off, by the context or a failure, what was said up to
// there stays, and the session can go on.
func (c *Conversation) Turn(ctx context.Context, in Input, emit func(Event)) (Answer, error) {
	switch {
	case strings.TrimSpace(in.Text) == "":
		return Answer{}, ErrNoWords
	case len(in.Text) > maxWords:
		return Answer{}, ErrTooLong
	case c.provider() == nil:
		return Answer{}, ErrNoModel
	}
	ctx, release, err := c.hold(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	if c.epoch == nil {
		return Answer{}, ErrNoPrompt
	}
	asked := model.Message{Role: model.User}
	if head := prompt.Turn(in.Head); head != "" {
		asked.Parts = append(asked.Parts, model.Part{Text: head + "\n\n"})
	}
	asked.Parts = append(asked.Parts, model.Part{Text: in.Text})
	t := &turn{Conversation: c, emit: teller(emit)}
	t.a.Turn = store.Turn{State: store.TurnRunning, Epoch: c.session.Epoch}
	c.ended = false
	if err := c.put(ctx, &t.a.Turn, asked); err != nil {
		return t.a, err
	}
	err = t.rounds(c.r.family(ctx, t.emit))
	err = t.finish(ctx, err)
	return t.a, err
}

// rounds asks the model until it wants no more tools.
func (t *turn) rounds(ctx context.Context) error {
	most := or(t.cast.Iterations, or(t.r.Iterations, usualIterations))
	for range most {
		calls, err := t.ask(ctx)
		if err != nil || len(calls) == 0 {
			return err
		}
		err = t.say(ctx, &t.a.Turn, t.rest...)
		if err != nil {
			return err
		}
		t.rest = nil
		t.a.Calls += len(calls)
		results, err := t.call(ctx, calls)
		if err != nil {
			return err
		}
		if err := t.say(context.WithoutCancel(ctx), &t.a.Turn, results); err != nil {
			return err
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: %d", ErrIterations, most)
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
	var text strings.Builder
	var calls []model.Call
	for e, err := range t.provider().Stream(ctx, r) {
		if err != nil {
			t.hear(text.String(), nil)
			return nil, err
		}
		switch {
		case e.Text != "":
			text.WriteString(e.Text)
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
	if !errors.Is(err, ErrPrefix) {
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
		if cut {
			t.a.Turn.State = store.TurnInterrupted
		}
		if len(t.rest) == 0 {
			t.rest = t.unanswered(whyCut)
		}
	}
	err := t.put(ctx, &t.a.Turn, t.rest...)
	t.ended = err == nil
	return errors.Join(failed, err)
}

// at is where tools are called.
func (t *turn) at() tool.At {
	return tool.At{Scope: t.scope, Session: t.session.ID, Turn: t.a.Turn.Number}
}
