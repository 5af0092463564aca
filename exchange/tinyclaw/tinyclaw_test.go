package tinyclaw_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/tinyclaw"
)

func TestImport(t *testing.T) { exchangetest.Run(t, tinyclaw.NewNakama()) }

var desk = map[string][]byte{
	"SOUL.md": []byte("# Desk\n\nKeeps the desk.\n"), "STYLE.md": []byte("Short.\n"), "MEMORY.md": []byte("## 2026-01-02\n\n- The lamp broke.\n"),
	"INSTRUCTIONS.md": []byte("Greet.\n"), "examples/greeting.md": []byte("Good day.\n"),
}

// TestAProfileComesBack: what Nakama has in files goes out under the same names,
// and as a pack with the manifest that Nakama asks for.
func TestAProfileComesBack(t *testing.T) {
	dir := exchangetest.Place(t, tinyclaw.New(), exchangetest.Folder("desk", desk))
	files := exchangetest.Export(t, tinyclaw.New(), dir, "tinyclaw")
	for name, want := range desk {
		if string(files[name]) != string(want) {
			t.Errorf("%s came back as %q", name, files[name])
		}
	}
}

func TestAPackHasItsManifestAndComesBack(t *testing.T) {
	in := map[string][]byte{"nakama-profile-export.json": []byte(`{"kind":"nakama-profile-export","version":1,"meta":{"name":"Front Desk","systemPrompt":"Be kind.","toolNames":["shell"]}}`)}
	for name, text := range desk {
		in[name] = text
	}
	first := exchangetest.Place(t, tinyclaw.NewNakama(), exchangetest.File("pack.zip", exchangetest.Zip(t, in)))
	packed := exchangetest.Export(t, tinyclaw.NewNakama(), first, "nakama")[""]
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Kind          string
		Version       int
		TopLevelPaths []string
		Meta          struct {
			Name, SystemPrompt string
			ToolNames          []string
		}
	}
	f, err := z.Open("nakama-profile-export.json")
	if err == nil {
		err = json.NewDecoder(f).Decode(&manifest)
	}
	if err != nil {
		t.Fatal(err)
	}
	m := manifest.Meta
	if manifest.Kind != "nakama-profile-export" || manifest.Version != 1 || m.Name != "Front Desk" || m.SystemPrompt != "Be kind." || m.ToolNames == nil || len(m.ToolNames) > 0 {
		t.Errorf("the manifest is %+v", manifest)
	}
	if want := []string{"INSTRUCTIONS.md", "MEMORY.md", "SOUL.md", "STYLE.md", "examples"}; !slices.Equal(manifest.TopLevelPaths, want) {
		t.Errorf("it has %q, want %q", manifest.TopLevelPaths, want)
	}
	second := exchangetest.Place(t, tinyclaw.NewNakama(), exchangetest.File("pack.zip", packed))
	if again := exchangetest.Export(t, tinyclaw.NewNakama(), second, "nakama")[""]; !bytes.Equal(packed, again) {
		t.Error("a pack is another one after a second trip")
	}
}

func TestAnOrganisationIsSplit(t *testing.T) {
	files := map[string][]byte{
		"MEMORY.md":                     []byte("## Org Memory\n\nLoose line.\n\n## Pinned\n\n- Acme pays late.\n\n## 2026-07-31\n\n- Support is open\n  from nine.\n* The hall is locked.\n"),
		"memory-history/1.json":         []byte("{}"),
		"memory-archive/2026-01.md":     []byte("- Old.\n"),
		"profiles/desk/SOUL.md":         desk["SOUL.md"],
		"profiles/cellar/SOUL.md":       []byte("# Cellar\n"),
		"profiles/cellar/examples/a.md": []byte("Yes.\n"),
		"logo.png":                      []byte("x"),
	}
	k := tinyclaw.New().(exchange.Splitter)
	root := map[string][]byte{"config.ini": []byte("key=secret\n")}
	for name, content := range files {
		root["orgs/acme/"+name] = content
	}
	for name, in := range map[string]*exchange.Input{
		"folder": exchangetest.Folder("acme", files), "data root": exchangetest.Folder(".nakama", root), "backup": exchangetest.File("nakama-export.zip", exchangetest.Zip(t, root)),
	} {
		o, err := k.Split(in)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, m := range o.Members {
			got = append(got, m.Name)
		}
		want := []exchange.Fact{{Text: "Acme pays late.", Pinned: true}, {Text: "Support is open from nine. (2026-07-31)"}, {Text: "The hall is locked. (2026-07-31)"}}
		if diff := cmp.Diff(want, o.Facts); diff != "" || !slices.Equal(got, []string{"cellar", "desk"}) {
			t.Errorf("%s: it has %q and shares %s", name, got, diff)
		}
		var said strings.Builder
		for _, n := range o.Notes {
			said.WriteString(n.Place + ": " + n.Why + "\n")
		}
		for _, part := range []string{"memory-history/1.json", "memory-archive/2026-01.md", "logo.png", "MEMORY.md: lines"} {
			if !strings.Contains(said.String(), part) {
				t.Errorf("%s: nothing is said of %s:\n%s", name, part, said.String())
			}
		}
	}
	for name, content := range files {
		root["orgs/other/"+name] = content
	}
	for name, in := range map[string]*exchange.Input{"two": exchangetest.Folder("x", root), "none": exchangetest.Folder("x", desk)} {
		if _, err := k.Split(in); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
