package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/document/gate"
)

// idLetters are what ids are made of.
const idLetters = "0123456789abcdefghijklmnopqrstuvwxyz"

// maxID is how long an id may be, in bytes.
const maxID = 64

// cleanID returns what may be an id or the start of one, or "".
func cleanID(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > maxID || strings.Trim(text, idLetters) != "" {
		return ""
	}
	return text
}

// Find returns the session of the user whose id begins so, of any profile and
// kind. Several are an [AmbiguousError].
func (m *Manager) Find(ctx context.Context, sc scope.Scope, prefix string) (store.Session, error) {
	id := cleanID(prefix)
	if id == "" {
		return store.Session{}, &UnknownError{prefix}
	}
	const shown = 5
	found, err := m.Store.ListSessions(ctx, sc, store.Filter{AnyProfile: true, Prefix: id, Limit: shown})
	switch {
	case err != nil:
		return store.Session{}, err
	case len(found) == 0:
		return store.Session{}, &UnknownError{prefix}
	case len(found) == 1:
		return found[0], nil
	}
	e := &AmbiguousError{Prefix: id}
	for _, s := range found {
		if s.ID == id {
			return s, nil
		}
		e.IDs = append(e.IDs, s.ID)
	}
	return store.Session{}, e
}

// maxPick is how many sessions are looked through for a title.
const maxPick = 1000

// Pick returns the session that a person names: by its id, the start of it, or
// its title or the beginning of that, in any case. Of several with a title the one
// used last is meant, as long as it has all of it.
func (m *Manager) Pick(ctx context.Context, sc scope.Scope, name string) (store.Session, error) {
	found, err := m.Find(ctx, sc, name)
	if !errors.Is(err, store.ErrNotFound) {
		return found, err
	}
	list, listErr := m.Store.ListSessions(ctx, sc, store.Filter{AnyProfile: sc.Profile() == "", Limit: maxPick})
	if listErr != nil {
		return found, listErr
	}
	name = strings.ToLower(strings.Join(strings.Fields(name), " "))
	var begin []store.Session
	for _, s := range list {
		title := strings.ToLower(s.Title)
		switch {
		case name == "":
		case title == name:
			return s, nil
		case strings.HasPrefix(title, name):
			begin = append(begin, s)
		}
	}
	switch len(begin) {
	case 0:
		return found, &UnknownError{name}
	case 1:
		return begin[0], nil
	}
	e := &AmbiguousError{Prefix: name}
	for _, s := range begin[:min(len(begin), 5)] {
		e.IDs = append(e.IDs, s.ID)
	}
	return store.Session{}, e
}

// Resume returns the session whose id begins so, to continue it. One that is
// not for people is [ErrHidden], one of another profile a [ProfileError], one
// that has ended a [ClosedError].
func (m *Manager) Resume(ctx context.Context, sc scope.Scope, prefix string) (store.Session, error) {
	s, err := m.Pick(ctx, sc, prefix)
	switch {
	case err != nil:
		return s, err
	case !forPeople(s):
		return s, ErrHidden
	case s.Profile != sc.Profile():
		return s, &ProfileError{s}
	case s.Status != store.Active:
		return s, &ClosedError{s}
	}
	if s.Kind != store.Once {
		attach(m.Pointer, m.Warn, s.ID)
	}
	return s, nil
}

// Branch makes a session that has what was said in another one up to a message,
// by its Seq; 0 means all of it. It is cut where no call waits for its result.
// The branch is beside the profile's session: neither ends for the other.
func (m *Manager) Branch(ctx context.Context, sc scope.Scope, id string, upTo int) (store.Session, error) {
	s, err := m.Store.Session(ctx, sc, id)
	switch {
	case err != nil:
		return s, err
	case !forPeople(s):
		return s, ErrHidden
	case upTo < 0 || upTo > s.Seq:
		return s, fmt.Errorf("branching at message %d: the session has %d", upTo, s.Seq)
	case upTo == 0:
		upTo = s.Seq
	}
	c, err := m.Runner.Open(ctx, sc, id)
	if err != nil {
		return s, err
	}
	if upTo, err = c.Whole(ctx, upTo); err != nil {
		return s, err
	}
	made, err := m.Store.BranchSession(ctx, sc, id, upTo, store.Branch)
	if err != nil {
		return made, err
	}
	attach(m.Pointer, m.Warn, made.ID)
	return made, nil
}

// maxTitle is how long a title may be, in bytes.
const maxTitle = 200

// Rename gives a session a title, in one line.
func (m *Manager) Rename(ctx context.Context, sc scope.Scope, id, title string) error {
	var gate gate.Gate
	title = strings.Join(strings.Fields(gate.Line(title)), " ")
	if title == "" || len(title) > maxTitle {
		return fmt.Errorf("naming a session: a title has 1 to %d bytes", maxTitle)
	}
	s, err := m.Store.Session(ctx, sc, id)
	if err != nil {
		return err
	}
	s.Title = title
	return m.Store.UpdateSession(ctx, sc, id, s)
}

// Delete removes a session with all that was said in it, and in those that it
// started; branches stay. One that another process is in the middle of is a
// [BusyError].
func (m *Manager) Delete(ctx context.Context, sc scope.Scope, id string) error {
	s, err := m.Store.Session(ctx, sc, id)
	if err != nil {
		return err
	}
	if s.Status == store.Active {
		return alone(ctx, m.Runner, sc, id, func(ctx context.Context) error { return m.remove(ctx, sc, id) })
	}
	return m.remove(ctx, sc, id)
}

// remove removes a session that no process is in the middle of.
func (m *Manager) remove(ctx context.Context, sc scope.Scope, id string) error {
	children, err := m.Store.ListSessions(ctx, sc, store.Filter{Parent: id, Limit: maxDelete})
	if err != nil {
		return err
	}
	deleted := 0
	for _, child := range children {
		if forPeople(child) {
			continue
		}
		if err := m.Delete(ctx, sc, child.ID); err != nil {
			return err
		}
		deleted++
	}
	if len(children) == maxDelete && deleted > 0 {
		return m.remove(ctx, sc, id)
	}
	if err := m.Store.DeleteSession(ctx, sc, id); err != nil {
		return err
	}
	if err := m.Store.Record(ctx, sc, id, "session.deleted", nil); err != nil {
		return err
	}
	if attached(m.Pointer) == id {
		attach(m.Pointer, m.Warn, "")
	}
	return nil
}

// maxDelete is how many children are looked at in one go.
const maxDelete = 1000
