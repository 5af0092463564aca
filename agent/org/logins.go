package org

import (
	"context"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// LoginTime is how long a login lasts.
const LoginTime = 7 * 24 * time.Hour

// ByPassword returns the user with a name and a password; all else is an
// [ErrLogin], after the same work, and an entry of the audit. from is the address
// that asks, where there is one: after many refusals the answer is [ErrTries].
func (s *Service) ByPassword(ctx context.Context, name, password, from string) (store.User, error) {
	sc, err := scope.New(scope.Platform, scope.Local, "")
	if err != nil {
		return store.User{}, err
	}
	name, unknown := UserName(name)
	u, err := s.Store.User(ctx, sc, name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return store.User{}, err
	}
	if err := s.tries(ctx, sc, u.Name, from); err != nil {
		return store.User{}, err
	}
	good, err := s.verify(ctx, u.Password, password)
	if err != nil {
		return store.User{}, err
	}
	why := ""
	switch {
	case unknown != nil || u.Name == "":
		why = "there is no such user" // the name is not kept: it may be a password
	case !good:
		why = "the password is wrong"
	case !u.Disabled.IsZero():
		why = "the user is disabled"
	default:
		return u, nil
	}
	return store.User{}, errors.Join(ErrLogin, s.Refused(ctx, u.Name, from, why))
}

// LogIn begins a login of a user who has shown who they are. The secret is kept by
// their browser.
func (s *Service) LogIn(ctx context.Context, user string) (secret string, l store.Login, err error) {
	sc, err := scope.New(scope.Platform, user, "")
	if err != nil {
		return "", l, err
	}
	secret, prefix, hash := newSecret(loginMark)
	l, err = s.Store.AddLogin(ctx, sc, store.Login{Prefix: prefix, Hash: hash, Expires: s.now().Add(LoginTime).UTC().Truncate(time.Millisecond)})
	return secret, l, err
}

// Login returns the login of a secret while it holds; all else is a
// [store.ErrNotFound].
func (s *Service) Login(ctx context.Context, secret string) (store.Login, error) {
	prefix := prefixOf(loginMark, secret)
	if prefix == "" {
		return store.Login{}, notThere("login", "")
	}
	sc, err := scope.New(scope.Platform, scope.Local, "")
	if err != nil {
		return store.Login{}, err
	}
	l, err := s.Store.FindLogin(ctx, sc, prefix)
	if err == nil && (!matches(l.Hash, secret) || !l.Ended.IsZero() || !s.now().Before(l.Expires)) {
		err = notThere("login", "")
	}
	if err != nil {
		return store.Login{}, err
	}
	return l, nil
}

// Switch says in which organisation the user of a login works from now on: one
// that they are in.
func (s *Service) Switch(ctx context.Context, l store.Login, org string) (Caller, error) {
	c, err := s.Caller(ctx, l.User, org)
	if err != nil {
		return c, err
	}
	sc, err := c.platform()
	if err != nil {
		return c, err
	}
	return c, s.Store.SwitchLogin(ctx, sc, l.ID, org)
}

// LogOut ends a login.
func (s *Service) LogOut(ctx context.Context, l store.Login) error {
	sc, err := scope.New(scope.Platform, l.User, "")
	if err != nil {
		return err
	}
	return s.Store.EndLogin(ctx, sc, l.ID)
}
