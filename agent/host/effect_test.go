package host_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// PA-07: whoever decides sees what a change does to the prompt, and nothing of the
// profile changes by that. PA-04: sessions are known by the version they had.
func TestAProposalShowsItsEffect(t *testing.T) {
	dir := workspace(t)
	at := func(name string) string { return filepath.Join(dir, "profiles", "ida", filepath.FromSlash(name)) }
	for name, text := range map[string]string{
		"soul.md":                   "You are Ida.\n\n# Voice\n\nCalm.\n",
		"context/a.md":              "The harbour opens at nine.\n",
		"samples/responses/lamp.md": "---\nprompt: When is the lamp kept?\n---\nAt night.\n",
	} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	none := 0
	h.Desk.Settings = proposal.Settings{Enabled: true, MinEvidence: &none, MaxPerWeek: &none}
	sc, err := h.Scope("ida")
	if err != nil {
		t.Fatal(err)
	}
	propose := func(target, patch string) store.Proposal {
		t.Helper()
		p, err := h.Desk.Propose(t.Context(), sc, store.Origin{By: "agent"}, proposal.Draft{Target: target, Title: "T", Patch: patch, Confidence: 1})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	effect := func(p store.Proposal) host.Effect {
		t.Helper()
		e, err := h.Effect(t.Context(), sc, p)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	talk := func() string {
		t.Helper()
		s, err := h.Manager.Make(t.Context(), sc, store.Once, session.Want{})
		if err != nil {
			t.Fatal(err)
		}
		c, _, err := h.Manager.Open(t.Context(), sc, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Turn(t.Context(), runner.Input{Text: "When does the harbour open?"}, nil); err != nil {
			t.Fatal(err)
		}
		return s.ID
	}
	before := talk()
	p := propose("soul.md", "# Voice\n\nWarm. The lamp is kept at night by Ida alone.\n")
	e := effect(p)
	if len(e.Changes) != 1 || e.Changes[0].Section != "soul" || e.Tokens.After <= e.Tokens.Before || !strings.Contains(e.Diff, "+Warm.") {
		t.Errorf("the effect is %+v", e)
	}
	if len(e.Samples) != 1 || e.Samples[0].Before == e.Samples[0].After || !strings.Contains(e.Samples[0].After, "The lamp is kept at night") {
		t.Errorf("the samples are %+v", e.Samples)
	}
	if got := strings.Join(e.Sessions.Before, " "); got != before || len(e.Sessions.After) != 0 {
		t.Errorf("the sessions are %+v, want %s", e.Sessions, before)
	}
	if soul, err := os.ReadFile(at("soul.md")); err != nil || !strings.Contains(string(soul), "Calm.") {
		t.Errorf("the soul is %q, %v", soul, err)
	}
	if _, err := h.Desk.Approve(t.Context(), sc, p.ID, proposal.Reviewer{Name: "bo"}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Desk.Apply(t.Context(), sc, p.ID, "bo"); err != nil {
		t.Fatal(err)
	}
	after := talk()
	if e := effect(p); strings.Join(e.Sessions.Before, " ") != before || strings.Join(e.Sessions.After, " ") != after || len(e.Changes) != 1 {
		t.Errorf("after it was applied the effect is %+v", e)
	}
	if e := effect(propose("context/b.md", "# Harbour\n\nShips come at noon.\n")); len(e.Changes) != 1 || e.Changes[0].Section != "context" {
		t.Errorf("the effect of a new file is %+v", e)
	}
	long := strings.Repeat("The tide table says when the ships come in, and much else. ", 150)
	h.Budget.Cap = 700
	if e := effect(propose("context/c.md", "# Tides\n\n"+long+"\n")); len(e.LeftOut.Before) != 0 || len(e.LeftOut.After) == 0 {
		t.Errorf("what is left out is %+v", e.LeftOut)
	}
	if e := effect(propose("soul.md", "# Voice\n\n"+long+"\n")); !strings.Contains(e.Problem, "with the change there is no prompt") {
		t.Errorf("a soul that does not fit has the effect %+v", e)
	}
	var out strings.Builder
	if err := host.WriteEffect(&out, e, true); err != nil || !strings.Contains(out.String(), "another answer offline to: When is the lamp kept?") || !strings.Contains(out.String(), "+Warm.") {
		t.Errorf("it is written as\n%s", out.String())
	}
}
