package proposal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// ClashError says where a change and what a file became meanwhile do not agree.
type ClashError struct {
	Target  string
	Clashes []patch.Clash
}

// Error implements error.
func (e *ClashError) Error() string {
	return fmt.Sprintf("%s and the proposal changed the same: reject the proposal, or change the file by hand", e.Target)
}

// Sides shows both sides, on lines of their own.
func (e *ClashError) Sides() string {
	var b strings.Builder
	for _, c := range e.Clashes {
		name := c.Section
		if name == "" {
			name = "the part before the first heading"
		}
		fmt.Fprintf(&b, "%s\n<<<<<<< the file now\n%s=======\n%s>>>>>>> the proposal\n", Visible(name), Visible(c.Ours), Visible(c.Theirs))
	}
	return b.String()
}

// Rebase binds a proposal to its file as it is now. It keeps the id and waits
// for a decision again: what was approved was another change. Where both changed
// the same it is a [ClashError]; what was approved waits for a decision again then,
// too, so that it can be rejected.
func (d *Desk) Rebase(ctx context.Context, sc scope.Scope, id, by string) (store.Proposal, error) {
	sc, p, err := d.Find(ctx, sc, id)
	if err != nil {
		return p, err
	}
	if p.State != store.ProposalPending && p.State != store.ProposalApproved || p.Doing != "" {
		return p, refuse(CodeState, "proposal %s is %s: there is nothing to rebase", p.ID, p.State)
	}
	rebase := d.rebaseFile
	if ofMemories(p) {
		rebase = d.rebaseMemories
	}
	done, err := rebase(ctx, sc, p, by)
	var refused *CodeError
	var clash *ClashError
	if p.State == store.ProposalApproved && (errors.As(err, &refused) || errors.As(err, &clash)) {
		if err := enter(&p, store.ProposalPending, "it does not fit any more"); err != nil {
			return p, err
		}
		var kept error
		done, kept = d.Store.ChangeProposal(ctx, sc, p, "proposal.unapproved", auditOf(p, by))
		err = errors.Join(err, kept)
	}
	return done, err
}

// rebaseFile is [Desk.Rebase] of a file.
func (d *Desk) rebaseFile(ctx context.Context, sc scope.Scope, p store.Proposal, by string) (store.Proposal, error) {
	folder, err := d.open(p.Profile)
	if err != nil {
		return p, err
	}
	defer folder.Close()
	now, err := d.Settings.read(folder, p.Target)
	if err != nil {
		return p, err
	}
	if patch.Digest(now) == p.Change.Base && p.State == store.ProposalPending {
		return p, refuse(CodeState, "%s is as proposal %s wants it: there is nothing to rebase", p.Target, p.ID)
	}
	base, result, err := d.contents(ctx, sc, p)
	if err != nil {
		return p, err
	}
	change := patchOf(p)
	var merged []byte
	if change.Kind == patch.Append {
		merged, err = resultOf(change, p.Target, now)
		if err != nil {
			return p, err
		}
	} else {
		var clashes []patch.Clash
		if merged, clashes = patch.Merge(base, now, result); len(clashes) > 0 {
			return p, &ClashError{p.Target, clashes}
		}
		change = patch.Patch{Kind: patch.Diff, Text: patch.Unified(p.Target, now, merged)}
		if change.Text == "" {
			return p, refuse(CodeState, "%s says what proposal %s wants already: reject it", p.Target, p.ID)
		}
		if _, err := resultOf(change, p.Target, now); err != nil {
			return p, err
		}
	}
	return d.rebound(ctx, sc, p, change, now, merged, by)
}

// rebound binds a proposal to another state of what it changes.
func (d *Desk) rebound(ctx context.Context, sc scope.Scope, p store.Proposal, change patch.Patch, now, merged []byte, by string) (store.Proposal, error) {
	var err error
	if p.State == store.ProposalApproved {
		if err := enter(&p, store.ProposalPending, ""); err != nil {
			return p, err
		}
	}
	if p.Change.Patch, err = json.Marshal(change); err != nil {
		return p, err
	}
	p.Change.Base, p.Change.Result, p.Reason = patch.Digest(now), patch.Digest(merged), "rebased"
	return d.Store.ChangeProposal(ctx, sc, p, "proposal.rebased", auditOf(p, by), now, merged)
}

// rebaseMemories is [Desk.Rebase] of memories.
func (d *Desk) rebaseMemories(ctx context.Context, sc scope.Scope, p store.Proposal, by string) (store.Proposal, error) {
	own, err := owner(sc, p)
	if err != nil {
		return p, err
	}
	change, base, result, err := d.memories().draft(ctx, own, patchOf(p).Text)
	if err == nil && patch.Digest(base) == p.Change.Base {
		err = refuse(CodeState, "the memories are as proposal %s wants them: there is nothing to rebase", p.ID)
	}
	if err != nil {
		return p, err
	}
	return d.rebound(ctx, sc, p, change, base, result, by)
}

// Diff returns the change of a proposal as a unified diff, with what nobody sees
// made visible.
func (d *Desk) Diff(ctx context.Context, sc scope.Scope, p store.Proposal) (string, error) {
	p.Doing = ""
	base, result, err := d.contents(ctx, sc, p)
	if errors.Is(err, store.ErrNotFound) {
		return "(what it changes was forgotten)\n", nil
	}
	if err != nil {
		return "", err
	}
	return Visible(patch.Unified(p.Target, base, result)), nil
}
