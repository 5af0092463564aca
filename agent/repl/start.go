package repl

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/prompt/leak"
)

// Begin brings a profile up to date and continues its session. Afterwards
// the shell can answer.
func (s *Shell) Begin(ctx context.Context, start Start) error {
	if s.Person {
		s.Host.Runner.Approve = s.approve
	}
	if !start.Once {
		s.Host.Tasks.Ended = s.at.ended.add
	}
	if !s.Person {
		s.notes(s.Host.Await(ctx, host.Patience))
	}
	found, err := s.enter(ctx, start.Profile, s.picker(start))
	if err != nil {
		return err
	}
	if start.Role != "" || start.Model != "" {
		if err := s.change(ctx, start.Role, start.Model); err != nil {
			return err
		}
	}
	s.greet(found, start.Model != "")
	return nil
}

// picker finds the session of a profile that goes on.
type picker func(context.Context, scope.Scope) (session.Resolved, error)

// resolve returns what picks the profile's own session.
func resolve(m *session.Manager) picker {
	return func(ctx context.Context, sc scope.Scope) (session.Resolved, error) {
		return m.Resolve(ctx, sc, session.Want{})
	}
}

// picker returns what picks the session that a shell begins with.
func (s *Shell) picker(start Start) picker {
	switch {
	case start.Session != "":
		return func(ctx context.Context, sc scope.Scope) (session.Resolved, error) {
			found, err := sessionsOf(s).resumable(ctx, sc, start.Session)
			return session.Resolved{Session: found, How: session.Attached}, err
		}
	case start.Once:
		return func(ctx context.Context, sc scope.Scope) (session.Resolved, error) {
			if start.Last {
				list, err := s.Host.Store.ListSessions(ctx, sc, store.Filter{Kind: store.Once, Status: store.Active, Limit: 1})
				if err != nil {
					return session.Resolved{}, err
				}
				if len(list) > 0 {
					return session.Resolved{Session: list[0], How: session.Latest}, nil
				}
			}
			role, model, err := wanted(s.Host, sc, store.Session{}, start.Role, start.Model)
			if err != nil {
				return session.Resolved{}, err
			}
			made, err := s.Host.Manager.Make(ctx, sc, store.Once, session.Want{Role: role, Model: model})
			return session.Resolved{Session: made, How: session.Created}, err
		}
	}
	return resolve(s.Host.Manager)
}

// become makes a profile the active one, or none, continues its own session and
// greets.
func (s *Shell) become(ctx context.Context, name string) error {
	found, err := s.enter(ctx, name, resolve(s.Host.Manager))
	if err == nil {
		s.greet(found, false)
	}
	return err
}

// enter makes a profile the active one, or none, and continues the session
// that is picked.
func (s *Shell) enter(ctx context.Context, name string, pick picker) (found session.Resolved, err error) {
	p, err := s.Host.Profile(name)
	if err != nil {
		return found, err
	}
	if p != nil {
		name = profile.RoleKey(p.Name())
		s.freshen(ctx, p)
	}
	sc, err := s.Host.Scope(name)
	if err == nil {
		if found, err = pick(ctx, sc); err == nil {
			was := s.at.scope
			s.at.scope = sc
			if err = s.open(ctx, found.Session); err != nil {
				s.at.scope = was
			}
		}
	}
	if err != nil {
		if p != nil {
			p.Close()
		}
		return found, err
	}
	if s.at.profile != nil {
		s.at.profile.Close()
	}
	s.at.profile = p
	return found, nil
}

// freshen builds a profile whose sources changed. What goes wrong does not
// keep anybody from talking.
func (s *Shell) freshen(ctx context.Context, p *profile.Profile) {
	line, err := s.Backstory.Freshen(ctx, p)
	switch {
	case err != nil:
		s.fail(fmt.Errorf("%s could not be built; the one that is there is used: %w", profile.OutputFile, err))
	case line != "":
		s.note("%s: %s", p.Name(), line)
	}
}

// serve offers the tools of servers that came since the prompt was composed, and
// takes away those that went.
func (s *Shell) serve(ctx context.Context) error {
	s.notes(s.Host.Await(ctx, host.ShortPatience))
	if s.Host.Servers == nil || s.Host.Servers.Changes() == s.at.changes {
		return nil
	}
	s.at.changes = s.Host.Servers.Changes()
	settled, err := s.at.talk.Retool(ctx)
	if err == nil && settled.Line != "" {
		s.note("%s", settled.Line)
	}
	return err
}

// open continues a session.
func (s *Shell) open(ctx context.Context, found store.Session) error {
	if s.Host.Servers != nil {
		s.at.changes = s.Host.Servers.Changes()
	}
	c, opening, err := s.Host.Manager.Open(ctx, s.at.scope, found.ID)
	if err != nil {
		return err
	}
	s.at.talk, s.at.last, s.at.edited = c, last{}, ""
	s.notes(opening.Lines)
	if opening.Prompt.Action != prompt.Ask || !s.Person {
		return nil
	}
	if yes, err := s.confirm("take the new prompt?"); !yes || err != nil {
		return err
	}
	_, err = c.Refresh(ctx)
	return err
}

