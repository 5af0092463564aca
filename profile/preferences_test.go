package profile_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/profile"
)

func problems(list []profile.Problem) string {
	var lines []string
	for _, p := range list {
		lines = append(lines, p.String())
	}
	return strings.Join(lines, "\n")
}

// coqui: 129, 131
func TestPreferencesHoldDirectivesInTheirOrder(t *testing.T) {
	p := profile.ParsePreferences([]byte(`{"prompt_directives":{"tone":"dry","Aa_verbosity":"low"},"behavior":{"temperature_hint":0.2,"any":[1,{}]}}`))
	want := []profile.Directive{{Key: "tone", Value: "dry"}, {Key: "Aa_verbosity", Value: "low"}}
	if diff := cmp.Diff(want, p.Directives); diff != "" || len(p.Problems) > 0 || string(p.Behavior) != `{"temperature_hint":0.2,"any":[1,{}]}` {
		t.Errorf("%s%s%s", diff, p.Behavior, problems(p.Problems))
	}
	for name, content := range map[string][]byte{"no file": nil, "an empty object": []byte("{}"), "empty parts": []byte(` {"prompts":{},"behavior":{}} `)} {
		if p := profile.ParsePreferences(content); len(p.Directives)+len(p.Behavior)+len(p.Off)+len(p.Sections)+len(p.Allow)+len(p.Deny) > 0 || p.Layout != "" || len(p.Problems) > 0 || p.BackstoryLabel() != "Backstory" || p.ContextLabel() != "Context" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if p := profile.ParsePreferences([]byte(`{"behavior":{"a":1}}`)); p.Behavior == nil || len(p.Directives) > 0 {
		t.Errorf("behaviour alone: %+v", p)
	}
}

// coqui: 135, 137, 138, 139, 140
func TestPreferencesHoldAPolicy(t *testing.T) {
	p := profile.ParsePreferences([]byte(`{"prompts":{
		"features":{"artifacts":false,"todos":true," Background_Tasks ":false},
		"prompt_sections":{"tools":"stub","project":false,"Deferred":false,"context":"stub","soul":true},
		"roles":{"allow":["orchestrator"," Coder ","coder"],"deny":["muse"]},
		"labels":{"backstory":"## Lore","context":"Where\n we are"}}}`))
	if len(p.Problems) > 0 {
		t.Error(problems(p.Problems))
	}
	for name, want := range map[string]bool{"artifacts": false, "todos": true, "background_tasks": false, "loops": true} {
		if p.Feature(name) != want {
			t.Errorf("feature %s: %v", name, p.Feature(name))
		}
	}
	for name, want := range map[string]profile.SectionMode{
		"tools": profile.SectionStub, "project_context": profile.SectionOff, "deferred_toolkits": profile.SectionOff, "context": profile.SectionStub,
		"soul": profile.SectionOn, "security": profile.SectionOn,
	} {
		if p.Section(name) != want {
			t.Errorf("section %s: %s", name, p.Section(name))
		}
	}
	for role, want := range map[string]bool{"Coder": true, "muse": false, "reviewer": false, " ORCHESTRATOR": true} {
		if p.Allows(role) != want {
			t.Errorf("role %s: %v", role, p.Allows(role))
		}
	}
	if p.BackstoryLabel() != "Lore" || p.ContextLabel() != "Where we are" || strings.Join(p.Allow, " ") != "orchestrator coder" {
		t.Errorf("%+v", p)
	}
	if off := profile.ParsePreferences([]byte(`{"prompts":{"prompt_sections":{"context":false}}}`)); off.Section("context") != profile.SectionOff {
		t.Error("context false")
	}
}

// TestEveryFaultOfPreferencesIsNamed: one row for each row of the table of
// checks. What is not at fault still applies.
//
// coqui: 130, 136, 141
func TestEveryFaultOfPreferencesIsNamed(t *testing.T) {
	deep := strings.Repeat("[", 17) + strings.Repeat("]", 17)
	for _, c := range []struct{ name, json, want string }{
		{"not JSON", `not json`, "preferences.json: invalid JSON"},
		{"cut off", `{"prompts":`, "preferences.json: invalid JSON"},
		{"two values", `{} {}`, "preferences.json: invalid JSON"},
		{"too deep", `{"behavior":{"a":` + deep + `}}`, "preferences.json: invalid JSON: it nests deeper"},
		{"no object", `[1]`, "preferences.json: must be an object"},
		{"a string", `"x"`, "preferences.json: must be an object"},
		{"an unknown field", `{"colour":1}`, `preferences.json: colour: unknown preferences field "colour"`},
		{"directives", `{"prompt_directives":[1]}`, "prompt_directives: must be an object of strings"},
		{"a directive", `{"prompt_directives":{"tone":7}}`, "prompt_directives.tone: must be a string"},
		{"behaviour", `{"behavior":"x"}`, "behavior: must be an object"},
		{"prompts", `{"prompts":[]}`, "prompts: must be an object"},
		{"an unknown prompts field", `{"prompts":{"x":1}}`, `prompts.x: unknown prompts field "x"`},
		{"features", `{"prompts":{"features":[]}}`, "prompts.features: must be an object"},
		{"an unknown feature", `{"prompts":{"features":{"flying":true}}}`, `prompts.features.flying: unknown feature "flying"`},
		{"a feature", `{"prompts":{"features":{"loops":"no"}}}`, "prompts.features.loops: must be true or false"},
		{"sections", `{"prompts":{"prompt_sections":1}}`, "prompts.prompt_sections: must be an object"},
		{"an unknown section", `{"prompts":{"prompt_sections":{"moon":false}}}`, `prompts.prompt_sections.moon: unknown section "moon"`},
		{"a section", `{"prompts":{"prompt_sections":{"done":"Stub"}}}`, `prompts.prompt_sections.done: must be true, false or "stub"`},
		{"a section's number", `{"prompts":{"prompt_sections":{"done":0}}}`, `prompts.prompt_sections.done: must be true, false or "stub"`},
		{"security", `{"prompts":{"prompt_sections":{"security":"stub"}}}`, "prompts.prompt_sections.security: cannot be changed"},
		{"roles", `{"prompts":{"roles":"x"}}`, "prompts.roles: must be an object"},
		{"an unknown key of roles", `{"prompts":{"roles":{"maybe":[]}}}`, `prompts.roles.maybe: unknown key "maybe"`},
		{"a list of roles", `{"prompts":{"roles":{"deny":"x"}}}`, "prompts.roles.deny: must be a list"},
		{"a role", `{"prompts":{"roles":{"deny":["a",3," "]}}}`, "prompts.roles.deny[1]: must be a name"},
		{"a blank role", `{"prompts":{"roles":{"deny":["a"," "]}}}`, "prompts.roles.deny[1]: must be a name"},
		{"allow without orchestrator", `{"prompts":{"roles":{"allow":["coder"]}}}`, "prompts.roles.allow: must include orchestrator"},
		{"deny with orchestrator", `{"prompts":{"roles":{"deny":["Orchestrator"]}}}`, "prompts.roles.deny: cannot include orchestrator"},
		{"an overlap", `{"prompts":{"roles":{"allow":["orchestrator","muse","a"],"deny":["muse","a"]}}}`, "prompts.roles: roles are both allowed and denied: muse, a"},
		{"labels", `{"prompts":{"labels":null}}`, "prompts.labels: must be an object"},
		{"an unknown label", `{"prompts":{"labels":{"soul":"x"}}}`, `prompts.labels.soul: unknown label "soul"`},
		{"a label that is none", `{"prompts":{"labels":{"backstory":1}}}`, "prompts.labels.backstory: must be a non-empty string"},
		{"a blank label", `{"prompts":{"labels":{"context":" ## "}}}`, "prompts.labels.context: must be a non-empty string"},
	} {
		p := profile.ParsePreferences([]byte(c.json))
		if got := problems(p.Problems); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is not in %q", c.name, c.want, got)
		}
		if strings.Contains(c.json, `{"prompts"`) && p.Section("security") != profile.SectionOn {
			t.Errorf("%s: security is %s", c.name, p.Section("security"))
		}
	}
	p := profile.ParsePreferences([]byte(`{"prompt_directives":{"tone":7,"units":"miles"},"x":1,"prompts":{"labels":{"backstory":"","context":"Here"},
		"roles":{"allow":["coder","muse"],"deny":["muse","orchestrator","b"]},"features":{"loops":1,"todos":false}}}`))
	if len(p.Problems) != 7 || len(p.Directives) != 1 || p.ContextLabel() != "Here" || p.Feature("todos") || !p.Feature("loops") ||
		strings.Join(p.Allow, " ") != "orchestrator coder muse" || strings.Join(p.Deny, " ") != "b" {
		t.Errorf("%d problems: %s\n%+v", len(p.Problems), problems(p.Problems), p)
	}
}

