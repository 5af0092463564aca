package memory

import (
	"context"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/store"
)

// maxPending bounds how many proposals of an organisation wait.
const maxPending = 100

// Propose keeps something that a member would share, for an admin to decide.
func (s *Service) Propose(ctx context.Context, by org.Caller, text string) (store.SharedProposal, error) {
	sc, err := may(by, org.Propose)
	if err != nil {
		return store.SharedProposal{}, err
	}
	if text, err = clean(text); err != nil {
		return store.SharedProposal{}, err
	}
	waiting, err := s.Store.SharedProposals(ctx, sc, store.SharedPending, maxPending)
	if err != nil {
		return store.SharedProposal{}, err
	}
	if len(waiting) == maxPending {
		return store.SharedProposal{}, store.ErrQuota
	}
	return s.Store.ProposeShared(ctx, sc, text)
}

// Proposals lists those of a state, or all: an admin sees all, a member those of
// their own.
func (s *Service) Proposals(ctx context.Context, by org.Caller, state store.SharedState) ([]store.SharedProposal, error) {
	sc, err := may(by, org.Propose)
	if err != nil {
		return nil, err
	}
	all, err := s.Store.SharedProposals(ctx, sc, state, 0)
	if err != nil || by.Role.May(org.Approve) {
		return all, err
	}
	var own []store.SharedProposal
	for _, p := range all {
		if p.Author == by.User {
			own = append(own, p)
		}
	}
	return own, nil
}

// Approve shares what was proposed.
func (s *Service) Approve(ctx context.Context, by org.Caller, id string, pin bool) (store.SharedVersion, error) {
	sc, err := may(by, org.Approve)
	if err != nil {
		return store.SharedVersion{}, err
	}
	p, err := s.Store.SharedProposal(ctx, sc, id)
	if err != nil {
		return store.SharedVersion{}, err
	}
	p.State = store.SharedApproved
	return s.change(ctx, sc, "approved", &p, func(list []store.SharedEntry) ([]store.SharedEntry, error) {
		return append([]store.SharedEntry{{Text: p.Text, Author: p.Author, Pinned: pin}}, list...), nil
	})
}

// Reject decides that something is not shared.
func (s *Service) Reject(ctx context.Context, by org.Caller, id, reason string) error {
	sc, err := may(by, org.Approve)
	if err != nil {
		return err
	}
	return s.Store.RejectShared(ctx, sc, id, reason)
}
