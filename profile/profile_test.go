package profile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
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
	o, err := profile.ParseOptions([]byte("\ufeff" + `// how we build
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
	if options, limits, _ := o.For("other.csv"); options.Tables != "html" || limits.Get(converters.LimitCells) != 4<<20 {
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
		{"{\"label\": \"a\", \"label\": \"b\"}", `1:16: field "label" occurs twice`},
		{"{\"label\": 7}", "1:"},
		{"{\"options\": {\"rows\": \"many\"}}", "1:22: rows: a string is where a whole number is expected"},
		{"{\"options\": {\"rows\": 1.5}}", "1:22: rows: 1.5 is not a whole number"},
		{"{\"options\": {\"rows\": 99999999999999999999}}", "1:22: rows: 99999999999999999999 is not a whole number, or too large"},
		{"{\"options\": {\"rows\": -3}}", "1:22: rows: -3 is below zero"},
		{"{\n\"options\": {\"tables\": \"ascii\"}}", `2:23: tables: "ascii" must be pipe or html`},
		{`{"options": {"compat": "other"}}`, `1:24: compat: "other" must be coqui`},
		{`{"compat": "other"}`, `1:12: compat: "other" must be coqui`},
		{`{"options": {"hidden": "x"}}`, `1:24: hidden: "x" must be drop, mark or keep`},
		{`{"options": {"pages": "x"}}`, `1:23: pages: "x" is not a choice`},
		{"\ufeff{\"label\": 7}", "1:11: label: a number is where a string is expected"},
		{`{"label": null}`, "1:11: label: null is where a string is expected"},
		{`{"options": null}`, "1:13: options: null is where an object is expected"},
		{`{"options": []}`, "1:13: options: a list is where an object is expected"},
		{`{"ignore": "a"}`, "1:12: ignore: a string is where a list of strings is expected"},
		{`{"ignore": ["a", null]}`, "1:18: ignore: null is where a string is expected"},
		{`{"ignore": ["a", 7]}`, "1:18: ignore: a number"},
		{`{"sources": {"match": "a"}}`, "1:13: sources: an object is where a list of objects is expected"},
		{`{"sources": [null]}`, "1:14: sources: null is where an object is expected"},
		{`{"sources": [{"include": false}]}`, `1:14: sources: field "match" is missing`},
		{`{"sources": [{"match": "a", "include": "no"}]}`, "1:40: include: a string is where true or false is expected"},
		{`{"sources": [{"match": "a", "include": null}]}`, "1:40: include: null is"},
		{`{"sources": [{"match": "/abs/*"}]}`, `1:24: match: "/abs/*" begins with a slash`},
		{`{"sources": [{"match": "a/../b"}]}`, `1:24: match: "a/../b" matches nothing`},
		{`{"sources": [{"match": "../*"}]}`, `1:24: match: "../*" matches nothing`},
		{`{"sources": [{"match": "./a"}]}`, `1:24: match: "./a" matches nothing`},
		{`{"sources": [{"match": "a//b"}]}`, `1:24: match: "a//b" matches nothing`},
		{`{"sources": [{"match": "a/"}]}`, `1:24: match: "a/" ends with a slash: for what is in a folder, write "a/**"`},
		{`{"sources": [{"match": "a", "limits": {"files": 7}}]}`, `1:40: field "files" is not allowed here: it is a limit of the whole profile`},
		{`{"limits": {"text": 0}}`, "1:21: text: 0 is below one"},
		{"{\"limits\": {\"text\": -1}}", "1:21: text: -1 is below one"},
		{"{\"sources\": [{\"match\": \"[\"}]}", `1:24: match: "[" is not a glob`},
		{"{\"sources\": [{\"match\": \"a\", \"limits\": {\"speed\": 1}}]}", `unknown field "speed"`},
		{"{\"label\": ", "1:"},
		{"[1]", "1:"},
		{"{\"label\": \" # \"}", "1:11: label: must not be empty"},
	} {
		_, err := profile.ParseOptions([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want %q in it", c.text, err, c.want)
		} else if goWord.MatchString(err.Error()) {
			t.Errorf("%s: error %v has a word of Go", c.text, err)
		}
	}
}

var goWord = regexp.MustCompile(`\b(int(64)?|bool|struct|slice|map|profile\.|converters\.|Go )`)

// TestAProfileMayNotRaiseALimitByItself: it may come from anybody.
func TestAProfileMayNotRaiseALimitByItself(t *testing.T) {
	limit := converters.LimitText
	trusted := limit.Trusted()
	set := func(n int64) converters.Limits { return converters.Limits{}.With(limit, n) }
	for _, c := range []struct {
		text          string
		user, command converters.Limits
		want          int64 // 0 is an error
	}{
		{`{}`, set(0), set(0), 10 << 20},
		{`{}`, set(7), set(0), 7},
		{`{"limits": {"text": 5}}`, set(7), set(0), 5},
		{`{"limits": {"text": 5}}`, set(7), set(9), 9},
		{fmt.Sprintf(`{"limits": {"text": %d}}`, trusted), set(0), set(0), trusted},
		{fmt.Sprintf(`{"limits": {"text": %d}}`, trusted+1), set(0), set(0), 0},
		{fmt.Sprintf(`{"limits": {"text": %d}}`, trusted+1), set(7), set(0), 0},
		{fmt.Sprintf(`{"limits": {"text": %d}}`, trusted+1), set(trusted + 1), set(0), trusted + 1},
		{fmt.Sprintf(`{"limits": {"text": %d}}`, trusted+2), set(trusted + 1), set(0), 0},
		{fmt.Sprintf(`{"limits": {"text": %d}}`, trusted+2), set(0), set(3), 3},
		{fmt.Sprintf(`{"sources": [{"match": "a", "limits": {"text": %d}}]}`, trusted+2), set(0), set(0), 0},
		{fmt.Sprintf(`{"sources": [{"match": "a", "limits": {"text": %d}}]}`, trusted+2), set(0), set(3), 3},
	} {
		o, err := profile.ParseOptions([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if err = o.Grant(c.user, c.command); err != nil {
			if c.want != 0 || !strings.Contains(err.Error(), "backstory/.backstory.json:1:") || !strings.Contains(err.Error(), "--limit text=") {
				t.Errorf("%s: %v", c.text, err)
			}
			continue
		}
		if _, limits, _ := o.For("a"); limits.Get(limit) != c.want {
			t.Errorf("%s with %v and %v: %d, want %d", c.text, c.user, c.command, limits.Get(limit), c.want)
		}
	}
}

func TestOptionsWithOneMeaningHaveOneForm(t *testing.T) {
	a, errA := profile.ParseOptions([]byte(`{"options": {"tables": "pipe", "hidden": "drop"}, "limits": {"cells": 4194304}, "sources": [{"match": "*", "options": {"comments": "keep"}}]}`))
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
			t.Errorf("%q as options is not an error", unit)
		}
		if _, problems := profile.ParseConfig("backstory.json", deep); len(problems) == 0 {
			t.Errorf("%q as configuration is not a problem", unit)
		}
		if p := profile.ParsePreferences(deep); len(p.Problems) == 0 {
			t.Errorf("%q as preferences is not a problem", unit)
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

// A file names the version that builds its profile, as exactly as it likes.
func TestCompilerPinsTheVersion(t *testing.T) {
	for pin, versions := range map[string]map[string]bool{
		"":      {"devel": true, "v9.9.9": true},
		"1":     {"v1.0.0": true, "1.9.2": true, "v10.0.0": false, "v2.1.0": false, "devel": false},
		"1.2":   {"1.2.0": true, "v1.2.3": true, "v1.20.0": false, "v1.3.0": false, "1.2": true, "v1.2.4-0.20260101000000-abcdef": false},
		"1.2.3": {"v1.2.3": true, "v1.2.30": false, "v1.2.3+dirty": true, "v1.2.3-rc1": false, "": false},
	} {
		o := profile.Options{Compiler: pin}
		for version, want := range versions {
			if o.MayCompile(version) != want {
				t.Errorf("%q may compile where the file says %q: %v", version, pin, !want)
			}
		}
	}
}
