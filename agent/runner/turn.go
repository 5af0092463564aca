package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// ErrIterations says that a turn took too many rounds.
var ErrIterations = errors.New("the turn took too many rounds")

// Answer is how a turn ended.
type Answer struct {
	Text  string // of the last round
	Turn  store.Turn
	Stop  model.Stop
	Calls int // of tools
}

// Turn has a person's words answered. The head holds for this turn alone and
// goes in front of them. When it is cut off, by the context or a failure, what
// was said up to there stays, and the session can go on.
func (c *Conversation) Turn(ctx context.Context, text string, head prompt.TurnInputs) (Answer, error) {
	if c.Epoch == nil {
		return Answer{}, errors.New("the session has no prompt")
	}
	if strings.TrimSpace(text) == "" {
		return Answer{}, errors.New("nothing was said")
	}
	t, err := c.r.Store.PutTurn(ctx, c.scope, c.lease, store.Turn{State: store.TurnRunning, Epoch: c.Session.Epoch})
	if err != nil {
		return Answer{}, err
	}
	ctx, stop := c.keepAlive(ctx)
	defer stop()
	a := Answer{Turn: t}
	if before := prompt.Turn(head); before != "" {
		text = before + "\n\n" + text
	}
	err = c.say(ctx, t.Number, model.Message{Role: model.User, Parts: []model.Part{{Text: text}}})
	if err == nil {
		err = c.rounds(ctx, &a)
	}
	return a, c.finish(ctx, &a, err)
}

// rounds asks the model until it wants no more tools.
func (c *Conversation) rounds(ctx context.Context, a *Answer) error {
	most := c.r.Iterations
	if most <= 0 {
		most = usualIterations
	}
	for range most {
		said, err := c.ask(ctx, a)
		if err != nil {
			return err
		}
		var calls []model.Call
		for _, p := range said.Parts {
			if p.Call != nil {
				calls = append(calls, *p.Call)
			}
		}
		if len(calls) == 0 {
			return nil
		}
		a.Calls += len(calls)
		results, err := c.call(ctx, &a.Turn, calls)
		if err != nil {
			return err
		}
		if err := c.say(ctx, a.Turn.Number, results); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: %d", ErrIterations, most)
}

// ask sends what was said so far and keeps what comes back, also where it ends
// in the middle.
func (c *Conversation) ask(ctx context.Context, a *Answer) (model.Message, error) {
	r, err := c.request()
	if err != nil {
		return model.Message{}, err
	}
	if a.Turn.Prefix, err = c.prefix.extend(r); err != nil {
		return model.Message{}, err
	}
	var text strings.Builder
	var calls []model.Part
	var failed error
	for e, err := range c.r.Provider.Stream(ctx, r) {
		switch {
		case err != nil:
			failed = err
		case e.Text != "":
			text.WriteString(e.Text)
			c.r.emit(Event{Text: e.Text})
		case e.Call != nil:
			calls = append(calls, model.Part{Call: e.Call})
			c.r.emit(Event{Call: e.Call})
		case e.Usage != nil:
			a.Turn.Input += e.Usage.Input
			a.Turn.Output += e.Usage.Output
			a.Turn.CacheRead += e.Usage.CacheRead
			a.Turn.CacheWrite += e.Usage.CacheWrite
		case e.Stop != "":
			a.Stop = e.Stop
		}
	}
	a.Text = text.String()
	said := model.Message{Role: model.Assistant}
	if a.Text != "" {
		said.Parts = append(said.Parts, model.Part{Text: a.Text})
	}
	if failed == nil {
		said.Parts = append(said.Parts, calls...) // of an answer that broke off they are not all
	}
	if len(said.Parts) > 0 {
		if err := c.say(context.WithoutCancel(ctx), a.Turn.Number, said); err != nil {
			return said, errors.Join(failed, err)
		}
	}
	return said, failed
}

// request is what is sent now: the prompt as it was kept, and what was said.
func (c *Conversation) request() (*model.Request, error) {
	r := &model.Request{Model: c.Session.Model, System: model.Blocks(c.Epoch.Blocks()), Messages: c.History()}
	if err := c.tools(r); err != nil {
		return nil, err
	}
	if n := len(r.Messages); n > 0 {
		r.Messages[n-1].Cache = true
	}
	return r, nil
}

// tools takes the tools as the epoch has them, byte for byte.
func (c *Conversation) tools(r *model.Request) error {
	if c.Epoch.Tools == "" {
		return nil
	}
	var list []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"input_schema"`
	}
	if err := json.Unmarshal([]byte(c.Epoch.Tools), &list); err != nil {
		return fmt.Errorf("reading the tools of the prompt: %w", err)
	}
	for _, t := range list {
		r.Tools = append(r.Tools, model.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema})
	}
	return nil
}

// finish keeps how a turn ended.
func (c *Conversation) finish(ctx context.Context, a *Answer, failed error) error {
	cut := context.Cause(ctx) != nil
	ctx = context.WithoutCancel(ctx)
	a.Turn.State, a.Turn.Pending, a.Turn.Ended = store.TurnDone, nil, time.Now().UTC()
	if failed != nil {
		a.Turn.State, a.Turn.Error = store.TurnFailed, failed.Error()
		if cut {
			a.Turn.State = store.TurnInterrupted
		}
		if err := c.answerOpen(ctx, a.Turn.Number, "the turn ended before the tool did"); err != nil {
			return errors.Join(failed, err)
		}
	}
	kept, err := c.r.Store.PutTurn(ctx, c.scope, c.lease, a.Turn)
	if err == nil {
		a.Turn = kept
	}
	return errors.Join(failed, err)
}

// keepAlive holds the session while a turn runs. When the hold is lost, so is
// the turn.
func (c *Conversation) keepAlive(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(c.r.hold() / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if _, err := c.r.Store.Renew(ctx, c.scope, c.lease, c.r.hold()); errors.Is(err, store.ErrLost) || errors.Is(err, store.ErrClosed) {
					cancel(err)
					return
				}
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-done
	}
}

// at is where tools are called.
func (c *Conversation) at(turn int) tool.At {
	return tool.At{Scope: c.scope, Session: c.Session.ID, Turn: turn}
}
