package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/org/memory"
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
	cast, err := h.preview(ctx, sc, s)
	if err != nil {
		return cast, err
	}
	if h, err = h.of(sc); err == nil {
		h.observe(ctx, sc, s)
	}
	return cast, err
}

// preview is [Host.Cast] for who looks at it alone: nothing is kept.
func (h *Host) preview(ctx context.Context, sc scope.Scope, s store.Session) (runner.Cast, error) {
	h, err := h.of(sc)
	if err != nil {
		return runner.Cast{}, err
	}
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return runner.Cast{}, err
	}
	return h.castOf(ctx, sc, s, i)
}

// castOf composes it from what the files of a profile say.
func (h *Host) castOf(ctx context.Context, sc scope.Scope, s store.Session, i *profile.Identity) (runner.Cast, error) {
	return h.castWith(ctx, sc, s, i, nil)
}

// castWith is castOf with tools of its own; nil for those of the session.
func (h *Host) castWith(ctx context.Context, sc scope.Scope, s store.Session, i *profile.Identity, tools *tool.Registry) (_ runner.Cast, err error) {
	if h.Verify {
		i.Own.Samples, i.Own.Examples = nil, nil
	}
	if s.Kind == store.Client { // behind which may be many people
		i.User = profile.User{}
	} else if sc.Org() != scope.Local {
		if i.User, err = h.User(sc); err != nil {
			return runner.Cast{}, err
		}
	}
	i.For(audience(s.Kind))
	choice, err := h.Choose(i, s)
	if err != nil {
		return runner.Cast{}, err
	}
	if tools == nil {
		if tools, err = h.tools(sc, i, s); err != nil {
			return runner.Cast{}, err
		}
	}
	in := prompt.Inputs{
		Library: h.shelf(i).searcher.Library, Identity: i, Role: s.Role, Model: choice.Full, Tools: tools.ForPrompt(), Mode: h.Mode, Layout: h.Layout,
		Budget: prompt.Budget{
			Cap:    max(h.Budget.Cap, 0),
			Wanted: i.Config.PromptTokens,
			Window: cmp.Or(max(h.Budget.Window, 0), window(choice.Caps.Window, h.Runner.Window(choice.Full))),
		},
	}
	if s.Kind != store.Client {
		if err := h.remembered(ctx, sc, &in); err != nil {
			return runner.Cast{}, err
		}
	}
	e, err := compose(in, choice)
	if err != nil {
		return runner.Cast{}, err
	}
	cast := runner.Cast{
		Epoch: e, Provider: &named{choice.Model, h.Catalog}, Model: choice.Full, Tools: tools,
		Iterations: i.Iterations(cmp.Or(s.Role, profile.Orchestrator)), Policy: i.Config.Refresh, Answer: h.answer(sc),
		Outside: h.Untrusted,
	}
	if u := h.Catalog.Utility(catalog.Want{Identity: i}, choice); u.Full != choice.Full {
		u.Model, _ = h.Catalog.Measure(ctx, u.Model)
		cast.Utility = runner.Utility{Provider: &named{u.Model, h.Catalog}, Model: u.Full}
	}
	for _, m := range h.Catalog.Fallback(choice) {
		m, _ = h.Catalog.Measure(ctx, m)
		cast.Fallback = append(cast.Fallback, runner.Utility{Provider: &named{m, h.Catalog}, Model: m.Full})
	}
	return cast, nil
}

// window is that of a model, with what its server said of it.
func window(window, said int) int {
	if said > 0 && (window <= 0 || said < window) {
		return said
	}
	return window
}

// compose composes a prompt. What is pinned may have twice a prompt's share of a window
// that is too small for it.
func compose(in prompt.Inputs, choice catalog.Choice) (*prompt.Epoch, error) {
	e, err := prompt.Compose(in)
	if errors.Is(err, prompt.ErrOverBudget) && in.Budget.Cap == 0 && in.Budget.Wanted == 0 {
		in.Budget.Window *= 2
		e, err = prompt.Compose(in)
	}
	if n := len(choice.Notes); errors.Is(err, prompt.ErrOverBudget) && choice.Caps.Guessed && n > 0 {
		err = fmt.Errorf("%w; %s", err, choice.Notes[n-1]) // which says that nobody knows the window
	}
	return e, err
}

// audience says for whom the prompt of a kind of session is.
func audience(k store.Kind) profile.Audience {
	switch {
	case k == store.Client:
		return profile.ForShared
	case k == store.Child:
		return profile.ForChild
	case k.Unattended():
		return profile.ForCron
	}
	return profile.ForMain
}

// Utility returns the model for what belongs to no session of a profile.
func (h *Host) Utility(i *profile.Identity) (runner.Utility, error) {
	choice, err := h.Catalog.Choose(catalog.Want{Identity: i})
	if err != nil {
		return runner.Utility{}, err
	}
	u := h.Catalog.Utility(catalog.Want{Identity: i}, choice)
	return runner.Utility{Provider: &named{u.Model, h.Catalog}, Model: u.Full}, nil
}

// OfflineOnly is the model of a session whose person wants no other. A session
// that is merely offline because nothing was configured when it began takes
// what is configured later.
const OfflineOnly = catalog.Offline + "/only"

// Named returns the model of a new session for the name that a person gives it.
// Nothing is what the profile or the configuration says.
func (h *Host) Named(i *profile.Identity, name, role string) (string, error) {
	if name == "" {
		return "", nil
	}
	choice, err := h.Catalog.Choose(catalog.Want{Flag: name, Identity: i, Role: role})
	if err == nil && choice.Full == catalog.Offline {
		return OfflineOnly, nil
	}
	return choice.Full, err
}

