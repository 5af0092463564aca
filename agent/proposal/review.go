package proposal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/wording"
)

// The decisions of reviews.
const (
	Approve = "approve"
	Reject  = "reject"
)

// Reviewer is who decides. Sign makes a signature of a record, in the form of
// ssh-keygen; it is nil where there is no key.
type Reviewer struct {
	Name string
	Sign func(record []byte) ([]byte, error)
}

// maxReviewer is how long the name of a reviewer may be, in bytes.
const maxReviewer = 200

func (r Reviewer) check() error {
	if strings.TrimSpace(r.Name) == "" || len(r.Name) > maxReviewer || wording.Hidden(r.Name) != 0 || strings.ContainsAny(r.Name, "\n\t") {
		return refuse(CodeReviewer, "%q is no name of a reviewer", r.Name)
	}
	return nil
}

// Approve says that a change may be made; it makes none. The approval is bound
// to the bytes of the file before and after. Where several people have to
// approve, the proposal waits for the others.
func (d *Desk) Approve(ctx context.Context, sc scope.Scope, id string, by Reviewer) (store.Proposal, error) {
	sc, p, err := d.reviewed(ctx, sc, id, by)
	if err != nil {
		return p, err
	}
	if d.Settings.FourEyes && by.Name == p.Origin.User {
		return p, refuse(CodeReviewer, "proposal %s was made on behalf of %s: somebody else has to approve it", p.ID, by.Name)
	}
	done := approvals(p)
	if slices.ContainsFunc(done, func(r store.Review) bool { return r.By == by.Name }) {
		return p, refuse(CodeReviewer, "%s approved proposal %s already: it waits for somebody else", by.Name, p.ID)
	}
	changed, err := d.recheck(ctx, sc, &p)
	if err != nil {
		return p, err
	}
	if changed && withdrawn(p.Evidence) {
		return d.withdraw(ctx, sc, p)
	}
	review, err := d.approval(ctx, sc, p, approval.Approved, by)
	if err != nil {
		return p, err
	}
	p.Reviews = append(p.Reviews, review)
	if len(done)+1 >= d.Settings.needed() {
		if err := enter(&p, store.ProposalApproved, ""); err != nil {
			return p, err
		}
	}
	return d.Store.ChangeProposal(ctx, sc, p, "proposal.approve", auditOf(p, by.Name))
}

// approvals returns the reviews that hold for the change as it is now.
func approvals(p store.Proposal) []store.Review {
	return slices.DeleteFunc(slices.Clone(p.Reviews), func(r store.Review) bool {
		return r.Decision != Approve || r.Base != p.Change.Base || r.Result != p.Change.Result
	})
}

// auditOf is what the audit has of a step.
func auditOf(p store.Proposal, by string) map[string]any {
	return map[string]any{"id": p.ID, "target": p.Target, "by": by, "status": p.State, "base": p.Change.Base, "result": p.Change.Result, "reason": p.Reason}
}

// reviewed returns a proposal that somebody may decide about.
func (d *Desk) reviewed(ctx context.Context, sc scope.Scope, id string, by Reviewer) (scope.Scope, store.Proposal, error) {
	if err := by.check(); err != nil {
		return sc, store.Proposal{}, err
	}
	sc, p, err := d.Find(ctx, sc, id)
	if err != nil {
		return sc, p, err
	}
	if p.State != store.ProposalPending {
		return sc, p, refuse(CodeState, "proposal %s is already %s. Cannot review again.", p.ID, p.State)
	}
	return sc, p, nil
}

// withdraw ends a proposal whose evidence is gone.
func (d *Desk) withdraw(ctx context.Context, sc scope.Scope, p store.Proposal) (store.Proposal, error) {
	if err := enter(&p, store.ProposalWithdrawn, "all its evidence was forgotten"); err != nil {
		return p, err
	}
	p, err := d.Store.ChangeProposal(ctx, sc, p, "proposal.withdrawn", auditOf(p, ""))
	return p, errors.Join(err, refuse(CodeState, "proposal %s is withdrawn: %s", p.ID, p.Reason))
}

// approval makes the review of a change, with its record, and its signature
// where there is a key. Where signers are listed there has to be one of theirs.
func (d *Desk) approval(ctx context.Context, sc scope.Scope, p store.Proposal, decision string, by Reviewer) (store.Review, error) {
	folder, err := d.open(p.Profile)
	if err != nil {
		return store.Review{}, err
	}
	defer folder.Close()
	r := approval.Record{
		Org: sc.Org(), Profile: p.Profile, Path: p.Target, Proposal: p.ID, Base: p.Change.Base, Result: p.Change.Result,
		Decision: decision, Signer: by.Name, Time: d.now(),
	}
	if decision == approval.Reverted {
		r.Base, r.Result = r.Result, r.Base
	}
	now, err := d.Settings.read(folder, p.Target)
	if err != nil {
		return store.Review{}, err
	}
	if patch.Digest(now) != r.Base {
		return store.Review{}, staleError(p)
	}
	links, err := chainOf(folder, p.Target)
	if err != nil {
		return store.Review{}, err
	}
	if len(links) > 0 {
		r.Before = links[len(links)-1].Digest
	}
	review := store.Review{By: by.Name, Decision: Approve, Base: r.Base, Result: r.Result, At: d.now(), Record: r.Bytes()}
	if by.Sign != nil {
		if review.Signature, err = by.Sign(review.Record); err != nil {
			return store.Review{}, fmt.Errorf("signing the approval: %w", err)
		}
		review.Signer = by.Name
	}
	return review, d.checkSignature(folder, review)
}

func staleError(p store.Proposal) error {
	return refuse(CodeStale, "%s has changed since proposal creation (hash mismatch). Review and re-approve: backstory proposals rebase %s", p.Target, p.ID)
}

// Reject ends a proposal, for a reason.
func (d *Desk) Reject(ctx context.Context, sc scope.Scope, id, reason string, by Reviewer) (store.Proposal, error) {
	sc, p, err := d.reviewed(ctx, sc, id, by)
	if err != nil {
		return p, err
	}
	if len(reason) > maxObservation {
		return p, refuse("reason_too_long", "the reason has %d bytes and may have %d", len(reason), maxObservation)
	}
	p.Reviews = append(p.Reviews, store.Review{By: by.Name, Decision: Reject, Base: p.Change.Base, Result: p.Change.Result, At: d.now()})
	if err := enter(&p, store.ProposalRejected, reason); err != nil {
		return p, err
	}
	return d.Store.ChangeProposal(ctx, sc, p, "proposal.reject", auditOf(p, by.Name))
}
