package session

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
)

// The errors of sessions.
var (
	// ErrHidden says that a session is that of a task or a child, which nobody
	// talks in.
	ErrHidden = errors.New("the session is not one for people")
	// ErrSummary says that what a model made is not a summary.
	ErrSummary = errors.New("the model made no summary")
)

// BusyError says that another process is in the middle of a turn of a session.
// It is a [store.ErrLeased].
type BusyError struct {
	Session string
	Holder  *store.HeldError
}

// Error implements error.
func (e *BusyError) Error() string {
	return fmt.Sprintf("session %s is busy in another process (%s): wait, read it, or branch from it", e.Session, runner.OwnerName(e.Holder.Owner))
}

// Unwrap returns the error of the store.
func (e *BusyError) Unwrap() error { return e.Holder }

// ClosedError says that a session has ended, and why. It is a
// [store.ErrClosed]; [Manager.Reopen] undoes it.
type ClosedError struct{ Session store.Session }

// Error implements error.
func (e *ClosedError) Error() string {
	return fmt.Sprintf("session %s is closed (%s)", e.Session.ID, e.Session.Reason)
}

// Unwrap returns [store.ErrClosed].
func (e *ClosedError) Unwrap() error { return store.ErrClosed }

// ProfileError says that a session is of another profile, to which one has to
// change first.
type ProfileError struct{ Session store.Session }

// Error implements error.
func (e *ProfileError) Error() string {
	if e.Session.Profile == "" {
		return fmt.Sprintf("session %s is of no profile: leave the profile first", e.Session.ID)
	}
	return fmt.Sprintf("session %s is of the profile %s: change to it first", e.Session.ID, e.Session.Profile)
}

// UnknownError says that no session is named so. It is a [store.ErrNotFound].
type UnknownError struct{ Name string }

// Error implements error.
func (e *UnknownError) Error() string { return fmt.Sprintf("no session %+.60q", e.Name) }

// Unwrap returns [store.ErrNotFound].
func (e *UnknownError) Unwrap() error { return store.ErrNotFound }

// AmbiguousError says that more than one session begins as asked for.
type AmbiguousError struct {
	Prefix string
	IDs    []string // some of them
}

// Error implements error.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q is a prefix of several sessions: %s", e.Prefix, strings.Join(e.IDs, ", "))
}

// busy says in one line that another process holds a session.
func busy(id string, err error) error {
	var held *store.HeldError
	if errors.As(err, &held) {
		return &BusyError{id, held}
	}
	return err
}

func isBusy(err error) bool { return errors.Is(err, store.ErrLeased) }
