package proposal

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/gitrepo"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile/edit"
)

// Apply makes an approved change. It holds only for the bytes that were
// approved. In git it is one commit; where that fails the file is as it was.
func (d *Desk) Apply(ctx context.Context, sc scope.Scope, id, by string) (Outcome, error) {
	sc, p, err := d.Find(ctx, sc, id)
	if err != nil {
		return Outcome{}, err
	}
	if ofMemories(p) {
		return d.memories().change(ctx, sc, p, approval.Approved, Reviewer{Name: by})
	}
	return d.change(ctx, sc, p, doApply, (*opened).mayApply, by)
}

// mayApply looks at everything again that was looked at before, since an
// approval may be old (PP-08).
func (o *opened) mayApply(ctx context.Context) error {
	if o.p.State != store.ProposalApproved {
		return refuse(CodeState, "proposal %s is %s. Only approved proposals can be applied.", o.p.ID, o.p.State)
	}
	now, err := o.desk.Settings.read(o.folder, o.p.Target)
	if err != nil {
		return err
	}
	result, err := o.desk.Store.Content(ctx, o.sc, o.p.Change.Result)
	if err != nil {
		return err
	}
	if o.p.Origin.By != byPerson {
		if err := checkContent(now, result); err != nil {
			return err
		}
	}
	if patch.Digest(now) != o.p.Change.Base {
		return staleError(o.p)
	}
	if len(result) == 0 {
		return refuse(CodePatch, "proposal %s does not contain replacement content to apply.", o.p.ID)
	}
	return o.approved(ctx, approval.Approved)
}

// approved holds a proposal to its approvals: by as many people as have to, of
// this change, behind the last record of the file, and signed where that is asked
// for.
func (o *opened) approved(ctx context.Context, decision string) error {
	before, err := lastRecord(o.folder, o.p.Target)
	if err != nil {
		return err
	}
	base, result, err := o.recorded(ctx, decision)
	if err != nil {
		return err
	}
	q, err := o.quorum()
	if err != nil {
		return err
	}
	list := reviews(o.p, decision)
	for _, r := range list {
		record, err := approval.Parse(r.Record)
		if err != nil {
			return err
		}
		if record.Base != base || record.Result != result || record.Path != o.p.Target || record.Proposal != o.p.ID || record.Decision != decision || record.Before != before || record.Signer != r.By {
			return refuse(CodeStale, "the approval of %s is of another state of %s: rebase and approve it again: backstory proposals rebase %s", r.By, o.p.Target, o.p.ID)
		}
		if err := checkSignature(q.list, r); err != nil {
			return err
		}
	}
	if n := q.count(list); n < q.Needed() {
		return refuse(CodeReviewer, "proposal %s has %d of %d approvals", o.p.ID, n, q.Needed())
	}
	return nil
}

// Revert gives a file back the bytes that it had before a proposal was applied.
// A file that changed since is an error: what came later goes first. Where several
// people have to approve, it is done by the last of them: until then the proposal
// stays applied, and the outcome has no files.
func (d *Desk) Revert(ctx context.Context, sc scope.Scope, id string, by Reviewer) (Outcome, error) {
	if err := by.check(); err != nil {
		return Outcome{}, err
	}
	sc, p, err := d.Find(ctx, sc, id)
	if err != nil {
		return Outcome{}, err
	}
	if ofMemories(p) {
		return d.memories().change(ctx, sc, p, approval.Reverted, by)
	}
	var waits store.Proposal
	done, err := d.change(ctx, sc, p, doRevert, func(o *opened, ctx context.Context) error {
		err := o.mayRevert(ctx, by)
		waits = o.p
		return err
	}, by.Name)
	if errors.Is(err, errWaits) {
		done.Proposal, err = d.Store.ChangeProposal(ctx, sc, waits, "proposal.revert.approved", auditOf(waits, by.Name))
	}
	return done, err
}

// mayRevert adds somebody's approval of taking a change back. It is [errWaits] where
// others have to approve it, too.
func (o *opened) mayRevert(ctx context.Context, by Reviewer) error {
	if o.p.State != store.ProposalApplied {
		return refuse(CodeState, "proposal %s is %s. Only applied proposals can be reverted.", o.p.ID, o.p.State)
	}
	now, err := o.desk.Settings.read(o.folder, o.p.Target)
	if err != nil {
		return err
	}
	if patch.Digest(now) != o.p.Change.Result {
		return refuse(CodeStale, "%s has changed since proposal %s was applied: revert what came later first", o.p.Target, o.p.ID)
	}
	enough, err := o.vote(ctx, approval.Reverted, by)
	if err == nil && !enough {
		err = errWaits
	}
	if err != nil {
		return err
	}
	return o.approved(ctx, approval.Reverted)
}

// errWaits says that others have to approve, too.
var errWaits = errors.New("it waits for somebody else")

