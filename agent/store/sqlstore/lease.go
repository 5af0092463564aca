package sqlstore

import (
	"context"
	"database/sql"
	"errors"
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
	err := s.db.note(ctx, sc, "taking the session", func(tx Tx) error {
		now, shared, err := s.db.clock(ctx, tx)
		if err != nil {
			return err
		}
		l.Until = now.Add(ttl)
		var status string
		var holder store.HeldError
		var until int64
		err = tx.QueryRowContext(ctx,
			`SELECT s.status, coalesce(l.owner, ''), coalesce(l.until, 0), coalesce(l.beat, 0) FROM sessions s LEFT JOIN leases l ON l.org = s.org AND l.session = s.id
			WHERE s.org = ? AND s.user = ? AND s.profile = ? AND s.id = ?`, mine(sc, id)...).Scan(&status, &holder.Owner, &until, &holder.Beat)
		holder.Until = when(until)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return store.ErrNotFound
		case err != nil:
			return err
		case store.Status(status) != store.Active:
			return store.ErrClosed
		case shared && until <= stampOf(now):
		case until > 0 && (from.Owner != holder.Owner || from.Beat != holder.Beat || from.Owner == ""):
			return &holder
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO leases (org, session, owner, token, until) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (org, session) DO UPDATE SET owner = excluded.owner, token = excluded.token, until = excluded.until, beat = 0`,
			sc.Org(), id, l.Owner, l.Token, stampOf(l.Until))
		return err
	})
	if err != nil {
		return store.Lease{}, err
	}
	return l, nil
}

// clock tells the time, and whether all who use the store have it from the same
// clock.
func (s *base) clock(ctx context.Context, tx Tx) (now time.Time, shared bool, err error) {
	if c, ok := s.Database.(Clock); ok {
		now, err = c.Now(ctx, tx)
		return now, true, err
	}
	return s.now().UTC(), false, nil
}

// Holder implements [store.Leases].
func (s sessions) Holder(ctx context.Context, sc scope.Scope, id string) (*store.HeldError, error) {
	if _, err := s.Session(ctx, sc, id); err != nil {
		return nil, err
	}
	var found *store.HeldError
	err := s.db.query(ctx, sc, "asking who holds the session", func(scan func(...any) error) error {
		var until int64
		found = &store.HeldError{}
		err := scan(&found.Owner, &until, &found.Beat)
		found.Until = when(until)
		return err
	}, "SELECT owner, until, beat FROM leases WHERE org = ? AND session = ?", sc.Org(), id)
	return found, err
}

// Renew implements [store.Leases].
func (s sessions) Renew(ctx context.Context, sc scope.Scope, l store.Lease, ttl time.Duration) (store.Lease, error) {
	var until time.Time
	err := s.db.note(ctx, sc, "keeping the session", func(tx Tx) error {
		if _, err := s.held(ctx, tx, sc, l); err != nil {
			return err
		}
		now, _, err := s.db.clock(ctx, tx)
		if err != nil {
			return err
		}
		until = now.Add(ttl)
		_, err = tx.ExecContext(ctx, "UPDATE leases SET until = ?, beat = beat + 1 WHERE org = ? AND session = ?", stampOf(until), sc.Org(), l.Session)
		return err
	})
	if err != nil {
		return l, err
	}
	l.Until = until
	return l, nil
}

// Release implements [store.Leases]. A lease that is lost is released.
func (s sessions) Release(ctx context.Context, sc scope.Scope, l store.Lease) error {
	return s.db.note(ctx, sc, "leaving the session", func(tx Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM leases WHERE org = ? AND session = ? AND token = ?", sc.Org(), l.Session, l.Token)
		return err
	})
}

// held returns where a session is, by its last message. It is an
// [store.ErrLost] where a lease does not hold any more. One that has run out and
// that nobody took since still does: a machine that slept goes on.
func (s sessions) held(ctx context.Context, tx Tx, sc scope.Scope, l store.Lease) (seq int, err error) {
	var token, status string
	err = tx.QueryRowContext(ctx,
		`SELECT l.token, s.status, s.seq FROM leases l JOIN sessions s ON s.org = l.org AND s.id = l.session
		WHERE l.org = ? AND l.session = ? AND s.user = ? AND s.profile = ?`,
		sc.Org(), l.Session, sc.User(), sc.Profile()).Scan(&token, &status, &seq)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, store.ErrLost
	case err != nil:
		return 0, err
	case token != l.Token || l.Token == "":
		return 0, store.ErrLost
	case store.Status(status) != store.Active:
		return 0, store.ErrClosed
	}
	return seq, nil
}
