package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// A host leaves no folder open, also none of its organisations.
func TestCloseClosesTheFoldersOfOrganisations(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	acme, err := h.In("acme")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := acme.Workspace.Root.Stat("profiles"); !errors.Is(err, os.ErrClosed) {
		t.Errorf("its workspace: %v", err)
	}
	if _, err := acme.Directory().Default(t.Context()); err == nil {
		t.Error("what is kept of it is open")
	}
}

func TestAnOrganisationHasAHostOfItsOwn(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{Prompts: host.Prompts{Layout: "openclaw"}})
	if err != nil {
		t.Fatal(err)
	}
	owner := org.Owner(scope.Platform)
	if _, err := h.Orgs.CreateOrg(t.Context(), owner, "acme", "Acme"); err != nil {
		t.Fatal(err)
	}
	acme, err := h.In("acme")
	if err != nil {
		t.Fatal(err)
	}
	again, err := acme.In("acme")
	if err != nil || again != acme || acme.Org() != "acme" || h.Org() != scope.Local {
		t.Errorf("%v %v", again, err)
	}
	if acme.Layout != "openclaw" {
		t.Errorf("its prompts are composed in the layout %q", acme.Layout)
	}
	if back, err := acme.In(scope.Local); err != nil || back != h {
		t.Errorf("%v %v", back, err)
	}
	def, err := acme.Directory().Default(t.Context())
	if err != nil || def == "" {
		t.Fatalf("%q (%v)", def, err)
	}
	soul := filepath.Join(acme.Dir(), "profiles", def, "soul.md")
	if text, err := os.ReadFile(soul); err != nil || string(text) != "# Assistant\n\nYou are a helpful personal assistant.\n" {
		t.Errorf("%q (%v)", text, err)
	}
	// What is missing of a profile that is listed is made again, what is there is
	// left alone.
	if err := os.Remove(soul); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := h.Orgs.Profile(t.Context(), org.Owner("acme"), def); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(soul, append(read(t, soul), "Be brief.\n"...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(read(t, soul)); got != "# Assistant\n\nYou are a helpful personal assistant.\nBe brief.\nBe brief.\n" {
		t.Errorf("%q", got)
	}
	// Another organisation's profile is not there, also for what is composed.
	sc, err := scope.New("acme", "ida", def)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := h.Cast(t.Context(), sc, store.Session{}); err != nil || c.Epoch == nil {
		t.Errorf("%v", err)
	}
	foreign, err := scope.New("acme", "ida", "ida")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Cast(t.Context(), foreign, store.Session{}); err == nil {
		t.Error("an organisation speaks as the machine's profile")
	}
	for _, name := range []string{"../x", "", "Acme", scope.Platform} {
		if _, err := h.In(name); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestFewOrganisationsAreOpenAtOnce(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	first, err := h.In("org-0")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		if _, err := h.In(fmt.Sprint("org-", i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := host.OpenOrgs(h); n != 256 {
		t.Errorf("%d are open", n)
	}
	if _, err := first.Profiles(); err != nil {
		t.Errorf("one that is in use was closed: %v", err)
	}
}

// A session of an organisation begins with a backstory that is up to date, and
// keeps the one that it has.
func TestAProfileOfAnOrganisationIsBuiltWhenASessionBegins(t *testing.T) {
	var built []string
	failing := false
	h, err := open(t, workspace(t), host.Settings{Builds: host.Builds{Rebuild: func(_ context.Context, p *profile.Profile) ([]string, error) {
		built = append(built, filepath.Base(filepath.Dir(filepath.Dir(p.Dir)))+"/"+p.Name())
		if failing {
			return nil, errors.New("no room on the disk")
		}
		return nil, nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	owner := org.Owner(scope.Platform)
	if _, err := h.Orgs.CreateOrg(t.Context(), owner, "acme", "Acme"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Orgs.CreateProfile(t.Context(), org.Owner("acme"), "sky", ""); err != nil {
		t.Fatal(err)
	}
	begin := func(of, name string) {
		t.Helper()
		sc, err := scope.New(of, "ida", name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := h.Manager.Make(t.Context(), sc, store.Interactive, session.Want{})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, _, err := h.Manager.Open(t.Context(), sc, s.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	begin("acme", "sky")
	if len(built) != 1 || built[0] != "acme/sky" {
		t.Errorf("built are %v", built)
	}
	acme, err := h.In("acme")
	if err != nil {
		t.Fatal(err)
	}
	def, err := acme.Directory().Default(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	failing = true
	begin("acme", def)
	if len(built) != 2 {
		t.Errorf("built are %v", built)
	}
}

// A task of a member that a program left continues in the next one, as that
// member's.
func TestTasksOfOrganisationsGoOn(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if _, err := h.Orgs.CreateOrg(ctx, org.Owner(scope.Platform), "acme", "Acme"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Orgs.CreateProfile(ctx, org.Owner("acme"), "sky", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Orgs.CreateUser(ctx, org.Owner(scope.Platform), org.NewUser{Name: "ida"}); err != nil {
		t.Fatal(err)
	}
	if err := h.Orgs.SetMember(ctx, org.Owner("acme"), "ida", org.Member); err != nil {
		t.Fatal(err)
	}
	sc, err := scope.New("acme", "ida", "sky")
	if err != nil {
		t.Fatal(err)
	}
	left, err := h.Store.CreateSession(ctx, sc, store.Session{Kind: store.Background, Title: "look"})
	if err != nil {
		t.Fatal(err)
	}
	l, err := h.Store.Lease(ctx, sc, left.ID, "a program that ended", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Store.PutTurn(ctx, sc, l, store.Turn{State: store.TurnRunning}, store.Message{Role: "user", Body: []byte(`[{"text":"look"}]`)}); err != nil {
		t.Fatal(err)
	}
	if err := h.Store.Release(ctx, sc, l); err != nil {
		t.Fatal(err)
	}
	c, err := h.Runner.Open(ctx, sc, left.ID)
	if err != nil {
		t.Fatal(err)
	}
	cast, err := h.Cast(ctx, sc, left)
	if err == nil {
		err = c.Use(ctx, cast.Epoch, prompt.NewSession)
	}
	if err != nil {
		t.Fatal(err)
	}
	h.Recover(ctx)
	if err := h.Tasks.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	got, err := h.Store.Session(ctx, sc, left.ID)
	if err != nil || got.Status != store.Closed {
		t.Errorf("%+v (%v)", got, err)
	}
	said, err := h.Store.Messages(ctx, sc, left.ID, 0, 0)
	if err != nil || len(said) < 2 || said[len(said)-1].Role != "assistant" {
		t.Errorf("%+v (%v)", said, err)
	}
}
