package profile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed353dc258/backstory/profile"
)

func TestAnOrganisationIsNoWorkspaceOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "orgs", "acme", "profiles", "sky")
	for _, folder := range []string{filepath.Join(dir, "profiles", "ida"), at} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "soul.md"), []byte("You are.\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, from := range []string{at, filepath.Join(dir, "orgs", "acme"), dir} {
		if got, err := profile.FindWorkspace(from); err != nil || got != dir {
			t.Errorf("from %s: %q (%v)", from, got, err)
		}
	}
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	in, err := w.In("acme")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for org, of := range map[string]*profile.Workspace{"acme": in, "": w} {
		folders, err := of.Folders()
		if err != nil || len(folders) != 1 {
			t.Fatalf("%q: %v (%v)", org, folders, err)
		}
		p, err := profile.Open(folders[0])
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if p.Org() != org {
			t.Errorf("%s is of %q, want %q", p.Dir, p.Org(), org)
		}
	}
	if _, err := w.In("none"); err == nil {
		t.Error("an organisation without a folder was opened")
	}
}
