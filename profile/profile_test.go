package profile_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/profile"
)

// tree makes files below a new folder and returns it. A name that ends in a
// slash is a folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		dir := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			dir = path
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			continue
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func open(t *testing.T, dir string) *profile.Profile {
	t.Helper()
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestFindGoesUpToTheNearestProfile(t *testing.T) {
	root := tree(t, map[string]string{
		".git/":                             "",
		"caelum/soul.md":                    "# C",
		"caelum/backstory/deep/deeper/":     "",
		"built/.backstory-manifest.json":    "{}",
		"built/backstory/":                  "",
		"inner/.git/":                       "",
		"inner/folder/":                     "",
		"elsewhere/folder/without/profile/": "",
	})
	for from, want := range map[string]string{
		"caelum/backstory/deep/deeper": "caelum",
		"caelum":                       "caelum",
		"built/backstory":              "built",
		"elsewhere/folder/without":     "",
		"inner/folder":                 "",
	} {
		got, err := profile.Find(filepath.Join(root, from))
		if want == "" {
			if !errors.Is(err, profile.ErrNotFound) {
				t.Errorf("from %s: found %s, %v", from, got, err)
			}
			continue
		}
		if err != nil || got != filepath.Join(root, want) {
			t.Errorf("from %s: found %s, %v; want %s", from, got, err, want)
		}
	}
}

func TestOpenNeedsSourcesASoulOrAManifest(t *testing.T) {
	root := tree(t, map[string]string{"sources/backstory/": "", "soul/soul.md": "", "neither/file.txt": ""})
	open(t, filepath.Join(root, "sources"))
	open(t, filepath.Join(root, "soul"))
	if _, err := profile.Open(filepath.Join(root, "neither")); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("a folder without anything opens: %v", err)
	}
	if _, err := profile.Open(filepath.Join(root, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestReadFileStaysInsideAndIsBounded(t *testing.T) {
	root := tree(t, map[string]string{"p/soul.md": "0123456789", "secret": "s"})
	if err := os.Symlink("../secret", filepath.Join(root, "p", "preferences.json")); err != nil {
		t.Skip("no links here:", err)
	}
	p := open(t, filepath.Join(root, "p"))
	if content, err := p.ReadFile("preferences.json", 100); err == nil {
		t.Errorf("a link out of the profile was read: %q", content)
	}
	if _, err := p.ReadFile("soul.md", 9); err == nil {
		t.Error("a file over the limit was read")
	}
	if content, err := p.ReadFile("none", 9); content != nil || err != nil {
		t.Errorf("a missing file gives %q, %v", content, err)
	}
}

func TestLabelIsCleanedAndLenient(t *testing.T) {
	for _, c := range []struct {
		name, preferences, label string
		problem                  bool
	}{
		{"none", "", "", false},
		{"set", `{"prompts":{"labels":{"backstory":"Lore"}}}`, "Lore", false},
		{"cleaned", `{"prompts":{"labels":{"backstory":"## \n Ship's\n\tpapers "}}}`, "Ship's papers", false},
		{"blank", `{"prompts":{"labels":{"backstory":" # "}}}`, "", true},
		{"number", `{"prompts":{"labels":{"backstory":7}}}`, "", true},
		{"null", `{"prompts":{"labels":{"backstory":null}}}`, "", false},
		{"broken", `not json`, "", true},
		{"with a byte order mark", "\ufeff" + `{"prompts":{"labels":{"backstory":"Lore"}}}`, "Lore", false},
		{"unknown fields are others' business", `{"x":1,"prompts":{"labels":{"backstory":"Lore","y":2}}}`, "Lore", false},
	} {
		files := map[string]string{"soul.md": ""}
		if c.preferences != "" {
			files["preferences.json"] = c.preferences
		}
		label, problem := open(t, tree(t, files)).Label()
		if label != c.label || (problem != nil) != c.problem {
			t.Errorf("%s: label %q, problem %v; want %q, %v", c.name, label, problem, c.label, c.problem)
		}
	}
}

func TestOptionsAreReadWithComments(t *testing.T) {
	o, err := profile.ParseOptions([]byte(`// how we build
{
  "label": "Lore", // a trailing comma is fine,
  "options": {"tables": "html", "rows": 5},
  "limits": {"text": 1000},
  "ignore": ["*.bak"],
  "sources": [
    {"match": "data/**", "options": {"tables": "pipe"}, "limits": {"cells": 7}},
    {"match": "data/drafts/*", "include": false},
  ],
}`))
	if err != nil {
		t.Fatal(err)
	}
	options, limits, include := o.For("data/a/b.csv")
	if options.Tables != "pipe" || options.Rows != 5 || limits.Text != 1000 || limits.Cells != 7 || !include {
		t.Errorf("data/a/b.csv: %+v, %+v, %v", options, limits, include)
	}
	if options, limits, _ := o.For("other.csv"); options.Tables != "html" || limits.Get(converters.LimitCells) != 1<<20 {
		t.Errorf("other.csv: %+v, %+v", options, limits)
	}
	if _, _, include := o.For("data/drafts/x.md"); include {
		t.Error("a draft is included")
	}
}

func TestEveryErrorInOptionsHasItsPlace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\n  \"labels\": \"x\"\n}", `2:3: unknown field "labels"`},
		{"{\n  \"options\": {\"table\": \"html\"}\n}", `2:15: unknown field "table"`},
		{"{\"label\": \"a\", \"label\": \"b\"}", `1:16: field "label" stands twice`},
		{"{\"label\": 7}", "1:"},
		{"{\"options\": {\"rows\": \"many\"}}", "options.rows: a string stands where int is expected"},
		{"{\n\"options\": {\"tables\": \"ascii\"}}", `2:12: tables: "ascii" is none of`},
		{"{\"limits\": {\"text\": -1}}", "1:12: limits.text: -1 is below zero"},
		{"{\"sources\": [{\"match\": \"[\"}]}", `1:14: match: "[" is not a glob`},
		{"{\"sources\": [{\"match\": \"a\", \"limits\": {\"speed\": 1}}]}", `unknown field "speed"`},
		{"{\"label\": ", "1:"},
		{"[1]", "1:"},
		{"{\"label\": \" # \"}", "1:11: label: must not be empty"},
	} {
		_, err := profile.ParseOptions([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want %q in it", c.text, err, c.want)
		}
	}
}

func TestOptionsWithOneMeaningHaveOneForm(t *testing.T) {
	a, errA := profile.ParseOptions([]byte(`{"options": {"tables": "pipe", "hidden": "drop"}, "limits": {"cells": 1048576}, "sources": [{"match": "*", "options": {"comments": "keep"}}]}`))
	b, errB := profile.ParseOptions([]byte(`{"sources": [{"match": "*"}]}`))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if diff := cmp.Diff(string(a.Canonical()), string(b.Canonical())); diff != "" {
		t.Error(diff)
	}
	c, _ := profile.ParseOptions([]byte(`{"sources": [{"match": "*", "options": {"comments": "off"}}]}`))
	if string(c.Canonical()) == string(b.Canonical()) {
		t.Error("options with another meaning have the same form")
	}
}

// TestADeepFileIsAnErrorAndNoCrash: a stack that overflows would end the
// process, whatever recovers.
func TestADeepFileIsAnErrorAndNoCrash(t *testing.T) {
	for _, unit := range []string{"[", `{"a":`, "// \"\n[", `["]",`} {
		deep := []byte(strings.Repeat(unit, 1<<20/len(unit)))
		if _, err := profile.ParseOptions(deep); err == nil {
			t.Errorf("%q as options is no error", unit)
		}
		if _, problems := profile.ParseConfig("backstory.json", deep); len(problems) == 0 {
			t.Errorf("%q as configuration is no problem", unit)
		}
		if p := profile.ParsePreferences(deep); len(p.Problems) == 0 {
			t.Errorf("%q as preferences is no problem", unit)
		}
	}
}

func FuzzParseOptions(f *testing.F) {
	f.Add(`{"label": "x", "sources": [{"match": "**/*.md"}]}`)
	f.Add(`{"options": {"rows": 1e400}} // x`)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := profile.ParseOptions([]byte(text))
		if err == nil {
			o.For("a/b.md")
			again, err := profile.ParseOptions(o.Canonical())
			if err != nil || string(again.Canonical()) != string(o.Canonical()) {
				t.Errorf("%s does not read back: %v", o.Canonical(), err)
			}
		}
	})
}

func TestEveryOptionOfAConversionCanBeSet(t *testing.T) {
	for f := range reflect.TypeFor[converters.Options]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		value := `"neither"`
		if f.Type.Kind() == reflect.Int {
			value = "3"
		}
		_, err := profile.ParseOptions([]byte(`{"options": {"` + name + `": ` + value + `}}`))
		if err != nil && strings.Contains(err.Error(), "unknown") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
