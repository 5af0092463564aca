package org

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/store"
)

// CreateProfile makes a profile of the caller's organisation, with the id that
// is given or one made of its name. An id that is taken in the organisation is a
// [store.ErrExists]; other organisations' say nothing here.
func (s *Service) CreateProfile(ctx context.Context, by Caller, id, name string) (store.OrgProfile, error) {
	sc, err := by.allowed(ManageProfiles)
	if err != nil {
		return store.OrgProfile{}, err
	}
	if name == "" {
		name = id
	}
	if name, err = shown("profile", name); err != nil {
		return store.OrgProfile{}, err
	}
	if id, err = ProfileID(id, name); err != nil {
		return store.OrgProfile{}, err
	}
	p, err := s.Store.AddProfile(ctx, sc, store.OrgProfile{ID: id, Name: name})
	if err != nil {
		return p, named("profile", id, err)
	}
	return p, s.seed(by.Org, p)
}

// Profiles lists the profiles of the caller's organisation, the default one
// first, then by name.
func (s *Service) Profiles(ctx context.Context, by Caller) ([]store.OrgProfile, error) {
	sc, err := by.allowed(Read)
	if err != nil {
		return nil, err
	}
	return s.Store.OrgProfiles(ctx, sc)
}

// Profile returns a profile of the caller's organisation by its id; without one
// the default profile. Its files are made where they are missing.
func (s *Service) Profile(ctx context.Context, by Caller, id string) (store.OrgProfile, error) {
	sc, err := by.allowed(Read)
	if err != nil {
		return store.OrgProfile{}, err
	}
	p, err := s.Store.OrgProfile(ctx, sc, id)
	if err != nil {
		return p, named("profile", id, err)
	}
	return p, s.seed(by.Org, p)
}

// Speaker returns the profile that speaks where one is asked for that may not be
// there: no id, an unknown one and one of another organisation alike mean the
// default profile. An organisation without profiles is an [ErrNoProfile].
func (s *Service) Speaker(ctx context.Context, by Caller, id string) (store.OrgProfile, error) {
	p, err := s.Profile(ctx, by, id)
	if id != "" && errors.Is(err, store.ErrNotFound) {
		p, err = s.Profile(ctx, by, "")
	}
	if errors.Is(err, store.ErrNotFound) {
		return p, fmt.Errorf("organisation %q: %w", by.Org, ErrNoProfile)
	}
	return p, err
}

// SetDefault makes a profile the one that speaks where none is named.
func (s *Service) SetDefault(ctx context.Context, by Caller, id string) error {
	sc, err := by.allowed(ManageProfiles)
	if err != nil {
		return err
	}
	return named("profile", id, s.Store.SetDefaultProfile(ctx, sc, id))
}

// DeleteProfile removes a profile from the list of the caller's organisation.
// The default one is a [store.ErrDefault].
func (s *Service) DeleteProfile(ctx context.Context, by Caller, id string) error {
	sc, err := by.allowed(ManageProfiles)
	if err != nil {
		return err
	}
	return named("profile", id, s.Store.DeleteProfile(ctx, sc, id))
}
