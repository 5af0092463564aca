package profile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/profile"
)

// workspaceWith makes a workspace with one profile and a configuration.
func workspaceWith(t *testing.T, config string) *profile.Workspace {
	t.Helper()
	dir := t.TempDir()
	soul := filepath.Join(dir, profile.ProfilesFolder, "Caelum", profile.SoulFile)
	if err := os.MkdirAll(filepath.Dir(soul), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(soul, []byte("# Caelum\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if config != "" {
		if err := os.WriteFile(filepath.Join(dir, profile.ConfigFile), []byte(config), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// coqui: 225, 226
func TestTheDefaultProfileIsSetAndCleared(t *testing.T) {
	for name, c := range map[string]struct{ before, set, cleared string }{
		"no file":  {"", `{"agents":{"defaults":{"profile":"caelum"}}}` + "\n", `{"agents":{"defaults":{}}}` + "\n"},
		"comments": {"{\n  // ours\n  \"agents\": {\"defaults\": {\"model\": \"m\"}}, // kept\n}\n", "{\n  // ours\n  \"agents\": {\"defaults\": {\"model\": \"m\",\"profile\":\"caelum\"}}, // kept\n}\n", "{\n  // ours\n  \"agents\": {\"defaults\": {\"model\": \"m\"}}, // kept\n}\n"},
		"another":  {`{"agents":{"defaults":{"profile":"lyra"}}}`, `{"agents":{"defaults":{"profile":"caelum"}}}`, `{"agents":{"defaults":{}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			w := workspaceWith(t, c.before)
			if err := w.SetDefault("CAELUM"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.set, config(t, w)); diff != "" || w.Config.Profile != "caelum" {
				t.Errorf("%q\n%s", w.Config.Profile, diff)
			}
			if err := w.SetDefault(""); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.cleared, config(t, w)); diff != "" || w.Config.Profile != "" {
				t.Errorf("%q\n%s", w.Config.Profile, diff)
			}
		})
	}
}

func config(t *testing.T, w *profile.Workspace) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(w.Dir, profile.ConfigFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestADefaultThatCannotBeSetChangesNothing(t *testing.T) {
	for name, before := range map[string]string{
		"broken":       "{ not json",
		"an array":     "[]",
		"not settings": `{"agents": "none"}`,
	} {
		w := workspaceWith(t, before)
		if err := w.SetDefault("caelum"); err == nil || config(t, w) != before {
			t.Errorf("%s: %v, %s", name, err, config(t, w))
		}
	}
	w := workspaceWith(t, "{}")
	if err := w.SetDefault("nobody"); err == nil || config(t, w) != "{}" {
		t.Error(err)
	}
}

// TestNobodyIsTheDefaultOnPurpose: where another system's file names a profile, ours
// says that there is none, and the other file stays.
func TestNobodyIsTheDefaultOnPurpose(t *testing.T) {
	w := workspaceWith(t, "")
	const other = `{"agents":{"defaults":{"profile":"caelum"}}}`
	if err := os.WriteFile(filepath.Join(w.Dir, profile.OpenClawFile), []byte(other), 0o644); err != nil {
		t.Fatal(err)
	}
	if w = w.Reread(); w.Config.Profile != "caelum" {
		t.Fatalf("%q", w.Config.Profile)
	}
	if err := w.SetDefault(""); err != nil || w.Config.Profile != "" {
		t.Errorf("%q, %v", w.Config.Profile, err)
	}
	if got := config(t, w); got != `{"agents":{"defaults":{"profile":null}}}`+"\n" {
		t.Errorf("%q", got)
	}
	text, err := os.ReadFile(filepath.Join(w.Dir, profile.OpenClawFile))
	if err != nil || string(text) != other {
		t.Errorf("%q, %v", text, err)
	}
	if err := w.SetDefault("caelum"); err != nil || w.Config.Profile != "caelum" {
		t.Errorf("%q, %v", w.Config.Profile, err)
	}
}