// Choose returns the model that answers in a session.
func (h *Host) Choose(i *profile.Identity, s store.Session) (catalog.Choice, error) {
	w := catalog.Want{Session: s.Model, Identity: i, Role: s.Role}
	if w.Session == catalog.Offline {
		w.Session = ""
	}
	choice, err := h.Catalog.Choose(w)
	if err != nil {
		return choice, err
	}
	var note string
	if choice.Model, note = h.Catalog.Measure(context.Background(), choice.Model); note != "" {
		choice.Notes = append(choice.Notes, note)
	}
	if w.Session == "" {
		return choice, nil
	}
	// A session keeps the model that it began with: who named it then is told.
	w.Session = ""
	if named, err := h.Catalog.Choose(w); err == nil && named.Full == choice.Full {
		choice.From = named.From
	}
	return choice, nil
}

// shared returns what the members of the organisation share, as a prompt has it.
func (h *Host) shared(ctx context.Context, sc scope.Scope) ([]prompt.Shared, error) {
	v, err := h.Store.Shared(ctx, sc, 0)
	if err != nil {
		return nil, err
	}
	var list []prompt.Shared
	for _, e := range memory.Choose(v) {
		list = append(list, prompt.Shared{ID: e.ID, Text: e.Text, Note: e.Created.UTC().Format(time.DateOnly)})
	}
	return list, nil
}

// remembered adds to a prompt the memories that no other one replaces, what the
// members of the organisation share, and the files of the project.
func (h *Host) remembered(ctx context.Context, sc scope.Scope, in *prompt.Inputs) error {
	list, err := h.Store.ListMemories(ctx, sc, false, maxMemories)
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.Superseded == "" {
			in.Memories = append(in.Memories, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	if in.Shared, err = h.shared(ctx, sc); err != nil {
		return err
	}
	if h.Project != nil && in.Identity.Preferences.Feature(tool.SetProjects) {
		in.Project = h.Project.Folders
	}
	return nil
}

// tools returns what can be called in a session. Agents that others start have
// no tasks of their own. A client's session has nothing that another session
// could see or be seen by.
func (h *Host) tools(sc scope.Scope, i *profile.Identity, s store.Session) (*tool.Registry, error) {
	var foreign []tool.Tool
	if h.Servers != nil {
		foreign = h.Servers.Tools()
	}
	proposals := h.Desk != nil && h.Desk.Settings.Enabled
	k := tool.Kit{
		Identity: i, Role: s.Role, Todos: h.kept.todos, Proposed: proposals && h.Desk.Settings.Memories,
		Foreign: foreign, Small: h.Mode == prompt.Minimal || h.Mode == prompt.None,
	}
	if i.HasLibrary() {
		k.Searcher = h.Searcher(i).With(h.Near(sc, i)).Placed(h.placesFound(sc)) // else there is nothing to read
	}
	if skills := h.skills(sc); len(skills.List()) > 0 {
		k.Skills = skills
	}
	if proposals && sc.Profile() != "" && s.Kind != store.Client && s.Kind != store.Child {
		k.Proposals = h.Desk
	}
	if s.Kind != store.Client { // behind which may be many people, who share nothing
		if err := h.personal(&k, sc, s.Kind); err != nil {
			return nil, err
		}
	}
	all, err := k.Registry()
	if err != nil {
		return nil, err
	}
	return h.unwatched(all, s.Kind), nil
}

// unwatched leaves out tools that change something where nobody watches: all of them while
// samples are answered, those that the user has not allowed in a scheduled task.
func (h *Host) unwatched(all *tool.Registry, kind store.Kind) *tool.Registry {
	var allowed []string
	switch {
	case h.Verify:
	case kind == store.Scheduled:
		allowed = h.Catalog.Unattended().Tools
	default:
		return all
	}
	return all.Without(func(name string) bool { return !tool.Reads(name) && !slices.Contains(allowed, name) })
}

// personal adds the tools of a session that belongs to one person.
func (h *Host) personal(k *tool.Kit, sc scope.Scope, kind store.Kind) (err error) {
	k.Memories, k.Project, k.Spawn = h.Store, h.Project, h.Runner.Spawn
	if sc.Org() != scope.Local {
		k.Shared = h.Store
	}
	if kind != store.Child && !kind.Unattended() {
		k.Tasks = h.Runner
	}
	if k.Identity.Preferences.Feature(tool.SetArtifacts) {
		k.Artifacts, err = h.kept.artifacts(sc.Profile())
	}
	return err
}

// named is a provider whose models have the catalog's names: provider/model.
type named struct {
	m       catalog.Model
	catalog *catalog.Catalog
}

func (n *named) Name() string { return n.m.Provider.Name() }

func (n *named) Caps(string) model.Caps { return n.m.Caps }

func (n *named) Encode(r *model.Request) ([]byte, error) { return n.m.Provider.Encode(n.own(r)) }

func (n *named) Stream(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	return n.m.Provider.Stream(ctx, n.own(r))
}

// own returns a request with the name that the provider has for the model, and without
// images where it takes none: those of a session may have been shown to another one.
func (n *named) own(r *model.Request) *model.Request {
	own := *r
	own.Model = n.m.Name
	if slices.ContainsFunc(r.Messages, model.Message.HasImage) && !n.catalog.TakesImages(context.Background(), n.m) {
		return own.WithoutImages()
	}
	return &own
}

// model returns the model of a new session, without composing its prompt.
func (h *Host) model(_ context.Context, sc scope.Scope, s store.Session) (string, error) {
	h, err := h.of(sc)
	if err != nil {
		return "", err
	}
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return "", err
	}
	if s.Role != "" {
		if err := i.CheckRole(s.Role); err != nil {
			return "", err
		}
	}
	choice, err := h.Choose(i, s)
	return choice.Full, err
}