// FuzzPreferences checks that any text gives preferences that can be used: no
// panic, the security rules on, labels of one line, and the orchestrator in.
func FuzzPreferences(f *testing.F) {
	for _, seed := range []string{
		`{"prompt_directives":{"a":"b"},"behavior":{},"prompts":{"features":{"loops":false},"prompt_sections":{"security":false,"tools":"stub"},"roles":{"allow":["a"],"deny":["a"]},"labels":{"backstory":"# \u2028x"}}}`,
		`{"a":1,"a":2}`, `[[[[`, `{"prompts":{"labels":{"context":"\ud800"}}}`, "\ufeff{}", `{"prompts":{"roles":{"allow":[null,{}]}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		p := profile.ParsePreferences(content)
		if p.Section("security") != profile.SectionOn || !p.Allows("orchestrator") {
			t.Fatalf("%q: %+v", content, p)
		}
		if strings.ContainsAny(p.BackstoryLabel()+p.ContextLabel(), "\n\r\u2028") || strings.HasPrefix(p.BackstoryLabel(), "#") {
			t.Fatalf("%q: label %q", content, p.BackstoryLabel())
		}
		if json.Valid(content) == false && len(p.Problems) == 0 && len(strings.TrimSpace(strings.TrimPrefix(string(content), "\ufeff"))) > 0 && !json.Valid([]byte(strings.TrimPrefix(string(content), "\ufeff"))) {
			t.Fatalf("%q is not JSON, and nothing is said of it", content)
		}
		for _, role := range p.Deny {
			if p.Allows(role) {
				t.Fatalf("%q: role %q is denied and allowed", content, role)
			}
		}
	})
}

// FuzzLabel checks that a label is one line, trimmed, without heading marks,
// and that cleaning it again changes nothing.
func FuzzLabel(f *testing.F) {
	for _, seed := range []string{"# A", " \t# # ", "a\nb", "\u2028## x", "#\u00a0x", "\u0085"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, label string) {
		clean := profile.CleanLabel(label)
		if clean != profile.CleanLabel(clean) || strings.ContainsAny(clean, "\n\r\t\u2028\u2029\u0085") || strings.HasPrefix(clean, "#") || strings.TrimSpace(clean) != clean {
			t.Fatalf("%q becomes %q", label, clean)
		}
	})
}

func TestPreferencesSayWhatComesWithAMessage(t *testing.T) {
	for content, want := range map[string]profile.Retrieval{
		`{}`: {},
		`{"retrieval": {"auto": false, "max_tokens": 300}}`:      {Off: true, Tokens: 300},
		`{"retrieval": {"auto": "no", "max_tokens": 0, "x": 1}}`: {},
		`{"retrieval": {"max_tokens": 1.5}}`:                     {},
		`{"retrieval": {"max_tokens": 9000000000000000000000}}`:  {},
		`{"retrieval": false}`:                                   {},
	} {
		p := profile.ParsePreferences([]byte(content))
		if p.Retrieval != want || (want == profile.Retrieval{}) != (len(p.Problems) > 0 || content == `{}`) {
			t.Errorf("%s: %+v, %v", content, p.Retrieval, p.Problems)
		}
	}
}
