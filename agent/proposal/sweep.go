package proposal

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/wording"
)

// TriageOptions say how proposals are triaged. The zero value writes nothing.
type TriageOptions struct {
	Apply  bool // what is decided is done; else nothing at all is written
	Policy triage.Policy
	Max    int    // proposals that are looked at; 0 is 20
	By     string // who wants it: what is applied they approved
}

// Decided is what triage decided about a proposal.
type Decided struct {
	triage.Judged
	Error string `json:"error,omitempty"` // why it was not done
}

// Sweep is the result of a triage.
type Sweep struct {
	Policy    triage.Policy   `json:"policy"`
	Applied   bool            `json:"applied"` // what was decided was done
	Decisions []Decided       `json:"decisions"`
	Bundles   []triage.Bundle `json:"bundles"`
}

const (
	usualTriage = 20
	lockTime    = 120 * time.Second
)

// Triage decides about the proposals that wait, the newest first. A triage goes
// on where the one before stopped, as long as what lies before that needed
// nobody.
func (d *Desk) Triage(ctx context.Context, sc scope.Scope, o TriageOptions) (Sweep, error) {
	out := Sweep{Policy: o.Policy, Applied: o.Apply && o.Policy != triage.ReportOnly, Decisions: []Decided{}, Bundles: []triage.Bundle{}}
	if _, err := triage.ParsePolicy(string(o.Policy)); err != nil {
		return out, err
	}
	if o.Max < 0 {
		return out, fmt.Errorf("a triage of %d proposals: it is not a number from 0 on", o.Max)
	}
	cursor := ""
	if out.Applied {
		if err := d.Prune(ctx, sc); err != nil {
			return out, err
		}
		var err error
		if cursor, err = d.Store.TriageCursor(ctx, sc, string(o.Policy)); err != nil {
			return out, err
		}
	}
	most := cmp.Or(o.Max, usualTriage)
	list, err := d.Store.ListProposals(ctx, sc, store.ProposalFilter{State: store.ProposalPending, Before: cursor, Limit: most})
	if err != nil {
		return out, err
	}
	next, err := (&triager{d, o}).all(ctx, sc, list, &out)
	if err != nil {
		return out, err
	}
	if out.Applied && (len(list) < most || next == "") {
		next = "" // from the newest again
	}
	if out.Applied && next != cursor {
		err = d.Store.SetTriageCursor(ctx, sc, string(o.Policy), next)
	}
	return out, err
}

// triager decides about proposals of a desk as its options say.
type triager struct {
	desk *Desk
	o    TriageOptions
}

// all decides about proposals, in their order. It returns the last of those before
// which nothing needs a person.
func (t *triager) all(ctx context.Context, sc scope.Scope, list []store.Proposal, out *Sweep) (next string, err error) {
	open := true
	var judged []triage.Judged
	for _, p := range list {
		if !p.Expires.IsZero() && !t.desk.now().Before(p.Expires) {
			continue
		}
		own, err := sc.Speaking(p.Profile)
		if err != nil {
			return "", err
		}
		one, err := t.one(ctx, own, p)
		if ofTarget(err) {
			one, err = one.failed(triage.ValidationFailed, err)
		}
		if err != nil {
			return "", err
		}
		if open = open && !one.HumanReview; open {
			next = p.ID
		}
		out.Decisions = append(out.Decisions, one)
		judged = append(judged, one.Judged)
	}
	out.Bundles = append(out.Bundles, triage.Bundles(judged)...)
	return next, nil
}

// input is the digest of all that a decision depends on.
func input(p store.Proposal, f triage.Facts, now string, policy triage.Policy) string {
	text, err := json.Marshal([]any{p.ID, p.Version, p.State, p.Change, now, f, policy, triage.PolicyVersion})
	if err != nil {
		return "" // which no lock has
	}
	return patch.Digest(text)
}

// judge decides about a proposal as it is now.
func (t *triager) judge(ctx context.Context, sc scope.Scope, p store.Proposal) (Decided, string, error) {
	f, now, err := t.desk.facts(ctx, sc, p)
	if err != nil {
		return Decided{}, "", err
	}
	j := Decided{Judged: triage.Judged{ID: p.ID, Target: p.Target, Title: wording.Redact(p.Title), Decision: triage.Decide(f, t.o.Policy)}}
	if diff, err := t.desk.Diff(ctx, sc, p); err == nil {
		j.Diff = wording.Redact(diff)
	}
	for _, e := range p.Evidence {
		if e.Quote != "" && !e.Withdrawn {
			j.Judged.Evidence = append(j.Judged.Evidence, fmt.Sprintf("%s, turn %d (%s): %s", e.Session, e.Turn, e.Class, wording.Redact(e.Quote)))
		}
	}
	return j, input(p, f, now, t.o.Policy), nil
}

