package pipeline

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

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
	if err := settle(p); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	// A lock that cannot be released goes with the process; the build is done.
	return func() { _ = lock.Release() }, nil
}

// settle ends what a killed build left: an output that it made, and whose
// manifest it wrote, takes its place, and what else it left goes.
func settle(p *profile.Profile) error {
	folder := atomicfile.In(p.Root)
	left, err := atomicfile.Leftovers(folder)
	if err != nil || len(left) == 0 {
		return err
	}
	before, err := readPrevious(p, nothing(), false)
	if err != nil {
		return err
	}
	// Not every file system of Windows renames over an open file.
	if err := before.close(); err != nil {
		return err
	}
	if name := before.unfinished; name != "" {
		if err := errors.Join(folder.Rename(name, profile.OutputFile), folder.Sync()); err != nil {
			return fmt.Errorf("ending the build that was interrupted: %w", err)
		}
	}
	_, err = atomicfile.Sweep(folder, time.Time{})
	return err
}
