package coqui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
)

const profiles = "/api/v1/profiles"

// caelums is a server with the workspace of Coqui's cases about profiles.
func caelums(t *testing.T) *apitest.Client {
	return coquis(t, map[string]string{
		"backstory.json":                   `{"agents": {"defaults": {"profile": "caelum", "model": {"primary": "offline/qwen"}, "roles": {"orchestrator": "offline/qwen"}}}}`,
		"profiles/caelum/soul.md":          "---\nmodel: offline/sonnet\n---\n\n# Caelum\n\nA calm companion.\n",
		"profiles/caelum/backstory.md":     "## Past\n\nKeeps continuity across sessions.\n",
		"profiles/caelum/preferences.json": `{"prompts": {"roles": {"allow": ["orchestrator", "analyst"]}}}`,
		"profiles/nova/soul.md":            "# Nova\n\nA precise guide.\n",
		"roles/title.md":                   "---\nname: title-generator\ntemplate: true\n---\n\nMake titles.\n",
	})
}

// file reads a file of the workspace; one that is not there is "".
func file(c *apitest.Client, name string) string {
	b, err := os.ReadFile(filepath.Join(c.Dir, name))
	if err != nil && !os.IsNotExist(err) {
		c.Fatal(err)
	}
	return string(b)
}

// HA-01
//
// coqui: 243, 244
func TestProfilesAreListedAndShown(t *testing.T) {
	c := caelums(t)
	r := c.Must(200, "GET", "/api/v1/config/profiles", nil)
	is(t, r, apitest.M{
		"count": 2, "default_profile": "caelum", "profiles.0.name": "caelum", "profiles.1.name": "nova", "profiles.0.model": "offline/sonnet", "profiles.1.model": nil,
		"profiles.0.display_name": "Caelum", "profiles.0.description": "A calm companion.", "profiles.0.is_default": true, "profiles.1.is_default": false,
		"profiles.0.has_role_restrictions": true, "profiles.1.has_role_restrictions": false, "profiles.0.role_restrictions.allow.1": "analyst",
	})
	for _, n := range []string{"0", "1"} {
		if got := r.Text("profiles." + n + ".allowed_roles"); got != "[analyst orchestrator]" {
			t.Errorf("%s: %s", n, got)
		}
	}
	r = c.Must(200, "GET", profiles+"/Caelum", nil)
	is(t, r, apitest.M{
		"name": "caelum", "model": "offline/sonnet", "role_restrictions.allow.0": "orchestrator", "preferences.roles.allow.1": "analyst", "preferences.is_valid": true,
		"preference_values.prompts.roles.allow.1": "analyst", "preference_document.prompts.roles.allow.1": "analyst", "soul": "# Caelum\n\nA calm companion.",
		"preferences.labels.backstory": "Backstory", "preferences.features.loops": true, "preferences.prompt_sections.security": "true",
	})
	if r.Text("preference_values.prompt_directives") != "map[]" || !strings.Contains(r.Text("backstory"), "Keeps continuity") {
		t.Errorf("%s", r.Body)
	}
	says(t, c.Must(400, "GET", profiles+"/missing", nil), "Unknown profile")
}

