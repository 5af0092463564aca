package proposal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/gitrepo"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// Recover ends what processes began that are gone: a change whose file was
// written is completed, any other is as if it had not been begun. It returns
// what it ended; what it could not end keeps nothing else from being ended.
func (d *Desk) Recover(ctx context.Context, sc scope.Scope) ([]store.Proposal, error) {
	list, err := d.Store.ListProposals(ctx, sc, store.ProposalFilter{Doing: true, Limit: maxPruned})
	if err != nil {
		return nil, err
	}
	var done []store.Proposal
	var all error
	for _, p := range list {
		own, err := sc.Speaking(p.Profile)
		if err == nil {
			err = d.recoverOne(ctx, own, p.Profile)
		}
		if err == nil {
			p, err = d.Store.Proposal(ctx, own, p.ID)
		}
		if err != nil {
			all = errors.Join(all, fmt.Errorf("proposal %s of the profile %s: %w", p.ID, p.Profile, err))
			continue
		}
		done = append(done, p)
	}
	return done, all
}

// Ended says to people what became of what [Desk.Recover] ended.
func Ended(p store.Proposal) string {
	return fmt.Sprintf("proposal %s was being worked on by a program that ended: it is %s", p.ID, p.State)
}

func (d *Desk) recoverOne(ctx context.Context, sc scope.Scope, name string) error {
	folder, err := d.open(name)
	if err != nil {
		return err
	}
	defer folder.Close()
	return edit.Change(ctx, folder, func() error { return d.finish(ctx, sc, folder) })
}

// finish ends what was begun with the files of a profile. Who calls it holds the
// lock, so that nobody else is at it.
func (d *Desk) finish(ctx context.Context, sc scope.Scope, folder *profile.Profile) error {
	list, err := d.Store.ListProposals(ctx, sc, store.ProposalFilter{Doing: true, Limit: maxPruned})
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := (&opened{d, sc, folder, p}).finish(ctx); err != nil {
			return fmt.Errorf("ending what was begun with %s: %w", p.Target, err)
		}
	}
	return nil
}

func (o *opened) finish(ctx context.Context) error {
	now, err := o.desk.Settings.read(o.folder, o.p.Target)
	if err != nil {
		return err
	}
	to := o.p.Change.Result
	if o.p.Doing == doRevert {
		to = o.p.Change.Base
	}
	if patch.Digest(now) != to {
		return o.undo(ctx, errors.New("the program ended before the file was written"))
	}
	git, err := gitrepo.Open(ctx, o.folder, o.p.Target)
	if err != nil {
		return refuse(CodeGit, "%s", err)
	}
	_, err = o.carry(ctx, git, "recovery")
	return err
}

// undo has a change not have been begun. A file that somebody else changed
// meanwhile stays as they left it.
func (o *opened) undo(ctx context.Context, why error) error {
	from, to, err := o.desk.contents(ctx, o.sc, o.p)
	if err != nil {
		return err
	}
	now, err := o.desk.Settings.read(o.folder, o.p.Target)
	if err != nil {
		return err
	}
	if patch.Digest(now) == patch.Digest(to) {
		if err := edit.Write(o.folder, o.p.Target, from); err != nil {
			return fmt.Errorf("putting %s back: %w", o.p.Target, err)
		}
	}
	o.desk.step("put back")
	root, err := o.folder.Root.OpenRoot(approval.Folder)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := removeRecords(root, records(o.p)); err != nil {
		return err
	}
	if _, err := atomicfile.Sweep(atomicfile.In(root), time.Time{}); err != nil {
		return err
	}
	if o.desk.Rebuild != nil {
		if _, err := o.desk.Rebuild(ctx, o.folder); err != nil {
			return fmt.Errorf("building what was before: %w", err)
		}
	}
	if o.p.Doing == doRevert {
		o.p.Reviews = o.p.Reviews[:len(o.p.Reviews)-1]
	}
	doing := o.p.Doing
	o.p.Doing, o.p.Reason = "", "it was not done: "+why.Error()
	_, err = o.desk.Store.ChangeProposal(ctx, o.sc, o.p, "proposal."+doing+".undone", auditOf(o.p, ""))
	return err
}
