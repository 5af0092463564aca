package sqlstore

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Lease implements [store.Leases].
func (s sessions) Lease(ctx context.Context, sc scope.Scope, id, owner string, ttl time.Duration) (store.Lease, error) {
	return s.take(ctx, sc, store.HeldError{}, store.Lease{Session: id, Owner: owner}, ttl)
}

// Seize implements [store.Leases].
func (s sessions) Seize(ctx context.Context, sc scope.Scope, id string, from store.HeldError, owner string, ttl time.Duration) (store.Lease, error) {
	return s.take(ctx, sc, from, store.Lease{Session: id, Owner: owner}, ttl)
}

// take takes a hold that is free or that somebody has who is named.
func (s sessions) take(ctx context.Context, sc scope.Scope, from store.HeldError, l store.Lease, ttl time.Duration) (store.Lease, error) {
	id := l.Session
	l.Token = s.db.newID()
	err := s.db.note(ctx, sc, "taking the session", func(w *work) {
		now, shared := w.clock()
		l.Until = now.Add(ttl)
		var status string
		var holder store.HeldError
		found := w.read(to{&status, &holder.Owner, moment{&holder.Until}, &holder.Beat},
			`SELECT s.status, coalesce(l.owner, ''), coalesce(l.until, 0), coalesce(l.beat, 0) FROM sessions s LEFT JOIN leases l ON l.org = s.org AND l.session = s.id
			WHERE s.org = ? AND s.user = ? AND s.profile = ? AND s.id = ?`, mine(sc, id)...)
		switch {
		case !found:
			w.fail(store.ErrNotFound)
		case store.Status(status) != store.Active:
			w.fail(store.ErrClosed)
		case shared && !holder.Until.After(now):
		case !holder.Until.IsZero() && (from.Owner != holder.Owner || from.Beat != holder.Beat || from.Owner == ""):
			w.fail(&holder)
		}
		w.exec(`INSERT INTO leases (org, session, owner, token, until) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (org, session) DO UPDATE SET owner = excluded.owner, token = excluded.token, until = excluded.until, beat = 0`,
			sc.Org(), id, l.Owner, l.Token, stampOf(l.Until))
	})
	if err != nil {
		return store.Lease{}, err
	}
	return l, nil
}

// clock tells the time, and whether all who use the store have it from the same
// clock.
func (w *work) clock() (now time.Time, shared bool) {
	c, ok := w.Database.(Clock)
	if !ok || w.err != nil {
		return w.now().UTC(), false
	}
	now, w.err = c.Now(w.ctx, w.tx)
	return now, true
}

// Holder implements [store.Leases].
func (s sessions) Holder(ctx context.Context, sc scope.Scope, id string) (*store.HeldError, error) {
	if _, err := s.Session(ctx, sc, id); err != nil {
		return nil, err
	}
	var found *store.HeldError
	err := s.db.query(ctx, sc, "asking who holds the session", func(scan func(...any) error) error {
		found = &store.HeldError{}
		return scan(&found.Owner, moment{&found.Until}, &found.Beat)
	}, "SELECT owner, until, beat FROM leases WHERE org = ? AND session = ?", sc.Org(), id)
	return found, err
}

// Renew implements [store.Leases].
func (s sessions) Renew(ctx context.Context, sc scope.Scope, l store.Lease, ttl time.Duration) (store.Lease, error) {
	var until time.Time
	err := s.db.note(ctx, sc, "keeping the session", func(w *work) {
		held(w, l)
		now, _ := w.clock()
		until = now.Add(ttl)
		w.exec("UPDATE leases SET until = ?, beat = beat + 1 WHERE org = ? AND session = ?", stampOf(until), sc.Org(), l.Session)
	})
	if err != nil {
		return l, err
	}
	l.Until = until
	return l, nil
}

// Release implements [store.Leases]. A lease that is lost is released.
func (s sessions) Release(ctx context.Context, sc scope.Scope, l store.Lease) error {
	return s.db.note(ctx, sc, "leaving the session", func(w *work) {
		w.exec("DELETE FROM leases WHERE org = ? AND session = ? AND token = ?", sc.Org(), l.Session, l.Token)
	})
}

// held returns where a session is, by its last message. It is an
// [store.ErrLost] where a lease does not hold any more. One that has run out and
// that nobody took since still does: a machine that slept goes on.
func held(w *work, l store.Lease) (seq int) {
	var token, status string
	found := w.read(to{&token, &status, &seq},
		`SELECT l.token, s.status, s.seq FROM leases l JOIN sessions s ON s.org = l.org AND s.id = l.session
		WHERE l.org = ? AND l.session = ? AND s.user = ? AND s.profile = ?`,
		w.sc.Org(), l.Session, w.sc.User(), w.sc.Profile())
	switch {
	case !found, token != l.Token || l.Token == "":
		w.fail(store.ErrLost)
	case store.Status(status) != store.Active:
		w.fail(store.ErrClosed)
	}
	return seq
}
