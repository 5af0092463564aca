package catalog

import (
	"context"
	"fmt"
	"net/url"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// Want is all that may name a model.
type Want struct {
	Flag     string            // what the user asks for now; it must be there
	Session  string            // what the session is kept with
	Identity *profile.Identity // role files, the workspace's roles, the soul, the workspace's model; may be nil
	Role     string            // that is worked in; empty for the orchestrator
}

// Choice is the model that answers, and why.
type Choice struct {
	Model
	From string // who named it
	// Notes say which names came before it and could not be used.
	Notes []string
}

// named is a name of a model and whose it is.
type named struct{ name, from string }

// Choose returns the model that answers: what the user asks for, else what the
// session has, the role or the profile or the workspace wants, what the user's
// configuration says, and at last the offline model. What cannot be used is
// passed over with a note, but for what the user asks for.
func (c *Catalog) Choose(w Want) (Choice, error) {
	if w.Flag != "" {
		m, err := c.find(w.resolve(w.Flag), true)
		return Choice{Model: m, From: "--model"}, err
	}
	names := []named{{w.Session, "the session"}, w.profile(), {c.options().User.Model, "model in " + ConfigName}}
	return c.first(names)
}

// OfflineOnly is the model of a session whose person wants no other. A session
// that is merely offline because nothing was configured when it began takes
// what is configured later.
const OfflineOnly = Offline + "/only"

// Named returns the model of a new session for the name that a person gives it.
// Nothing is what the profile or the configuration says.
func (c *Catalog) Named(i *profile.Identity, name, role string) (string, error) {
	if name == "" {
		return "", nil
	}
	choice, err := c.Choose(Want{Flag: name, Identity: i, Role: role})
	if err == nil && choice.Full == Offline {
		return OfflineOnly, nil
	}
	return choice.Full, err
}

// ChooseFor returns the model that answers in a session.
func (c *Catalog) ChooseFor(i *profile.Identity, s store.Session) (Choice, error) {
	w := Want{Session: s.Model, Identity: i, Role: s.Role}
	if w.Session == Offline {
		w.Session = ""
	}
	choice, err := c.Choose(w)
	if err != nil {
		return choice, err
	}
	var note string
	if choice.Model, note = c.Measure(context.Background(), choice.Model); note != "" {
		choice.Notes = append(choice.Notes, note)
	}
	if w.Session == "" {
		return choice, nil
	}
	// A session keeps the model that it began with: who named it then is told.
	w.Session = ""
	if named, err := c.Choose(w); err == nil && named.Full == choice.Full {
		choice.From = named.From
	}
	return choice, nil
}

// Utility returns the model that sums up sessions: that of the user's
// configuration, else the workspace's, else the one that was chosen.
func (c *Catalog) Utility(w Want, chosen Choice) Choice {
	names := []named{{c.options().User.Utility, "utility in " + ConfigName}}
	if w.Identity != nil {
		names = append(names, named{w.resolve(w.Identity.Config.Utility), "agents.defaults.model.utility"})
	}
	for _, n := range names {
		if n.name == "" {
			continue
		}
		if m, err := c.Find(n.name); err == nil {
			return Choice{Model: m, From: n.from}
		}
	}
	return chosen
}

// Embedding returns the model that gives vectors; without one it is the zero
// value.
func (c *Catalog) Embedding() (Model, error) {
	name := c.options().User.Embedding
	if name == "" {
		return Model{}, nil
	}
	m, err := c.Find(name)
	if err != nil {
		err = fmt.Errorf("embedding in %s: %w", ConfigName, err)
	}
	return m, err
}

// Fallback returns the models that answer where the chosen one does not, in
// order. One that cannot be used is passed over.
func (c *Catalog) Fallback(chosen Choice) []Model {
	var out []Model
	for _, name := range c.options().User.Fallback {
		if m, err := c.find(name, true); err == nil && m.Full != chosen.Full {
			out = append(out, m)
		}
	}
	return out
}

// first returns the first model that can be used.
func (c *Catalog) first(names []named) (Choice, error) {
	var notes []string
	for _, n := range names {
		if n.name == "" {
			continue
		}
		m, err := c.Find(n.name)
		if err == nil {
			return Choice{Model: m, From: n.from, Notes: notes}, nil
		}
		notes = append(notes, fmt.Sprintf("%s: %v", n.from, err))
	}
	m, err := c.Find(Offline)
	return Choice{Model: m, From: "the default", Notes: notes}, err
}

// profile returns what the profile wants for the role.
func (w Want) profile() named {
	if w.Identity == nil {
		return named{}
	}
	role := w.Role
	if role == "" {
		role = profile.Orchestrator
	}
	c := w.Identity.Model(role)
	if c.From == "the default" {
		return named{}
	}
	return named{c.Value, c.From}
}

// resolve returns what a workspace's alias stands for, or the name itself.
func (w Want) resolve(name string) string {
	if w.Identity == nil {
		return name
	}
	return w.Identity.Config.Resolve(name)
}

func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
