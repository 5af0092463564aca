package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Conversation is a session that somebody talks in. It is for one goroutine at
// a time.
type Conversation struct {
	m     *Manager
	scope scope.Scope
	c     *runner.Conversation
	cast  runner.Cast
	stamp string        // of the files when now was composed
	now   *prompt.Epoch // as the prompt would be
	moved bool          // the files have changed since the session was opened
}

// Opening is what was found when a session was opened.
type Opening struct {
	Prompt Settled
	Mended []store.Turn // turns that a process had left in the middle
	Busy   *BusyError   // another process is in the middle of a turn; the session can be read
	Lines  []string     // all of that, for people
}

// Open opens a session, to talk in it or to read it. A turn that was cut off by
// the end of a program is brought to an end, and the prompt is settled: the
// one in use stays as it is, byte for byte, unless it changed and the policy of
// the cast says to take the new one. A role that the profile does not allow any
// more is left for the orchestrator's. A session that is closed is there to be
// read.
func (m *Manager) Open(ctx context.Context, sc scope.Scope, id string) (*Conversation, Opening, error) {
	var o Opening
	inner, err := m.Runner.Open(ctx, sc, id)
	if err != nil {
		return nil, o, err
	}
	c := &Conversation{m: m, scope: sc, c: inner}
	if c.Session().Status == store.Active {
		err = inner.Sync(ctx)
	}
	if c.Session().Status != store.Active {
		return c, o, c.recast(ctx)
	}
	if held := busy(id, err); errors.As(held, &o.Busy) {
		o.Lines = append(o.Lines, o.Busy.Error())
	} else if err != nil {
		return nil, o, err
	}
	o.Mended = inner.Mended()
	for _, t := range o.Mended {
		o.Lines = append(o.Lines, mendedLine(t))
	}
	if m.Fresh != nil && c.Session().Epoch == 0 {
		m.Fresh(ctx, sc)
	}
	line, err := c.castOrRevert(ctx)
	if err != nil {
		return nil, o, err
	}
	if line != "" {
		o.Lines = append(o.Lines, line)
	}
	if o.Prompt, err = c.settle(ctx, prompt.Startup); err != nil {
		return nil, o, err
	}
	if o.Prompt.Line != "" {
		o.Lines = append(o.Lines, o.Prompt.Line)
	}
	if left := c.Epoch().LeftOutLine(); left != "" {
		o.Lines = append(o.Lines, left)
	}
	return c, o, nil
}

func mendedLine(t store.Turn) string {
	if t.State == store.TurnWaiting {
		return fmt.Sprintf("turn %d waited for a decision when the program ended: the call was not made", t.Number)
	}
	return fmt.Sprintf("turn %d was cut off when the program ended: what was said until then is there", t.Number)
}

// recast composes what the session is played with.
func (c *Conversation) recast(ctx context.Context) error {
	if c.m.Runner.Cast == nil {
		return errors.New("opening a session: nothing composes its prompt")
	}
	stamp := c.stampNow()
	cast, err := c.m.Runner.Cast(ctx, c.scope, c.Session())
	if err != nil {
		return err
	}
	c.play(cast, stamp)
	return nil
}

// play has the session played with a cast that was composed of the files with a
// stamp.
func (c *Conversation) play(cast runner.Cast, stamp string) {
	c.cast, c.now, c.stamp = cast, cast.Epoch, stamp
	c.c.Play(cast)
}

// castOrRevert is recast, as orchestrator where the role is not allowed.
func (c *Conversation) castOrRevert(ctx context.Context) (line string, err error) {
	err = c.recast(ctx)
	var refused *profile.RoleError
	if !errors.As(err, &refused) || profile.RoleKey(c.Session().Role) == "" {
		return "", err
	}
	s := c.Session()
	s.Role, s.Model = "", ""
	if err := c.m.Store.UpdateSession(ctx, c.scope, s.ID, s); err != nil {
		return "", err
	}
	if err := c.c.Sync(ctx); err != nil {
		return "", busy(s.ID, err)
	}
	return refused.Error() + ": the session goes on as " + profile.Orchestrator, c.recast(ctx)
}

// Scope is on whose behalf somebody talks.
func (c *Conversation) Scope() scope.Scope { return c.scope }

// Session returns the session as it was last read.
func (c *Conversation) Session() store.Session { return c.c.Session() }

// Epoch returns the prompt in use. It may have been composed for another model
// than the one that is asked: see [Conversation.Model].
func (c *Conversation) Epoch() *prompt.Epoch { return c.c.Epoch() }

// Model returns the full name of the model that is asked.
func (c *Conversation) Model() string { return cmp.Or(c.cast.Model, c.Session().Model) }

// Sent returns the system text and the tools of the next request, byte for byte.
func (c *Conversation) Sent() (system, tools string, err error) { return c.c.Sent() }

// History returns what is sent of what was said, with the results of tools.
func (c *Conversation) History() []model.Message { return c.c.History() }

// Tokens estimates how long the next request is, and says how long it may be.
func (c *Conversation) Tokens() (used, window int) { return c.c.Tokens(), c.c.Caps().Window }

// Sync reads what other processes did in the session, such as after a
// [BusyError], or a purge.
func (c *Conversation) Sync(ctx context.Context) error {
	return c.ended(ctx, c.c.Sync(ctx))
}
