//go:build unix

package program_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/schema"
)

// members are those of an object of JSON.
type members = map[string]any

// written are the schemas of documents that the program writes; the others are of
// files that people write.
var written = []string{"envelope", "manifest"}

// Files that an older version took are taken, and what it wrote is there still.
func TestSchemasKeepWhatOlderVersionsHad(t *testing.T) {
	released(t, func(t *testing.T, home string) {
		for _, name := range schema.Names() {
			old, err := os.ReadFile(filepath.Join(home, "schemas", name+".json"))
			if err != nil {
				t.Error(err)
				continue
			}
			now, err := schema.Text(name)
			if err != nil {
				t.Fatal(err)
			}
			var before, after members
			for text, to := range map[*[]byte]*members{&old: &before, &now: &after} {
				if err := json.Unmarshal(*text, to); err != nil {
					t.Fatal(err)
				}
			}
			for _, broken := range broken("", before, after, slices.Contains(written, name)) {
				t.Errorf("%s: %s", name, broken)
			}
		}
	})
}

// broken says what a schema no longer allows, or, of one that is written, no longer
// promises.
func broken(at string, before, after members, written bool) (all []string) {
	list := func(m members, key string) []any {
		if one, ok := m[key].(string); ok {
			return []any{one}
		}
		l, _ := m[key].([]any)
		return l
	}
	tell := func(form string, what any) { all = append(all, fmt.Sprintf("%s: "+form, at, what)) }
	for _, key := range []string{"type", "enum"} {
		for _, value := range list(before, key) {
			if len(list(after, key)) > 0 && !slices.Contains(list(after, key), value) {
				tell(key+" %v is gone", value)
			}
		}
	}
	less, more := list(before, "required"), list(after, "required")
	if !written {
		less, more = more, less
	}
	for _, name := range less {
		if !slices.Contains(more, name) {
			tell("%v is required in one version alone", name)
		}
	}
	if before["additionalProperties"] != false && after["additionalProperties"] == false {
		tell("%s are refused", "other members")
	}
	old, _ := before["properties"].(members)
	now, _ := after["properties"].(members)
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if _, ok := now[name]; !ok {
			tell("%q is gone", name)
			continue
		}
		all = append(all, within(at+"/"+name, old[name], now[name], written)...)
	}
	for _, key := range []string{"items", "additionalProperties"} {
		all = append(all, within(at+"/"+key, before[key], after[key], written)...)
	}
	return all
}

// within is broken of two values, where both are schemas.
func within(at string, before, after any, written bool) []string {
	b, isOld := before.(members)
	a, isNew := after.(members)
	if !isOld || !isNew {
		return nil
	}
	return broken(at, b, a, written)
}

func TestWhatWouldBreakASchemaIsSeen(t *testing.T) {
	for _, c := range []struct {
		before, after string
		written       bool
		want          int
	}{
		{`{"properties": {"a": {"type": "string"}}}`, `{"properties": {"a": {"type": ["string", "null"]}, "b": {}}}`, false, 0},
		{`{"properties": {"a": {"type": "string"}}}`, `{"properties": {"b": {}}}`, false, 1},
		{`{"items": {"enum": ["a", "b"]}}`, `{"items": {"enum": ["a"]}}`, false, 1},
		{`{"type": "string"}`, `{"type": "integer"}`, true, 1},
		{`{"required": ["a"]}`, `{"required": ["a", "b"]}`, false, 1},
		{`{"required": ["a"]}`, `{"required": ["a", "b"]}`, true, 0},
		{`{"required": ["a"]}`, `{}`, true, 1},
		{`{}`, `{"additionalProperties": false}`, false, 1},
	} {
		var before, after members
		if err := json.Unmarshal([]byte(c.before), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(c.after), &after); err != nil {
			t.Fatal(err)
		}
		if got := broken("", before, after, c.written); len(got) != c.want {
			t.Errorf("%s, %s: %q, want %d", c.before, c.after, got, c.want)
		}
	}
}
