package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// Bounds of what a server says of a tool.
const (
	maxSummary  = 1024     // bytes
	maxHint     = 300      // bytes of the description of a field
	maxSchema   = 16 << 10 // bytes
	maxNodes    = 400      // schemas in a schema
	maxDepth    = 8
	maxFields   = 64 // of an object
	maxChoices  = 100
	maxChoice   = 200 // bytes of one
	openSchema  = `{"type":"object"}`
	wordsOfSome = "The server %s describes it so: %s"
)

// summary is what the model is told of a tool: whose words they are, and the
// words, in one line.
func summary(on string, t *sdk.Tool) string {
	text := t.Description
	if text == "" {
		text = t.Title
	}
	if text = clean(text, maxSummary); text == "" {
		return "A tool of the server " + on + ", which says nothing of it."
	}
	return fmt.Sprintf(wordsOfSome, on, text)
}

// clean makes one line of a stranger's text, without characters that nobody
// sees, tokens of chat templates or tags like those around material.
func clean(text string, most int) string {
	var gate gate.Gate
	text = gate.Text(oneline.Cut(text, 4*most))
	text, _ = chattoken.Break(text)
	text = strings.NewReplacer("<", "‹", ">", "›").Replace(text)
	return oneline.Message(text, most)
}

// schemaOf returns the schema of a tool's arguments, built anew from what is
// known of JSON Schema. None is any object, and so is one that is too large,
// which is not ok.
func schemaOf(t *sdk.Tool) (schema json.RawMessage, ok bool) {
	given, ok := t.InputSchema.(map[string]any)
	if !ok {
		return json.RawMessage(openSchema), true
	}
	r := &rebuilder{root: given, left: maxNodes}
	built := r.schema(given, 0)
	built["type"] = "object"
	var b bytes.Buffer
	e := json.NewEncoder(&b) // sorts the keys of maps
	e.SetEscapeHTML(false)
	if err := e.Encode(built); err != nil || b.Len() > maxSchema || r.left < 0 {
		return json.RawMessage(openSchema), false
	}
	return bytes.TrimSpace(b.Bytes()), true
}

// rebuilder builds a schema of the parts of another that are known.
type rebuilder struct {
	root map[string]any
	left int // schemas that may still come
}

// isField reports whether providers take a name as that of an argument.
func isField(name string) bool {
	odd := func(r rune) bool {
		return !(r == '_' || r == '.' || r == '-' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
	}
	return name != "" && len(name) <= 64 && !strings.ContainsFunc(name, odd)
}

// schema rebuilds one schema. What is too deep, or not known, is any value.
func (r *rebuilder) schema(given any, depth int) map[string]any {
	out := map[string]any{}
	in, ok := given.(map[string]any)
	if r.left--; !ok || r.left < 0 || depth > maxDepth {
		return out
	}
	if ref, ok := in["$ref"].(string); ok {
		return r.schema(r.resolve(ref), depth+1)
	}
	r.plain(in, out)
	if fields, ok := in["properties"].(map[string]any); ok {
		out["properties"] = r.fields(fields, depth)
		out["required"] = required(in["required"], out["properties"].(map[string]any))
	}
	if items, ok := in["items"]; ok {
		out["items"] = r.schema(items, depth+1)
	}
	switch more := in["additionalProperties"].(type) {
	case bool:
		out["additionalProperties"] = more
	case map[string]any:
		out["additionalProperties"] = r.schema(more, depth+1)
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list, ok := in[key].([]any); ok && len(list) > 0 && depth > 0 { // providers take none at the top
			var built []any
			for _, of := range list[:min(len(list), maxChoices)] {
				built = append(built, r.schema(of, depth+1))
			}
			out[key] = built
		}
	}
	return out
}

// plain takes what is not a schema itself.
func (r *rebuilder) plain(in, out map[string]any) {
	if kind, ok := typed(in["type"]); ok {
		out["type"] = kind
	}
	if hint, ok := in["description"].(string); ok && hint != "" {
		out["description"] = clean(hint, maxHint)
	}
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"} {
		if n, ok := in[key].(float64); ok {
			out[key] = n
		}
	}
	if list, ok := in["enum"].([]any); ok {
		if values := choices(list); len(values) > 0 {
			out["enum"] = values
		}
	}
	if value, ok := in["const"]; ok {
		if values := choices([]any{value}); len(values) == 1 {
			out["enum"] = values
		}
	}
}

// typed takes the names of types that there are.
func typed(given any) (any, bool) {
	known := []string{"string", "number", "integer", "boolean", "object", "array", "null"}
	if list, ok := given.([]any); ok {
		var names []any
		for _, of := range list {
			if name, ok := of.(string); ok && slices.Contains(known, name) && !slices.Contains(names, any(name)) {
				names = append(names, name)
			}
		}
		return names, len(names) > 0
	}
	name, ok := given.(string)
	return name, ok && slices.Contains(known, name)
}

// choices takes the values of an enum that are plain, and whose text means the
// same after it was cleaned: another value would not be what the server takes.
func choices(list []any) []any {
	var out []any
	for _, v := range list[:min(len(list), maxChoices)] {
		switch v := v.(type) {
		case string:
			if clean(v, maxChoice) == v {
				out = append(out, v)
			}
		case float64, bool, nil:
			out = append(out, v)
		}
	}
	return out
}

func (r *rebuilder) fields(fields map[string]any, depth int) map[string]any {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if len(out) == maxFields {
			r.left = -1 // a half of them would be a lie
			break
		}
		if isField(name) {
			out[name] = r.schema(fields[name], depth+1)
		}
	}
	return out
}

// required are the fields that must be there, of those that are.
func required(given any, fields map[string]any) []string {
	names := []string{}
	list, _ := given.([]any)
	for _, of := range list[:min(len(list), maxFields)] {
		if name, ok := of.(string); ok && fields[name] != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// resolve returns what a reference inside the schema means, or nil.
func (r *rebuilder) resolve(ref string) any {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	var at any = r.root
	for _, key := range strings.SplitN(path, "/", maxDepth) {
		of, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = of[strings.NewReplacer("~1", "/", "~0", "~").Replace(key)]
	}
	return at
}
