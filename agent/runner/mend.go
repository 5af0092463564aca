package runner

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Why a call has no other result, for the model.
const (
	whyEnded  = "the program ended before the tool did"
	whyMended = "the program ended in the middle" // of a turn
	whyCut    = "the turn ended before the tool did"
)

// mend ends what was left in the middle: what was said stays, and calls without
// a result get one that says so.
func (c *Thread) mend(ctx context.Context) error {
	turns, err := c.r.Store.Turns(ctx, c.scope, c.session.ID)
	if err != nil {
		return err
	}
	for _, t := range turns {
		if t.State != store.TurnRunning && t.State != store.TurnWaiting {
			continue
		}
		was := t
		left := c.history.unanswered(whyEnded)
		if t.Partial, err = streamed(ctx, c.r.Store, c.scope, c.session.ID, t); err != nil {
			return err
		}
		if t.Partial != "" {
			left = []model.Message{{Role: model.Assistant, Parts: []model.Part{{Text: t.Partial}}}}
		}
		t.State, t.Pending, t.Error, t.Ended = store.TurnInterrupted, nil, whyMended, time.Now().UTC()
		if err := c.put(ctx, &t, left...); err != nil {
			return err
		}
		c.mended = append(c.mended, was)
	}
	c.ended = true
	return nil
}

// streamed returns what was streamed of an answer that is not a message yet. Where
// more of it was told to others than was kept, what they heard counts.
func streamed(ctx context.Context, st Keeper, scope scope.Scope, session string, t store.Turn) (string, error) {
	events, err := st.TurnEvents(ctx, scope, session, t.Number, 0, 0)
	if err != nil || len(events) == 0 {
		return t.Partial, err
	}
	messages, err := st.Messages(ctx, scope, session, 0, 0)
	if err != nil {
		return t.Partial, err
	}
	heard, kept := store.Heard(events), ""
	for _, m := range messages {
		if m.Turn != t.Number || m.Role != string(model.Assistant) {
			continue
		}
		var parts []model.Part
		if err := json.Unmarshal(m.Body, &parts); err != nil {
			return t.Partial, err
		}
		for _, p := range parts {
			kept += p.Text
		}
	}
	if more, ok := strings.CutPrefix(heard, kept+t.Partial); ok {
		return t.Partial + more, nil
	}
	return t.Partial, nil
}

// Whole returns the last message up to a Seq behind which no call waits for its
// result; 0 where there is none.
func (c *Thread) Whole(ctx context.Context, upTo int) (int, error) {
	if upTo <= 0 {
		return 0, nil
	}
	all, err := c.r.Store.Messages(ctx, c.scope, c.session.ID, 0, upTo)
	if err != nil {
		return 0, err
	}
	for i := len(all) - 1; i >= 0; i-- {
		m, err := parse(all[i])
		if err != nil {
			return 0, err
		}
		if !has(m.Message, func(p model.Part) bool { return p.Call != nil }) {
			return m.seq, nil
		}
	}
	return 0, nil
}
