package proposal

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// Approve says that a change may be made; it makes none. The approval is bound
// to the bytes of the file before and after. Where several people have to
// approve, the proposal waits for the others.
func (d *Desk) Approve(ctx context.Context, sc scope.Scope, id string, by Reviewer) (store.Proposal, error) {
	sc, p, err := d.reviewed(ctx, sc, id, by)
	if err != nil {
		return p, err
	}
	changed, err := d.recheck(ctx, sc, &p)
	if err != nil {
		return p, err
	}
	if changed && withdrawn(p.Evidence) {
		return d.withdraw(ctx, sc, p)
	}
	enough, err := d.vote(ctx, sc, &p, approval.Approved, by)
	if err == nil && enough {
		err = enter(&p, store.ProposalApproved, "")
	}
	if err != nil {
		return p, err
	}
	return d.Store.ChangeProposal(ctx, sc, p, "proposal.approve", auditOf(p, by.Name))
}

// vote adds somebody's approval of a change, or of taking it back, and says
// whether as many people as have to approved it.
func (d *Desk) vote(ctx context.Context, sc scope.Scope, p *store.Proposal, decision string, by Reviewer) (enough bool, err error) {
	if ofMemories(*p) {
		return true, d.memories().vote(ctx, sc, p, by)
	}
	folder, err := d.open(p.Profile)
	if err != nil {
		return false, err
	}
	defer folder.Close()
	o := &opened{d, sc, folder, *p}
	enough, err = o.vote(ctx, decision, by)
	*p = o.p
	return enough, err
}

// vote is [Desk.vote] where the folder is open.
func (o *opened) vote(ctx context.Context, decision string, by Reviewer) (enough bool, err error) {
	q, err := o.quorum()
	if err != nil {
		return false, err
	}
	done := reviews(o.p, decision)
	review, err := o.approval(ctx, q, decision, by)
	if err != nil {
		return false, err
	}
	if err := q.may(o.p, by, review, done); err != nil {
		return false, err
	}
	o.p.Reviews = append(o.p.Reviews, review)
	return q.count(append(done, review)) >= q.Needed(), nil
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
func (o *opened) approval(ctx context.Context, q quorum, decision string, by Reviewer) (store.Review, error) {
	r, err := o.record(ctx, q, decision, by)
	if err != nil {
		return store.Review{}, err
	}
	review := store.Review{By: by.Name, Decision: Approve, Base: o.p.Change.Base, Result: o.p.Change.Result, At: o.desk.now()}
	if by.Signed != nil {
		if r.Time, err = o.desk.signedElsewhere(by.Signed, r); err != nil {
			return review, err
		}
		review.Signature, review.Signer = by.Signed.Signature, by.Name
	}
	review.Record = r.Bytes()
	if decision == approval.Reverted {
		review.Decision, review.Base, review.Result = doRevert, review.Result, review.Base
	}
	if by.Sign != nil && by.Signed == nil {
		if review.Signature, err = by.Sign(review.Record); err != nil {
			return store.Review{}, fmt.Errorf("signing the approval: %w", err)
		}
		review.Signer = by.Name
	}
	return review, checkSignature(q.list, review)
}

// record returns the record of somebody's approval, which is what they sign. A
// review is of the bytes of a file; a record is of the form with LF, since it is
// read in other checkouts, too.
func (o *opened) record(ctx context.Context, q quorum, decision string, by Reviewer) (approval.Record, error) {
	r := approval.Record{
		Org: o.sc.Org(), Profile: o.p.Profile, Path: o.p.Target, Proposal: o.p.ID,
		Decision: decision, Signer: by.Name, Time: o.desk.now(),
	}
	if q.strict() {
		r.Author, r.Demand = q.author, q.Demand
	}
	was := o.p.Change.Base
	if decision == approval.Reverted {
		was = o.p.Change.Result
	}
	now, err := o.desk.Settings.read(o.folder, o.p.Target)
	if err != nil {
		return r, err
	}
	if patch.Digest(now) != was {
		return r, staleError(o.p)
	}
	if r.Base, r.Result, err = o.recorded(ctx, decision); err != nil {
		return r, err
	}
	r.Before, err = lastRecord(o.folder, o.p.Target)
	return r, err
}

// recorded returns the digests that the records of a decision have of the file
// before and after it.
func (o *opened) recorded(ctx context.Context, decision string) (base, result string, err error) {
	p := o.p
	p.Doing = ""
	if decision == approval.Reverted {
		p.Doing = doRevert
	}
	from, to, err := o.desk.contents(ctx, o.sc, p)
	if from != nil {
		base = approval.Digest(from)
	}
	if to != nil {
		result = approval.Digest(to)
	}
	return base, result, err
}

// lastRecord is the digest of the last record of a file, "" where there is none.
func lastRecord(folder *profile.Profile, target string) (string, error) {
	links, err := chainOf(folder, target)
	if err != nil || len(links) == 0 {
		return "", err
	}
	return links[len(links)-1].Digest, nil
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
