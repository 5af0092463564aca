package session

import (
	"context"
	"fmt"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/prompt"
)

// Compacted is a session that was summed up.
type Compacted struct {
	Messages      int // that the summary stands for
	Before, After int // tokens of the next request
	Summary       string
}

// Line says so in one line.
func (d Compacted) Line() string {
	return fmt.Sprintf("%d messages were summed up: %d tokens are %d now", d.Messages, d.Before, d.After)
}

// keepShare is the part of the window that the turns may have that stay as they
// are: one in so many.
const keepShare = 16

// Compact has the model sum up what was said before the last turns, under fixed
// headings, and goes on with that in its place and with a prompt composed now.
// What was said stays in the session. Where the model fails, the session is as
// it was.
func (c *Conversation) Compact(ctx context.Context) (Compacted, error) {
	var d Compacted
	var window int
	d.Before, window = c.Tokens()
	cast, err := c.m.Runner.Cast(ctx, c.scope, c.Session())
	if err != nil {
		return d, err
	}
	err = c.c.Compact(ctx, cast.Epoch, window/keepShare, func(ctx context.Context, p runner.Past) (string, error) {
		d.Messages = len(p.Messages)
		d.Summary, err = summarise(ctx, p)
		return d.Summary, err
	})
	if err != nil {
		return d, c.ended(ctx, err)
	}
	c.cast, c.refused = cast, 0
	c.c.Play(cast)
	d.After, _ = c.Tokens()
	return d, nil
}

// Stale reports whether the prompt in use is not the one that was composed when
// the session was opened or last settled.
func (c *Conversation) Stale() bool {
	now := c.c.Epoch()
	return now != nil && c.cast.Epoch != nil && len(prompt.Compare(now, c.cast.Epoch)) > 0
}
