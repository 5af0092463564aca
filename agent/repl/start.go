package repl

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Begin brings a profile up to date and goes on with its session. Afterwards
// the shell can answer.
func (s *Shell) Begin(ctx context.Context, start Start) error {
	if s.Person {
		s.Host.Runner.Approve = s.approve
	}
	if err := s.enter(ctx, start.Profile); err != nil {
		return err
	}
	if start.Session != "" {
		if err := s.resume(ctx, start.Session); err != nil {
			return err
		}
	}
	if start.Role != "" || start.Model != "" {
		return s.change(ctx, start.Role, start.Model)
	}
	return nil
}

// enter makes a profile the active one, or none, and goes on with its session.
func (s *Shell) enter(ctx context.Context, name string) error {
	p, err := s.Host.Profile(name)
	if err != nil {
		return err
	}
	if p != nil {
		name = profile.RoleKey(p.Name())
		s.freshen(ctx, p)
	}
	sc, err := s.Host.Scope(name)
	if err == nil {
		var found session.Resolved
		if found, err = s.Host.Manager.Resolve(ctx, sc, session.Want{}); err == nil {
			was := s.scope
			s.scope = sc
			if err = s.open(ctx, found.Session); err != nil {
				s.scope = was
			} else {
				s.greet(name, found)
			}
		}
	}
	if err != nil {
		if p != nil {
			p.Close()
		}
		return err
	}
	if s.profile != nil {
		s.profile.Close()
	}
	s.profile = p
	return nil
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

// open goes on with a session.
func (s *Shell) open(ctx context.Context, found store.Session) error {
	c, opening, err := s.Host.Manager.Open(ctx, s.scope, found.ID)
	if err != nil {
		return err
	}
	s.talk, s.last = c, last{}
	for _, line := range opening.Lines {
		s.note("%s", line)
	}
	if opening.Prompt.Action != prompt.Ask || !s.Person {
		return nil
	}
	if yes, err := s.confirm("take the new prompt?"); !yes || err != nil {
		return err
	}
	_, err = c.Refresh(ctx)
	return err
}

// greet says who answers.
func (s *Shell) greet(name string, found session.Resolved) {
	i, err := s.Host.Identity(name)
	if err != nil {
		s.fail(err)
		return
	}
	for _, p := range i.Problems {
		s.note("%s", p.String())
	}
	choice, err := s.Host.Choose(i, s.talk.Session())
	if err != nil {
		s.fail(err)
		return
	}
	for _, n := range choice.Notes {
		s.note("%s", n)
	}
	for _, closed := range found.Closed {
		s.told(closed)
	}
	if s.Quiet {
		return
	}
	who := i.Display
	if name == "" {
		who = "no profile"
	}
	where := ""
	if choice.Provider.Name() == catalog.Offline {
		where = ": no model is asked, answers are quotes"
	}
	s.note("%s; model %s (%s)%s; %s; /help lists the commands", who, choice.Full, choice.From, where, found.Line())
}

// told says what became of a session that was closed.
func (s *Shell) told(e session.Ended) {
	s.note("session %s was closed (%s)", e.ID, e.Reason)
	if e.Learned > 0 {
		s.note("learned from it: %d memories", e.Learned)
	}
	if e.Problem != nil {
		s.note("it has no summary: %v", e.Problem)
	}
}

// change switches role and model of the session; what is empty stays.
func (s *Shell) change(ctx context.Context, role, model string) error {
	now := s.talk.Session()
	name := now.Model
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
		i, err := s.Host.Identity(s.scope.Profile())
		if err != nil {
			return err
		}
		choice, err := s.Host.Catalog.Choose(catalog.Want{Flag: model, Identity: i, Role: role})
		if err != nil {
			return err
		}
		if name = choice.Full; name == catalog.Offline {
			name = host.OfflineOnly
		}
	}
	if role == now.Role && name == now.Model {
		return nil
	}
	settled, err := s.talk.Switch(ctx, role, name)
	if err == nil && settled.Line != "" {
		s.note("%s", settled.Line)
	}
	return err
}

// resume goes on with another session of the profile.
func (s *Shell) resume(ctx context.Context, id string) error {
	found, err := s.Host.Manager.Resume(ctx, s.scope, id)
	var other *session.ProfileError
	var closed *session.ClosedError
	switch {
	case errors.As(err, &other) && other.Session.Profile != "":
		return fmt.Errorf("%w: /profile %s", err, other.Session.Profile)
	case errors.As(err, &closed):
		return fmt.Errorf("%w: /reopen %s goes on with it, /branch with a copy", err, closed.Session.ID)
	case err != nil:
		return err
	}
	return s.open(ctx, found)
}