// HA-01
//
// coqui: 245, 246
func TestAProfileIsMade(t *testing.T) {
	c := caelums(t)
	r := c.Must(201, "POST", profiles, apitest.M{
		"name": "Iris", "description": "A bold strategist.", "backstory": "## Origins\n\nBuilt for support.",
		"preferences": apitest.M{"behavior": apitest.M{"planning_mode": "structured"}, "prompts": apitest.M{"features": apitest.M{"projects": false, "loops": true}}},
	})
	is(t, r, apitest.M{
		"name": "iris", "description": "A bold strategist.", "soul": "# Iris\n\nA bold strategist.", "preferences.features.projects": false, "preferences.features.loops": true,
		"preference_values.behavior.planning_mode": "structured",
	})
	is(t, c.Must(200, "GET", "/api/v1/config/profiles", nil), apitest.M{"count": 3, "profiles.1.name": "iris"})
	for name, want := range map[string]string{"soul.md": "A bold strategist.", "backstory.md": "## Origins", "preferences.json": "planning_mode"} {
		if got := file(c, "profiles/iris/"+name); !strings.Contains(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	// It speaks at once.
	c.Must(201, "POST", sessions, apitest.M{"profile": "iris"})
	is(t, c.Must(409, "POST", profiles, apitest.M{"name": "caelum", "description": "x"}), apitest.M{"code": "conflict"})
	for _, body := range []apitest.M{
		{"name": "not valid"},
		{},
		{"name": ""},
		{"name": "../x"},
		{"name": ".x"},
		{"name": 3},
		{"name": "x", "soul": " "},
		{"name": "x", "preferences": []string{}},
		{"name": "x", "preferences": apitest.M{"prompts": apitest.M{"features": apitest.M{"flying": true}}}},
	} {
		is(t, c.Must(400, "POST", profiles, body), apitest.M{"code": "validation_error"})
	}
	if entries, err := os.ReadDir(filepath.Join(c.Dir, "profiles")); err != nil || len(entries) != 3 {
		t.Errorf("%v %v", entries, err)
	}
}

// HA-01
//
// coqui: 247, 248, 249
func TestAProfileIsChanged(t *testing.T) {
	c := caelums(t)
	r := c.Must(200, "PATCH", profiles+"/caelum", apitest.M{
		"description": "A calmer guide.", "backstory": "## Revisions\n\nUpdated.", "preferences": apitest.M{"prompts": apitest.M{"features": apitest.M{"projects": false}}},
	})
	is(t, r, apitest.M{"description": "A calmer guide.", "model": "offline/sonnet", "preferences.features.projects": false, "preferences.features.loops": true})
	if got := file(c, "profiles/caelum/soul.md"); got != "---\nmodel: offline/sonnet\n---\n\n# Caelum\n\nA calmer guide.\n" {
		t.Errorf("%q", got)
	}
	if !strings.Contains(file(c, "profiles/caelum/backstory.md"), "## Revisions") || !strings.Contains(file(c, "profiles/caelum/preferences.json"), `"projects": false`) {
		t.Error("the files are not changed")
	}
	r = c.Must(200, "PATCH", profiles+"/caelum", apitest.M{"soul": "# Caelum\n\nA direct rewrite.", "backstory": nil, "preferences": nil})
	is(t, r, apitest.M{"description": "A direct rewrite.", "model": "offline/sonnet", "backstory": nil, "preference_document": nil})
	if file(c, "profiles/caelum/backstory.md")+file(c, "profiles/caelum/preferences.json") != "" {
		t.Error("the files are still there")
	}
	if got := file(c, "profiles/caelum/soul.md"); !strings.HasPrefix(got, "---\nmodel: offline/sonnet\n---\n") || !strings.Contains(got, "A direct rewrite.") {
		t.Errorf("%q", got)
	}
	says(t, c.Must(400, "PATCH", profiles+"/caelum", apitest.M{"name": "renamed"}), "renamed")
	// What is generated is not overwritten by hand.
	c.Must(200, "PUT", profiles+"/caelum/backstory/entries", apitest.M{"path": "a.md", "content": "born at Skarv"})
	is(t, c.Must(409, "PATCH", profiles+"/caelum", apitest.M{"backstory": "lost"}), apitest.M{"code": "conflict"})
	if got := file(c, "profiles/caelum/backstory.md"); !strings.Contains(got, "born at Skarv") {
		t.Errorf("%q", got)
	}
}

// HA-01
//
// coqui: 250, 251
func TestAProfileIsDeleted(t *testing.T) {
	c := caelums(t)
	c.As("chat").Must(403, "DELETE", profiles+"/nova", nil)
	is(t, c.Must(200, "DELETE", profiles+"/nova", nil), apitest.M{"deleted": true, "name": "nova"})
	is(t, c.Must(200, "GET", profiles, nil), apitest.M{"count": 1})
	if _, err := os.Stat(filepath.Join(c.Dir, "profiles/nova")); !os.IsNotExist(err) {
		t.Error(err)
	}
	c.Must(400, "DELETE", profiles+"/nova", nil)
	is(t, c.Must(409, "DELETE", profiles+"/caelum", nil), apitest.M{"code": "conflict"})
	if file(c, "profiles/caelum/soul.md") == "" {
		t.Error("the default profile is gone")
	}
}

// HA-01
//
// coqui: 124, 252
func TestAPromptIsInspectedWithItsFiles(t *testing.T) {
	c := coquis(t, map[string]string{"profiles/caelum/preferences.json": `{"prompt_directives": {"Tone": "Warm and curious"}}`})
	r := c.Must(200, "GET", "/api/v1/server/prompt?profile=caelum", nil)
	is(t, r, apitest.M{"profile": "caelum", "role": "orchestrator", "resolved_model": "offline/qwen"})
	files, folders := places(r, "files"), places(r, "folders")
	for _, want := range []string{"workspace:profiles/caelum/soul.md", "workspace:profiles/caelum/preferences.json", "project:prompts/"} {
		if !strings.Contains(files, want) {
			t.Errorf("%s is not in %s", want, files)
		}
	}
	if !strings.Contains(folders, "workspace:profiles/caelum ") || r.Get("prompt_sources.file_backed_tokens").(float64) <= 0 || r.Get("prompt_sources.last_modified_at") == nil {
		t.Errorf("%s; %s", folders, r.Body)
	}
	if r.Get("budget.prompt_sections.0.id") != "soul" || !strings.Contains(r.Text("prompt"), "Warm and curious") || r.Get("tool_tokens").(float64) <= 0 {
		t.Errorf("%s", r.Body)
	}
	r = c.Must(200, "GET", "/api/v1/server/prompt?profile=caelum&role=analyst", nil)
	is(t, r, apitest.M{"role": "analyst", "resolved_model": "offline/sonnet"})
	says(t, c.Must(400, "GET", "/api/v1/server/prompt?profile=missing", nil), "Unknown profile")
	c.Must(400, "GET", "/api/v1/server/prompt?role=none", nil)
	is(t, c.Must(200, "GET", "/api/v1/server/prompt", nil), apitest.M{"profile": nil})
}

// places are the sources of a prompt.
func places(r apitest.Reply, list string) string {
	var b strings.Builder
	for _, e := range r.Get("prompt_sources." + list).([]any) {
		one := e.(map[string]any)
		b.WriteString(one["scope"].(string) + ":" + one["path"].(string) + " ")
	}
	return b.String()
}

// HA-01
//
// coqui: 185, 208, 253
func TestThePolicyOfAProfileIsTold(t *testing.T) {
	c := coquis(t, map[string]string{
		"profiles/caelum/preferences.json": `{"prompts": {"features": {"loops": false, "artifacts": false, "projects": false}, "prompt_sections": {"tools": "stub", "done": false}, "roles": {"allow": ["orchestrator"]}}}`,
		"profiles/nova/preferences.json":   `{"prompts": {"roles": {"allow": ["orchestrator", "analyst"]}}}`,
	})
	r := c.Must(200, "GET", "/api/v1/server/prompt?profile=caelum", nil)
	is(t, r, apitest.M{"profile_policy.tools_stubbed": true, "profile_policy.features.loops": false, "profile_policy.features.todos": true})
	if r.Text("profile_policy.roles.allow") != "[orchestrator]" || r.Text("profile_policy.excluded_tool_prompt_slugs") != "[artifacts loops projects]" {
		t.Errorf("%s", r.Body)
	}
	r = c.Must(200, "GET", "/api/v1/toolkits?profile=caelum", nil)
	is(t, r, apitest.M{"profile": "caelum", "features.loops": false, "stubbed_sections.0": "tools", "sections_off.0": "done", "role_restrictions.allow.0": "orchestrator"})
	if got := r.Text("features_off"); got != "[loops artifacts projects]" {
		t.Errorf("%s", got)
	}
	if all := r.Text("tools"); strings.Contains(all, "artifact") || strings.Contains(all, "project") || strings.Contains(all, "loop") || !strings.Contains(all, "spawn_agent") || !strings.Contains(all, "tool_search") {
		t.Errorf("%s", all)
	}
	if kits := r.Text("toolkits"); !strings.Contains(kits, "name:todos") || !strings.Contains(kits, "visibility:stub") || r.Text("spawnable_roles") != "[]" {
		t.Errorf("%s", kits)
	}
	r = c.Must(200, "GET", "/api/v1/toolkits?profile=nova", nil)
	if r.Text("spawnable_roles") != "[analyst]" || r.Text("allowed_roles") != "[orchestrator analyst]" || r.Text("stubbed_sections") != "[]" {
		t.Errorf("%s", r.Body)
	}
	says(t, c.Must(400, "GET", "/api/v1/toolkits?profile=missing", nil), "Unknown profile")
}

// TestFieldsThatNobodyKnowsAreRefused on Coqui's routes, and bodies that are no
// JSON: what is misspelt is not passed over.
// A soul that cannot be read afterwards is not written.
func TestASoulIsText(t *testing.T) {
	c := caelums(t)
	before := c.Must(200, "GET", profiles+"/caelum", nil).Text("soul")
	c.Must(400, "PATCH", profiles+"/caelum", apitest.M{"soul": strings.Repeat("\x1d\x01", 500)})
	c.Must(400, "POST", profiles, apitest.M{"name": "ida", "soul": "6\x1d"})
	if after := c.Must(200, "GET", profiles+"/caelum", nil).Text("soul"); after != before || before == "" {
		t.Errorf("%q became %q", before, after)
	}
}

func TestFieldsThatNobodyKnowsAreRefused(t *testing.T) {
	c := caelums(t)
	for _, r := range []struct {
		method, path string
		body         apitest.M
	}{
		{"POST", "/api/v1/sessions", apitest.M{"PROFILE": "caelum"}},
		{"POST", "/api/v1/sessions/resolve", apitest.M{"profile": "caelum", "model": "x"}},
		{"POST", profiles, apitest.M{"name": "ida", "Soul": "x"}},
		{"PATCH", profiles + "/caelum", apitest.M{"souls": "x"}},
		{"PUT", profiles + "/caelum/backstory/entries", apitest.M{"path": "a.md", "content": "x", "mode": "y"}},
	} {
		if got := c.Must(400, r.method, r.path, r.body); got.Text("code") != "validation_error" || !strings.Contains(got.Text("error"), "unexpected property") {
			t.Errorf("%s %s: %s", r.method, r.path, got.Body)
		}
	}
	if got := c.With("Content-Type", "text/plain").Must(415, "POST", "/api/v1/sessions", `{"profile":"caelum"}`); got.Text("code") != "unsupported_media_type" {
		t.Errorf("%s", got.Body)
	}
	c.Must(201, "POST", "/api/v1/sessions", apitest.M{"profile": "caelum", "group_max_rounds": 2})
}
