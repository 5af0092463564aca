package host_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/store"
)

// TestAnotherConfigurationHoldsFromTheNextTurnOn changes the models of the user and
// the workspace's default while others compose prompts.
func TestAnotherConfigurationHoldsFromTheNextTurnOn(t *testing.T) {
	dir := workspace(t)
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	sc, err := h.Scope("ida")
	if err != nil {
		t.Fatal(err)
	}
	model := func() string {
		t.Helper()
		cast, err := h.Cast(t.Context(), sc, store.Session{Kind: store.Interactive})
		if err != nil {
			t.Fatal(err)
		}
		return cast.Model
	}
	before := model()
	var others sync.WaitGroup
	for range 4 {
		others.Go(func() {
			for range 20 {
				if _, err := h.Cast(t.Context(), sc, store.Session{Kind: store.Interactive}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	user, err := catalog.Parse([]byte(`{"model": "local/small", "providers": {"local": {"type": "ollama"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "backstory.json"), []byte(`{"agents": {"defaults": {"profile": "ida"}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	h.Reload(user, nil)
	others.Wait()
	if after := model(); after != "local/small" || before == after {
		t.Errorf("%s, then %s", before, after)
	}
	if i, err := h.Identity(""); err != nil || i.Config.Profile != "ida" {
		t.Errorf("the default profile is not read again: %v", err)
	}
}
