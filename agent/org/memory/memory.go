// Package memory has the rules of what the members of an organisation share: a
// small memory that all of its agents have. Members propose, admins decide, and
// every change can be undone. What is kept is in agent/store.
//
//   - propose.go: proposals of members
//   - history.go: versions, undoing and restoring
//   - memory.go: what is shared, and changing it
//   - choose.go: what of it a prompt has
package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// The bounds of what an organisation shares, in bytes.
const (
	MaxBytes = 8192 // of all texts
	MaxEntry = 2048 // of one
)

// ErrText says that a text cannot be shared: it is blank, too long, or there is no
// room for it.
var ErrText = errors.New("it cannot be shared")

// Service has the rules.
type Service struct{ Store store.SharedMemory }

// may returns the scope of a caller who may do something. The organisation of a
// machine without any is that of its owner.
func may(by org.Caller, a org.Action) (scope.Scope, error) {
	if !by.Role.May(a) {
		return scope.Scope{}, fmt.Errorf("%w: it takes one that may %s", org.ErrForbidden, a)
	}
	return scope.New(by.Org, by.User, "")
}

// Show returns what is shared now.
func (s *Service) Show(ctx context.Context, by org.Caller) (store.SharedVersion, error) {
	sc, err := may(by, org.Read)
	if err != nil {
		return store.SharedVersion{}, err
	}
	return s.Store.Shared(ctx, sc, 0)
}

// Add shares a text.
func (s *Service) Add(ctx context.Context, by org.Caller, text string, pin bool) (store.SharedVersion, error) {
	return s.AddAll(ctx, by, []store.SharedEntry{{Text: text, Pinned: pin}})
}

// AddAll shares texts, in one version, before those that are shared.
func (s *Service) AddAll(ctx context.Context, by org.Caller, texts []store.SharedEntry) (store.SharedVersion, error) {
	sc, err := may(by, org.Approve)
	if err != nil {
		return store.SharedVersion{}, err
	}
	added := slices.Clone(texts)
	for i := range added {
		if added[i].Author = by.User; err == nil {
			added[i].Text, err = clean(added[i].Text)
		}
	}
	if err != nil {
		return store.SharedVersion{}, err
	}
	return s.change(ctx, sc, "added", nil, func(list []store.SharedEntry) ([]store.SharedEntry, error) {
		return append(slices.Clone(added), list...), nil
	})
}

// Room returns how many of the texts, from the first on, can be shared where
// nothing is.
func Room(texts []store.SharedEntry) int {
	size := 0
	for i, e := range texts {
		if size += len(e.Text); len(e.Text) > MaxEntry || size > MaxBytes {
			return i
		}
	}
	return len(texts)
}

// Remove takes an entry away, by its id.
func (s *Service) Remove(ctx context.Context, by org.Caller, id string) (store.SharedVersion, error) {
	return s.edit(ctx, by, "removed", id, func(list []store.SharedEntry, at int) []store.SharedEntry { return slices.Delete(list, at, at+1) })
}

// Pin puts an entry before the others, or takes it back among them.
func (s *Service) Pin(ctx context.Context, by org.Caller, id string, pin bool) (store.SharedVersion, error) {
	action := "pinned"
	if !pin {
		action = "unpinned"
	}
	return s.edit(ctx, by, action, id, func(list []store.SharedEntry, at int) []store.SharedEntry {
		list[at].Pinned = pin
		return list
	})
}

func (s *Service) edit(ctx context.Context, by org.Caller, action, id string, do func(list []store.SharedEntry, at int) []store.SharedEntry) (store.SharedVersion, error) {
	sc, err := may(by, org.Approve)
	if err != nil {
		return store.SharedVersion{}, err
	}
	return s.change(ctx, sc, action, nil, func(list []store.SharedEntry) ([]store.SharedEntry, error) {
		at := slices.IndexFunc(list, func(e store.SharedEntry) bool { return e.ID == id })
		if at < 0 {
			return nil, fmt.Errorf("entry %q of the organisation's memory: %w", id, store.ErrNotFound)
		}
		return do(list, at), nil
	})
}

// tries is how often a change is made anew where others change at the same time.
const tries = 10

// change makes a version of the one that holds. Where another one came in between
// it is made of that.
func (s *Service) change(ctx context.Context, sc scope.Scope, action string, decided *store.SharedProposal, do func([]store.SharedEntry) ([]store.SharedEntry, error)) (store.SharedVersion, error) {
	for n := 1; ; n++ {
		v, err := s.Store.Shared(ctx, sc, 0)
		if err != nil {
			return v, err
		}
		if v.Entries, err = do(slices.Clone(v.Entries)); err != nil {
			return v, err
		}
		if err := fits(v.Entries); err != nil {
			return v, err
		}
		v.Action, v.Source = action, 0
		made, err := s.Store.PutShared(ctx, sc, v, decided)
		if !errors.Is(err, store.ErrChanged) || n == tries {
			return made, err
		}
		if decided != nil { // whether it is the proposal that changed is seen there
			p, err := s.Store.SharedProposal(ctx, sc, decided.ID)
			if err != nil {
				return made, err
			}
			if p.State != store.SharedPending {
				return made, fmt.Errorf("the proposal %s is %s already: %w", p.ID, p.State, store.ErrChanged)
			}
		}
	}
}

// clean returns a text as one line.
func clean(text string) (string, error) {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, string(utf8.RuneError))), " ")
	switch {
	case text == "":
		return "", fmt.Errorf("%w: it is blank", ErrText)
	case len(text) > MaxEntry:
		return "", fmt.Errorf("%w: it has %d bytes and may have %d: shorten it", ErrText, len(text), MaxEntry)
	}
	return text, nil
}

func fits(list []store.SharedEntry) error {
	size := 0
	for _, e := range list {
		size += len(e.Text)
	}
	if size > MaxBytes {
		return fmt.Errorf("%w: the memory would have %d bytes and may have %d: remove what no longer holds", ErrText, size, MaxBytes)
	}
	return nil
}
