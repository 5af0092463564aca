package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
)

// The errors of turns.
var (
	ErrNoPrompt = errors.New("the session has no prompt")
	ErrNoWords  = errors.New("nothing was said")
	ErrTooLong  = fmt.Errorf("more was said at once than %d bytes", maxWords)
	ErrNoModel  = errors.New("the session has no model")
)

// Turn answers what a person said. Each step is told to emit, which may be nil
// and is called for one at a time. The session is held meanwhile; where
// another process holds it, that is a [store.HeldError] and nothing happened.
// When the turn is cut off, by the context or a failure, what was said up to
// there stays, and the session can go on.
func (c *Thread) Turn(ctx context.Context, in Input, emit func(Event)) (Answer, error) {
	switch {
	case strings.TrimSpace(in.Text) == "" && len(in.Results)+len(in.Images) == 0:
		return Answer{}, ErrNoWords
	case in.size() > maxWords:
		return Answer{}, ErrTooLong
	case c.provider() == nil:
		return Answer{}, ErrNoModel
	}
	ctx, release, err := c.acquire(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	if c.epoch == nil {
		return Answer{}, ErrNoPrompt
	}
	if err := c.Refuse(Cost(in), c.Tokens()-fixed(c.epoch)); err != nil {
		return Answer{}, err
	}
	t := &turn{thread: c, in: in, emit: teller(emit)}
	t.a.Turn = store.Turn{State: store.TurnRunning, Epoch: c.session.Epoch, Request: in.Request}
	c.ended = false
	c.client = wishes{in.Tools, in.MaxTokens, in.Wishes}
	if err := c.put(ctx, &t.a.Turn, c.history.settled(asked(in))); err != nil {
		return t.a, err
	}
	return t.answer(ctx)
}

// answer has a turn that began answered.
func (t *turn) answer(ctx context.Context) (Answer, error) {
	t.emit(Event{Turn: t.a.Turn.Number})
	t.thread.spare = 0
	ctx = t.thread.asker().withChildren(ctx, t.emit)
	if t.thread.cast.Outside || t.thread.session.Kind == store.Background || t.thread.history.hasResults(t.a.Turn.Number) { // a model says what is done in the background
		readOutside(ctx)
	}
	err := t.rounds(ctx)
	err = t.finish(ctx, err)
	t.a.LeftOut = t.thread.epoch.LeftOut()
	return t.a, err
}

// rounds asks the model until it wants no more tools.
func (t *turn) rounds(ctx context.Context) error {
	most := or(t.thread.cast.Iterations, or(t.thread.r.Bounds.Iterations, usualIterations))
	for n := 0; n < most; n++ {
		calls, err := t.askFitting(ctx)
		if err != nil || len(calls) == 0 {
			return err
		}
		err = t.thread.say(ctx, &t.a.Turn, t.rest...)
		if err != nil {
			return err
		}
		t.rest = nil
		t.a.Calls += len(calls)
		calls, t.a.Handed = t.thread.client.handOver(calls)
		if len(calls) > 0 {
			results, err := t.call(ctx, calls)
			if err != nil {
				return err
			}
			counts, again := t.repeats.add(&t.thread.cast, calls, results)
			if !counts {
				n--
			}
			if err := t.thread.say(context.WithoutCancel(ctx), &t.a.Turn, results); err != nil || again != nil {
				return errors.Join(err, again)
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
	r, err := t.thread.request()
	if err != nil {
		return nil, err
	}
	if err := t.checkPrefix(ctx, r); err != nil {
		return nil, err
	}
	t.sent = size(r) + r.MaxTokens
	if n := r.Messages[len(r.Messages)-1].ChatTokens(); n > 0 {
		t.emit.note(fmt.Sprintf("special tokens of chat templates are sent broken with a backslash: %d", n))
	}
	var calls []model.Call
	partial := t.keepPartial(ctx)
	defer partial.stop()
	speech := &speech{emit: t.emit, wait: t.thread.Caps().Unsure}
	defer speech.end()
	for e, err := range t.thread.asker().stream(ctx, Utility{t.thread.provider(), t.thread.model()}, r, t.emit.note) {
		if err != nil {
			t.hear(partial.said(), nil)
			return nil, err
		}
		switch {
		case e.Text != "":
			partial.add(e.Text)
			speech.say(e.Text)
		case e.Thought > 0:
			partial.takeBack(e.Thought)
			speech.takeBack(e.Thought)
		case e.Call != nil:
			speech.end()
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
	t.hear(partial.said(), calls)
	return calls, nil
}

// checkPrefix holds a request to what was sent before. That it does not go on from
// there costs the provider's cache and nothing else: it is counted and told, and
// the turn goes on, unless that cannot be recorded.
func (t *turn) checkPrefix(ctx context.Context, r *model.Request) (err error) {
	t.a.Turn.Prefix, err = t.thread.prefix.extend(r)
	if !errors.Is(err, errPrefix) {
		return err
	}
	t.thread.r.broken.Add(1)
	t.emit.note(err.Error() + ": this is a bug of the program")
	if err := t.thread.r.Store.Record(ctx, t.thread.scope, t.thread.session.ID, "prefix.broken", err.Error()); err != nil {
		return err
	}
	t.thread.prefix = prefix{}
	t.a.Turn.Prefix, err = t.thread.prefix.extend(r)
	return err
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
			t.rest = t.thread.history.unanswered(whyCut)
		}
	}
	err := t.thread.put(ctx, &t.a.Turn, t.rest...)
	t.thread.ended = err == nil
	return errors.Join(failed, err)
}

// ErrAnswered says that there is no turn to continue.
var ErrAnswered = errors.New("the last turn was answered: there is nothing to go on with")

// Resume continues the last turn where its answer did not come: a budget was
// used up, the model could not be asked, or the program ended. It has the budget of
// another turn. Of the input MakeRoom alone is used: the words are those of the turn.
func (c *Thread) Resume(ctx context.Context, in Input, emit func(Event)) (Answer, error) {
	if c.provider() == nil {
		return Answer{}, ErrNoModel
	}
	ctx, release, err := c.acquire(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	turns, err := c.r.Store.Turns(ctx, c.scope, c.session.ID)
	if err != nil {
		return Answer{}, err
	}
	last := len(c.history.said) - 1
	if len(turns) == 0 || last < 0 || c.epoch == nil || c.history.said[last].Role != model.User {
		return Answer{}, ErrAnswered
	}
	for i := last; i >= 0; i-- {
		if begins(c.history.said[i].Message) {
			in.Text = words(c.history.said[i].Message)
			break
		}
	}
	t := &turn{thread: c, in: in, emit: teller(emit)}
	t.a.Turn = turns[len(turns)-1]
	t.a.Turn.State, t.a.Turn.Error, t.a.Turn.Epoch, t.a.Turn.Ended = store.TurnRunning, "", c.session.Epoch, time.Time{}
	c.ended = false
	if err := c.put(ctx, &t.a.Turn); err != nil {
		return t.a, err
	}
	return t.answer(ctx)
}
