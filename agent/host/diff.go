package host

import (
	"context"
	"fmt"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// Epochs returns the prompt that a session uses, and the one that would be
// composed for it now. Without an id it is the session that would go on. Nothing
// changes. A session without a prompt, and a profile without a session, are a
// [store.ErrNotFound].
func (h *Host) Epochs(ctx context.Context, sc scope.Scope, id string) (used, now *prompt.Epoch, err error) {
	s, err := findSession(ctx, h.Manager, sc, id)
	if err != nil {
		return nil, nil, err
	}
	c, err := h.Runner.Open(ctx, sc, s.ID)
	if err != nil {
		return nil, nil, err
	}
	if used = c.Epoch(); used == nil {
		return nil, nil, fmt.Errorf("reading the prompt of session %s: %w", s.ID, store.ErrNotFound)
	}
	cast, err := h.Cast(ctx, sc, s)
	return used, cast.Epoch, err
}

// findSession returns a session, or without an id the one that would go on.
func findSession(ctx context.Context, in *session.Manager, sc scope.Scope, id string) (store.Session, error) {
	if id != "" {
		return in.Find(ctx, sc, id)
	}
	list, err := in.Store.ListSessions(ctx, sc, store.Filter{Kind: store.Interactive, Status: store.Active, Limit: 1})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("looking for a session: %w", store.ErrNotFound)
	}
	if err != nil {
		return store.Session{}, err
	}
	return list[0], nil
}
