package host_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// effects is a workspace in which effects of proposals are looked at.
type effects struct {
	*testing.T
	*host.Host
	sc scope.Scope
	at func(name string) string
}

func newEffects(t *testing.T) *effects {
	t.Helper()
	dir := workspace(t)
	k := &effects{T: t, at: func(name string) string { return filepath.Join(dir, "profiles", "ida", filepath.FromSlash(name)) }}
	for name, text := range map[string]string{
		"soul.md":                   "You are Ida.\n\n# Voice\n\nCalm.\n",
		"context/a.md":              "The harbour opens at nine.\n",
		"samples/responses/lamp.md": "---\nprompt: When is the lamp kept?\n---\nAt night.\n",
	} {
		if err := os.MkdirAll(filepath.Dir(k.at(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(k.at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if k.Host, err = open(t, dir, host.Settings{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Host.Close() })
	none := 0
	k.Desk.Settings = proposal.Settings{Enabled: true, Memories: true, MinEvidence: &none, MaxPerWeek: &none}
	if k.sc, err = k.Scope("ida"); err != nil {
		t.Fatal(err)
	}
	return k
}

func (k *effects) propose(target, patch string) store.Proposal {
	k.Helper()
	p, err := k.Desk.Propose(k.Context(), k.sc, store.Origin{By: "agent"}, proposal.Draft{Target: target, Title: "T", Patch: patch, Confidence: 1})
	if err != nil {
		k.Fatal(err)
	}
	return p
}

func (k *effects) effect(p store.Proposal) host.Effect {
	k.Helper()
	e, err := k.Effect(k.Context(), k.sc, p)
	if err != nil {
		k.Fatal(err)
	}
	return e
}

// talk has a turn in a new session, and returns the session's id.
func (k *effects) talk() string {
	k.Helper()
	s, err := k.Manager.Make(k.Context(), k.sc, store.Once, session.Want{})
	if err != nil {
		k.Fatal(err)
	}
	c, _, err := k.Manager.Open(k.Context(), k.sc, s.ID)
	if err != nil {
		k.Fatal(err)
	}
	if _, err := c.Turn(k.Context(), runner.Input{Text: "When does the harbour open?"}, nil); err != nil {
		k.Fatal(err)
	}
	return s.ID
}

// PA-07: whoever decides sees what a change does to the prompt, and nothing of the
// profile changes by that. PA-04: sessions are known by the version they had.
func TestAProposalShowsItsEffect(t *testing.T) {
	k := newEffects(t)
	before := k.talk()
	p := k.propose("soul.md", "# Voice\n\nWarm. The lamp is kept at night by Ida alone.\n")
	e := k.effect(p)
	if len(e.Changes) != 1 || e.Changes[0].Section != "soul" || e.Tokens.After <= e.Tokens.Before || !strings.Contains(e.Diff, "+Warm.") {
		t.Errorf("the effect is %+v", e)
	}
	if len(e.Samples) != 1 || e.Samples[0].Before == e.Samples[0].After || !strings.Contains(e.Samples[0].After, "The lamp is kept at night") {
		t.Errorf("the samples are %+v", e.Samples)
	}
	if got := strings.Join(e.Sessions.Before, " "); got != before || len(e.Sessions.After) != 0 {
		t.Errorf("the sessions are %+v, want %s", e.Sessions, before)
	}
	if soul, err := os.ReadFile(k.at("soul.md")); err != nil || !strings.Contains(string(soul), "Calm.") {
		t.Errorf("the soul is %q, %v", soul, err)
	}
	if _, err := k.Desk.Approve(t.Context(), k.sc, p.ID, proposal.Reviewer{Name: "bo"}); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Desk.Apply(t.Context(), k.sc, p.ID, "bo"); err != nil {
		t.Fatal(err)
	}
	after := k.talk()
	if e := k.effect(p); strings.Join(e.Sessions.Before, " ") != before || strings.Join(e.Sessions.After, " ") != after || len(e.Changes) != 1 {
		t.Errorf("after it was applied the effect is %+v", e)
	}
	var out strings.Builder
	if err := host.WriteEffect(&out, e, true); err != nil || !strings.Contains(out.String(), "another answer offline to: When is the lamp kept?") || !strings.Contains(out.String(), "+Warm.") {
		t.Errorf("it is written as\n%s", out.String())
	}
}

func TestTheEffectOfNewFilesOfWhatDoesNotFitAndOfMemories(t *testing.T) {
	k := newEffects(t)
	if e := k.effect(k.propose("context/b.md", "# Harbour\n\nShips come at noon.\n")); len(e.Changes) != 1 || e.Changes[0].Section != "context" {
		t.Errorf("the effect of a new file is %+v", e)
	}
	long := strings.Repeat("The tide table says when the ships come in, and much else. ", 150)
	k.Budget.Cap = 700
	if e := k.effect(k.propose("context/c.md", "# Tides\n\n"+long+"\n")); len(e.LeftOut.Before) != 0 || len(e.LeftOut.After) == 0 {
		t.Errorf("what is left out is %+v", e.LeftOut)
	}
	if e := k.effect(k.propose("soul.md", "# Voice\n\n"+long+"\n")); !strings.Contains(e.Problem, "with the change there is no prompt") {
		t.Errorf("a soul that does not fit has the effect %+v", e)
	}
	one, err := k.Store.SaveMemory(k.Context(), k.sc, store.Memory{Text: "The boat is green."})
	if err != nil {
		t.Fatal(err)
	}
	p, err := k.Desk.Propose(k.Context(), k.sc, store.Origin{By: "agent"}, proposal.Draft{Target: proposal.Memories, Title: "T", Suggestion: "promote " + one.ID, Confidence: 1})
	if err != nil {
		t.Fatal(err)
	}
	if e := k.effect(p); !strings.Contains(e.Problem, "it changes memories") {
		t.Errorf("the effect of a change of memories is %+v", e)
	}
}

// PA-07: a source is built in a copy of the profile, and its change shows in the
// prompt. However many ask at once, one copy is there at a time.
func TestTheEffectOfASourceIsBuilt(t *testing.T) {
	k := newEffects(t)
	if err := os.MkdirAll(k.at("backstory"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"backstory/lamp.md": "The lamp burns oil.\n", "backstory.md": "The lamp burns oil.\n"} {
		if err := os.WriteFile(k.at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var copies, most, builds atomic.Int32
	k.Host.Rebuild = func(_ context.Context, p *profile.Profile) ([]string, error) {
		builds.Add(1)
		n := copies.Add(1)
		defer copies.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		if p.Dir == filepath.Dir(k.at("soul.md")) {
			return nil, errors.New("the profile itself is built")
		}
		text, err := p.Root.ReadFile("backstory/lamp.md")
		if err != nil {
			return nil, err
		}
		return []string{"backstory.md"}, p.Root.WriteFile("backstory.md", text, 0o600)
	}
	p, err := k.Desk.Propose(t.Context(), k.sc, store.Origin{By: "agent"}, proposal.Draft{Target: "backstory/lamp.md", Title: "T", Suggestion: "It stands in the hall.", Confidence: 1})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			e, err := k.Effect(t.Context(), k.sc, p)
			if err != nil || e.Problem != "" || len(e.Changes) != 1 || e.Changes[0].Section != "backstory" || !strings.Contains(e.Diff, "+It stands in the hall.") {
				t.Errorf("the effect is %+v, %v", e, err)
			}
		})
	}
	group.Wait()
	if most.Load() != 1 || builds.Load() != 16 {
		t.Errorf("%d were built at once, %d in all", most.Load(), builds.Load())
	}
	if text, err := os.ReadFile(k.at("backstory.md")); err != nil || string(text) != "The lamp burns oil.\n" {
		t.Errorf("the profile has %q, %v", text, err)
	}
	// A source that cannot be built, and one who waits no longer.
	k.Host.Rebuild = func(context.Context, *profile.Profile) ([]string, error) { return nil, errors.New("it is damaged") }
	if e := k.effect(p); !strings.Contains(e.Problem, "it is damaged") {
		t.Errorf("the effect is %+v", e)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := k.Effect(ctx, k.sc, p); err == nil {
		t.Error("an effect is composed for nobody")
	}
}
