package org

import (
	"context"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// SetMember makes a user a member of the caller's organisation, or gives them
// another role there. The last admin keeps theirs: that is a [store.ErrLast]. Who
// is not an admin of the platform may change the roles of those alone who are
// members: others get an invite.
func (s *Service) SetMember(ctx context.Context, by Caller, user string, role Role) error {
	sc, err := by.membersOf()
	if err != nil {
		return err
	}
	if _, err := ParseRole(by.Org, string(role)); err != nil {
		return err
	}
	if by.Role == PlatformAdmin {
		platform, err := by.platform()
		if err != nil {
			return err
		}
		if _, err := s.Store.User(ctx, platform, user); err != nil {
			return named("user", user, err)
		}
	} else if _, err := s.Store.Member(ctx, sc, user); err != nil {
		return named("member", user, err)
	}
	return named("member", user, s.Store.SetMember(ctx, sc, user, string(role), string(highest(by.Org))))
}

// RemoveMember ends the membership of a user in the caller's organisation, and
// their tokens there. The last admin stays: that is a [store.ErrLast]. Everybody
// may leave.
func (s *Service) RemoveMember(ctx context.Context, by Caller, user string) error {
	sc, err := by.scope()
	if user != by.User {
		sc, err = by.membersOf()
	}
	if err != nil {
		return err
	}
	return named("member", user, s.Store.RemoveMember(ctx, sc, user, string(highest(by.Org))))
}

// Members lists the members of the caller's organisation, after a user's name.
func (s *Service) Members(ctx context.Context, by Caller, after string, limit int) ([]store.Member, error) {
	sc, err := by.membersOf()
	if err != nil {
		return nil, err
	}
	return s.Store.ListMembers(ctx, sc, after, limit)
}

// Memberships lists what the caller is, in all organisations.
func (s *Service) Memberships(ctx context.Context, by Caller) ([]store.Member, error) {
	return s.memberships(ctx, by.User)
}

// membersOf is the scope of a caller who may manage the members of their
// organisation. Those of the platform are managed by its own alone.
func (c Caller) membersOf() (scope.Scope, error) {
	if c.Org == scope.Platform {
		return c.allowed(ManageOrgs)
	}
	return c.allowed(ManageMembers)
}

// highest is the role of which an organisation keeps one.
func highest(org string) Role {
	if org == scope.Platform {
		return PlatformAdmin
	}
	return Admin
}
