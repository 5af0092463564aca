package pack_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/pack"
)

// files are those of a profile with all that a pack may hold, and may not.
var files = map[string]string{
	"soul.md":                   "---\nmodel: vendor/m\n---\n# Harbor\n\nKeeps the desk.\n",
	"style.md":                  "Dry.\n",
	"preferences.json":          `{"prompts":{"labels":{"backstory":"Papers"}}}`,
	"context/hours.md":          "Open at nine.\n",
	"roles/clerk.md":            "---\nname: clerk\n---\nCounts.\n",
	"backstory/01-pier.md":      "# Pier\n\nLong.\n",
	"backstory/.backstory.json": `{"label":"Desk"}`,
	"backstory.md":              "## Papers\n\n### Pier\n\nLong.\n",
	"user.md":                   "Ruth.\n",
	".env":                      "KEY=1\n",
	"backstory/server.key":      "x\n",
	"skills/x/SKILL.md":         "---\nname: x\n---\n",
}

func place(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "profiles", "p")
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestATrustedPackGivesTheSamePrompt(t *testing.T) {
	dir := place(t, files)
	packed := exchangetest.Export(t, pack.New(), dir, "pack")[""]
	if again := exchangetest.Export(t, pack.New(), dir, "pack")[""]; !bytes.Equal(packed, again) {
		t.Error("the same profile gives other bytes")
	}
	in := exchangetest.File("in.zip", packed)
	in.Settings = true
	back := exchangetest.Place(t, pack.New(), in)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(back, filepath.FromSlash(name)))
		private := strings.Contains("user.md .env backstory/server.key skills/x/SKILL.md", name)
		if private != errors.Is(err, os.ErrNotExist) || err == nil && string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "user.md")); err != nil { // which stays with its user
		t.Fatal(err)
	}
	if a, b := exchangetest.Prompt(t, dir).Hash, exchangetest.Prompt(t, back).Hash; a != b {
		t.Errorf("the prompt's hash is %s, and was %s", b, a)
	}
}

func TestAPackThatIsNotTrustedBringsTextsAlone(t *testing.T) {
	packed := exchangetest.Export(t, pack.New(), place(t, files), "pack")[""]
	got, report, err := exchange.Files(context.Background(), pack.New(), exchangetest.File("in.zip", packed))
	if err != nil {
		t.Fatal(err)
	}
	exchangetest.Check(t, got)
	want := "# Harbor\n\nKeeps the desk.\n"
	if diff := cmp.Diff(want, string(got["soul.md"])); diff != "" {
		t.Error(diff)
	}
	if got["preferences.json"] != nil || got["roles/clerk.md"] != nil || got["backstory/01-pier.md"] == nil || got["style.md"] == nil {
		t.Errorf("files: %v", exchangetest.Report(report))
	}
	if !strings.Contains(exchangetest.Report(report), "lost preferences.json: changes how the agent works: --settings") {
		t.Error(exchangetest.Report(report))
	}
}

func TestAPackWithAKeyIsNotMade(t *testing.T) {
	dir := place(t, map[string]string{"soul.md": "# A\n\nB.\n", "context/x.md": "One\nkey: sk-abcdefghijklmnopqrstuvwxyz\n"})
	err := pack.New().Write(context.Background(), exchangetest.Persona(t, dir), "pack", &exchange.Export{})
	if err == nil || !strings.Contains(err.Error(), "context/x.md: line 2 looks like a key") {
		t.Errorf("error %v", err)
	}
}

func TestChangedPacksAreRefused(t *testing.T) {
	index := `{"schema":1,"name":"A","files":[{"path":"soul.md","size_bytes":2,"sha256":"` + strings.Repeat("0", 64) + `"}]}`
	for what, c := range map[string]struct {
		parts map[string]string
		err   error
	}{
		"no index":        {map[string]string{"soul.md": "A\n"}, exchange.ErrUnknown},
		"another digest":  {map[string]string{"soul.md": "A\n", "pack.json": index}, exchange.ErrCorrupt},
		"a file too many": {map[string]string{"soul.md": "A\n", "style.md": "B\n", "pack.json": index}, exchange.ErrCorrupt},
		"a file is gone":  {map[string]string{"pack.json": index}, exchange.ErrCorrupt},
		"another name":    {map[string]string{"style.md": "A\n", "pack.json": index}, exchange.ErrCorrupt},
		"a newer schema":  {map[string]string{"pack.json": `{"schema":2}`}, exchange.ErrUnknown},
		"no JSON":         {map[string]string{"pack.json": `{`}, exchange.ErrCorrupt},
	} {
		parts := map[string][]byte{}
		for name, text := range c.parts {
			parts[name] = []byte(text)
		}
		for _, settings := range []bool{false, true} {
			in := exchangetest.File("in.zip", exchangetest.Zip(t, parts))
			in.Settings = settings
			if _, err := exchange.Preview(context.Background(), pack.New(), in); !errors.Is(err, c.err) {
				t.Errorf("%s: %v, want %v", what, err, c.err)
			}
		}
	}
}

