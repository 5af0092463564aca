package proposal

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// Draft is what somebody proposes. One of Suggestion and Patch is set.
type Draft struct {
	Target      string
	Title       string
	Observation string
	Suggestion  string // text for the end of the file, or for all of it: see [patch.Suggest]
	Patch       string // see [patch.Parse]
	Confidence  float64
	Evidence    []Quote
	Sessions    []string // named as evidence without a quote
}

// The sizes of a draft, in characters (PP-03).
const (
	maxTitle       = 200
	maxObservation = 5_000
	maxChange      = 10_000
	maxEvidence    = 100
)

// Propose checks a draft and keeps it, for people to decide about. A refusal is
// a [CodeError]; nothing of the profile's files changes.
func (d *Desk) Propose(ctx context.Context, sc scope.Scope, from store.Origin, draft Draft) (store.Proposal, error) {
	out, base, result, err := d.checked(ctx, sc, draft)
	if err != nil {
		return store.Proposal{}, err
	}
	if err := d.Observe(ctx, sc); err != nil {
		return store.Proposal{}, err
	}
	out.Origin = d.origin(sc, from)
	out, err = d.Store.AddProposal(ctx, sc, out, or(d.Settings.MaxPerWeek, usualPerWeek), base, result)
	if errors.Is(err, store.ErrQuota) {
		return out, refuse("rate_limit_exceeded", "%s", err)
	}
	if err != nil || !d.Settings.AutoApply {
		return out, err
	}
	if _, err := (&triager{d, TriageOptions{Apply: true, Policy: triage.ApplySafe, By: d.Person}}).one(ctx, sc, out); err != nil {
		return out, err
	}
	return d.Store.Proposal(ctx, sc, out.ID)
}

// Check says why a draft would be refused by [Desk.Propose]; nil where it would be
// kept. Nothing is written.
func (d *Desk) Check(ctx context.Context, sc scope.Scope, draft Draft) error {
	_, _, _, err := d.checked(ctx, sc, draft)
	return err
}

// checked holds a draft to all rules, and returns what would be kept of it, with
// its file before and after.
func (d *Desk) checked(ctx context.Context, sc scope.Scope, draft Draft) (out store.Proposal, base, result []byte, err error) {
	if err = d.checkDraft(ctx, sc, draft); err != nil {
		return out, nil, nil, err
	}
	evidence, err := d.evidence(ctx, sc, draft.Evidence, draft.Sessions)
	if err != nil {
		return out, nil, nil, err
	}
	change, base, result, err := d.drafted(ctx, sc, draft)
	if err != nil {
		return out, nil, nil, err
	}
	if draft.Target == Memories {
		draft.Target = store.ProposedMemories + sc.User()
	}
	raw, err := json.Marshal(change)
	out = store.Proposal{
		Target: draft.Target, Title: draft.Title, Observation: draft.Observation, Confidence: draft.Confidence, Evidence: evidence,
		Change: store.Change{Patch: raw, Base: patch.Digest(base), Result: patch.Digest(result)},
	}
	if days := or(d.Settings.TTLDays, usualDays); days > 0 {
		out.Expires = d.now().Add(time.Duration(days) * 24 * time.Hour).Truncate(time.Millisecond)
	}
	return out, base, result, err
}

// origin says for whom something is proposed.
func (d *Desk) origin(sc scope.Scope, from store.Origin) store.Origin {
	if from.User = sc.User(); from.User == scope.Local {
		from.Person = d.Person
	}
	return from
}

// drafted returns what a draft changes, before and after.
func (d *Desk) drafted(ctx context.Context, sc scope.Scope, draft Draft) (change patch.Patch, base, result []byte, err error) {
	if draft.Target == Memories {
		return d.memories().draft(ctx, sc, draft.Suggestion+draft.Patch)
	}
	if change, err = draft.change(); err != nil {
		return change, nil, nil, refuse(CodePatch, "%s", err)
	}
	p, err := d.open(sc.Profile())
	if err != nil {
		return change, nil, nil, err
	}
	defer p.Close()
	if base, err = d.Settings.read(p, draft.Target); err == nil {
		result, err = resultOf(change, draft.Target, base)
	}
	return change, base, result, err
}

