package tool_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

// desk has proposals to be listed.
type desk struct {
	list  []store.Proposal
	asked store.ProposalFilter
}

func (d *desk) Propose(context.Context, scope.Scope, store.Origin, proposal.Draft) (store.Proposal, error) {
	return store.Proposal{}, &proposal.CodeError{Code: "title_too_long", Message: "too long"}
}

func (d *desk) List(_ context.Context, _ scope.Scope, f store.ProposalFilter) ([]store.Proposal, error) {
	d.asked = f
	return d.list, nil
}

func (d *desk) Targets(string) ([]string, error) { return []string{"soul.md", "user.md"}, nil }

// PP-05, PA-09: an agent can propose and list, and nothing else. A list has what
// became of proposals, and no content of a file.
func TestAgentsProposeAndList(t *testing.T) {
	day := 24 * time.Hour
	now := time.Now()
	d := &desk{list: []store.Proposal{
		{
			ID: "06new", State: store.ProposalPending, Target: "soul.md", Title: "Warmer", Confidence: 0.8, Observation: strings.Repeat("o", 300), Created: now.Add(-time.Hour),
			Change: store.Change{Patch: []byte(`{"kind":"append","text":"SECRET CONTENT"}`)},
		},
		{ID: "06old", State: store.ProposalPending, Target: "user.md", Title: "Older", Confidence: 0.9, Created: now.Add(-2*day - time.Minute), Expires: now.Add(day), Evidence: make([]store.Evidence, 3)},
		{ID: "06not", State: store.ProposalRejected, Target: "user.md", Title: "Not", Created: now.Add(-time.Hour)},
	}}
	tools, err := tool.ForProposals(d, "ada")
	if err != nil || len(tools) != 2 || tools[0].Name != "persona_propose" || tools[1].Name != "persona_proposals_list" {
		t.Fatalf("%+v, %v", tools, err)
	}
	if schema := string(tools[0].Schema); !strings.Contains(schema, `"soul.md"`) || !strings.Contains(schema, `"enum"`) {
		t.Errorf("the target is not a choice: %s", schema)
	}
	call := func(n int, arguments string) string {
		t.Helper()
		got, err := tools[n].Call(t.Context(), tool.At{}, []byte(arguments))
		if err != nil {
			return err.Error()
		}
		return got
	}
	all := call(1, `{"status": "pending", "targetFile": "user.md"}`)
	if d.asked.State != store.ProposalPending || d.asked.Target != "user.md" || d.asked.Limit == 0 {
		t.Errorf("%+v", d.asked)
	}
	for _, want := range []string{
		"06new pending soul.md: Warmer (confidence 0.8, 0 pieces of evidence, 0 days old, expires never)",
		"06old pending user.md: Older (confidence 0.9, 3 pieces of evidence, 2 days old, expires " + now.Add(day).Format(time.DateOnly), "06not rejected",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %s", want, all)
		}
	}
	if strings.Contains(all, "SECRET") || strings.Contains(all, strings.Repeat("o", 121)) || !strings.Contains(all, strings.Repeat("o", 100)) {
		t.Error(all)
	}
	compact := call(1, `{"compact": true}`)
	if strings.Contains(compact, "06new") || !strings.Contains(compact, "06old") || !strings.Contains(compact, "06not") {
		t.Error(compact)
	}
	d.list = nil
	if got := call(1, `{}`); got != "there is none" {
		t.Error(got)
	}
	if got := call(0, `{"targetFile": "soul.md", "title": "T", "observation": "O", "suggestedChange": "x", "confidence": 1}`); !strings.HasPrefix(got, "title_too_long: ") {
		t.Error(got)
	}
}