// change does something with the file of a proposal: it says so in the store,
// changes the file, and says in the store that it is done. What was begun by a
// process that ended is ended first.
func (d *Desk) change(ctx context.Context, sc scope.Scope, p store.Proposal, doing string, may func(*opened, context.Context) error, by string) (done Outcome, err error) {
	folder, err := d.open(p.Profile)
	if err != nil {
		return done, err
	}
	defer folder.Close()
	err = edit.Change(ctx, folder, func() error {
		if err := d.finish(ctx, sc, folder); err != nil {
			return err
		}
		now, err := d.Store.Proposal(ctx, sc, p.ID)
		if err != nil {
			return err
		}
		o := &opened{d, sc, folder, now}
		if err := may(o, ctx); err != nil {
			return err
		}
		done, err = o.do(ctx, doing, by)
		return err
	})
	return done, err
}

// do is what [Desk.change] does, when it may.
func (o *opened) do(ctx context.Context, doing, by string) (Outcome, error) {
	git, err := gitrepo.Open(ctx, o.folder, o.p.Target)
	if err == nil && git != nil {
		err = git.Ready(ctx, o.p.Target)
	}
	if err != nil {
		return Outcome{}, refuse(CodeGit, "%s", err)
	}
	o.p.Doing = doing
	if o.p, err = o.desk.Store.ChangeProposal(ctx, o.sc, o.p, "proposal."+doing+".begun", auditOf(o.p, by)); err != nil {
		return Outcome{}, err
	}
	o.desk.step("begun")
	done, err := o.carry(ctx, git, by)
	if err != nil {
		return Outcome{}, errors.Join(err, o.undo(context.WithoutCancel(ctx), err))
	}
	return done, nil
}

// contents returns what a file is before and after what is being done with it.
func (d *Desk) contents(ctx context.Context, sc scope.Scope, p store.Proposal) (from, to []byte, err error) {
	read := func(digest string) []byte {
		if digest == "" || err != nil {
			return nil
		}
		var content []byte
		content, err = d.Store.Content(ctx, sc, digest)
		return content
	}
	from, to = read(p.Change.Base), read(p.Change.Result)
	if p.Doing == doRevert {
		from, to = to, from
	}
	return from, to, err
}

// records returns the records of what is being done with a file.
func records(p store.Proposal) []approval.File {
	decision := approval.Approved
	if p.Doing == doRevert {
		decision = approval.Reverted
	}
	return recordFiles(p.ID, decision, reviews(p, decision))
}

// carry changes the file and all that depends on it. It may be called again
// where it was cut off.
func (o *opened) carry(ctx context.Context, git *gitrepo.Repository, by string) (Outcome, error) {
	from, to, err := o.desk.contents(ctx, o.sc, o.p)
	if err != nil {
		return Outcome{}, err
	}
	if err := edit.Write(o.folder, o.p.Target, to); err != nil {
		return Outcome{}, fmt.Errorf("writing %s: %w", o.p.Target, err)
	}
	o.desk.step("written")
	files := records(o.p)
	root, err := o.folder.Root.OpenRoot(approval.Folder)
	if err != nil {
		return Outcome{}, err
	}
	defer root.Close()
	if err := writeRecords(root, files); err != nil {
		return Outcome{}, err
	}
	o.desk.step("recorded")
	out := Outcome{Files: append([]string{o.p.Target}, names(files)...)}
	if o.desk.Rebuild != nil {
		outputs, err := o.desk.Rebuild(ctx, o.folder)
		if err != nil {
			return Outcome{}, fmt.Errorf("building what depends on %s: %w", o.p.Target, err)
		}
		out.Files = append(out.Files, outputs...)
	}
	o.desk.step("built")
	if git != nil {
		if out.Commit, err = git.Commit(ctx, o.p, out.Files); err != nil {
			return Outcome{}, refuse(CodeGit, "Git commit failed; target file rolled back: %s", err)
		}
	}
	o.desk.step("committed")
	done := o.p
	state, action := store.ProposalApplied, "proposal.applied"
	if o.p.Doing == doRevert {
		state, action = store.ProposalReverted, "proposal.reverted"
	}
	if err := enter(&done, state, ""); err != nil {
		return Outcome{}, err
	}
	done.Doing = ""
	for _, content := range [][]byte{from, to} {
		if content == nil {
			continue
		}
		of := o.p.ID
		if patch.Digest(content) == patch.Digest(from) {
			of = ""
		}
		if _, err := o.desk.Store.AddFileVersion(ctx, o.sc, o.p.Target, of, content); err != nil {
			return Outcome{}, err
		}
	}
	detail := auditOf(done, by)
	detail["commit"] = out.Commit
	out.Proposal, err = o.desk.Store.ChangeProposal(ctx, o.sc, done, action, detail)
	o.desk.step("done")
	return out, err
}
