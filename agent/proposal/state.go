package proposal

import (
	"context"
	"errors"
	"slices"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// follows says which states may come next.
func follows(s store.ProposalState) []store.ProposalState {
	switch s {
	case store.ProposalPending:
		return []store.ProposalState{store.ProposalApproved, store.ProposalRejected, store.ProposalExpired, store.ProposalWithdrawn}
	case store.ProposalApproved:
		return []store.ProposalState{store.ProposalApplied, store.ProposalPending, store.ProposalRejected, store.ProposalWithdrawn}
	case store.ProposalApplied:
		return []store.ProposalState{store.ProposalReverted}
	}
	return nil // rejected, expired, withdrawn and reverted are ends
}

// enter puts a proposal into a state.
func enter(p *store.Proposal, state store.ProposalState, reason string) error {
	if !slices.Contains(follows(p.State), state) {
		return refuse(CodeState, "proposal %s is %s: it cannot become %s", p.ID, p.State, state)
	}
	p.State, p.Reason = state, reason
	return nil
}

// fresh marks a proposal whose time is up as expired, and one whose evidence was
// forgotten as withdrawn.
func (d *Desk) fresh(ctx context.Context, sc scope.Scope, p store.Proposal) (store.Proposal, error) {
	if p.State != store.ProposalPending {
		return p, nil
	}
	state, reason := store.ProposalExpired, "its time is up"
	switch {
	case !p.Expires.IsZero() && !d.now().Before(p.Expires):
	case withdrawn(p.Evidence):
		state, reason = store.ProposalWithdrawn, "all its evidence was forgotten"
	default:
		return p, nil
	}
	changed := p
	if err := enter(&changed, state, reason); err != nil {
		return p, err
	}
	changed, err := d.Store.ChangeProposal(ctx, sc, changed, "proposal."+string(state), map[string]string{"id": p.ID, "reason": reason})
	if errors.Is(err, store.ErrChanged) {
		return d.Store.Proposal(ctx, sc, p.ID)
	}
	return changed, err
}

// Prune marks the proposals whose time is up. Nothing is deleted.
func (d *Desk) Prune(ctx context.Context, sc scope.Scope) error {
	list, err := d.Store.ListProposals(ctx, sc, store.ProposalFilter{State: store.ProposalPending, Limit: maxPruned})
	if err != nil {
		return err
	}
	for _, p := range list {
		if _, err := d.fresh(ctx, sc, p); err != nil && !ofTarget(err) {
			return err
		}
	}
	return nil
}
