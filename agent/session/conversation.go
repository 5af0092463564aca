package session

import (
	"cmp"
	"context"
	"errors"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// Conversation is a session that somebody talks in. It is for one goroutine at
// a time.
type Conversation struct {
	m     *Manager
	scope scope.Scope
	c     *runner.Thread
	cast  runner.Cast
	stamp string        // of the files when now was composed
	now   *prompt.Epoch // as the prompt would be
	moved bool          // the files have changed since the session was opened
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

// ended says in one line that another process holds a session or has closed it.
func (c *Conversation) ended(ctx context.Context, err error) error {
	if errors.Is(err, store.ErrClosed) {
		// What it says is that of the session now.
		if s, readErr := c.m.Store.Session(ctx, c.scope, c.Session().ID); readErr == nil {
			return &ClosedError{s}
		}
	}
	return busy(c.Session().ID, err)
}

func (c *Conversation) stampNow() string {
	if c.m.Stamp == nil {
		return ""
	}
	return c.m.Stamp(c.scope)
}