// resultOf carries a change out, and says why it may not be made.
func resultOf(change patch.Patch, target string, base []byte) ([]byte, error) {
	result, err := change.Apply(base)
	switch {
	case errors.Is(err, patch.ErrConflict):
		return nil, refuse(CodeConflict, "%s: %s", target, err)
	case err != nil:
		return nil, refuse(CodePatch, "%s: %s", target, err)
	}
	if target == profile.PreferencesFile && !json.Valid(result) {
		return nil, refuse(CodePatch, "%s: it would not be JSON any more", target)
	}
	return result, checkContent(base, result)
}

func (d *Draft) change() (patch.Patch, error) {
	if d.Patch != "" {
		return patch.Parse(d.Patch)
	}
	return patch.Suggest(d.Suggestion)
}

// checkDraft holds a draft to PP-03, in its order.
func (d *Desk) checkDraft(ctx context.Context, sc scope.Scope, draft Draft) error {
	change := draft.Suggestion + draft.Patch
	n := len(draft.Evidence) + len(draft.Sessions)
	for _, size := range []struct {
		code, what string
		have, most int
	}{
		{"title_too_long", "title", utf8.RuneCountInString(draft.Title), maxTitle},
		{"observation_too_long", "observation", utf8.RuneCountInString(draft.Observation), maxObservation},
		{"change_too_long", "suggestedChange", utf8.RuneCountInString(change), maxChange},
	} {
		if size.have > size.most {
			return refuse(size.code, "%s has %d characters and may have %d", size.what, size.have, size.most)
		}
	}
	if most := or(d.Settings.MaxPerWeek, usualPerWeek); most > 0 {
		list, err := d.Store.ListProposals(ctx, sc, store.ProposalFilter{Since: d.now().Add(-7 * 24 * time.Hour), Limit: most})
		if err != nil {
			return err
		}
		if len(list) >= most {
			return refuse("rate_limit_exceeded", "%d/%d proposals this week", len(list), most)
		}
	}
	if least := or(d.Settings.MinConfidence, usualConfidence); !(draft.Confidence >= least && draft.Confidence <= 1) {
		return refuse("confidence_too_low", "the confidence is %v, and at least %v is needed, at most 1", draft.Confidence, least)
	}
	if least := or(d.Settings.MinEvidence, usualEvidence); n < least || n > maxEvidence {
		return refuse("insufficient_evidence", "there are %d pieces of evidence, and at least %d are needed, at most %d", n, least, maxEvidence)
	}
	if err := checkQuotes(draft); err != nil {
		return err
	}
	if strings.TrimSpace(draft.Title) == "" || (draft.Suggestion == "") == (draft.Patch == "") {
		return refuse(CodePatch, "give a title, and either a suggestedChange or a patch")
	}
	if draft.Target == Memories && d.Settings.Memories {
		return nil
	}
	return d.Settings.checkTarget(draft.Target)
}

// checkTarget is checkName of a file that nobody has proposed to change yet.
func (s Settings) checkTarget(target string) error {
	err := s.checkName(target)
	var refused *CodeError
	if errors.As(err, &refused) && strings.Contains(refused.Message, noLonger) { // it never was
		return refuse(CodeTarget, "%s is not in allowed_files: %s", target, strings.Join(s.allowed(), ", "))
	}
	return err
}

func checkQuotes(draft Draft) error {
	seen := map[Quote]bool{}
	list := slices.Clone(draft.Evidence)
	for _, id := range draft.Sessions {
		list = append(list, Quote{Session: id})
	}
	for i, q := range list {
		if strings.TrimSpace(q.Session) == "" {
			return refuse("invalid_evidence_sessions", "evidence %d names no session", i+1)
		}
		if i < len(draft.Evidence) && (utf8.RuneCountInString(words(q.Quote)) < minQuote || q.Turn < 1) {
			return refuse("invalid_evidence_sessions", "evidence %d: a quote has at least %d characters, and turns are counted from 1", i+1, minQuote)
		}
	}
	for i, q := range list {
		q.Quote = words(q.Quote)
		if seen[q] {
			return refuse("duplicate_evidence_sessions", "evidence %d is there twice", i+1)
		}
		seen[q] = true
	}
	return nil
}
