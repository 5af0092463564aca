package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

// Locking says how a build waits for another one of the same profile. The
// zero value does not wait.
type Locking struct {
	Timeout time.Duration
	Holders string              // folder for the names of holders; empty names none
	Waiting func(holder string) // called when there is one to wait for; may be nil
}

// take takes the profile's lock and removes what a killed build left.
func (l Locking) take(ctx context.Context, p *profile.Profile) (release func(), err error) {
	timed, cancel := context.WithDeadline(ctx, time.Now().Add(l.Timeout))
	defer cancel()
	lock, err := atomicfile.Acquire(timed, p.Root, atomicfile.LockOptions{
		Cache:   l.Holders,
		Command: "backstory build",
		Waiting: func(h atomicfile.Holder) {
			if l.Waiting != nil && l.Timeout > 0 {
				l.Waiting(h.String())
			}
		},
	})
	if errors.Is(err, atomicfile.ErrLocked) {
		return nil, fmt.Errorf("%w: wait for it, or raise --lock-timeout", err)
	}
	if err != nil {
		return nil, err
	}
	if _, err := atomicfile.Sweep(atomicfile.In(p.Root), time.Time{}); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	// A lock that cannot be released goes with the process; the build is done.
	return func() { _ = lock.Release() }, nil
}

// remove removes a file of a profile, if it is there.
func (b *Builder) remove(p *profile.Profile, name string) error {
	folder := b.in(p)
	if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing %s: %w", name, err)
	}
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("syncing the folder after removing %s: %w", name, err)
	}
	return nil
}
