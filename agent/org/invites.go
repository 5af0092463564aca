package org

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// InviteTime is how long an invite can be accepted.
const InviteTime = 7 * 24 * time.Hour

// Invite makes an invite to the caller's organisation, and the secret that is
// shown once. It has the slug of the organisation in it, so that whoever accepts
// it needs to know nothing else.
func (s *Service) Invite(ctx context.Context, by Caller, role Role) (secret string, i store.Invite, err error) {
	sc, err := by.membersOf()
	if err != nil {
		return "", i, err
	}
	if _, err := ParseRole(by.Org, string(role)); err != nil {
		return "", i, err
	}
	bare, prefix, hash := newSecret(inviteMark)
	i, err = s.Store.AddInvite(ctx, sc, store.Invite{Role: string(role), Prefix: prefix, Hash: hash, Expires: s.now().Add(InviteTime).UTC().Truncate(time.Millisecond)})
	return bare + "." + by.Org, i, err
}

// Invites lists the invites to the caller's organisation after an id, oldest
// first.
func (s *Service) Invites(ctx context.Context, by Caller, after string, limit int) ([]store.Invite, error) {
	sc, err := by.membersOf()
	if err != nil {
		return nil, err
	}
	return s.Store.ListInvites(ctx, sc, after, limit)
}

// RevokeInvite revokes an open invite; another one is a [store.NotOpenError].
func (s *Service) RevokeInvite(ctx context.Context, by Caller, id string) error {
	sc, err := by.membersOf()
	if err != nil {
		return err
	}
	return named("invite", id, s.Store.RevokeInvite(ctx, sc, id))
}

// Accept makes who has the secret of an invite a member. A name that is new
// becomes a user with that password; one that is known needs theirs. A wrong secret
// is a [store.ErrNotFound], one of an invite that is not open a
// [store.NotOpenError]; a password that is not the user's an [ErrLogin].
func (s *Service) Accept(ctx context.Context, secret string, n NewUser) (store.Member, error) {
	bare, org, _ := strings.Cut(secret, ".")
	prefix := prefixOf(inviteMark, bare)
	name, err := UserName(n.Name)
	if err != nil {
		return store.Member{}, err
	}
	sc, err := scope.New(org, name, "")
	if prefix == "" || err != nil {
		return store.Member{}, notThere("invite", "")
	}
	i, err := s.Store.FindInvite(ctx, sc, prefix)
	if errors.Is(err, store.ErrNotFound) || err == nil && !matches(i.Hash, bare) {
		return store.Member{}, notThere("invite", "")
	}
	if err != nil {
		return store.Member{}, err
	}
	if state := i.State(s.now()); state != store.InviteOpen {
		return store.Member{}, &store.NotOpenError{State: state}
	}
	if err := s.inUse(ctx, sc); err != nil {
		return store.Member{}, err
	}
	n.Name, n.Subject = name, ""
	made, err := s.invited(ctx, n)
	if err != nil {
		return store.Member{}, err
	}
	m, err := s.Store.AcceptInvite(ctx, sc, i.ID)
	if err != nil && made { // another one was quicker
		platform, scopeErr := scope.New(scope.Platform, name, "")
		err = errors.Join(err, scopeErr, s.Store.RemoveUser(ctx, platform, name))
	}
	return m, err
}

// inUse is an [ErrArchived] where the scope's organisation is archived.
func (s *Service) inUse(ctx context.Context, sc scope.Scope) error {
	o, err := s.Store.Org(ctx, sc)
	if err == nil && !o.Archived.IsZero() {
		err = named("organisation", sc.Org(), ErrArchived)
	}
	return err
}

// invited makes the user who accepts an invite, or checks that they are who they
// says.
func (s *Service) invited(ctx context.Context, n NewUser) (made bool, err error) {
	if err := checkPassword(n.Password); err != nil {
		return false, err
	}
	_, err = s.createUser(ctx, Caller{User: n.Name, Org: scope.Platform}, n)
	if !errors.Is(err, store.ErrExists) {
		return err == nil, err
	}
	_, err = s.ByPassword(ctx, n.Name, n.Password, "")
	return false, err
}
