package session

import (
	"context"
	"errors"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/internal/oneline"
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
	if err := c.fit(ctx, in, emit); err != nil {
		return runner.Answer{}, err
	}
	return c.answered(ctx, in, emit, c.c.Turn)
}

// Retell keeps turns that were held elsewhere: see [runner.Thread.Retell].
func (c *Conversation) Retell(ctx context.Context, turns [][]model.Message) error {
	return c.ended(ctx, c.c.Retell(ctx, turns))
}

// HasTool reports whether a tool can be called in the session.
func (c *Conversation) HasTool(name string) bool {
	if c.cast.Tools == nil {
		return false
	}
	_, ok := c.cast.Tools.Find(name)
	return ok
}

// Resume continues a turn whose answer did not come: see
// [runner.Thread.Resume].
func (c *Conversation) Resume(ctx context.Context, emit func(runner.Event)) (runner.Answer, error) {
	if emit == nil {
		emit = func(runner.Event) {}
	}
	if s := c.Session(); s.Status != store.Active {
		return runner.Answer{}, &ClosedError{s}
	}
	return c.answered(ctx, runner.Input{}, emit, c.c.Resume)
}

type turner func(context.Context, runner.Input, func(runner.Event)) (runner.Answer, error)

// answered has a turn answered.
func (c *Conversation) answered(ctx context.Context, in runner.Input, emit func(runner.Event), turn turner) (runner.Answer, error) {
	in.MakeRoom = c.makeRoom
	before := len(c.c.Mended())
	a, err := turn(ctx, in, emit)
	for _, t := range c.c.Mended()[before:] { // another process, since the last turn
		emit(runner.Event{Notice: mendedLine(t)})
	}
	if err != nil {
		return a, c.ended(ctx, err)
	}
	if s := c.Session(); s.Title == "" && in.Text != "" {
		s.Title = title(in.Text)
		if err := c.m.Store.UpdateSession(ctx, c.scope, s.ID, s); err != nil && c.m.Warn != nil {
			c.m.Warn(err)
		}
	}
	return a, nil
}

// fit makes room for a message where it would fill more of the window than it
// may. What does not fit even when all is summed up is refused, before anything
// is.
func (c *Conversation) fit(ctx context.Context, in runner.Input, emit func(runner.Event)) error {
	share := c.m.Share
	if share == 0 {
		share = usualShare
	}
	used, window := c.Tokens()
	cost := runner.Cost(in)
	if share < 0 || window <= 0 || float64(used+cost) <= share*float64(window) {
		return nil
	}
	if err := c.c.Refuse(cost, summaryRoom(window)+summaryFence); err != nil {
		return err
	}
	if err := c.compactTo(ctx, window/keepShare, emit); err != nil && !errors.Is(err, runner.ErrNoCut) {
		return err
	}
	if room, _ := c.c.Room(); room >= cost {
		return nil
	}
	err := c.compactTo(ctx, runner.KeepNothing, emit)
	if errors.Is(err, runner.ErrNoCut) {
		return nil
	}
	return err
}

// summaryFence is the cost of the lines around a summary, in tokens.
const summaryFence = 64

// makeRoom sums up in the middle of a turn: what was before it, and where that
// is not enough, all.
func (c *Conversation) makeRoom(ctx context.Context, emit func(runner.Event)) error {
	err := c.compactTo(ctx, 0, emit)
	if err != nil && !errors.Is(err, runner.ErrNoCut) {
		return err
	}
	_, window := c.Tokens()
	if room, _ := c.c.Room(); room >= window/keepShare {
		return nil
	}
	return c.compactTo(ctx, runner.KeepNothing, emit)
}

// compactTo sums up, and says so.
func (c *Conversation) compactTo(ctx context.Context, keep int, emit func(runner.Event)) error {
	done, err := c.compact(ctx, keep)
	if err == nil {
		emit(runner.Event{Notice: done.Line()})
	}
	return err
}

// maxMadeTitle is how long a title is that is made of what was said, in characters.
const maxMadeTitle = 60

// title makes a title of what a person said first, in one line that is seen as
// it is.
func title(text string) string {
	var gate gate.Gate
	return oneline.Short(gate.Line(text), maxMadeTitle)
}
