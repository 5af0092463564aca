package host_test

import (
	"context"
	"iter"
	"testing"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

// stuck answers nothing until the program ends.
type stuck struct{ model.Provider }

func (stuck) Stream(ctx context.Context, _ *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		<-ctx.Done()
		yield(model.Event{}, context.Cause(ctx))
	}
}

// A task that a member of an organisation began outlives the program, unless the
// member may not talk any more.
func TestTasksOfMembersOutliveTheProgram(t *testing.T) {
	dir := workspace(t)
	h, err := open(t, dir, host.Settings{})
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
	cast := h.Runner.Cast
	h.Runner.Cast = func(ctx context.Context, sc scope.Scope, s store.Session) (runner.Cast, error) {
		c, err := cast(ctx, sc, s)
		c.Provider = stuck{c.Provider}
		return c, err
	}
	owner := org.Owner("acme")
	begun := map[string]string{}
	for _, name := range []string{"max", "vera", "out"} {
		if _, err := h.Orgs.CreateUser(t.Context(), org.Owner(scope.Platform), org.NewUser{Name: name}); err != nil {
			t.Fatal(err)
		}
		if err := h.Orgs.SetMember(t.Context(), owner, name, org.Member); err != nil {
			t.Fatal(err)
		}
		sc, err := scope.New("acme", name, def)
		if err != nil {
			t.Fatal(err)
		}
		x, err := h.Tasks.Start(t.Context(), tool.At{Scope: sc}, tool.Errand{Task: "Count the crates."})
		if err != nil {
			t.Fatal(err)
		}
		begun[name] = x.ID
	}
	if err := h.Orgs.SetMember(t.Context(), owner, "vera", org.Viewer); err != nil {
		t.Fatal(err)
	}
	if err := h.Orgs.DisableUser(t.Context(), org.Owner(scope.Platform), "out"); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	said := []string{}
	if h, err = open(t, dir, host.Settings{Settings: state.Settings{Warn: func(err error) { said = append(said, err.Error()) }}}); err != nil {
		t.Fatal(err)
	}
	h.Recover(t.Context())
	if err := h.Tasks.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(said) != 1 || said[0] != "tasks that were left go on: 1; backstory task list shows them" {
		t.Errorf("%q", said)
	}
	for name, want := range map[string]string{"max": "done", "vera": "waiting", "out": "waiting"} {
		sc, err := scope.New("acme", name, def)
		if err != nil {
			t.Fatal(err)
		}
		list, err := h.Tasks.List(t.Context(), tool.At{Scope: sc})
		if err != nil || len(list) != 1 || list[0].ID != begun[name] || list[0].State != want {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
	}
}
