// Package runner answers: it takes what a person says to a session, asks the
// model, calls the tools that it wants, and keeps every step before the next.
//
//   - runner.go: what a runner needs, and opening a session
//   - turn.go: one question and its answer
//   - call.go: calling tools, several at once, and asking a person first
//   - prefix.go: that what is sent goes on from what was sent
package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// Keeper is what a runner needs of a store.
type Keeper interface {
	store.Sessions
	store.Audit
}

// Runner answers in sessions. Its fields are set before it is used; the zero
// value of those that say so works.
type Runner struct {
	Store    Keeper
	Provider model.Provider
	Tools    *tool.Registry
	// Iterations is how often the model is asked in one turn. Default: 48.
	Iterations int
	// Approve decides about a call that a person is to be asked of. Without it
	// such calls are denied.
	Approve func(ctx context.Context, t tool.Tool, c model.Call) (bool, error)
	// Emit is told every step as it comes. Default: nothing.
	Emit func(Event)
	// Owner says who holds a session, for other processes.
	Owner string
	// Hold is how long a session is held without a sign of life. Default: 30 s.
	Hold time.Duration
}

// Event is a step of a turn. One field is set.
type Event struct {
	Text   string
	Call   *model.Call
	Result *model.Result
}

const (
	usualIterations = 48
	usualHold       = 30 * time.Second
)

// Conversation is a session that is held.
type Conversation struct {
	Session store.Session
	Epoch   *prompt.Epoch

	r       *Runner
	scope   scope.Scope
	lease   store.Lease
	history []model.Message
	prefix  prefix
}

// Open takes a session. What a process left in the middle of a turn is brought
// to an end first: what was said stays, and calls without a result get one that
// says so.
func (r *Runner) Open(ctx context.Context, sc scope.Scope, id string) (*Conversation, error) {
	lease, err := r.Store.Lease(ctx, sc, id, r.Owner, r.hold())
	if err != nil {
		return nil, err
	}
	c := &Conversation{r: r, scope: sc, lease: lease}
	if err := c.load(ctx); err != nil {
		return nil, errors.Join(err, r.Store.Release(ctx, sc, lease))
	}
	return c, nil
}

func (r *Runner) hold() time.Duration {
	if r.Hold <= 0 {
		return usualHold
	}
	return r.Hold
}

// Close lets the session go.
func (c *Conversation) Close(ctx context.Context) error {
	return c.r.Store.Release(ctx, c.scope, c.lease)
}

// load reads a session as it is kept.
func (c *Conversation) load(ctx context.Context) error {
	var err error
	if c.Session, err = c.r.Store.Session(ctx, c.scope, c.lease.Session); err != nil {
		return err
	}
	messages, err := c.r.Store.Messages(ctx, c.scope, c.Session.ID, 0, 0)
	if err != nil {
		return err
	}
	for _, m := range messages {
		said := model.Message{Role: model.Role(m.Role)}
		if err := json.Unmarshal(m.Body, &said.Parts); err != nil {
			return fmt.Errorf("reading message %d: %w: %w", m.Seq, store.ErrDamaged, err)
		}
		c.history = append(c.history, said)
	}
	if c.Session.Epoch > 0 {
		if err := c.loadEpoch(ctx); err != nil {
			return err
		}
	}
	return c.recover(ctx)
}

// loadEpoch takes the prompt in use, byte for byte as it was sent.
func (c *Conversation) loadEpoch(ctx context.Context) error {
	kept, err := c.r.Store.Epoch(ctx, c.scope, c.Session.ID, 0)
	if err != nil {
		return err
	}
	e := &prompt.Epoch{}
	if err := json.Unmarshal(kept.Record, e); err != nil {
		return fmt.Errorf("reading the prompt: %w: %w", store.ErrDamaged, err)
	}
	// The record has all but the bytes, which are kept once; a memory that was
	// forgotten may be gone from them, so their digest need not hold.
	e.System, e.Tools = kept.System, kept.Tools
	c.Epoch = e
	return nil
}

// Use makes a prompt the one that is sent, and keeps it.
func (c *Conversation) Use(ctx context.Context, e *prompt.Epoch, reason prompt.Reason) error {
	var changed []string
	if c.Epoch != nil {
		for _, change := range prompt.Compare(c.Epoch, e) {
			changed = append(changed, change.Section)
		}
	}
	record, err := json.Marshal(e.Bare())
	if err != nil {
		return fmt.Errorf("keeping the prompt: %w", err)
	}
	kept, err := c.r.Store.AddEpoch(ctx, c.scope, c.lease, store.Epoch{
		Hash: e.Hash, System: e.System, Tools: e.Tools, Record: record, Reason: string(reason), Changed: changed,
	})
	if err != nil {
		return err
	}
	c.Epoch, c.Session.Epoch, c.prefix = e, kept.Number, prefix{}
	return nil
}

// recover ends what was left in the middle.
func (c *Conversation) recover(ctx context.Context) error {
	turns, err := c.r.Store.Turns(ctx, c.scope, c.Session.ID)
	if err != nil {
		return err
	}
	for _, t := range turns {
		if t.State != store.TurnRunning && t.State != store.TurnWaiting {
			continue
		}
		if err := c.answerOpen(ctx, t.Number, "the program ended before the tool did"); err != nil {
			return err
		}
		t.State, t.Pending, t.Error, t.Ended = store.TurnInterrupted, nil, "the program ended in the middle", time.Now().UTC()
		if _, err := c.r.Store.PutTurn(ctx, c.scope, c.lease, t); err != nil {
			return err
		}
	}
	return nil
}

// answerOpen gives the calls of the last message that have no result one that
// says why. No provider takes a history in which they have none.
func (c *Conversation) answerOpen(ctx context.Context, turn int, why string) error {
	if len(c.history) == 0 {
		return nil
	}
	var parts []model.Part
	for _, p := range c.history[len(c.history)-1].Parts {
		if p.Call != nil {
			parts = append(parts, model.Part{Result: &model.Result{CallID: p.Call.ID, Text: why, Failed: true}})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return c.say(ctx, turn, model.Message{Role: model.User, Parts: parts})
}

// say keeps a message, and then has it said.
func (c *Conversation) say(ctx context.Context, turn int, m model.Message) error {
	body, err := json.Marshal(m.Parts)
	if err != nil {
		return fmt.Errorf("keeping a message: %w", err)
	}
	kept, err := c.r.Store.Append(ctx, c.scope, c.lease, []store.Message{{Turn: turn, Role: string(m.Role), Body: body}})
	if err != nil {
		return err
	}
	c.Session.Seq = kept[0].Seq
	c.history = append(c.history, m)
	return nil
}

// History returns what was said, with the results of tools.
func (c *Conversation) History() []model.Message { return append([]model.Message(nil), c.history...) }

func (r *Runner) emit(e Event) {
	if r.Emit != nil {
		r.Emit(e)
	}
}