// one decides about one proposal, and does what was decided.
func (t *triager) one(ctx context.Context, sc scope.Scope, p store.Proposal) (Decided, error) {
	j, in, err := t.judge(ctx, sc, p)
	if err != nil || !t.o.Apply || t.o.Policy == triage.ReportOnly {
		return j, err
	}
	owner := fmt.Sprintf("%s %s", t.desk.Owner, t.o.By)
	err = t.desk.Store.LockProposal(ctx, sc, p.ID, in, owner, lockTime)
	if errors.Is(err, store.ErrLeased) {
		return j.failed(triage.LockConflict, err)
	}
	if err != nil {
		return j, err
	}
	defer t.desk.Store.UnlockProposal(context.WithoutCancel(ctx), sc, p.ID, owner) // else its time ends it
	again, reason, err := t.again(ctx, sc, p.ID, in)
	if err != nil {
		return j, err
	}
	if reason != "" {
		return j.failed(reason, nil)
	}
	change, err := t.decided(ctx, sc, again, &j)
	if err != nil {
		return j, err
	}
	err = t.keep(ctx, sc, owner, in, p, j, change)
	if reason := notDecided(err); reason != "" {
		return j.failed(reason, err)
	}
	if errors.Is(err, store.ErrDecided) {
		return j, nil // the same was decided before: a person looks at it still
	}
	if err != nil || j.Action != triage.Apply {
		return j, err
	}
	if _, err := t.desk.Apply(ctx, sc, p.ID, t.o.By); err != nil {
		return j.failed(triage.Stale, err)
	}
	return j, nil
}

// again returns a proposal as it is now, and why it is no longer what was decided about;
// empty where it still is.
func (t *triager) again(ctx context.Context, sc scope.Scope, id, in string) (p store.Proposal, reason string, err error) {
	if p, err = t.desk.Store.Proposal(ctx, sc, id); err != nil {
		return p, "", err
	}
	if p.State != store.ProposalPending {
		return p, triage.Processed, nil
	}
	_, now, err := t.judge(ctx, sc, p)
	if err == nil && now != in {
		reason = triage.InputMismatch
	}
	return p, reason, err
}

// notDecided returns why a decision was not kept that another process was quicker with;
// empty for all else.
func notDecided(err error) string {
	switch {
	case errors.Is(err, store.ErrChanged):
		return triage.Processed
	case errors.Is(err, store.ErrLost):
		return triage.LockConflict
	}
	return ""
}

// failed is a decision that could not be carried out: a person has to look at it.
func (j Decided) failed(reason string, err error) (Decided, error) {
	j.Action, j.Reason, j.HumanReview, j.Capability, j.ActionClass = triage.Invalid, reason, true, "defer", "none"
	if err != nil {
		j.Error = err.Error()
	}
	return j, nil
}

// keep keeps what triage decided of a proposal, with the change that it makes.
func (t *triager) keep(ctx context.Context, sc scope.Scope, owner, in string, p store.Proposal, j Decided, change *store.Proposal) error {
	record, err := json.Marshal(map[string]any{
		"queue": "proposals", "item": p.ID, "input_hash": in, "policy": t.o.Policy, "policy_version": triage.PolicyVersion, "mode": "apply",
		"decision": j.Decision, "confidence": p.Confidence, "evidence": j.Judged.Evidence, "actor": t.o.By, "run": t.desk.Owner, "summary": j.Title,
	})
	if err != nil {
		return err
	}
	_, err = t.desk.Store.DecideProposal(ctx, sc, owner, store.Triage{
		Proposal: p.ID, Input: in, Policy: string(t.o.Policy), PolicyVersion: triage.PolicyVersion,
		Action: string(j.Action), Reason: j.Reason, Risk: string(j.Risk), Record: wording.RedactJSON(record),
	}, change)
	return err
}

// decided returns the proposal as a decision leaves it; nil where that leaves it
// as it is.
func (t *triager) decided(ctx context.Context, sc scope.Scope, p store.Proposal, j *Decided) (*store.Proposal, error) {
	switch j.Action {
	case triage.Reject:
		p.Reviews = append(slices.Clone(p.Reviews), store.Review{By: "triage " + string(t.o.Policy), Decision: Reject, Base: p.Change.Base, Result: p.Change.Result, At: t.desk.now()})
		return &p, enter(&p, store.ProposalRejected, j.Reason)
	case triage.Apply:
		ok, err := t.mayApprove(sc, p)
		if err != nil {
			return nil, err
		}
		if !ok {
			j.Action, j.Reason, j.HumanReview, j.Capability, j.ActionClass = triage.Defer, triage.NeedsHuman, true, "defer", "none"
			return nil, nil
		}
		if _, err := t.desk.vote(ctx, sc, &p, approval.Approved, Reviewer{Name: t.o.By, User: t.o.By}); err != nil {
			return nil, err
		}
		return &p, enter(&p, store.ProposalApproved, "")
	}
	return nil, nil
}

// mayApprove reports whether triage may approve in somebody's name: never where
// signers are listed, where several people have to, or where nobody stands for
// it.
func (t *triager) mayApprove(sc scope.Scope, p store.Proposal) (bool, error) {
	if t.o.By == "" || ofMemories(p) {
		return false, nil
	}
	folder, err := t.desk.open(p.Profile)
	if err != nil {
		return false, err
	}
	defer folder.Close()
	q, err := (&opened{t.desk, sc, folder, p}).quorum()
	return err == nil && q.list == nil && q.Needed() == 1 && q.Voters(nil, q.author, []approval.Vote{{Name: t.desk.named(t.o.By)}}) == 1, err
}
