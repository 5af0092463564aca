package session

import (
	"context"
	"fmt"

	"github.com/seed353dc258/backstory/agent/runner"
)

// Compacted is a session that was summed up.
type Compacted struct {
	Messages      int // that the summary stands for
	Before, After int // tokens of the next request
	Summary       string
	// Why says why the summary is made of the words themselves; nil where a
	// model made it, or where none is asked.
	Why error
}

// Line says so in one line.
func (d Compacted) Line() string {
	line := fmt.Sprintf("%d messages were summed up: %d tokens are %d now", d.Messages, d.Before, d.After)
	if d.Why != nil {
		line += fmt.Sprintf("; without the model: %v", d.Why)
	}
	return line
}

// keepShare is the part of the window that the turns may have that stay as they
// are: one in so many.
const keepShare = 16

// Compact has the model sum up what was said before the last turns, under fixed
// headings, and continues with that in its place and with a prompt composed now.
// What was said stays in the session. Where the model fails, the summary is made
// of the words themselves; where nobody waits for it any more, the session is as
// it was.
func (c *Conversation) Compact(ctx context.Context) (Compacted, error) {
	_, window := c.Tokens()
	return c.compact(ctx, window/keepShare)
}

// compact is Compact; of the turns so many tokens stay.
func (c *Conversation) compact(ctx context.Context, keep int) (Compacted, error) {
	var d Compacted
	d.Before, _ = c.Tokens()
	stamp := c.stampNow()
	cast, err := c.m.Runner.Cast(ctx, c.scope, c.Session())
	if err != nil {
		return d, err
	}
	err = c.c.Compact(ctx, cast.Epoch, keep, func(ctx context.Context, p runner.Past) (string, error) {
		d.Messages = len(p.Messages)
		made, err := summarise(ctx, p)
		d.Summary, d.Why = made.text, made.why
		return made.text, err
	})
	if err != nil {
		return d, c.ended(ctx, err)
	}
	c.play(cast, stamp)
	d.After, _ = c.Tokens()
	return d, nil
}
