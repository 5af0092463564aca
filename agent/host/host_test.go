package host_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, dir string, s host.Settings) (*host.Host, error) {
	t.Helper()
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	s.Workspace = w
	if s.Catalog == nil {
		s.Catalog = catalog.New(catalog.Options{})
	}
	h, err := host.Open(t.Context(), s)
	if err == nil {
		t.Cleanup(func() { h.Close() })
	}
	return h, err
}

func workspace(t *testing.T) string {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"profiles/ida/soul.md":           "You are Ida.\n",
		"profiles/ida/backstory.md":      "Ida was born at Skarv.\n",
		"profiles/ida/roles/clerk.md":    "---\nname: clerk\ndescription: Files papers.\ntools: [memory]\n---\n\nYou file papers.\n",
		"profiles/lyra/soul.md":          "You are Lyra.\n",
		"profiles/lyra/preferences.json": `{"prompts": {"features": {"artifacts": false}}}`,
	})
	return dir
}

// A workspace that cannot be written in can be talked with.
func TestStateOfAReadOnlyWorkspaceIsKeptElsewhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the mode of a folder keeps nobody from writing in it here")
	}
	if os.Getuid() != 0 {
		dir := workspace(t)
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(dir, 0o755) })
		readOnly(t, dir)
		return
	}
	at := t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "none", at).Run(); err != nil {
		t.Skip("this user may not mount")
	}
	t.Cleanup(func() { exec.Command("umount", "-l", at).Run() })
	if err := os.CopyFS(at, os.DirFS(workspace(t))); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mount", "-o", "remount,ro", at).Run(); err != nil {
		t.Skip("this user may not mount")
	}
	readOnly(t, at)
}

