package sqlstore

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// schedules is the times of schedules that were claimed.
type schedules struct{ db *base }

// ClaimRun implements [store.Schedules].
func (s schedules) ClaimRun(ctx context.Context, sc scope.Scope, name string, at time.Time) (ours bool, err error) {
	err = s.db.write(ctx, sc, "claiming a time of a schedule", func(w *work) {
		ours = w.exec(`INSERT INTO schedules (org, user, profile, name, last) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (org, user, profile, name) DO UPDATE SET last = excluded.last WHERE schedules.last < excluded.last`, append(mine(sc, name), stampOf(at))...) > 0
	})
	return ours && err == nil, err
}

// LastRun implements [store.Schedules].
func (s schedules) LastRun(ctx context.Context, sc scope.Scope, name string) (at time.Time, err error) {
	err = s.db.query(ctx, sc, "reading a schedule", func(scan func(...any) error) error { return scan(moment{&at}) },
		"SELECT last FROM schedules WHERE org = ? AND user = ? AND profile = ? AND name = ?", mine(sc, name)...)
	return at, err
}
