package host_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// What a program began with files that was killed is ended by the next one that
// starts, in all organisations, and said once.
func TestBegunChangesOfFilesAreEndedAtTheStart(t *testing.T) {
	dir := workspace(t)
	var said []string
	settings := host.Settings{Settings: state.Settings{Warn: func(err error) { said = append(said, err.Error()) }}}
	h, err := open(t, dir, settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Orgs.CreateOrg(t.Context(), org.Owner(scope.Platform), "acme", "Acme"); err != nil {
		t.Fatal(err)
	}
	acme, err := h.In("acme")
	if err != nil {
		t.Fatal(err)
	}
	def, err := acme.Directory().Default(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	begin := func(h *host.Host, name, step string) string {
		none := 0
		h.Desk.Settings = proposal.Settings{Enabled: true, MinEvidence: &none}
		sc, err := h.Scope(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := h.Desk.Propose(t.Context(), sc, store.Origin{By: "agent"}, proposal.Draft{Target: "user.md", Title: "T", Patch: "# Ida\n\nTea.\n", Confidence: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Desk.Approve(t.Context(), sc, p.ID, proposal.Reviewer{Name: "bo"}); err != nil {
			t.Fatal(err)
		}
		h.Desk.Step = func(at string) {
			if at == step {
				runtime.Goexit()
			}
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			h.Desk.Apply(context.WithoutCancel(t.Context()), sc, p.ID, "bo")
		}()
		<-ended
		return p.ID
	}
	first, second := begin(h, "ida", "begun"), begin(acme, def, "written")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if h, err = open(t, dir, settings); err != nil {
		t.Fatal(err)
	}
	said = nil
	h.Recover(t.Context())
	h.Recover(t.Context())
	if want := "proposal " + first + " was being worked on by a program that ended: it is approved\nproposal " + second +
		" was being worked on by a program that ended: it is applied"; strings.Join(said, "\n") != want {
		t.Errorf("it says %q, want %q", said, want)
	}
	if _, err := os.Lstat(filepath.Join(dir, "profiles", "ida", "user.md")); err == nil {
		t.Error("what was not written is there")
	}
	if got := string(read(t, filepath.Join(dir, "orgs", "acme", "profiles", def, "user.md"))); got != "# Ida\n\nTea.\n" {
		t.Errorf("%q", got)
	}
}
