package pipeline

import (
	"context"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/ingest"
)

const (
	// lookAttempts is how often a profile that changes while it is read is
	// looked at.
	lookAttempts = 6
	// lookWait is how long the first of them waits for the next; each waits
	// twice as long as the one before.
	lookWait = 10 * time.Millisecond
)

// again does a step, and does it again as long as something changed while it
// was read. The last attempt is told that it is the last.
func again(ctx context.Context, step func(last bool) error) error {
	wait := lookWait
	for attempt := 1; ; attempt++ {
		last := attempt == lookAttempts
		err := step(last)
		if last || !ingest.IsChange(err) && !errors.Is(err, errMoved) && !errors.Is(err, errMissed) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait *= 2
	}
}

// errMissed says that a walk did not see all that is there: a folder was written
// to while it was listed.
var errMissed = errors.New("the folder changed while it was listed")

// errMoved says that the old output is not what it was a moment ago.
var errMoved = errors.New("it was written to while it was read: build again")

// errNotKept says that the output from which chapters were taken is not the
// one that the last build wrote. They have to be had in another way.
var errNotKept = errors.New("the last output is not what it was")

// errUncounted says that an output has more bytes than it may have characters,
// and these were not counted.
var errUncounted = errors.New("its characters are not counted")
