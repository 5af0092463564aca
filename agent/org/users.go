package org

import (
	"context"
	"errors"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// NewUser is a user to be made.
type NewUser struct {
	Name     string
	Display  string // default: the name
	Password string // empty for none: then another way in is needed
	Subject  string // of an OpenID provider, see [Service.BySubject]; may be empty
}

// CreateUser makes a user, who is a member of nothing yet. A name that is taken
// is a [store.ErrExists].
func (s *Service) CreateUser(ctx context.Context, by Caller, n NewUser) (store.User, error) {
	if _, err := by.allowed(ManageUsers); err != nil {
		return store.User{}, err
	}
	return s.createUser(ctx, by, n)
}

func (s *Service) createUser(ctx context.Context, by Caller, n NewUser) (store.User, error) {
	sc, err := by.platform()
	if err != nil {
		return store.User{}, err
	}
	name, err := UserName(n.Name)
	if err != nil {
		return store.User{}, err
	}
	if n.Display == "" {
		n.Display = name
	}
	u := store.User{Name: name, Subject: n.Subject}
	if u.Display, err = shown("user", n.Display); err != nil {
		return store.User{}, err
	}
	if n.Password != "" {
		if u.Password, err = s.hash(ctx, n.Password); err != nil {
			return store.User{}, err
		}
	}
	u, err = s.Store.CreateUser(ctx, sc, u)
	return u, named("user", name, err)
}

// Users lists all users after a name.
func (s *Service) Users(ctx context.Context, by Caller, after string, limit int) ([]store.User, error) {
	sc, err := by.ruling(ManageUsers)
	if err != nil {
		return nil, err
	}
	return s.Store.ListUsers(ctx, sc, after, limit)
}

// User returns a user: oneself, or any for who manages users.
func (s *Service) User(ctx context.Context, by Caller, name string) (store.User, error) {
	sc, err := by.platform()
	if err == nil && name != by.User {
		sc, err = by.ruling(ManageUsers)
	}
	if err != nil {
		return store.User{}, err
	}
	u, err := s.Store.User(ctx, sc, name)
	return u, named("user", name, err)
}

// SetPassword gives a user another password and ends all of their logins: one's
// own, or anybody's for who manages users.
func (s *Service) SetPassword(ctx context.Context, by Caller, name, password string) error {
	u, err := s.User(ctx, by, name)
	if err != nil {
		return err
	}
	if u.Password, err = s.hash(ctx, password); err != nil {
		return err
	}
	sc, err := by.platform()
	if err != nil {
		return err
	}
	if err := s.Store.UpdateUser(ctx, sc, u); err != nil {
		return named("user", name, err)
	}
	return s.Store.EndLogins(ctx, sc, name)
}

// SetSubject says which subject of an OpenID provider a user is; "" for none.
func (s *Service) SetSubject(ctx context.Context, by Caller, name, subject string) error {
	sc, err := by.ruling(ManageUsers)
	if err != nil {
		return err
	}
	u, err := s.Store.User(ctx, sc, name)
	if err == nil {
		u.Subject = subject
		err = s.Store.UpdateUser(ctx, sc, u)
	}
	return named("user", name, err)
}

// DisableUser keeps a user out of everything: their logins end and their tokens are
// revoked. The last admin of the platform is a [store.ErrLast].
func (s *Service) DisableUser(ctx context.Context, by Caller, name string) error {
	sc, err := by.ruling(ManageUsers)
	if err != nil {
		return err
	}
	if err := s.Store.DisableUser(ctx, sc, name, true); err != nil {
		return named("user", name, err)
	}
	return s.endTokens(ctx, by, name)
}

// EnableUser lets a disabled user log in again. The tokens that they had stay
// revoked.
func (s *Service) EnableUser(ctx context.Context, by Caller, name string) error {
	sc, err := by.ruling(ManageUsers)
	if err != nil {
		return err
	}
	return named("user", name, s.Store.DisableUser(ctx, sc, name, false))
}

// RevokeUser ends all logins of a user and revokes all of their tokens, in every
// organisation: one's own, or anybody's for who manages users.
func (s *Service) RevokeUser(ctx context.Context, by Caller, name string) error {
	if _, err := s.User(ctx, by, name); err != nil {
		return err
	}
	sc, err := by.platform()
	if err != nil {
		return err
	}
	if err := s.Store.EndLogins(ctx, sc, name); err != nil {
		return err
	}
	return s.endTokens(ctx, by, name)
}

// endTokens revokes the tokens of a user where they are a member: where they are not
// any more, they were revoked when they left.
func (s *Service) endTokens(ctx context.Context, by Caller, name string) error {
	list, err := s.memberships(ctx, name)
	for _, m := range list {
		var sc scope.Scope
		if sc, err = scope.New(m.Org, by.User, ""); err != nil {
			return err
		}
		if err = s.Store.EndTokens(ctx, sc, name); err != nil {
			return err
		}
	}
	return err
}

// BySubject returns the user with a subject of an OpenID provider; an [ErrLogin]
// where there is none who may log in.
func (s *Service) BySubject(ctx context.Context, subject string) (store.User, error) {
	sc, err := scope.New(scope.Platform, scope.Local, "")
	if err != nil {
		return store.User{}, err
	}
	u, err := s.Store.FindUser(ctx, sc, subject)
	if errors.Is(err, store.ErrNotFound) || err == nil && !u.Disabled.IsZero() {
		return store.User{}, ErrLogin
	}
	return u, err
}
