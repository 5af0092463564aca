package door

import (
	"context"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/profile"
)

// Model is what a client can choose: a profile, or one in a role.
type Model struct {
	ID      string
	Display string
	Created time.Time
}

// Models lists what there is to choose: each profile, and each in its roles.
func (d *Door) Models(ctx context.Context) ([]Model, error) {
	list, err := d.Host(ctx).Profiles()
	if err != nil {
		return nil, err
	}
	var all []Model
	for _, one := range list {
		all = append(all, Model{ID: one.Name, Display: one.Display, Created: one.Changed})
		for _, role := range one.Roles {
			all = append(all, Model{ID: one.Name + ":" + role, Display: one.Display + " (" + role + ")", Created: one.Changed})
		}
	}
	return all, nil
}

// Model returns what has a name.
func (d *Door) Model(ctx context.Context, name string) (Model, error) {
	sc, role, err := d.choose(ctx, name)
	if err != nil {
		return Model{}, err
	}
	i, err := d.Host(ctx).Beside(sc.Profile())
	if err != nil {
		return Model{}, err
	}
	m := Model{ID: sc.Profile(), Display: i.Display, Created: host.Changed(i)}
	if role != "" {
		m.ID, m.Display = m.ID+":"+role, m.Display+" ("+role+")"
	}
	return m, nil
}

// Knows is an error where there is no model of a name.
func (d *Door) Knows(ctx context.Context, name string) error {
	_, _, err := d.choose(ctx, name)
	return err
}

// choose returns the scope of a profile, and the role, that a name is of.
func (d *Door) choose(ctx context.Context, name string) (sc scope.Scope, role string, err error) {
	unknown := api.NewProblem(404, "model_not_found", "there is no model of this name; a model is a profile, or a profile and a role: profile:role").About("model")
	own, role, _ := strings.Cut(name, ":")
	if own == "" {
		return sc, "", unknown
	}
	if sc, err = d.Speaking(ctx, own); err != nil {
		return sc, "", unknown
	}
	if role == "" {
		return sc, "", nil
	}
	i, err := d.Host(ctx).Beside(sc.Profile())
	if err != nil {
		return sc, "", err
	}
	role = profile.RoleKey(role)
	if role == profile.Orchestrator {
		return sc, "", nil
	}
	if i.CheckRole(role) != nil {
		return sc, "", unknown
	}
	return sc, role, nil
}
