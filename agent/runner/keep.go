package runner

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// Use makes a prompt the one that is sent, and keeps it.
func (c *Thread) Use(ctx context.Context, e *prompt.Epoch, reason prompt.Reason) error {
	ctx, release, err := c.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	row, err := c.history.row(c.epoch, e, reason)
	if err != nil {
		return err
	}
	if row, err = c.r.Store.AddEpoch(ctx, c.scope, *c.lease, row); err != nil {
		return err
	}
	c.epoch, c.session.Epoch, c.prefix = e, row.Number, prefix{}
	return nil
}

// say keeps messages, and then has them said.
func (c *Thread) say(ctx context.Context, t *store.Turn, messages ...model.Message) error {
	rows := make([]store.Message, len(messages))
	for i, m := range messages {
		row, err := kept(m)
		if err != nil {
			return err
		}
		row.Turn = t.Number
		rows[i] = row
	}
	rows, err := c.r.Store.Append(ctx, c.scope, *c.lease, rows)
	if err != nil {
		return err
	}
	for i, m := range messages {
		c.heard(m, t.Number, rows[i].Seq, rows[i].Tokens)
	}
	return nil
}

// put keeps how far a turn is, with messages that belong to that.
func (c *Thread) put(ctx context.Context, t *store.Turn, messages ...model.Message) error {
	rows := make([]store.Message, len(messages))
	for i, m := range messages {
		row, err := kept(m)
		if err != nil {
			return err
		}
		rows[i] = row
	}
	now, err := c.r.Store.PutTurn(ctx, c.scope, *c.lease, *t, rows...)
	if err != nil {
		return err
	}
	*t = now
	for i, m := range messages {
		c.heard(m, t.Number, c.history.seq+1, rows[i].Tokens)
	}
	return nil
}

func (c *Thread) heard(m model.Message, turn, seq, tokens int) {
	c.history.said = append(c.history.said, said{Message: m, seq: seq, turn: turn, tokens: tokens})
	c.history.seq, c.session.Seq = seq, seq
}

// kept returns a message as a store has it.
func kept(m model.Message) (store.Message, error) {
	body, err := json.Marshal(m.Parts)
	if err != nil {
		return store.Message{}, fmt.Errorf("keeping a message: %w", err)
	}
	cost := 0
	if m.HasImage() {
		for _, p := range m.Parts {
			cost += partSize(p)
		}
	} else {
		cost = tokens.Estimate(string(body))
	}
	return store.Message{Role: string(m.Role), Body: body, Tokens: cost}, nil
}
