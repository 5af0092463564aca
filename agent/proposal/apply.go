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

// What can be done with a file, as a proposal says that it is being done.
const (
	doApply = "apply"
)

// Apply makes an approved change. It holds only for the bytes that were
// approved. In git it is one commit; where that fails the file is as it was.
func (d *Desk) Apply(ctx context.Context, sc scope.Scope, id, by string) (Outcome, error) {
	sc, p, err := d.Find(ctx, sc, id)
	if err != nil {
		return Outcome{}, err
	}
	if ofMemories(p) {
		return d.changeMemories(ctx, sc, p, approval.Approved, Reviewer{Name: by})
	}
	return d.change(ctx, sc, p, doApply, func(p *store.Proposal, folder *profile.Profile) error {
		if p.State != store.ProposalApproved {
			return refuse(CodeState, "proposal %s is %s. Only approved proposals can be applied.", p.ID, p.State)
		}
		return d.mayApply(ctx, sc, *p, folder)
	}, by)
}

// mayApply looks at everything again that was looked at before, since an
// approval may be old (PP-08).
func (d *Desk) mayApply(ctx context.Context, sc scope.Scope, p store.Proposal, folder *profile.Profile) error {
	now, err := d.Settings.read(folder, p.Target)
	if err != nil {
		return err
	}
	result, err := d.Store.Content(ctx, sc, p.Change.Result)
	if err != nil {
		return err
	}
	if p.Origin.By != byPerson {
		if err := checkContent(now, result); err != nil {
			return err
		}
	}
	if patch.Digest(now) != p.Change.Base {
		return staleError(p)
	}
	if len(result) == 0 {
		return refuse(CodePatch, "proposal %s does not contain replacement content to apply.", p.ID)
	}
	return d.approved(ctx, sc, p, folder, approval.Approved)
}

// approved holds a proposal to its approvals: by as many people as have to, of
// this change, behind the last record of the file, and signed where that is asked
// for.
func (d *Desk) approved(ctx context.Context, sc scope.Scope, p store.Proposal, folder *profile.Profile, decision string) error {
	before, err := lastRecord(folder, p.Target)
	if err != nil {
		return err
	}
	base, result, err := d.recorded(ctx, sc, p, decision)
	if err != nil {
		return err
	}
	q, err := d.quorum(sc, p, folder)
	if err != nil {
		return err
	}
	list := reviews(p, decision)
	for _, r := range list {
		record, err := approval.Parse(r.Record)
		if err != nil {
			return err
		}
		if record.Base != base || record.Result != result || record.Path != p.Target || record.Proposal != p.ID || record.Decision != decision || record.Before != before || record.Signer != r.By {
			return refuse(CodeStale, "the approval of %s is of another state of %s: rebase and approve it again: backstory proposals rebase %s", r.By, p.Target, p.ID)
		}
		if err := checkSignature(q.list, r); err != nil {
			return err
		}
	}
	if n := q.count(d, list); n < q.Needed() {
		return refuse(CodeReviewer, "proposal %s has %d of %d approvals", p.ID, n, q.Needed())
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
		return d.changeMemories(ctx, sc, p, approval.Reverted, by)
	}
	var waits store.Proposal
	o, err := d.change(ctx, sc, p, doRevert, func(p *store.Proposal, folder *profile.Profile) error {
		if p.State != store.ProposalApplied {
			return refuse(CodeState, "proposal %s is %s. Only applied proposals can be reverted.", p.ID, p.State)
		}
		now, err := d.Settings.read(folder, p.Target)
		if err != nil {
			return err
		}
		if patch.Digest(now) != p.Change.Result {
			return refuse(CodeStale, "%s has changed since proposal %s was applied: revert what came later first", p.Target, p.ID)
		}
		enough, err := d.vote(ctx, sc, p, approval.Reverted, by)
		if err != nil {
			return err
		}
		if !enough {
			waits = *p
			return errWaits
		}
		return d.approved(ctx, sc, *p, folder, approval.Reverted)
	}, by.Name)
	if errors.Is(err, errWaits) {
		o.Proposal, err = d.Store.ChangeProposal(ctx, sc, waits, "proposal.revert.approved", auditOf(waits, by.Name))
	}
	return o, err
}

// errWaits says that others have to approve, too.
var errWaits = errors.New("it waits for somebody else")

// change does something with the file of a proposal: it says so in the store,
// changes the file, and says in the store that it is done. What was begun by a
// process that ended is ended first.
func (d *Desk) change(ctx context.Context, sc scope.Scope, p store.Proposal, doing string, may func(*store.Proposal, *profile.Profile) error, by string) (Outcome, error) {
	folder, err := d.open(p.Profile)
	if err != nil {
		return Outcome{}, err
	}
	defer folder.Close()
	unlock, err := d.lock(ctx, folder)
	if err != nil {
		return Outcome{}, err
	}
	defer unlock()
	if err := d.finish(ctx, sc, folder); err != nil {
		return Outcome{}, err
	}
	if p, err = d.Store.Proposal(ctx, sc, p.ID); err != nil {
		return Outcome{}, err
	}
	if err := may(&p, folder); err != nil {
		return Outcome{}, err
	}
	git, err := openRepository(ctx, folder, p.Target)
	if err == nil && git != nil {
		err = git.ready(ctx, p.Target)
	}
	if err != nil {
		return Outcome{}, err
	}
	p.Doing = doing
	if p, err = d.Store.ChangeProposal(ctx, sc, p, "proposal."+doing+".begun", auditOf(p, by)); err != nil {
		return Outcome{}, err
	}
	d.step("begun")
	o, err := d.carry(ctx, sc, p, folder, git, by)
	if err != nil {
		return Outcome{}, errors.Join(err, d.undo(context.WithoutCancel(ctx), sc, p, folder, err))
	}
	return o, nil
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
func (d *Desk) carry(ctx context.Context, sc scope.Scope, p store.Proposal, folder *profile.Profile, git *repository, by string) (Outcome, error) {
	from, to, err := d.contents(ctx, sc, p)
	if err != nil {
		return Outcome{}, err
	}
	if err := write(folder, p.Target, to); err != nil {
		return Outcome{}, fmt.Errorf("writing %s: %w", p.Target, err)
	}
	d.step("written")
	files := records(p)
	root, err := openRecords(folder)
	if err != nil {
		return Outcome{}, err
	}
	defer root.Close()
	if err := writeRecords(root, files); err != nil {
		return Outcome{}, err
	}
	d.step("recorded")
	o := Outcome{Files: append([]string{p.Target}, names(files)...)}
	if d.Rebuild != nil {
		outputs, err := d.Rebuild(ctx, folder)
		if err != nil {
			return Outcome{}, fmt.Errorf("building what depends on %s: %w", p.Target, err)
		}
		o.Files = append(o.Files, outputs...)
	}
	d.step("built")
	if git != nil {
		if o.Commit, err = git.commit(ctx, p, o.Files); err != nil {
			return Outcome{}, refuse(CodeGit, "Git commit failed; target file rolled back: %s", err)
		}
	}
	d.step("committed")
	done := p
	state, action := store.ProposalApplied, "proposal.applied"
	if p.Doing == doRevert {
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
		of := p.ID
		if patch.Digest(content) == patch.Digest(from) {
			of = ""
		}
		if _, err := d.Store.AddFileVersion(ctx, sc, p.Target, of, content); err != nil {
			return Outcome{}, err
		}
	}
	detail := auditOf(done, by)
	detail["commit"] = o.Commit
	o.Proposal, err = d.Store.ChangeProposal(ctx, sc, done, action, detail)
	d.step("done")
	return o, err
}
