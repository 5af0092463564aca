package door

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Past is an earlier turn that a client asks for.
type Past struct {
	Held
	Turn    store.Turn
	Session store.Session
	scope   scope.Scope
	only    bool // it is the only turn of its session
}

// Done returns how the turn ended.
func (d *Door) Done(ctx context.Context, p *Past) *Done {
	out := &Done{Usage: usageOf(p.Turn)}
	if p.Answered != nil {
		out.Text, out.Calls = p.Answered.Text, p.Answered.Calls
	}
	out.Sources = d.SourcesOf(ctx, p.scope, out.Text)
	return out
}

// goneMark is the key that marks a turn as removed.
func goneMark(p Point) string { return fmt.Sprintf("gone/%s/%d", p.Session, p.Turn) }

// isGone reports whether a turn was removed or hidden.
func (d *Door) isGone(ctx context.Context, sc scope.Scope, p Point) (bool, error) {
	_, err := d.Store().ClientSession(ctx, sc, api.ActorOf(ctx).Token, goneMark(p))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// hide makes a turn one that nobody can ask for.
func (d *Door) hide(ctx context.Context, sc scope.Scope, p Point) error {
	return d.Store().SetClientSession(ctx, sc, api.ActorOf(ctx).Token, p.Session, goneMark(p))
}

// Find returns a turn that the token began. Any other is an [api.NotFound].
func (d *Door) Find(ctx context.Context, p Point) (*Past, error) {
	sc, s, err := d.FindSession(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	if _, err := d.Store().ClientSession(ctx, sc, api.ActorOf(ctx).Token, madeBy(p.Session)); err != nil {
		return nil, err
	}
	if gone, err := d.isGone(ctx, sc, p); gone || err != nil {
		return nil, errors.Join(err, api.NotFound())
	}
	if s.Status == store.Active { // opening it ends a turn that a process left unfinished
		if _, _, err := d.Manager().Open(ctx, sc, p.Session); err != nil {
			return nil, err
		}
	}
	held, _, _, err := d.turns(ctx, sc, p.Session)
	if err != nil {
		return nil, err
	}
	all, err := d.Store().Turns(ctx, sc, p.Session)
	if err != nil {
		return nil, err
	}
	for i, h := range held {
		if h.Number != p.Turn {
			continue
		}
		for _, t := range all {
			if t.Number == p.Turn {
				return &Past{Held: held[i], Turn: t, Session: s, scope: sc, only: len(all) == 1}, nil
			}
		}
	}
	return nil, api.NotFound()
}

// Remove removes a turn, and its session if it has no other turn.
func (d *Door) Remove(ctx context.Context, p Point) error {
	found, err := d.Find(ctx, p)
	if err != nil {
		return err
	}
	if found.only {
		return d.Manager().Delete(ctx, found.scope, p.Session)
	}
	return d.hide(ctx, found.scope, p)
}

// madeBy is the key that marks a session as made by a token.
func madeBy(session string) string { return "made/" + session }

// turns returns the turns of a session, and whether it can be continued.
func (d *Door) turns(ctx context.Context, sc scope.Scope, id string) (turns []Held, program string, active bool, err error) {
	s, err := d.Store().Session(ctx, sc, id)
	if err != nil {
		return nil, "", false, err
	}
	messages, err := d.Store().Messages(ctx, sc, id, 0, 0)
	if err != nil {
		return nil, "", false, err
	}
	turns, program, err = heldTurns(messages)
	return turns, program, s.Status == store.Active && s.Kind == store.Client, err
}
