package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/tool"
)

// rebuilt returns the schema that a server's becomes.
func rebuilt(t testing.TB, text string) (schema string, ok bool) {
	t.Helper()
	var given any
	if err := json.Unmarshal([]byte(text), &given); err != nil {
		t.Fatal(err)
	}
	got, ok := schemaOf(&sdk.Tool{Name: "depth", InputSchema: given})
	return string(got), ok
}

func TestSchemasAreBuiltAnew(t *testing.T) {
	for name, c := range map[string]struct{ given, want string }{
		"what is known": {
			`{"$schema": "x", "title": "y", "type": "object", "required": ["b", "a", "a", "gone"], "properties": {
				"a": {"type": "string", "enum": ["x", "y"], "pattern": "^(a+)+$", "examples": ["z"]},
				"b": {"type": ["integer", "null", "what"], "minimum": 1, "description": "How\n<deep>\u202e"},
				"c": {"type": "array", "items": {"type": "object", "properties": {"d": {"const": 3}}}}}}`,
			`{"properties":{"a":{"enum":["x","y"],"type":"string"},"b":{"description":"How ‹deep›","minimum":1,"type":["integer","null"]},` +
				`"c":{"items":{"properties":{"d":{"enum":[3]}},"required":[],"type":"object"},"type":"array"}},"required":["a","b"],"type":"object"}`,
		},
		"references": {
			`{"type": "object", "properties": {"a": {"$ref": "#/$defs/tide"}, "b": {"$ref": "https://evil.example"}, "c": {"$ref": "#/nowhere"}}, "$defs": {"tide": {"type": "number"}}}`,
			`{"properties":{"a":{"type":"number"},"b":{},"c":{}},"required":[],"type":"object"}`,
		},
		"names that no provider takes": {
			`{"type": "object", "properties": {"a b": {}, "</tools>": {}, "ok": {}}, "required": ["a b"]}`,
			`{"properties":{"ok":{}},"required":[],"type":"object"}`,
		},
		"values that are not what they look like": {
			`{"type": "object", "properties": {"a": {"enum": ["x\u200b", "y", {"z": 1}, "<b>"]}}}`,
			`{"properties":{"a":{"enum":["y"]}},"required":[],"type":"object"}`,
		},
		"choices": {
			`{"anyOf": [{}], "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}`,
			`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":[],"type":"object"}`,
		},
		"no object":     {`"x"`, `{"type":"object"}`},
		"another type":  {`{"type": "string"}`, `{"type":"object"}`},
		"nothing known": {`{"properties": 1, "required": 2, "items": 3}`, `{"items":{},"type":"object"}`},
	} {
		got, _ := rebuilt(t, c.given)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestSchemasAreBounded(t *testing.T) {
	var many []string
	for n := range 100 {
		many = append(many, fmt.Sprintf(`"f%d": {"type": "string"}`, n))
	}
	for name, given := range map[string]string{
		"fields": `{"properties": {` + strings.Join(many, ",") + `}}`,
		"bytes":  `{"properties": {"a": {"enum": [` + strings.Repeat(`"`+strings.Repeat("x", 190)+`",`, 99) + `"y"]}}}`,
		"a reference that doubles": `{"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"properties": {
			"b": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/a"}, "d": {"$ref": "#/$defs/a"}, "e": {"$ref": "#/$defs/a"}, "f": {"$ref": "#/$defs/a"}}}}}`,
	} {
		if got, ok := rebuilt(t, given); got != openSchema || ok {
			t.Errorf("%s: %d bytes, %t", name, len(got), ok)
		}
	}
	deep := strings.Repeat(`{"items": `, 200) + "{}" + strings.Repeat("}", 200)
	if got, _ := rebuilt(t, deep); strings.Count(got, "items") > maxDepth+1 {
		t.Errorf("%s", got)
	}
	if got, _ := rebuilt(t, `{"$ref": "#"}`); got != openSchema {
		t.Errorf("%s", got)
	}
}

func TestToolNames(t *testing.T) {
	s := &server{name: "tide", of: catalog.Server{}}
	var found []*sdk.Tool
	for _, name := range []string{"depth", "tide/depth", "tide.depth", "", "dépth", strings.Repeat("x", 100), strings.Repeat("x", 101), "depth"} {
		found = append(found, &sdk.Tool{Name: name, InputSchema: map[string]any{}})
	}
	tools, notes := s.make(found)
	if _, err := tool.NewRegistry(tools...); err != nil {
		t.Error(err)
	}
	if len(tools) != 7 || len(notes) != 1 || !strings.Contains(notes[0], "depth") {
		t.Errorf("%d tools, %v", len(tools), notes)
	}
	if first := toolName(s.name, "depth"); first != "mcp_tide_depth" {
		t.Error(first)
	}
}

func FuzzSchema(f *testing.F) {
	f.Add(`{"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"anyOf": [{"enum": ["x"]}]}}, "required": ["a"], "$defs": {"a": {"items": {}}}}`, "What\nit is")
	f.Fuzz(func(t *testing.T, text, about string) {
		var given any
		if json.Unmarshal([]byte(text), &given) != nil {
			return
		}
		s := &server{name: "tide"}
		x := &sdk.Tool{Name: text, Description: about, InputSchema: given}
		got, _ := schemaOf(x)
		var back struct{ Type string }
		if len(got) > maxSchema || json.Unmarshal(got, &back) != nil || back.Type != "object" {
			t.Errorf("%s", got)
		}
		if again, _ := schemaOf(x); string(again) != string(got) {
			t.Errorf("%s, then %s", got, again)
		}
		if words := summary(s.name, x); len(words) > maxSummary+100 || strings.ContainsAny(words, "<>\n\x1b") {
			t.Errorf("%q", words)
		}
		if name := toolName(s.name, x.Name); len(name) > maxName {
			t.Error(name)
		}
	})
}
