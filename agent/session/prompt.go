package session

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/prompt/leak"
)

// Settled is what became of the prompt of a session.
type Settled struct {
	// Action says whether the prompt in use was kept or renewed, or whether a
	// person is to be asked, who says yes with [Conversation.Refresh].
	Action  prompt.Action
	Changes []prompt.Change // that the prompt as it would be composed now has
	Line    string          // for people; empty where nothing changed
	Secrets string          // of a prompt that is new: which of its texts read like secrets
}

// settle takes the prompt of the cast, if there is a reason.
func (c *Conversation) settle(ctx context.Context, reason prompt.Reason) (Settled, error) {
	now, had := c.cast.Epoch, c.c.Epoch()
	if err := c.first(ctx, now); err != nil {
		return Settled{}, err
	}
	inUse := c.c.Epoch()
	s := Settled{Changes: prompt.Compare(inUse, now)}
	if had == nil {
		s.Secrets = leak.Line(inUse)
	}
	s.Action = prompt.Decide(c.cast.Policy, reason, s.Changes)
	what := prompt.Describe(s.Changes)
	switch {
	case len(s.Changes) == 0:
		s.Action = prompt.Keep
	case s.Action == prompt.Keep:
		s.Line = "the prompt stays as it was, and would be another one (" + what + ")"
	case s.Action == prompt.Ask:
		s.Line = "the prompt would be another one (" + what + "): take it?"
	default:
		err := c.use(ctx, now, reason)
		if errors.Is(err, store.ErrLeased) && reason == prompt.Startup {
			s.Action, s.Line = prompt.Keep, "the prompt stays as it was while another process uses it ("+what+")"
			return s, nil
		}
		s.Line = "the prompt is a new one (" + what + ")"
		if s.Secrets = leak.Line(now); s.Secrets == leak.Line(inUse) {
			s.Secrets = ""
		}
		if left := now.LeftOutLine(); left != "" && reason != prompt.Startup { // where it is said anyway
			s.Line += "; " + left
		}
		return s, err
	}
	return s, nil
}

// How long one waits for the process that gives a session its first prompt.
const (
	firstTries = 50
	firstPause = 20 * time.Millisecond
)

// first gives a session a prompt that has none. Where another process does it
// just now, its prompt is the one.
func (c *Conversation) first(ctx context.Context, now *prompt.Epoch) error {
	for n := 0; c.c.Epoch() == nil; n++ {
		err := c.use(ctx, now, prompt.NewSession)
		if !errors.Is(err, store.ErrLeased) || n == firstTries {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(firstPause):
		}
		if err := c.c.Sync(ctx); err != nil && !errors.Is(err, store.ErrLeased) {
			return err
		}
	}
	return nil
}

func (c *Conversation) use(ctx context.Context, e *prompt.Epoch, reason prompt.Reason) error {
	if e == nil {
		return errors.New("settling the prompt: none was composed")
	}
	return c.ended(ctx, c.c.Use(ctx, e, reason))
}

// Diff is the prompt in use beside the one that would be composed now.
type Diff struct {
	Old, New *prompt.Epoch
	Changes  []prompt.Change
}

// Diff compares the prompt in use with the one that would be composed now.
// Nothing changes.
func (c *Conversation) Diff(ctx context.Context) (Diff, error) {
	cast, err := c.m.Runner.Cast(ctx, c.scope, c.Session())
	if err != nil {
		return Diff{}, err
	}
	d := Diff{Old: c.c.Epoch(), New: cast.Epoch}
	if d.Old == nil {
		return d, errors.New("comparing the prompts: the session has none yet")
	}
	d.Changes = prompt.Compare(d.Old, d.New)
	return d, nil
}

// Refresh composes the prompt again and takes it, because a person said so.
func (c *Conversation) Refresh(ctx context.Context) (Settled, error) {
	return c.renew(ctx, prompt.Refresh)
}

// Retool composes the prompt again and takes it, because tools came or went.
func (c *Conversation) Retool(ctx context.Context) (Settled, error) {
	return c.renew(ctx, prompt.ToolSet)
}

func (c *Conversation) renew(ctx context.Context, reason prompt.Reason) (Settled, error) {
	if err := c.recast(ctx); err != nil {
		return Settled{}, err
	}
	return c.settle(ctx, reason)
}

// Switch changes the role and the model of the session, and the prompt with
// them. An empty model is what the cast says for the role. A role that the
// profile does not allow changes nothing.
func (c *Conversation) Switch(ctx context.Context, role, model string) (Settled, error) {
	was := c.Session()
	now := was
	now.Role, now.Model = role, model
	stamp := c.stampNow()
	cast, err := c.m.Runner.Cast(ctx, c.scope, now)
	if err != nil {
		return Settled{}, err
	}
	if now.Model == "" {
		now.Model = cast.Model
	}
	if err := c.m.Store.UpdateSession(ctx, c.scope, was.ID, now); err != nil {
		return Settled{}, err
	}
	if err := c.Sync(ctx); err != nil {
		return Settled{}, err
	}
	c.play(cast, stamp)
	return c.settle(ctx, prompt.Switch)
}

// Stale returns what of the profile has changed since the prompt in use was
// composed. What was learned meanwhile is no part of that: the head of a turn
// tells it. Nothing is read where no file has changed.
func (c *Conversation) Stale(ctx context.Context) ([]prompt.Change, error) {
	if stamp := c.stampNow(); stamp != c.stamp {
		cast, err := c.m.Runner.Cast(ctx, c.scope, c.Session())
		if err != nil {
			return nil, err
		}
		c.now, c.stamp, c.moved = cast.Epoch, stamp, true
	}
	if c.now == nil || c.Epoch() == nil {
		return nil, nil
	}
	return slices.DeleteFunc(prompt.Compare(c.Epoch(), c.now), func(change prompt.Change) bool {
		return change.Learned() || change.Tools() && !c.moved
	}), nil
}
