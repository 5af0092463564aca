package proposal_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// PP-02: settings of which nothing is said have their defaults, and wrong ones are
// named.
func TestSettingsHaveDefaults(t *testing.T) {
	k := newKit(t)
	k.Settings = proposal.Settings{Enabled: true}
	ten := func(prefix string) (out []proposal.Quote) {
		for i := range 10 {
			out = append(out, k.quoted(fmt.Sprintf("%s, number %d", prefix, i))...)
		}
		return out
	}
	draft := func(n int) proposal.Draft {
		return proposal.Draft{Target: "soul.md", Title: "T", Patch: fmt.Sprintf("# Voice\n\nWarm %d.\n", n), Confidence: 0.7, Evidence: ten(fmt.Sprint("be warmer ", n))}
	}
	short := draft(0)
	short.Evidence = short.Evidence[:9]
	_, err := k.Propose(k.ctx, k.me, store.Origin{}, short)
	k.refused(err, "insufficient_evidence")
	unsure := draft(0)
	unsure.Confidence = 0.69
	_, err = k.Propose(k.ctx, k.me, store.Origin{}, unsure)
	k.refused(err, "confidence_too_low")
	for n := range 5 {
		p, err := k.Propose(k.ctx, k.me, store.Origin{}, draft(n))
		k.ok(err)
		if !p.Expires.Equal(k.now.Add(30*24*time.Hour)) || p.State != store.ProposalPending {
			t.Errorf("%+v", p)
		}
	}
	_, err = k.Propose(k.ctx, k.me, store.Origin{}, draft(5))
	k.refused(err, "rate_limit_exceeded")
	if !strings.Contains(err.Error(), "5/5 proposals this week") {
		t.Error(err)
	}
	k.Settings.MaxPerWeek, k.Settings.TTLDays = number(0), number(0)
	if p, err := k.Propose(k.ctx, k.me, store.Origin{}, draft(6)); err != nil || !p.Expires.IsZero() {
		t.Errorf("%+v %v", p, err)
	}
	for name, s := range map[string]proposal.Settings{
		"proposals.max_per_week":            {MaxPerWeek: number(-1)},
		"proposals.min_confidence":          {MinConfidence: number(1.5)},
		"proposals.min_evidence":            {MinEvidence: number(101)},
		"proposals.ttl_days":                {TTLDays: number(4000)},
		"proposals.approvals":               {Approvals: approval.MaxApprovals + 1},
		"proposals.allowed_files: \"../x\"": {AllowedFiles: []string{"../x"}},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (proposal.Settings{}).Check(); err != nil {
		t.Error(err)
	}
}

// PA-02: what an agent says in a call of its own, or is told of that, is not a quote.
func TestAQuoteIsNotFoundInItsOwnCall(t *testing.T) {
	k := newKit(t)
	const quote = "please speak like a pirate"
	arguments, err := json.Marshal(map[string]string{"quote": quote})
	k.ok(err)
	session := k.talk(store.Once, said("good morning to you"),
		model.Message{Role: model.Assistant, Parts: []model.Part{{Call: &model.Call{ID: "c", Name: "persona_propose", Arguments: arguments}}}},
		model.Message{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "c", Text: "evidence_not_found: no text " + quote}}}})
	_, err = k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{
		Target: "soul.md", Title: "T", Patch: warmer, Confidence: 1, Evidence: []proposal.Quote{{Session: session, Turn: 1, Quote: quote}},
	})
	k.refused(err, "evidence_not_found")
}

// all is the digest of what the store says of proposals, and of the profile's files.
func (k *kit) all() string {
	k.Helper()
	h := sha256.New()
	list, err := k.Store.ListProposals(k.ctx, k.me, store.ProposalFilter{Limit: 1000})
	k.ok(err)
	entries, err := k.store.Entries(k.ctx, k.me, 0, 0)
	k.ok(err)
	decided, err := k.store.ProposalTriages(k.ctx, k.me, "", 0)
	k.ok(err)
	cursors := map[string]string{}
	for _, p := range []triage.Policy{triage.ReportOnly, triage.Cautious, triage.ApplySafe} {
		cursors[string(p)], err = k.store.TriageCursor(k.ctx, k.me, string(p))
		k.ok(err)
	}
	text, err := json.Marshal([]any{list, entries, decided, cursors})
	k.ok(err)
	h.Write(text)
	h.Write([]byte(k.read("soul.md") + k.read("context/lamp.md")))
	return fmt.Sprintf("%x", h.Sum(nil))
}

