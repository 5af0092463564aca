package proposal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// byPerson says of a proposal that a person made it: what they give a file back is
// their own text, whatever is in it.
const byPerson = "person"

// maxKnown is of how many profiles the versions are remembered.
const maxKnown = 1000

// Observe keeps a version of every file that says who an agent is, where it
// differs from the last one that is kept: somebody edited it by hand. It is called
// where a session begins and where something is proposed. Sources are not among
// these files.
func (d *Desk) Observe(ctx context.Context, sc scope.Scope) error {
	targets, err := d.Targets(sc.Profile())
	if err != nil || len(targets) == 0 {
		return err
	}
	folder, err := d.open(sc.Profile())
	if err != nil {
		return err
	}
	defer folder.Close()
	d.versions.mu.Lock()
	defer d.versions.mu.Unlock()
	known, err := d.knownVersions(ctx, sc)
	if err != nil {
		return err
	}
	for _, target := range targets {
		if !approval.IsIdentity(target) {
			continue
		}
		content, err := d.Settings.read(folder, target)
		var refused *CodeError
		if errors.As(err, &refused) { // a link, or a file under its other name: no proposal changes it
			continue
		}
		if err != nil {
			return err
		}
		digest := patch.Digest(content)
		if content == nil || known[target] == digest {
			continue
		}
		if _, err := d.Store.AddFileVersion(ctx, sc, target, "", content); err != nil {
			return err
		}
		known[target] = digest
	}
	return nil
}

// knownVersions returns the digests of the newest versions of a profile's files,
// which are asked for once. The lock of the versions is held.
func (d *Desk) knownVersions(ctx context.Context, sc scope.Scope) (map[string]string, error) {
	at := [2]string{sc.Org(), sc.Profile()}
	if known, ok := d.versions.known[at]; ok {
		return known, nil
	}
	list, err := d.Store.ListFileVersions(ctx, sc, "", 1000)
	if err != nil {
		return nil, err
	}
	known, number := map[string]string{}, map[string]int64{}
	for _, v := range list {
		if v.Number > number[v.Target] {
			known[v.Target], number[v.Target] = v.Digest, v.Number
		}
	}
	if d.versions.known == nil || len(d.versions.known) >= maxKnown {
		d.versions.known = map[[2]string]map[string]string{}
	}
	d.versions.known[at] = known
	return known, nil
}

// versionOf returns the version of a file that a text names: its number, or a
// beginning of its digest, of four characters at least. Without one it is the
// newest that differs from what the file is.
func versionOf(list []store.FileVersion, target, text, now string) (store.FileVersion, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	var found []store.FileVersion
	for _, v := range list {
		switch {
		case text == "" && v.Digest != now:
			return v, nil
		case err == nil && v.Number == number:
			return v, nil
		case len(text) >= 4 && strings.HasPrefix(v.Digest, text):
			found = append(found, v)
		}
	}
	for _, v := range found[min(1, len(found)):] {
		if v.Digest != found[0].Digest {
			return v, fmt.Errorf("several versions of %s have a digest that begins with %s: give more of it", target, text)
		}
	}
	if len(found) > 0 {
		return found[0], nil
	}
	if text == "" {
		text = "before this one"
	}
	return store.FileVersion{}, fmt.Errorf("%s has no version %s: %w; backstory profile history lists them", target, text, store.ErrNotFound)
}

// Rollback gives a file of the scope's profile the content of an earlier version;
// to names it as in [Desk.versionOf]. It is a proposal of whoever wants it, which they
// approves, so that it is held to all that others are, and can be reverted: where
// others have to approve, it waits for them, and the outcome has no files.
func (d *Desk) Rollback(ctx context.Context, sc scope.Scope, target, to string, by Reviewer) (Outcome, error) {
	if err := by.check(); err != nil {
		return Outcome{}, err
	}
	if err := d.Observe(ctx, sc); err != nil {
		return Outcome{}, err
	}
	p, err := d.rolledBack(ctx, sc, target, to)
	if err != nil {
		return Outcome{}, err
	}
	done, err := d.Approve(ctx, sc, p.ID, by)
	var refused *CodeError
	if errors.As(err, &refused) && refused.Code == CodeReviewer {
		return Outcome{Proposal: p}, nil // they made it: another one has to approve it
	}
	if err == nil && done.State != store.ProposalApproved {
		return Outcome{Proposal: done}, nil
	}
	var o Outcome
	if err == nil {
		o, err = d.Apply(ctx, sc, p.ID, by.Name)
	}
	if err != nil {
		return o, errors.Join(err, d.drop(context.WithoutCancel(ctx), sc, p.ID))
	}
	return o, nil
}

// drop ends a proposal that could not be carried out at once.
func (d *Desk) drop(ctx context.Context, sc scope.Scope, id string) error {
	p, err := d.Store.Proposal(ctx, sc, id)
	if err == nil {
		err = enter(&p, store.ProposalWithdrawn, "it could not be done")
	}
	if err == nil {
		_, err = d.Store.ChangeProposal(ctx, sc, p, "proposal.withdrawn", auditOf(p, ""))
	}
	return err
}

// rolledBack proposes an earlier version of a file.
func (d *Desk) rolledBack(ctx context.Context, sc scope.Scope, target, to string) (p store.Proposal, err error) {
	folder, err := d.open(sc.Profile())
	if err != nil {
		return p, err
	}
	defer folder.Close()
	now, err := d.Settings.read(folder, target)
	if err != nil {
		return p, err
	}
	list, err := d.Store.ListFileVersions(ctx, sc, target, 1000)
	if err != nil {
		return p, err
	}
	base := patch.Digest(now)
	v, err := versionOf(list, target, to, base)
	if err != nil {
		return p, err
	}
	if v.Digest == base {
		return p, refuse(CodePatch, "%s is as in version %d: there is nothing to roll back", target, v.Number)
	}
	content, err := d.Store.Content(ctx, sc, v.Digest)
	if err != nil {
		return p, err
	}
	if target == profile.PreferencesFile && !json.Valid(content) {
		return p, refuse(CodePatch, "%s: version %d is not JSON", target, v.Number)
	}
	raw, err := json.Marshal(patch.Patch{Kind: patch.Replace, Text: string(content)})
	if err != nil {
		return p, err
	}
	p = store.Proposal{
		Target: target, Title: fmt.Sprintf("Roll back to version %d of %s", v.Number, v.At.Format(time.DateTime)), Confidence: 1,
		Origin: d.origin(sc, store.Origin{By: byPerson}), Change: store.Change{Patch: raw, Base: base, Result: v.Digest},
	}
	return d.Store.AddProposal(ctx, sc, p, 0, now, content)
}

// WriteVersions writes the versions of files for people.
func WriteVersions(to io.Writer, list []store.FileVersion) error {
	var b strings.Builder
	for _, v := range list {
		from := "found"
		if v.Proposal != "" {
			from = "proposal " + v.Proposal
		}
		fmt.Fprintf(&b, "%s  %d  %s  %.12s  %s\n", v.Target, v.Number, v.At.Local().Format(time.DateTime), v.Digest, from)
	}
	_, err := io.WriteString(to, b.String())
	return err
}
