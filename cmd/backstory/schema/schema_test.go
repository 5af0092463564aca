package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/cmd/backstory/schema"
	"github.com/seed353dc258/backstory/profile"
)

// resolved is a schema as a validator has it.
func resolved(t *testing.T, name string) *jsonschema.Resolved {
	t.Helper()
	text, err := schema.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(&jsonschema.ResolveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// valid reports whether a text is what a schema says.
func valid(t *testing.T, r *jsonschema.Resolved, text string) bool {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r.Validate(v) == nil
}

// What a schema takes is what the reader of the file takes, field by field.
func TestSchemasAgreeWithTheReaders(t *testing.T) {
	readers := map[string]func(string) bool{
		"options": func(text string) bool {
			_, err := profile.ParseOptions([]byte(text))
			return err == nil
		},
		"preferences": func(text string) bool { return len(profile.ParsePreferences([]byte(text)).Problems) == 0 },
		"configuration": func(text string) bool {
			_, err := catalog.Parse([]byte(text))
			return err == nil
		},
		"workspace": func(text string) bool {
			_, problems := profile.ParseConfig("backstory.json", []byte(text))
			return len(problems) == 0
		},
	}
	for name, texts := range map[string][]string{
		"options": {
			`{}`, `{"$schema": "x", "label": "Papers", "compiler": "1.2", "on-failure": "keep", "ignore": ["a*"]}`, `{"labels": "x"}`,
			`{"compiler": "new"}`, `{"on-failure": "stop"}`, `{"options": {"tables": "html", "rows": 10, "pages": "1-3"}}`, `{"options": {"tables": "big"}}`,
			`{"limits": {"input": 100, "profile": 100}}`, `{"limits": {"speed": 1}}`, `{"limits": {"input": 0}}`, `{"options": {"hidden": "mark", "colour": "no"}}`,
			`{"sources": [{"match": "*.txt", "include": false, "limits": {"text": 5}}]}`, `{"sources": [{"include": false}]}`,
			`{"sources": [{"match": "a", "limits": {"profile": 5}}]}`, `{"ignore": "a"}`, `{"conflict-markers": "allow"}`, `[]`,
		},
		"preferences": {
			`{}`, `{"$schema": "x", "prompt_directives": {"tone": "dry"}, "behavior": {"a": [1]}, "schedule": []}`, `{"prompt_directives": {"tone": 1}}`,
			`{"prompts": {"features": {"todos": false}, "prompt_sections": {"tools": "stub", "project": false, "samples": true}, "layout": "openclaw"}}`,
			`{"prompts": {"features": {"flying": false}}}`, `{"prompts": {"prompt_sections": {"tools": "half"}}}`, `{"prompts": {"prompt_sections": {"security": false}}}`,
			`{"prompts": {"roles": {"allow": ["orchestrator"], "deny": ["muse"]}, "labels": {"backstory": "Papers"}}}`, `{"prompts": {"roles": {"maybe": []}}}`, `{"prompts": {"layout": "mine"}}`,
			`{"retrieval": {"auto": true, "embeddings": true, "max_tokens": 500}}`, `{"retrieval": {"max_tokens": 0}}`, `{"retrieval": {"how": 1}}`, `{"mood": 1}`, `[]`,
		},
		"configuration": {
			`{}`, `{"$schema": "x", "model": "here/m", "providers": {"here": {"type": "ollama", "model": "m", "window": 1000}}}`, `{"modell": "m"}`,
			`{"providers": {"here": {"api_key": "x"}}}`, `{"mcp": {"files": {"command": ["x"], "auto": ["list"], "seconds": 3}}}`, `{"mcp": {"files": {"command": "x"}}}`,
			`{"budget": {"turn": {"requests": 60}, "day": {"cost": 5}}}`, `{"budget": {"week": {}}}`, `{"prices": {"here/*": {"input": 3}}}`, `{"fallback": "m"}`,
			`{"limits": {"text": 200000000}, "isolate": "all", "proposals": {"enabled": true, "ttl_days": 3}}`,
		},
		"workspace": {
			`{}`, `{"agents": {"defaults": {"profile": "ida", "model": "m", "maxIterations": 3, "prompt": {"refresh": "ask"}}}, "gateway": {}}`,
			`{"agents": {"defaults": {"model": {"primary": "m", "utility": "u"}, "roles": {"a": "m", "b": {"model": "n"}}, "models": {"m": {"alias": "x"}}}}}`,
			`{"agents": {"defaults": {"profile": 1}}}`, `{"agents": {"defaults": {"maxIterations": 0}}}`, `{"agents": {"defaults": {"prompt": {"refresh": "often"}}}}`,
			`{"agents": {"defaults": {"prompt": {"maxtokens": 1}}}}`, `[]`,
		},
	} {
		r := resolved(t, name)
		for _, text := range texts {
			if got, want := valid(t, r, text), readers[name](text); got != want {
				t.Errorf("%s: %s: the schema says %v, the reader %v", name, text, got, want)
			}
		}
	}
}

func TestSchemasAreNamedAndFiled(t *testing.T) {
	for _, name := range append(schema.Names(), ".backstory.json", "preferences.json", ".backstory-manifest.json") {
		text, err := schema.Text(name)
		if err != nil || !strings.Contains(string(text), schema.Dialect) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := schema.Text("option"); err == nil || !strings.Contains(err.Error(), `did you mean "options"`) {
		t.Error(err)
	}
}
