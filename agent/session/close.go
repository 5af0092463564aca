package session

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Ended is a session that was closed.
type Ended struct {
	ID     string
	Reason string
	// Status is archived where the session was summed up, else closed.
	Status  store.Status
	Learned int // memories
	// Problem says why there is no summary, or why it is made of the words
	// themselves, or that not all that was learned was kept. The session is
	// closed all the same.
	Problem error
}

// Because is the reason for people, who may know the profile in it by another name.
func (e Ended) Because() string { return because(e.Reason) }

func because(reason string) string {
	why, _, _ := strings.Cut(reason, ":")
	return why
}

const usualPatience = 20 * time.Second

// New closes the profile's session, if there is one, and makes another.
func (m *Manager) New(ctx context.Context, sc scope.Scope, want Want) (Resolved, error) {
	what := "new"
	if m.Via == API {
		what = "create"
	}
	closed, err := m.clear(ctx, sc, m.Via.by(what, sc))
	if err != nil {
		return Resolved{}, err
	}
	// Who interrupts the summary does not want to be left without a session.
	ctx = context.WithoutCancel(ctx)
	s, err := m.Make(ctx, sc, store.Interactive, want)
	if err != nil {
		return Resolved{Closed: closed}, err
	}
	attach(m.Pointer, m.Warn, s.ID)
	return Resolved{Session: s, How: Created, Closed: closed}, nil
}

// clear ends the active sessions of a profile.
func (m *Manager) clear(ctx context.Context, sc scope.Scope, reason string) ([]Ended, error) {
	active, err := active(ctx, m.Store, sc)
	if err != nil {
		return nil, err
	}
	var closed []Ended
	for _, s := range active {
		ended, err := m.end(ctx, sc, s, reason)
		if err != nil {
			return closed, err
		}
		closed = append(closed, ended)
	}
	return closed, nil
}

// Close ends a session for a reason. It is summed up, and something may be
// learned from it; where the model fails or takes too long it is closed without.
// The audit has the reason also when the session goes on later.
// A session that another process is in the middle of is a [BusyError].
func (m *Manager) Close(ctx context.Context, sc scope.Scope, id, reason string) (Ended, error) {
	s, err := m.Store.Session(ctx, sc, id)
	if err != nil {
		return Ended{}, err
	}
	if s.Status != store.Active {
		return Ended{}, &ClosedError{s}
	}
	return m.end(ctx, sc, s, reason)
}

// end closes a session first and sums it up then, so that nothing can keep it
// from being closed.
func (m *Manager) end(ctx context.Context, sc scope.Scope, s store.Session, reason string) (Ended, error) {
	e := Ended{ID: s.ID, Reason: reason, Status: store.Closed}
	err := alone(ctx, m.Runner, sc, s.ID, func(ctx context.Context) error {
		if err := m.Store.CloseSession(ctx, sc, s.ID, store.Closed, reason); err != nil {
			return err
		}
		return m.Store.Record(ctx, sc, s.ID, "session.closed", map[string]string{"reason": reason})
	})
	if err != nil {
		return e, err
	}
	summary, err := m.finalise(ctx, sc, s.ID, &e)
	if err != nil {
		e.Problem = errors.Join(e.Problem, err)
		return e, nil
	}
	if s, err = m.Store.Session(ctx, sc, s.ID); err == nil {
		s.Summary = summary
		err = m.Store.UpdateSession(ctx, sc, s.ID, s)
	}
	if err == nil {
		err = m.Store.CloseSession(ctx, sc, s.ID, store.Archived, reason)
	}
	if err != nil {
		e.Problem = errors.Join(e.Problem, err)
		return e, nil
	}
	e.Status = store.Archived
	return e, nil
}

