package session

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

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
