package prompt_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/prompt"
)

// TestARoleReplacesTheBodyAndNeverTheSecurityRules: the identity stays before
// it.
//
// coqui: 188, 191, 193, 197
func TestARoleReplacesTheBodyAndNeverTheSecurityRules(t *testing.T) {
	files := map[string]string{
		"profiles/a/soul.md": "I am A.", "profiles/a/backstory.md": "Born.", "profiles/a/context/c.md": "Context of A.",
		"profiles/a/base.md": "BASE", "profiles/a/done.md": "DONE", "profiles/a/security.md": "SECURE",
		"profiles/a/roles/coder.md": "---\nname: Coder\n---\n# Coder\n\nWrite code.",
	}
	e := composed(t, prompt.Inputs{Identity: workspace(t, files, "a"), Role: " CODER "})
	if ids(e) != "soul backstory context role.coder security" {
		t.Errorf("the sections are %s", ids(e))
	}
	if err := ordered(e.System, "I am A.", "Born.", "Context of A.", "# Coder\n\nWrite code.", "SECURE"); err != nil {
		t.Error(err)
	}
	if strings.Contains(e.System, "BASE") || strings.Contains(e.System, "DONE") {
		t.Error("the body is there beside the role")
	}
	alone := composed(t, prompt.Inputs{Identity: workspace(t, map[string]string{"roles/coder.md": files["profiles/a/roles/coder.md"]}, ""), Role: "coder"})
	if ids(alone) != "soul role.coder security" || strings.Contains(alone.System, "I am A.") {
		t.Errorf("without a profile: %s", ids(alone))
	}
}

// TestTheOrchestratorsFileReplacesNothing: it may name a model, and the body
// stays.
func TestTheOrchestratorsFileReplacesNothing(t *testing.T) {
	i := caelum(t, map[string]string{"roles/o.md": "---\nname: orchestrator\nmodel: opus\n---\nInstead.", "base.md": "BASE"})
	e := composed(t, prompt.Inputs{Identity: i})
	if !strings.Contains(e.System, "BASE") || strings.Contains(e.System, "Instead.") || e.Model != "opus" {
		t.Errorf("model %s: %s", e.Model, e.System)
	}
}

// TestARoleThatIsNotAllowedIsRefused, and so is one that is not there.
func TestARoleThatIsNotAllowedIsRefused(t *testing.T) {
	i := caelum(t, map[string]string{
		"roles/coder.md": "---\nname: coder\n---\nX", "preferences.json": `{"prompts":{"roles":{"deny":["coder"]}}}`,
	})
	for role, want := range map[string]string{"coder": `does not allow role "coder"`, "nobody": `unknown role "nobody"`} {
		if _, err := prompt.Compose(prompt.Inputs{Identity: i, Role: role}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", role, err)
		}
	}
	if _, err := prompt.Compose(prompt.Inputs{Identity: i, Mode: "huge"}); err == nil {
		t.Error("an unknown mode is accepted")
	}
}
