package session

import (
	"context"
	"fmt"
	"strconv"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// How says which session goes on.
type How string

// The sessions that can go on.
const (
	Attached How = "attached" // the one used last
	Latest   How = "latest"   // the newest one
	Created  How = "created"
)

// Resolved is the session that goes on.
type Resolved struct {
	Session store.Session
	How     How
	Closed  []Ended // others that were closed for it
}

// Line says in one line which session goes on.
func (r Resolved) Line() string {
	line := map[How]string{Attached: "attached session", Latest: "latest session", Created: "new session"}[r.How]
	if r.Session.Title != "" {
		line += " " + strconv.Quote(r.Session.Title)
	} else {
		line += " " + r.Session.ID
	}
	switch n := len(r.Closed); {
	case n == 1:
		line += ", 1 other one was closed"
	case n > 1:
		line += fmt.Sprintf(", %d others were closed", n)
	}
	return line
}

// Resolve returns the session that goes on for a profile or for none: the
// newest active one, else a new one. Of several the newest is kept, or for no
// profile the one used last, and the others are closed with the reason; one
// that another process is in the middle of is left alone. Sessions of tasks and
// children never count.
func (m *Manager) Resolve(ctx context.Context, sc scope.Scope, want Want) (Resolved, error) {
	active, err := active(ctx, m.Store, sc)
	if err != nil {
		return Resolved{}, err
	}
	if len(active) == 0 {
		return m.create(ctx, sc, want)
	}
	last, how := attached(m.Pointer), Latest
	chosen := 0
	for i, s := range active {
		if s.ID == last && (sc.Profile() == "" || i == 0) {
			chosen, how = i, Attached
		}
	}
	r := Resolved{Session: active[chosen], How: how}
	for i, s := range active {
		if i == chosen {
			continue
		}
		ended, err := m.end(ctx, sc, s, m.Via.reason("profile_duplicate_cleanup", sc))
		if err != nil && !isBusy(err) {
			return r, err
		}
		if err == nil {
			r.Closed = append(r.Closed, ended)
		}
	}
	attach(m.Pointer, m.Warn, r.Session.ID)
	return r, nil
}

// create makes a session. Where another process was quicker, its session goes
// on.
func (m *Manager) create(ctx context.Context, sc scope.Scope, want Want) (Resolved, error) {
	s, err := m.Make(ctx, sc, store.Interactive, want)
	r := Resolved{Session: s, How: Created}
	if err != nil {
		active, listErr := active(ctx, m.Store, sc)
		if listErr != nil || len(active) == 0 {
			return Resolved{}, err
		}
		r = Resolved{Session: active[0], How: Latest}
	}
	attach(m.Pointer, m.Warn, r.Session.ID)
	return r, nil
}

// active lists the sessions that could go on, the newest first.
func active(ctx context.Context, st runner.Keeper, sc scope.Scope) ([]store.Session, error) {
	return st.ListSessions(ctx, sc, store.Filter{Kind: store.Interactive, Status: store.Active})
}