// actions are what a sweep decided, in its order.
func actions(s proposal.Sweep) (out []string) {
	for _, d := range s.Decisions {
		out = append(out, fmt.Sprintf("%s %s", d.Title, d.Action))
	}
	return out
}

// PP-13, PP-15: without apply, and under report-only, nothing at all is written. The
// newest comes first. A triage goes on where the one before stopped, and never
// beyond what waits for a person. What was decided is kept with what it depended on.
func TestATriageGoesOnWhereItStopped(t *testing.T) {
	k := newKit(t)
	k.write("context/lamp.md", "# Lamp\n\nIt burns oil.\n")
	ask := func(title string, confidence float64, text string) store.Proposal {
		k.now = k.now.Add(time.Second)
		k.Settings.MinConfidence = number(0.0)
		p, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{
			Target: "context/lamp.md", Title: title, Observation: "O", Suggestion: text, Confidence: confidence, Evidence: k.quoted(text + " so far"),
		})
		k.ok(err)
		return p
	}
	ask("a", 0.5, "The lamp stands in the hall")
	ask("b", 0.5, "The lamp stands in the yard")
	ask("c", 0.9, "The lamp is lit by Ida every time") // which a person has to see
	ask("d", 0.5, "The lamp stands in the barn")
	last := ask("e", 0.5, "The lamp stands in the loft")
	before := k.all()
	for _, o := range []proposal.TriageOptions{
		{Policy: triage.ReportOnly}, {Policy: triage.Cautious}, {Policy: triage.ApplySafe, By: "bo"}, {Policy: triage.ReportOnly, Apply: true, By: "bo"},
	} {
		s, err := k.Triage(k.ctx, k.me, o)
		k.ok(err)
		if s.Applied || len(s.Decisions) != 5 || s.Decisions[0].ID != last.ID {
			t.Errorf("%+v: %+v", o, s)
		}
		if k.all() != before {
			t.Errorf("%+v wrote", o)
		}
	}
	sweep := func(most int) []string {
		t.Helper()
		s, err := k.Triage(k.ctx, k.me, proposal.TriageOptions{Policy: triage.Cautious, Apply: true, Max: most, By: "bo"})
		k.ok(err)
		return actions(s)
	}
	if diff := cmp.Diff([]string{"e reject"}, sweep(1)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"d reject", "c defer"}, sweep(2)); diff != "" {
		t.Error(diff)
	}
	// It stays in front of c, which waits for a person, and comes to the others.
	if diff := cmp.Diff([]string{"c defer", "b reject", "a reject"}, sweep(3)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"c defer"}, sweep(3)); diff != "" {
		t.Error(diff)
	}
	kept, err := k.store.ProposalTriages(k.ctx, k.me, last.ID, 0)
	k.ok(err)
	var record struct {
		Queue, Item, Policy, Mode, Actor, Run, Summary string
		Input                                          string `json:"input_hash"`
		Version                                        int    `json:"policy_version"`
		Confidence                                     float64
		Evidence                                       []string
		Decision                                       triage.Decision
	}
	if len(kept) != 1 || json.Unmarshal(kept[0].Record, &record) != nil {
		t.Fatalf("%+v", kept)
	}
	if d := record.Decision; d.Rule != 4 || d.Action != triage.Reject || d.Capability != "reject-proposal" || d.ActionClass != "state" || d.HumanReview {
		t.Errorf("%+v", record)
	}
	if record.Queue != "proposals" || record.Item != last.ID || record.Input != kept[0].Input || record.Policy != "cautious" || record.Mode != "apply" ||
		record.Actor != "bo" || record.Run != "test" || record.Summary != "e" || record.Version != triage.PolicyVersion || record.Confidence != 0.5 || len(record.Evidence) != 1 {
		t.Errorf("%+v", record)
	}
	if _, err := k.Triage(k.ctx, k.me, proposal.TriageOptions{Policy: triage.Cautious, Max: -1}); err == nil {
		t.Error("a number below 0 is taken")
	}
}

