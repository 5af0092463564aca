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
	err = s.db.write(ctx, sc, "claiming a time of a schedule", func(tx Tx) error {
		done, err := tx.ExecContext(ctx, `INSERT INTO schedules (org, user, profile, name, last) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (org, user, profile, name) DO UPDATE SET last = excluded.last WHERE schedules.last < excluded.last`, mineNamed(sc, name, stampOf(at))...)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		ours = n > 0
		return err
	})
	return ours && err == nil, err
}

// LastRun implements [store.Schedules].
func (s schedules) LastRun(ctx context.Context, sc scope.Scope, name string) (at time.Time, err error) {
	err = s.db.query(ctx, sc, "reading a schedule", func(scan func(...any) error) error {
		var ms int64
		err := scan(&ms)
		at = when(ms)
		return err
	}, "SELECT last FROM schedules WHERE org = ? AND user = ? AND profile = ? AND name = ?", mine(sc, name)...)
	return at, err
}

func mineNamed(sc scope.Scope, name string, more ...any) []any {
	return append(mine(sc, name), more...)
}