// Move makes a session one of another profile, closing those that go on there,
// and has it speak in a role with what the profile says now. An empty role is
// the orchestrator's. A role that the profile does not allow changes nothing.
func (m *Manager) Move(ctx context.Context, sc scope.Scope, id string, to scope.Scope, role string) (closed []Ended, err error) {
	s, err := m.Store.Session(ctx, sc, id)
	if err != nil {
		return nil, err
	}
	if s.Status != store.Active {
		return nil, &ClosedError{s}
	}
	s.Role, s.Model = role, ""
	if _, err := m.Runner.Cast(ctx, to, s); err != nil {
		return nil, err
	}
	if to != sc {
		err := alone(ctx, m.Runner, sc, id, func(ctx context.Context) error {
			if s.Kind == store.Interactive {
				if closed, err = m.clear(ctx, to, m.Via.reason("profile_reassignment", to)); err != nil {
					return err
				}
			}
			if err := m.Store.MoveSession(ctx, sc, id, to); err != nil {
				return err
			}
			return m.Store.Record(ctx, to, id, "session.moved", map[string]string{"from": sc.Profile()})
		})
		if err != nil {
			return closed, err
		}
	}
	c, opening, err := m.Open(ctx, to, id)
	if err == nil && opening.Busy != nil {
		err = opening.Busy
	}
	if err == nil {
		_, err = c.Switch(ctx, role, "")
	}
	return closed, err
}

// alone does something while no other process can be in the middle of a turn;
// where one is, that is a [BusyError]. What a process left in the middle is
// brought to an end first.
func alone(ctx context.Context, runner *runner.Runner, sc scope.Scope, id string, do func(context.Context) error) error {
	c, err := runner.Open(ctx, sc, id)
	if err == nil {
		err = c.Hold(ctx, do)
	}
	if errors.Is(err, store.ErrDamaged) {
		return do(ctx) // it can be closed and deleted all the same
	}
	return busy(id, err)
}

// finalise has a closed session summed up, and learns from it.
func (m *Manager) finalise(ctx context.Context, sc scope.Scope, id string, e *Ended) (string, error) {
	patience := m.Patience
	if patience <= 0 {
		patience = usualPatience
	}
	waited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c, err := m.Runner.Open(ctx, sc, id)
	if err != nil {
		return "", err
	}
	if len(c.History()) == 0 {
		return "", nil // nothing was said
	}
	if m.Runner.Cast != nil {
		cast, err := m.Runner.Cast(ctx, sc, c.Session())
		if err != nil {
			return "", err
		}
		c.Play(cast)
	}
	past := c.Past()
	made, err := summarise(waited, past)
	if err != nil && ctx.Err() == nil { // the model takes too long
		made, err = summarised{text: bounded(extract(past), summaryRoom(past.Window())), why: err}, nil
	}
	if err != nil {
		return "", err
	}
	if e.Problem = made.why; e.Problem == nil {
		e.Learned, e.Problem = learn(waited, m.Memories, sc, c.Session(), past)
	}
	return made.text, nil
}

// Reopen continues a session that was closed. The profile's active one is
// closed for it.
func (m *Manager) Reopen(ctx context.Context, sc scope.Scope, id string) (Resolved, error) {
	s, err := m.Store.Session(ctx, sc, id)
	switch {
	case err != nil:
		return Resolved{}, err
	case !forPeople(s):
		return Resolved{}, ErrHidden
	}
	r := Resolved{How: Attached}
	if s.Status != store.Active {
		if s.Kind == store.Interactive {
			if r.Closed, err = m.clear(ctx, sc, m.Via.by("resume", sc)); err != nil {
				return r, err
			}
			ctx = context.WithoutCancel(ctx)
		}
		if err := m.Store.ReopenSession(ctx, sc, id); err != nil {
			return r, err
		}
		if err := m.Store.Record(ctx, sc, id, "session.reopened", map[string]string{"reason": s.Reason}); err != nil {
			return r, err
		}
	}
	if r.Session, err = m.Store.Session(ctx, sc, id); err != nil {
		return r, err
	}
	attach(m.Pointer, m.Warn, id)
	return r, nil
}

// forPeople reports whether people talk in a session.
func forPeople(s store.Session) bool {
	return s.Kind == store.Interactive || s.Kind == store.Branch || s.Kind == store.Once
}
