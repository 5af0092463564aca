package org

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/wording"
)

// DefaultName is the name of the profile that an organisation begins with.
const DefaultName = "Assistant"

// CreateOrg makes an organisation with its profiles, of which the first is the
// default one, and whose files are the caller's; without any it gets one. Without a
// name it is called by its slug. A slug that is taken is a [store.ErrExists].
func (s *Service) CreateOrg(ctx context.Context, by Caller, slug, name string, profiles ...store.OrgProfile) (store.Org, error) {
	if _, err := by.allowed(ManageOrgs); err != nil {
		return store.Org{}, err
	}
	slug, err := Slug(slug)
	if err != nil {
		return store.Org{}, err
	}
	if strings.TrimSpace(name) == "" {
		name = slug
	}
	if name, err = shown("organisation", name); err != nil {
		return store.Org{}, err
	}
	sc, err := scope.New(slug, by.User, "")
	if err != nil {
		return store.Org{}, err
	}
	given := len(profiles) > 0
	if !given {
		profiles = []store.OrgProfile{{Name: DefaultName}}
	}
	for i, p := range profiles {
		if profiles[i].Name, err = shown("profile", p.Name); err != nil {
			return store.Org{}, err
		}
		if profiles[i].ID, err = ProfileID(p.ID, p.Name); err != nil {
			return store.Org{}, err
		}
	}
	profiles[0].Default = true
	o, err := s.Store.CreateOrg(ctx, sc, name, profiles[0], profiles[1:]...)
	if err != nil {
		return o, named("organisation", slug, err)
	}
	if given {
		return o, nil
	}
	return o, s.seed(slug, profiles[0])
}

// seed makes the files of a profile where they are missing. The profile is
// listed already: what is not made now is made when it is asked for.
func (s *Service) seed(org string, p store.OrgProfile) error {
	if s.Seed == nil {
		return nil
	}
	if err := s.Seed(org, p); err != nil {
		return fmt.Errorf("making the files of profile %q of %q: %w", p.ID, org, err)
	}
	return nil
}

// Orgs lists the organisations that the caller sees, after a slug: an admin of
// the platform all, others their own.
func (s *Service) Orgs(ctx context.Context, by Caller, after string, limit int) ([]store.Org, error) {
	if by.Role == PlatformAdmin {
		sc, err := by.platform()
		if err != nil {
			return nil, err
		}
		return s.Store.ListOrgs(ctx, sc, after, limit)
	}
	list, err := s.memberships(ctx, by.User)
	if err != nil {
		return nil, err
	}
	var orgs []store.Org
	for _, m := range list {
		if m.Org == scope.Platform || m.Org <= after || limit > 0 && len(orgs) == limit {
			continue
		}
		sc, err := scope.New(m.Org, by.User, "")
		if err != nil {
			return nil, err
		}
		o, err := s.Store.Org(ctx, sc)
		if err != nil {
			return nil, err
		}
		orgs = append(orgs, o)
	}
	return orgs, nil
}

// Org returns the caller's organisation.
func (s *Service) Org(ctx context.Context, by Caller) (store.Org, error) {
	sc, err := by.allowed(Read)
	if err != nil {
		return store.Org{}, err
	}
	o, err := s.Store.Org(ctx, sc)
	return o, named("organisation", by.Org, err)
}

// RenameOrg gives the caller's organisation another name for people.
func (s *Service) RenameOrg(ctx context.Context, by Caller, name string) error {
	sc, err := by.allowed(ManageOrgs)
	if err != nil {
		return err
	}
	if name, err = shown("organisation", name); err != nil {
		return err
	}
	return named("organisation", by.Org, s.Store.RenameOrg(ctx, sc, name))
}

// ArchiveOrg takes the caller's organisation out of use, or back into it. What
// is kept of it stays; its members get no answer.
func (s *Service) ArchiveOrg(ctx context.Context, by Caller, archived bool) error {
	sc, err := by.allowed(ManageOrgs)
	if err != nil {
		return err
	}
	if by.Org == scope.Local || by.Org == scope.Platform {
		return fmt.Errorf("organisation %q: %w: it cannot be archived", by.Org, ErrForbidden)
	}
	return named("organisation", by.Org, s.Store.ArchiveOrg(ctx, sc, archived))
}

// Share says whether the members of the caller's organisation read each other's
// conversations, of those that begin from now on.
func (s *Service) Share(ctx context.Context, by Caller, shared bool) error {
	sc, err := by.allowed(ManageMembers)
	if err != nil {
		return err
	}
	if by.Org == scope.Local || by.Org == scope.Platform {
		return fmt.Errorf("organisation %q: %w: it has no members who could share", by.Org, ErrForbidden)
	}
	return named("organisation", by.Org, s.Store.ShareOrg(ctx, sc, shared))
}

// Audit returns entries of the audit of the caller's organisation behind a number,
// the oldest first. One that does not follow from the one before is a
// [store.ErrDamaged].
func (s *Service) Audit(ctx context.Context, by Caller, after int64, limit int) ([]store.Entry, error) {
	sc, err := by.allowed(ReadAudit)
	if err != nil {
		return nil, err
	}
	all, err := s.Store.Entries(ctx, sc, after, limit)
	for i := range all {
		all[i].Detail = wording.RedactJSON(all[i].Detail)
	}
	return all, err
}
