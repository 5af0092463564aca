package profile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/suggest"
)

// Role returns a role by its name in any case. The orchestrator is not a file,
// unless somebody wrote one.
func (i *Identity) Role(name string) (Role, bool) {
	name = RoleKey(name)
	for _, r := range i.Roles {
		if r.Name == name {
			return r, true
		}
	}
	if name == Orchestrator {
		return Role{Name: Orchestrator, Description: "works on what is asked, with everything it has"}, true
	}
	return Role{}, false
}

// AvailableRoles returns the names of the roles that may be worked in, the
// orchestrator first, the others sorted: those with a file, and those to which
// the configuration gives a model, as far as the preferences allow them.
func (i *Identity) AvailableRoles() []string {
	names := []string{}
	for _, r := range i.Roles {
		if !r.Template && r.Name != Orchestrator {
			names = append(names, r.Name)
		}
	}
	slices.Sort(names)
	names = slices.DeleteFunc(names, func(n string) bool { return !i.Preferences.Allows(n) })
	return append([]string{Orchestrator}, names...)
}

// SpawnableRoles returns the roles in which a child agent may work: all that
// are available but the orchestrator.
func (i *Identity) SpawnableRoles() []string { return i.AvailableRoles()[1:] }

// CheckRole says why a role may not be worked in, or nil.
func (i *Identity) CheckRole(name string) error {
	switch role, ok := i.Role(name); {
	case !i.Preferences.Allows(name):
		return &RoleError{Profile: i.Name, Role: RoleKey(name), Forbidden: true}
	case !ok || role.Template:
		return &RoleError{Profile: i.Name, Role: RoleKey(name), Known: i.AvailableRoles()}
	}
	return nil
}

// RoleError says that a role may not be worked in.
type RoleError struct {
	Profile, Role string
	Forbidden     bool     // the preferences do not allow it
	Known         []string // those that there are, where it is none of them
}

// Error implements error.
func (e *RoleError) Error() string {
	if e.Forbidden {
		return "profile " + strconv.Quote(e.Profile) + " does not allow role " + strconv.Quote(e.Role)
	}
	return "unknown role " + strconv.Quote(e.Role) + "; available: " + strings.Join(e.Known, ", ") + suggest.Question(e.Role, e.Known)
}

// Choice is a setting and where it came from.
type Choice struct{ Value, From string }

// Model returns the model for a role: of the profile's role file, the
// workspace's, the configuration's role, the soul, the configuration, in this
// order. An alias is resolved.
func (i *Identity) Model(role string) Choice {
	found, _ := i.Role(role)
	choices := []Choice{
		{found.Model, found.File.Path},
		{i.Config.RoleModel(RoleKey(role)), "agents.defaults.roles." + RoleKey(role)},
		{i.Soul.Model, i.Soul.File.Path},
		{i.Config.Model, "agents.defaults.model.primary"},
	}
	for _, c := range choices {
		if c.Value != "" {
			return Choice{i.Config.Resolve(c.Value), c.From}
		}
	}
	return Choice{DefaultModel, "the default"}
}

// Iterations returns how often the agent may go round in one turn of a role.
func (i *Identity) Iterations(role string) int {
	found, _ := i.Role(role)
	for _, n := range []int{found.Iterations, i.Config.Iterations} {
		if n > 0 {
			return n
		}
	}
	return DefaultIterations
}