func readOnly(t *testing.T, dir string) {
	t.Helper()
	data := t.TempDir()
	var told []string
	settings := host.Settings{Settings: state.Settings{Data: data, Known: filepath.Join(t.TempDir(), "stores"), Warn: func(err error) { told = append(told, err.Error()) }}}
	for range 2 { // the second time the store is known
		told = nil
		h, err := open(t, dir, settings)
		if err != nil {
			t.Fatal(err)
		}
		if len(told) != 1 || !strings.Contains(told[0], data) {
			t.Errorf("%q", told)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
	settings.Data = ""
	if _, err := open(t, dir, settings); err == nil {
		t.Error("there is no place for the state, and nothing says so")
	}
}

// coqui: 209, 210, 212
func TestAProfileSeesItsOwn(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ida, _ := h.Scope("Ida")
	lyra, _ := h.Scope("lyra")
	if _, err := h.Store.SaveMemory(t.Context(), ida, store.Memory{Text: "The kettle is blue."}); err != nil {
		t.Fatal(err)
	}
	a, err := h.Cast(t.Context(), ida, store.Session{Kind: store.Interactive})
	if err != nil {
		t.Fatal(err)
	}
	b, err := h.Cast(t.Context(), lyra, store.Session{Kind: store.Interactive})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(a.Epoch.System, "The kettle is blue.") || !strings.Contains(a.Epoch.System, "born at Skarv") {
		t.Error(a.Epoch.System)
	}
	if strings.Contains(b.Epoch.System, "kettle") || strings.Contains(b.Epoch.System, "Skarv") {
		t.Error(b.Epoch.System)
	}
	if _, ok := a.Tools.Find("artifact_write"); !ok {
		t.Error("the feature is on and the tool is missing")
	}
	if _, ok := b.Tools.Find("artifact_write"); ok {
		t.Error("the feature is off and the tool is there")
	}
}

// coqui: 208
func TestAChildIsWhoItsParentIs(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ida, _ := h.Scope("ida")
	cast, err := h.Cast(t.Context(), ida, store.Session{Kind: store.Child, Role: "clerk"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"You are Ida.", "born at Skarv", "You file papers."} {
		if !strings.Contains(cast.Epoch.System, want) {
			t.Errorf("no %q in\n%s", want, cast.Epoch.System)
		}
	}
	if _, ok := cast.Tools.Find("task_start"); ok {
		t.Error("a child may start tasks")
	}
	if _, ok := cast.Tools.Find("artifact_write"); ok {
		t.Error("the role has a tool that its file does not name")
	}
	var refused *profile.RoleError
	if _, err := h.Cast(t.Context(), ida, store.Session{Kind: store.Child, Role: "ghost"}); !errors.As(err, &refused) {
		t.Error(err)
	}
}

func TestTheHeadOfATurnTellsWhatIsNew(t *testing.T) {
	at := time.Date(2025, 3, 4, 5, 6, 0, 0, time.UTC)
	h, err := open(t, workspace(t), host.Settings{Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	ida, _ := h.Scope("ida")
	save := func(text string) {
		if _, err := h.Store.SaveMemory(t.Context(), ida, store.Memory{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	save("Known before.")
	found, err := h.Manager.Resolve(t.Context(), ida, session.Want{})
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := h.Manager.Open(t.Context(), ida, found.Session.ID)
	if err != nil {
		t.Fatal(err)
	}
	save("Learned meanwhile.")
	head, err := h.Head(t.Context(), c, "hello")
	if err != nil || len(head.Memories) != 1 || head.Memories[0].Text != "Learned meanwhile." || head.Date != "Tuesday, 4 March 2025, 05:06 UTC" {
		t.Errorf("%+v, %v", head, err)
	}
	if _, err := c.Turn(t.Context(), runner.Input{Text: "hello", Head: head}, nil); err != nil {
		t.Fatal(err)
	}
	if head, err = h.Head(t.Context(), c, "hello"); err != nil || len(head.Memories) != 0 {
		t.Errorf("told twice: %+v, %v", head, err)
	}
}

func TestASessionTakesAModelThatIsConfiguredLater(t *testing.T) {
	dir := workspace(t)
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ida, _ := h.Scope("ida")
	found, err := h.Manager.Resolve(t.Context(), ida, session.Want{})
	if err != nil || found.Session.Model != catalog.Offline {
		t.Fatal(found, err)
	}
	h.Catalog = catalog.New(catalog.Options{User: catalog.Settings{
		Model: "here/m", Providers: map[string]catalog.Provider{"here": {Type: "ollama", BaseURL: "http://127.0.0.1:9/v1"}},
	}})
	for model, want := range map[string]string{catalog.Offline: "here/m", catalog.OfflineOnly: catalog.OfflineOnly} {
		cast, err := h.Cast(t.Context(), ida, store.Session{Kind: store.Interactive, Model: model})
		if err != nil || cast.Model != want || cast.Epoch.Model != want {
			t.Errorf("%s: %s, %v", model, cast.Model, err)
		}
	}
}

func TestAnotherModelSumsUp(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ida, _ := h.Scope("ida")
	for utility, want := range map[string]string{"": "", "here/small": "here/small", "here/m": "", "nowhere/x": ""} {
		h.Catalog = catalog.New(catalog.Options{User: catalog.Settings{
			Model: "here/m", Utility: utility, Providers: map[string]catalog.Provider{"here": {Type: "ollama", BaseURL: "http://127.0.0.1:9/v1"}},
		}})
		cast, err := h.Cast(t.Context(), ida, store.Session{Kind: store.Interactive})
		if err != nil || cast.Utility.Model != want || (cast.Utility.Provider != nil) != (want != "") {
			t.Errorf("%q: %+v, %v", utility, cast.Utility, err)
		}
	}
}

func TestConversationsOfStrangersAreRefused(t *testing.T) {
	dir, known := workspace(t), filepath.Join(t.TempDir(), "stores")
	h, err := open(t, dir, host.Settings{Settings: state.Settings{Known: known}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.Close(), h.Workspace.Close()); err != nil { // Windows moves no folder that is open
		t.Fatal(err)
	}
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	if h, err = open(t, moved, host.Settings{Settings: state.Settings{Known: known}}); err != nil {
		t.Fatal("a folder that was moved:", err)
	}
	h.Close()
	other := filepath.Join(t.TempDir(), "stores")
	if _, err := open(t, moved, host.Settings{Settings: state.Settings{Known: other}}); !errors.Is(err, state.ErrForeign) {
		t.Error(err)
	}
	mark := filepath.Join(moved, state.Name, "mark")
	if err := os.WriteFile(mark, []byte("../../etc/passwd\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, moved, host.Settings{Settings: state.Settings{Known: known}}); !errors.Is(err, state.ErrForeign) {
		t.Error(err)
	}
	if h, err = open(t, moved, host.Settings{Settings: state.Settings{Known: other, Adopt: true}}); err != nil {
		t.Fatal(err)
	}
	h.Close()
	if _, err := open(t, moved, host.Settings{Settings: state.Settings{Known: other}}); err != nil {
		t.Error("what was taken over is refused:", err)
	}
	names, err := os.ReadDir(other)
	if err != nil || len(names) != 1 {
		t.Error(names, err)
	}
	if ignored, err := os.ReadFile(filepath.Join(moved, state.Name, ".gitignore")); err != nil || string(ignored) != "*\n" {
		t.Errorf("%q, %v", ignored, err)
	}
}

func TestAProfileThatStandsAloneHasAHost(t *testing.T) {
	dir := filepath.Join(workspace(t), "profiles", "ida")
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	h, err := host.Open(t.Context(), host.Settings{Settings: state.Settings{Alone: p}, Catalog: catalog.New(catalog.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	i, err := h.Identity("IDA")
	if err != nil || i.Display != "Ida" || !slices.Contains(i.AvailableRoles(), "clerk") {
		t.Error(i, err)
	}
	if _, err := h.Identity("lyra"); !errors.Is(err, profile.ErrUnknown) {
		t.Error(err)
	}
}

// TestTheFirstStartOfAWorkspaceThatWasTakenOver: what its system begins with is
// made, and nothing that is there is touched. When there are a name and a soul,
// BOOTSTRAP.md goes.
//
// OC-04, MO-06
func TestTheFirstStartOfAWorkspaceThatWasTakenOver(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		made  string // what is there then, sorted
		last  string // and when the first start is over
	}{
		{
			"workspace",
			map[string]string{"BOOTSTRAP.md": "Hello.\n", "AGENTS.md": "Mine.\n"},
			".backstory AGENTS.md BOOTSTRAP.md HEARTBEAT.md IDENTITY.md SOUL.md TOOLS.md USER.md",
			".backstory AGENTS.md HEARTBEAT.md IDENTITY.md SOUL.md TOOLS.md USER.md",
		},
		{
			"workspace",
			map[string]string{"BOOTSTRAP.md": "Hello.\n", "SOUL.md": "Be brief.\n", "IDENTITY.md": "- Name: Mo\n"},
			".backstory AGENTS.md IDENTITY.md SOUL.md TOOLS.md", ".backstory AGENTS.md IDENTITY.md SOUL.md TOOLS.md",
		},
		{".moltis", map[string]string{"AGENTS.md": "Mine.\n", "TOOLS.md": "x"}, ".backstory AGENTS.md IDENTITY.md SOUL.md TOOLS.md", ".backstory AGENTS.md IDENTITY.md SOUL.md TOOLS.md"},
	} {
		dir, data := filepath.Join(t.TempDir(), c.name), t.TempDir()
		put := func(name, text string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range c.files {
			put(name, text)
		}
		if c.name == ".moltis" {
			put("IDENTITY.md", "")
		}
		if got := enter(t, dir, data, true, false); got != c.made {
			t.Errorf("%s has %s, want %s", c.name, got, c.made)
		}
		for name, text := range c.files {
			if content, err := os.ReadFile(filepath.Join(dir, name)); err == nil && string(content) != text {
				t.Errorf("%s is %q", name, content)
			}
		}
		p, err := profile.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		i, err := profile.Load(nil, p)
		p.Close()
		if err != nil || len(i.Problems) > 0 || !i.Soul.File.Found || strings.TrimSpace(i.Soul.Body) == "" {
			t.Errorf("%v %v %+v", err, i.Problems, i.Soul.File)
		}
		if c.name == "workspace" {
			put("IDENTITY.md", "- **Name:**\n  Mo\n")
		}
		if got := enter(t, dir, data, false, true); got != c.made {
			t.Errorf("looking changed it: %s", got)
		}
		if got := enter(t, dir, data, false, false); got != c.last {
			t.Errorf("%s has %s at last, want %s", c.name, got, c.last)
		}
		if c.name == "workspace" {
			if content, err := os.ReadFile(filepath.Join(dir, state.Name, "BOOTSTRAP.md")); err != nil || string(content) != "Hello.\n" {
				t.Errorf("%q, %v", content, err)
			}
		}
	}
}

// enter opens a folder as a program would, closes it, and returns what is in it.
func enter(t *testing.T, dir, data string, adopt, look bool) string {
	t.Helper()
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	h, err := host.Open(t.Context(), host.Settings{Settings: state.Settings{Alone: p, Data: data, Adopt: adopt, Look: look}})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// A workspace of another system is taken over whole, also where a program ended
// in the middle of it.
func TestAWorkspaceIsTakenOverWhole(t *testing.T) {
	dir, data := filepath.Join(t.TempDir(), "workspace"), t.TempDir()
	files := map[string]string{"SOUL.md": "Be brief.\n", "AGENTS.md": "Ask first.\n"}
	enter := func(adopt bool) {
		t.Helper()
		p, err := profile.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		h, err := host.Open(t.Context(), host.Settings{Settings: state.Settings{Alone: p, Data: data, Adopt: adopt}})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write := func(files map[string]string) {
		t.Helper()
		for name, text := range files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(files)
	enter(false)
	if _, err := os.Stat(filepath.Join(dir, state.Name)); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("it is written in: %v", err)
	}
	write(map[string]string{state.Name + ".new/half": "x"})
	enter(true)
	for name, want := range map[string]bool{"store.db": true, "half": false} {
		if _, err := os.Stat(filepath.Join(dir, state.Name, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, state.Name+".new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was half-made is there: %v", err)
	}
}
