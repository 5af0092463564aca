// Package org has the rules of organisations and people: who may do what, how
// things are named, who gets in. What is kept is in agent/store.
//
//   - profiles.go, find.go: the profiles of an organisation, and looking one up
//   - orgs.go: organisations
//   - invites.go: becoming a member
//   - members.go: who belongs to an organisation
//   - users.go: people
//   - logins.go, secret.go, password.go: getting in
//   - name.go: names of organisations, users and profiles
//   - org.go: the service, and who asks it
//   - role.go: roles, and what each of them may do
//
// What belongs to an organisation that the caller is not in is not there: the
// answer is a [store.ErrNotFound], as for what never was. A caller who is in it
// and may not do what they ask for gets an [ErrForbidden].
package org

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// The errors of the rules, each wrapped in words that say what it is about.
var (
	ErrForbidden = errors.New("your role does not allow it")
	ErrName      = errors.New("not a name")
	ErrArchived  = errors.New("the organisation is archived")
	ErrPassword  = errors.New("not a password")
	ErrLogin     = errors.New("name or password is wrong")
	ErrTries     = errors.New("too many logins were refused; wait a quarter of an hour")
	ErrNoProfile = errors.New("no profiles exist for this organisation")
)

// Store is what the service keeps things in.
type Store interface {
	store.Teams
	store.Tokens
	store.Audit
}

// Service has the rules. Its zero value with a store works.
type Service struct {
	Store Store
	// Now tells the time; default: [time.Now].
	Now func() time.Time
	// Cost is that of hashing a password; default: [UsualCost].
	Cost Cost
	// Seed makes the files of a new profile where they are missing; nil for none.
	Seed func(org string, p store.OrgProfile) error

	hashing hashing
}

func (s *Service) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

// Caller is who asks, and for which organisation.
type Caller struct {
	User string
	Org  string
	Role Role
}

// Owner is the owner of the machine, who reads its files and may do all. It is
// for a program that is run on the machine itself, never for a request.
func Owner(org string) Caller { return Caller{User: scope.Local, Org: org, Role: PlatformAdmin} }

// Caller returns a user as they are in an organisation: with the role that they have
// there, or as an admin of the platform. A user who is disabled or has no
// business there is a [store.ErrNotFound], as is an organisation that is not
// there. One that is archived is an [ErrArchived] for all but admins of the
// platform. The user that a machine has without any, [scope.Local], is its
// owner.
func (s *Service) Caller(ctx context.Context, user, org string) (Caller, error) {
	c := Caller{User: user, Org: org}
	platform, err := scope.New(scope.Platform, user, "")
	if err != nil {
		return c, fmt.Errorf("%w: %w", store.ErrNotFound, err)
	}
	of, err := scope.New(org, user, "")
	if err != nil {
		return c, fmt.Errorf("%w: %w", store.ErrNotFound, err)
	}
	// The same is asked for every user and organisation, so that the time that it
	// takes says nothing of either.
	u, noUser := s.Store.User(ctx, platform, user)
	admin, noAdmin := s.Store.Member(ctx, platform, user)
	member, noMember := s.Store.Member(ctx, of, user)
	o, noOrg := s.Store.Org(ctx, of)
	if errors.Is(noOrg, store.ErrNotFound) && (org == scope.Local || org == scope.Platform) {
		noOrg = nil
	}
	for _, err := range []error{noUser, noAdmin, noMember, noOrg} {
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return c, err
		}
	}
	switch {
	case user == scope.Local && noOrg == nil:
		return Owner(org), nil
	case noUser != nil, !u.Disabled.IsZero(), noOrg != nil:
		return c, notThere("organisation", org)
	case noAdmin == nil && Role(admin.Role) == PlatformAdmin:
		c.Role = PlatformAdmin
		return c, nil
	case noMember != nil:
		return c, notThere("organisation", org)
	}
	return memberOf(org, user, member, o)
}

// memberOf returns the caller that a member of an organisation is.
func memberOf(org, user string, m store.Member, o store.Org) (Caller, error) {
	role, err := ParseRole(org, m.Role)
	if err != nil {
		return Caller{}, fmt.Errorf("%w: %w", notThere("organisation", org), err)
	}
	c := Caller{User: user, Org: org, Role: role}
	if !o.Archived.IsZero() {
		return c, fmt.Errorf("organisation %q: %w", org, ErrArchived)
	}
	return c, nil
}

// Own returns the caller as they are where they work without having chosen: in the
// organisation that is given or, without one, in the first that they are a member
// of, by name. One who is in none is a [store.ErrNotFound].
func (s *Service) Own(ctx context.Context, user, org string) (Caller, error) {
	if org != "" {
		return s.Caller(ctx, user, org)
	}
	list, err := s.memberships(ctx, user)
	if err != nil {
		return Caller{}, err
	}
	for _, m := range list {
		if m.Org == scope.Platform {
			continue
		}
		c, err := s.Caller(ctx, user, m.Org)
		if err == nil || !errors.Is(err, ErrArchived) {
			return c, err
		}
	}
	return s.Caller(ctx, user, scope.Platform)
}

func (s *Service) memberships(ctx context.Context, user string) ([]store.Member, error) {
	sc, err := scope.New(scope.Platform, user, "")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrNotFound, err)
	}
	return s.Store.Memberships(ctx, sc)
}

// scope is that of the caller, in their organisation.
func (c Caller) scope() (scope.Scope, error) { return scope.New(c.Org, c.User, "") }

// platform is the scope of the caller among people.
func (c Caller) platform() (scope.Scope, error) { return scope.New(scope.Platform, c.User, "") }

// allowed returns the caller's scope where they may do something.
func (c Caller) allowed(a Action) (scope.Scope, error) {
	if !c.Role.May(a) {
		return scope.Scope{}, fmt.Errorf("%w: to %s takes the role %s", ErrForbidden, a, least(a))
	}
	return c.scope()
}

// ruling is [Caller.allowed] for what is of the platform.
func (c Caller) ruling(a Action) (scope.Scope, error) {
	if _, err := c.allowed(a); err != nil {
		return scope.Scope{}, err
	}
	return c.platform()
}

func notThere(what, name string) error {
	if name == "" {
		return fmt.Errorf("%s: %w", what, store.ErrNotFound)
	}
	return fmt.Errorf("%s %q: %w", what, name, store.ErrNotFound)
}

// named says what an error is about.
func named(what, name string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s %q: %w", what, name, err)
	}
	return err
}
