package runner

import (
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/prompt"
)

// ErrNoCut says that nothing can be summed up: what was said is one turn at
// most.
var ErrNoCut = errors.New("there is nothing to sum up")

// KeepNothing sums up all that was said, also the last turn.
const KeepNothing = -1

// Compact puts a text of a model in the place of what was said before the
// last turns. The write function is given what it is of and makes it; the session
// is held meanwhile. Of the turns it keeps the last ones, whole, as
// long as they have no more than so many tokens together, but one at least,
// unless it is [KeepNothing]. The prompt is renewed with it: e, or the one in use where e is nil. Where writing
// fails, the session stays as it was.
func (c *Thread) Compact(ctx context.Context, e *prompt.Epoch, keep int, write func(context.Context, Past) (string, error)) error {
	ctx, release, err := c.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	if e == nil {
		e = c.epoch
	}
	if e == nil {
		return ErrNoPrompt
	}
	cut := c.history.cut(keep)
	if cut == 0 {
		return ErrNoCut
	}
	text, err := write(ctx, c.past(cut))
	if err != nil {
		return err
	}
	if strings.TrimSpace(text) == "" {
		return errors.New("the summary is empty")
	}
	summary := model.Message{Parts: []model.Part{{Text: text}}}
	line, err := kept(summary)
	if err != nil {
		return err
	}
	row, err := c.history.row(c.epoch, e, prompt.Compaction)
	if err != nil {
		return err
	}
	row.From = c.history.seq + 1 // of the summary, which is not among what was said
	if cut < len(c.history.said) {
		row.From = c.history.said[cut].seq
	}
	if row, err = c.r.Store.Compact(ctx, c.scope, *c.lease, row, line); err != nil {
		return err
	}
	c.epoch, c.session.Epoch, c.prefix = e, row.Number, prefix{}
	c.history.from, c.history.summary, c.history.said = row.From, &said{Message: summary, seq: row.Summary, tokens: line.Tokens}, c.history.said[cut:]
	c.history.seq, c.session.Seq = row.Summary, row.Summary
	return nil
}