// greet says who answers, with the model that the session has by now. Asked says that
// it was asked for at the start.
func (s *Shell) greet(found session.Resolved, asked bool) {
	name := s.at.scope.Profile()
	i, err := s.Host.Identity(name)
	if err != nil {
		s.fail(err)
		return
	}
	for _, p := range i.Problems {
		s.note("%s", p.String())
	}
	choice, err := choice(s.Host, s.at.talk, i)
	if err != nil {
		s.fail(err)
		return
	}
	if asked {
		choice.From = "--model; the session keeps it"
	}
	s.notes(choice.Notes)
	if line := leak.Line(s.at.talk.Epoch()); line != "" && choice.Provider.Name() != catalog.Offline {
		s.note("%s", line)
	}
	for _, closed := range found.Closed {
		s.told(closed)
	}
	where := ""
	if choice.Provider.Name() == catalog.Offline {
		where = ": no model is asked, answers are quotes"
	}
	if s.Quiet {
		s.note("model %s (%s)", choice.Full, choice.From)
		return
	}
	who := i.Display
	if name == "" {
		who = "no profile: /profiles lists them"
	}
	s.note("%s", who)
	s.note("model %s (%s)%s", choice.Full, choice.From, where)
	s.note("%s; /help lists the commands", found.Line())
}

// choice returns the model that answers. Where the session has the one that its
// profile or the configuration names, those are its source.
func choice(h *host.Host, talk *session.Conversation, i *profile.Identity) (catalog.Choice, error) {
	now := talk.Session()
	choice, err := h.Catalog.ChooseFor(i, now)
	if err != nil || now.Model == "" {
		return choice, err
	}
	now.Model = ""
	if fresh, err := h.Catalog.ChooseFor(i, now); err == nil && fresh.Full == choice.Full {
		choice.From = fresh.From
	}
	return choice, nil
}

// told says what became of a session that was closed.
func (s *Terminal) told(e session.Ended) {
	s.note("session %s was closed (%s)", e.ID, e.Because())
	if e.Learned > 0 {
		s.note("learned from it: %d memories", e.Learned)
	}
	switch {
	case e.Problem == nil && e.Status == store.Archived:
		s.note("it was summed up and archived: /sessions all lists it")
	case e.Problem == nil:
	case e.Status == store.Archived:
		s.note("it was summed up without the model, or not all was learned from it: %v", e.Problem)
	default:
		s.note("it has no summary: %v", e.Problem)
	}
}

// change switches role and model of the session; what is empty stays.
func (s *Shell) change(ctx context.Context, role, model string) error {
	now := s.at.talk.Session()
	role, name, err := wanted(s.Host, s.at.scope, now, role, model)
	if err != nil || role == now.Role && name == now.Model {
		return err
	}
	settled, err := s.at.talk.Switch(ctx, role, name)
	if err == nil && settled.Line != "" {
		s.note("%s", settled.Line)
	}
	return err
}

// wanted returns the role and the model of a session that is to have others;
// what is empty stays.
func wanted(h *host.Host, sc scope.Scope, now store.Session, role, model string) (as, name string, err error) {
	name = now.Model
	if role != "" && model == "" {
		name = "" // what the role wants
	}
	if role == "" {
		role = now.Role
	}
	if role = profile.RoleKey(role); role == profile.Orchestrator {
		role = ""
	}
	if model != "" {
		i, err := h.Identity(sc.Profile())
		if err != nil {
			return "", "", err
		}
		if name, err = h.Catalog.Named(i, model, role); err != nil {
			return "", "", err
		}
	}
	return role, name, nil
}

// resumable returns a session that can go on.
func (s *sessions) resumable(ctx context.Context, sc scope.Scope, id string) (store.Session, error) {
	found, err := s.manager.Resume(ctx, sc, id)
	var other *session.ProfileError
	var closed *session.ClosedError
	switch {
	case errors.As(err, &other) && other.Session.Profile != "":
		return found, fmt.Errorf("%w: /profile %s", err, other.Session.Profile)
	case errors.As(err, new(*session.UnknownError)):
		return found, s.unknown(err, id)
	case errors.As(err, &closed):
		return found, fmt.Errorf("%w: /reopen %s goes on with it, /branch with a copy", err, closed.Session.ID)
	}
	return found, err
}

// Start says what a shell begins with.
type Start struct {
	Profile string // empty for none
	Session string // empty for the profile's
	Role    string // empty for the session's
	Model   string // empty for the session's
	Once    bool   // in a session of its own, for one question
	Last    bool   // of Once: in the session of the one before, if there is one
}
