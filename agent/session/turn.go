package session

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/tokens"
)

const usualShare = 0.75

// Turn has a person's words answered. Each step is told to emit, which may be
// nil. The session is held meanwhile; where another process holds it, that is a
// [BusyError], and nothing happened. What another process said before is read
// first. A session that fills the model's window is summed up before. A turn
// that is cut off, by the context or a failure, keeps what was said.
func (c *Conversation) Turn(ctx context.Context, in runner.Input, emit func(runner.Event)) (runner.Answer, error) {
	if emit == nil {
		emit = func(runner.Event) {}
	}
	if s := c.Session(); s.Status != store.Active {
		return runner.Answer{}, &ClosedError{s}
	}
	if c.full(in.Text) {
		c.makeRoom(ctx, emit)
	}
	before := len(c.c.Mended())
	a, err := c.c.Turn(ctx, in, emit)
	for _, t := range c.c.Mended()[before:] { // another process, since the last turn
		emit(runner.Event{Notice: mendedLine(t)})
	}
	if err != nil {
		return a, c.ended(ctx, err)
	}
	if s := c.Session(); s.Title == "" {
		s.Title = title(in.Text)
		if err := c.m.Store.UpdateSession(ctx, c.scope, s.ID, s); err != nil && c.m.Warn != nil {
			c.m.Warn(err)
		}
	}
	return a, nil
}

// full reports whether the next request would fill more of the window than it
// may.
func (c *Conversation) full(text string) bool {
	share := c.m.Share
	if share == 0 {
		share = usualShare
	}
	used, window := c.Tokens()
	return share > 0 && window > 0 && float64(used+tokens.Estimate(text)) > share*float64(window)
}

// makeRoom sums the session up. Where that fails the turn goes on without, and
// it is tried again when the session has grown by a tenth.
func (c *Conversation) makeRoom(ctx context.Context, emit func(runner.Event)) {
	used, _ := c.Tokens()
	if used < c.refused+c.refused/10 {
		return
	}
	done, err := c.Compact(ctx)
	switch {
	case err == nil:
		emit(runner.Event{Notice: done.Line()})
	case errors.Is(err, runner.ErrNoCut):
	default:
		emit(runner.Event{Notice: fmt.Sprintf("the session fills the model's window and could not be summed up: %v", err)})
	}
	if err != nil {
		c.refused = used
	}
}

// titleMost is how long a title is that is made of what was said, in characters.
const titleMost = 60

// title makes a title of what a person said first, in one line that is seen as
// it is.
func title(text string) string {
	var gate document.Gate
	return oneline.Short(gate.Line(text), titleMost)
}