// TestASignatureIsOfEveryFile: the index is signed, and a pack of which anything
// was changed is none.
func TestASignatureIsOfEveryFile(t *testing.T) {
	dir := place(t, map[string]string{"soul.md": "# Harbor\n", "pack.json": "{}\n", "pack.json.sig": "x\n"})
	out := exchange.Export{Sign: func(index []byte) ([]byte, error) { return append([]byte("signed "), index...), nil }}
	if err := pack.New().Write(t.Context(), exchangetest.Persona(t, dir), "pack", &out); err != nil {
		t.Fatal(err)
	}
	errWrong := errors.New("wrong")
	signedBy := func(index, signature []byte) (string, error) {
		switch {
		case len(signature) == 0:
			return "", nil
		case string(signature) != "signed "+string(index):
			return "", errWrong
		}
		return "ida", nil
	}
	read := func(change func(parts map[string][]byte)) (string, error) {
		z, err := exchange.OpenZip(bytes.NewReader(out.Outputs[0].Content), int64(len(out.Outputs[0].Content)))
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string][]byte{}
		for _, e := range z.Entries {
			if parts[e.Name], err = z.Read(e.Name, 1<<20); err != nil {
				t.Fatal(err)
			}
		}
		change(parts)
		in := exchangetest.File("in.zip", exchangetest.Zip(t, parts))
		in.SignedBy = signedBy
		_, report, err := exchange.Files(t.Context(), pack.New(), in)
		return exchangetest.Report(report), err
	}
	if report, err := read(func(map[string][]byte) {}); err != nil || !strings.Contains(report, "the pack is signed by ida") {
		t.Errorf("%v\n%s", err, report)
	}
	if report, err := read(func(parts map[string][]byte) { delete(parts, "pack.json.sig") }); err != nil || !strings.Contains(report, "the pack is not signed") {
		t.Errorf("%v\n%s", err, report)
	}
	for what, c := range map[string]struct {
		change func(parts map[string][]byte)
		want   error
	}{
		"a changed text": {func(parts map[string][]byte) { parts["soul.md"] = []byte("# Other\n") }, exchange.ErrCorrupt},
		"a file more":    {func(parts map[string][]byte) { parts["style.md"] = []byte("x\n") }, exchange.ErrCorrupt},
		"a changed index": {func(parts map[string][]byte) {
			parts["pack.json"] = bytes.Replace(parts["pack.json"], []byte("P"), []byte("Q"), 1)
		}, errWrong},
		"another signature":     {func(parts map[string][]byte) { parts["pack.json.sig"] = []byte("x") }, errWrong},
		"a signature too large": {func(parts map[string][]byte) { parts["pack.json.sig"] = make([]byte, 1<<20) }, exchange.ErrLimit},
	} {
		if _, err := read(c.change); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
	}
}

// FuzzImport: a pack whose digests are right, with a file of any name.
func FuzzImport(f *testing.F) {
	f.Add("Desk", "backstory/01-pier.md", "# Pier\n", "---\nmodel: x\n---\n# Desk\n", false)
	f.Add("", "../../roles/x.md", "---\n", "", true)
	f.Add("a\nb", ".import/import.json", `{"schema":1,"kind":"card"}`, "# A\n", true)
	f.Add("A", "Soul.md", "a\u200bb", "\xff", false)
	f.Fuzz(func(t *testing.T, name, file, text, soul string, settings bool) {
		parts := map[string][]byte{"soul.md": []byte(soul), file: []byte(text)}
		if file == "" || strings.HasSuffix(file, "/") || len(file) > 1000 || file == "pack.json" || file == "pack.json.sig" {
			t.Skip("no name of a file of a profile")
		}
		type entry struct {
			Path   string `json:"path"`
			SHA256 string `json:"sha256"`
		}
		index := struct {
			Schema int     `json:"schema"`
			Name   string  `json:"name"`
			Files  []entry `json:"files"`
		}{1, name, nil}
		for _, part := range slices.Sorted(maps.Keys(parts)) {
			index.Files = append(index.Files, entry{part, fmt.Sprintf("%x", sha256.Sum256(parts[part]))})
		}
		content, err := json.Marshal(index)
		if err != nil {
			t.Fatal(err)
		}
		parts["pack.json"] = content
		in := exchangetest.File("in.zip", exchangetest.Zip(t, parts))
		in.Settings = settings
		made, _, err := exchange.Files(context.Background(), pack.New(), in)
		switch {
		case err != nil:
			if !errors.Is(err, exchange.ErrUnknown) && !errors.Is(err, exchange.ErrCorrupt) && !errors.Is(err, exchange.ErrLimit) {
				t.Errorf("the error %q is none that a caller can act on", err)
			}
		case !settings:
			exchangetest.Check(t, made)
		}
		for name := range made {
			if !filepath.IsLocal(filepath.FromSlash(name)) || name == "user.md" || name == ".env" {
				t.Errorf("an import made %q", name)
			}
		}
	})
}
