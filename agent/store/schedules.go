package store

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// Schedules keeps when what is done at times was done last.
type Schedules interface {
	// ClaimRun claims a time of a schedule of the scope's profile. It is ours
	// where nobody claimed it, or a later one, before.
	ClaimRun(ctx context.Context, sc scope.Scope, name string, at time.Time) (ours bool, err error)
	// LastRun returns the last time that was claimed; the zero time before the
	// first.
	LastRun(ctx context.Context, sc scope.Scope, name string) (time.Time, error)
}
