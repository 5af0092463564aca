package memory

import (
	"context"
	"fmt"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// History lists the versions that are kept, the newest first.
func (s *Service) History(ctx context.Context, by org.Caller) ([]store.SharedVersion, error) {
	sc, err := may(by, org.Approve)
	if err != nil {
		return nil, err
	}
	return s.Store.SharedVersions(ctx, sc)
}

// Undo makes what held before the last change hold again. Undoing again goes
// further back.
func (s *Service) Undo(ctx context.Context, by org.Caller) (store.SharedVersion, error) {
	sc, err := may(by, org.Approve)
	if err != nil {
		return store.SharedVersion{}, err
	}
	list, err := s.Store.SharedVersions(ctx, sc)
	if err != nil {
		return store.SharedVersion{}, err
	}
	if len(list) == 0 {
		return store.SharedVersion{}, fmt.Errorf("nothing was changed: %w", store.ErrNotFound)
	}
	if list[0].Source == nothing {
		return list[0], fmt.Errorf("nothing is left to be undone: %w", store.ErrNotFound)
	}
	return s.restore(ctx, sc, list[0], list[0].Source-1, "undone")
}

// Restore makes a version hold again, by its number.
func (s *Service) Restore(ctx context.Context, by org.Caller, number int) (store.SharedVersion, error) {
	sc, err := may(by, org.Approve)
	if err != nil {
		return store.SharedVersion{}, err
	}
	now, err := s.Store.Shared(ctx, sc, 0)
	if err != nil {
		return now, err
	}
	if number < 1 {
		return now, fmt.Errorf("version %d: %w", number, store.ErrNotFound)
	}
	return s.restore(ctx, sc, now, number, "restored")
}

// nothing is the source of a version that restores what was before the first one.
const nothing = -1

// restore makes a version of an older one. Before the first one nothing was shared.
func (s *Service) restore(ctx context.Context, sc scope.Scope, now store.SharedVersion, number int, action string) (store.SharedVersion, error) {
	next := store.SharedVersion{Number: now.Number, Action: action, Source: nothing}
	if number > 0 {
		old, err := s.Store.Shared(ctx, sc, number)
		if err != nil {
			return now, err
		}
		// What restores another one is traced to that one.
		next.Entries, next.Source = old.Entries, old.Source
	}
	return s.Store.PutShared(ctx, sc, next, nil)
}