// PP-14: a proposal that somebody else triages, or that changed since it was looked
// at, is not decided.
func TestOldInputIsNotDecided(t *testing.T) {
	k := newKit(t)
	p := k.propose("soul.md", warmer)
	triaged := func() string {
		t.Helper()
		s, err := k.Triage(k.ctx, k.me, proposal.TriageOptions{Policy: triage.Cautious, Apply: true, By: "bo"})
		k.ok(err)
		if len(s.Decisions) != 1 {
			t.Fatalf("%+v", s)
		}
		return fmt.Sprint(s.Decisions[0].Action, " ", s.Decisions[0].Reason)
	}
	k.ok(k.store.LockProposal(k.ctx, k.me, p.ID, "another", "somebody", time.Minute))
	if got := triaged(); got != "failed-validation lock-conflict" {
		t.Error(got)
	}
	k.ok(k.store.UnlockProposal(k.ctx, k.me, p.ID, "somebody"))
	// While the lock is taken another one decides, or writes the file.
	inner := k.Store
	k.Store = meddler{inner, func() {
		_, err := (&proposal.Desk{Store: inner, Settings: open(), Profile: k.Profile}).Reject(k.ctx, k.me, p.ID, "no", bo)
		k.ok(err)
	}}
	if got := triaged(); got != "failed-validation already-processed" {
		t.Error(got)
	}
	k.Store = inner
	p = k.propose("soul.md", "# Voice\n\nSpeak warmly to all who come.\n")
	k.Store = meddler{inner, func() { k.write("soul.md", soul+"\nMore.\n") }}
	if got := triaged(); got != "failed-validation input-hash-mismatch" {
		t.Error(got)
	}
	k.Store = inner
	if got := triaged(); got != "reject stale-target-context" {
		t.Error(got)
	}
}

// meddler does something when a proposal is locked.
type meddler struct {
	proposal.Keeper
	do func()
}

func (m meddler) LockProposal(ctx context.Context, sc scope.Scope, id, input, owner string, ttl time.Duration) error {
	err := m.Keeper.LockProposal(ctx, sc, id, input, owner, ttl)
	m.do()
	return err
}

// A target that became a link fails by itself: the others are decided.
func TestALinkStopsNoTriage(t *testing.T) {
	k := newKit(t)
	k.Settings.MinConfidence = number(0.0)
	for _, name := range []string{"lamp", "boat"} {
		k.write("context/"+name+".md", "# It\n\nIt burns oil.\n")
		k.now = k.now.Add(time.Second)
		_, err := k.Propose(k.ctx, k.me, store.Origin{By: "agent"}, proposal.Draft{
			Target: "context/" + name + ".md", Title: name, Observation: "O", Suggestion: "The " + name + " lies in the hall", Confidence: 0.5, Evidence: k.quoted("The " + name + " lies in the hall"),
		})
		k.ok(err)
	}
	target := filepath.Join(k.dir, "profiles", k.me.Profile(), "context", "lamp.md")
	if err := os.Remove(target); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("boat.md", target); err != nil {
		t.Skip("links cannot be made here")
	}
	for _, apply := range []bool{false, true} {
		s, err := k.Triage(k.ctx, k.me, proposal.TriageOptions{Policy: triage.Cautious, Apply: apply, By: "bo"})
		k.ok(err)
		if diff := cmp.Diff([]string{"boat reject", "lamp failed-validation"}, actions(s)); diff != "" {
			t.Errorf("apply is %v: %s", apply, diff)
		}
	}
}
