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
	return speaker{h, sc, i}.cast(ctx, s, nil)
}

// speaker is a profile as it speaks in a scope, with what its files say.
type speaker struct {
	h  *Host
	sc scope.Scope
	i  *profile.Identity
}

// cast composes what a session is played with. Its tools are those given; nil for those
// of the session.
func (sp speaker) cast(ctx context.Context, s store.Session, tools *tool.Registry) (_ runner.Cast, err error) {
	if sp.h.Verify {
		sp.i.Own.Samples, sp.i.Own.Examples = nil, nil
	}
	if s.Kind == store.Client { // behind which may be many people
		sp.i.User = profile.User{}
	} else if sp.sc.Org() != scope.Local {
		if sp.i.User, err = sp.h.User(sp.sc); err != nil {
			return runner.Cast{}, err
		}
	}
	sp.i.For(audience(s.Kind))
	choice, err := sp.h.Catalog.ChooseFor(sp.i, s)
	if err != nil {
		return runner.Cast{}, err
	}
	if tools == nil {
		if tools, err = sp.tools(s); err != nil {
			return runner.Cast{}, err
		}
	}
	in := prompt.Inputs{
		Library: sp.h.shelf(sp.i).searcher.Library, Identity: sp.i, Role: s.Role, Model: choice.Full, Tools: tools.ForPrompt(), Mode: sp.h.Mode, Layout: sp.h.Layout,
		Budget: prompt.Budget{
			Cap:    max(sp.h.Budget.Cap, 0),
			Wanted: sp.i.Config.PromptTokens,
			Window: cmp.Or(max(sp.h.Budget.Window, 0), window(choice.Caps.Window, sp.h.Runner.Window(choice.Full))),
		},
	}
	if s.Kind != store.Client {
		if err := sp.remembered(ctx, &in); err != nil {
			return runner.Cast{}, err
		}
	}
	e, err := compose(&sp.h.libraries, in, choice)
	if err != nil {
		return runner.Cast{}, err
	}
	cast := runner.Cast{
		Epoch: e, Provider: &named{choice.Model, sp.h.Catalog}, Model: choice.Full, Tools: tools,
		Iterations: sp.i.Iterations(cmp.Or(s.Role, profile.Orchestrator)), Policy: sp.i.Config.Refresh, Answer: sp.h.answer(sp.sc),
		Outside: sp.h.Untrusted,
	}
	if u := sp.h.Catalog.Utility(catalog.Want{Identity: sp.i}, choice); u.Full != choice.Full {
		u.Model, _ = sp.h.Catalog.Measure(ctx, u.Model)
		cast.Utility = runner.Utility{Provider: &named{u.Model, sp.h.Catalog}, Model: u.Full}
	}
	for _, m := range sp.h.Catalog.Fallback(choice) {
		m, _ = sp.h.Catalog.Measure(ctx, m)
		cast.Fallback = append(cast.Fallback, runner.Utility{Provider: &named{m, sp.h.Catalog}, Model: m.Full})
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
func compose(l *libraries, in prompt.Inputs, choice catalog.Choice) (*prompt.Epoch, error) {
	e, err := l.compose(in)
	if errors.Is(err, prompt.ErrOverBudget) && in.Budget.Cap == 0 && in.Budget.Wanted == 0 {
		in.Budget.Window *= 2
		e, err = l.compose(in)
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

// sharedIn returns what the members of the organisation share, as a prompt has it.
func sharedIn(ctx context.Context, from store.Store, sc scope.Scope) ([]prompt.Shared, error) {
	v, err := from.Shared(ctx, sc, 0)
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
func (sp speaker) remembered(ctx context.Context, in *prompt.Inputs) error {
	list, err := sp.h.Store.ListMemories(ctx, sp.sc, false, maxMemories)
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.Superseded == "" {
			in.Memories = append(in.Memories, prompt.Memory{ID: m.ID, Text: m.Text})
		}
	}
	if in.Shared, err = sharedIn(ctx, sp.h.Store, sp.sc); err != nil {
		return err
	}
	if sp.h.Project != nil && in.Identity.Preferences.Feature(tool.SetProjects) {
		in.Project = sp.h.Project.Folders
	}
	return nil
}

// tools returns what can be called in a session. Agents that others start have
// no tasks of their own. A client's session has nothing that another session
// could see or be seen by.
func (sp speaker) tools(s store.Session) (*tool.Registry, error) {
	var foreign []tool.Tool
	if sp.h.Servers != nil {
		foreign = sp.h.Servers.Tools()
	}
	proposals := sp.h.Desk != nil && sp.h.Desk.Settings.Enabled
	k := tool.Kit{
		Identity: sp.i, Role: s.Role, Todos: sp.h.kept.todos, Proposed: proposals && sp.h.Desk.Settings.Memories,
		Foreign: foreign, Small: sp.h.Mode == prompt.Minimal || sp.h.Mode == prompt.None,
	}
	if sp.i.HasLibrary() {
		k.Searcher = sp.h.Searcher(sp.i).With(sp.h.Near(sp.sc, sp.i)).Placed(sp.placed) // else there is nothing to read
	}
	if skills := sp.h.skills(sp.sc); len(skills.List()) > 0 {
		k.Skills = skills
	}
	if proposals && sp.sc.Profile() != "" && s.Kind != store.Client && s.Kind != store.Child {
		k.Proposals = sp.h.Desk
	}
	if s.Kind != store.Client { // behind which may be many people, who share nothing
		if err := sp.personal(&k, s.Kind); err != nil {
			return nil, err
		}
	}
	all, err := k.Registry()
	if err != nil {
		return nil, err
	}
	return sp.unwatched(all, s.Kind), nil
}

// unwatched leaves out tools that change something where nobody watches: all of them while
// samples are answered, those that the user has not allowed in a scheduled task.
func (sp speaker) unwatched(all *tool.Registry, kind store.Kind) *tool.Registry {
	var allowed []string
	switch {
	case sp.h.Verify:
	case kind == store.Scheduled:
		allowed = sp.h.Catalog.User().Unattended.Tools
	default:
		return all
	}
	return all.Without(func(name string) bool { return !tool.Reads(name) && !slices.Contains(allowed, name) })
}

// personal adds the tools of a session that belongs to one person.
func (sp speaker) personal(k *tool.Kit, kind store.Kind) (err error) {
	k.Memories, k.Project, k.Spawn = sp.h.Store, sp.h.Project, sp.h.Runner.Spawn
	if sp.sc.Org() != scope.Local {
		k.Shared = sp.h.Store
	}
	if kind != store.Child && !kind.Unattended() {
		k.Tasks = sp.h.Tasks
	}
	if k.Identity.Preferences.Feature(tool.SetArtifacts) {
		k.Artifacts, err = sp.h.kept.artifacts(sp.sc.Profile())
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
	choice, err := h.Catalog.ChooseFor(i, s)
	return choice.Full, err
}
