package host

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// maxMemories is how many memories a prompt is composed with, at most.
const maxMemories = 200

// Cast composes what a session is played with, from the files as they are now.
// An agent that another one starts has the same prompt in its own role: who it
// is comes from the session's profile, whatever it is told.
func (h *Host) Cast(ctx context.Context, sc scope.Scope, s store.Session) (runner.Cast, error) {
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return runner.Cast{}, err
	}
	choice, err := h.Choose(i, s)
	if err != nil {
		return runner.Cast{}, err
	}
	tools, err := h.tools(sc, i, s)
	if err != nil {
		return runner.Cast{}, err
	}
	list, err := h.Store.ListMemories(ctx, sc, false, maxMemories)
	if err != nil {
		return runner.Cast{}, err
	}
	in := prompt.Inputs{
		Identity: i, Role: s.Role, Model: choice.Full, Tools: tools.ForPrompt(), Memories: forPrompt(list),
		Budget: prompt.Budget{Cap: i.Config.PromptTokens, Window: choice.Caps.Window},
	}
	if h.Project != nil && i.Preferences.Feature(tool.SetProjects) {
		in.Project = h.Project.Files
	}
	e, err := prompt.Compose(in)
	if err != nil {
		return runner.Cast{}, err
	}
	role := s.Role
	if role == "" {
		role = profile.Orchestrator
	}
	cast := runner.Cast{
		Epoch: e, Provider: &named{choice.Model}, Model: choice.Full, Tools: tools,
		Iterations: i.Iterations(role), Policy: i.Config.Refresh,
	}
	if u := h.Catalog.Utility(catalog.Want{Identity: i}, choice); u.Full != choice.Full {
		cast.Utility = runner.Utility{Provider: &named{u.Model}, Model: u.Full}
	}
	return cast, nil
}

// OfflineOnly is the model of a session whose person wants no other. A session
// that is merely offline because nothing was configured when it began takes
// what is configured later.
const OfflineOnly = catalog.Offline + "/only"

// Choose returns the model that answers in a session.
func (h *Host) Choose(i *profile.Identity, s store.Session) (catalog.Choice, error) {
	w := catalog.Want{Session: s.Model, Identity: i, Role: s.Role}
	if w.Session == catalog.Offline {
		w.Session = ""
	}
	return h.Catalog.Choose(w)
}

// forPrompt returns memories as a prompt has them; what another one holds
// instead of is left out.
func forPrompt(list []store.Memory) []prompt.Memory {
	var out []prompt.Memory
	for _, m := range list {
		if m.Superseded == "" {
			out = append(out, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	return out
}

// tools returns what can be called in a session. Agents that others start have
// no tasks of their own.
func (h *Host) tools(sc scope.Scope, i *profile.Identity, s store.Session) (*tool.Registry, error) {
	k := tool.Kit{
		Identity: i, Role: s.Role, Library: prompt.NewLibrary(i), Memories: h.Store, Todos: h.todos, Project: h.Project,
		Spawn: h.Runner.Spawn, Foreign: h.Foreign,
	}
	if s.Kind != store.Child && s.Kind != store.Background {
		k.Tasks = h.Runner
	}
	if i.Preferences.Feature(tool.SetArtifacts) {
		folder, err := h.artifacts(sc)
		if err != nil {
			return nil, err
		}
		k.Artifacts = folder
	}
	return k.Registry()
}

// artifacts returns the folder for the files that a profile's agent makes.
func (h *Host) artifacts(sc scope.Scope) (*os.Root, error) {
	name := path.Join("artifacts", "none") // of no profile
	if sc.Profile() != "" {
		name = path.Join("artifacts", "profiles", sc.Profile())
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if folder := h.folders[name]; folder != nil {
		return folder, nil
	}
	if err := h.state.MkdirAll(name, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder for artifacts: %w", err)
	}
	folder, err := h.state.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("opening the folder for artifacts: %w", err)
	}
	if h.folders == nil {
		h.folders = map[string]*os.Root{}
	}
	h.folders[name] = folder
	return folder, nil
}

// named is a provider whose models have the catalog's names: provider/model.
type named struct{ m catalog.Model }

func (n *named) Name() string { return n.m.Provider.Name() }

func (n *named) Caps(string) model.Caps { return n.m.Caps }

func (n *named) Encode(r *model.Request) ([]byte, error) { return n.m.Provider.Encode(n.own(r)) }

func (n *named) Stream(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	return n.m.Provider.Stream(ctx, n.own(r))
}

// own returns a request with the name that the provider has for the model.
func (n *named) own(r *model.Request) *model.Request {
	own := *r
	own.Model = n.m.Name
	return &own
}
