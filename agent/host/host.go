// Package host joins what agents run with in one workspace: its profiles, the
// store, the models, the tools. An entry point opens one and makes scopes with
// it; nothing else does.
//
//   - next.go: what the next request would be
//   - diff.go: a session's prompt beside the one of now
//   - open.go: opening a workspace's host, and closing it
//   - proposals.go, effect.go, generate.go: changes of an agent's own files, what they do to its prompt, and making them
//   - data.go: an organisation as one file
//   - profiles.go: making and removing profiles
//   - head.go, recall.go: what is at the head of a turn
//   - result.go, places.go, sources.go: an answer with what it quotes, and where that is
//   - cast.go: what a session is played with: the prompt, the model, the tools (equipment.go)
//   - user.go: the files of users
//   - library.go: what can be read and searched of a profile
//   - skills.go: skills, in the head of a turn
//   - talk.go: a session in which something is said
//   - host.go: what a host has
//   - orgs.go: the hosts of organisations
//   - kept.go: the folder of what it keeps, which package state opens
//   - tokens.go: tokens of a server, without asking the store for each request
package host

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// user is the one user of a machine's workspace: whoever can read its files.
const user = "local"

// Settings say what a host is made of.
type Settings struct {
	state.Settings
	Catalog *catalog.Catalog
	Equipment
	Prompts
	Builds
	// Cache is the folder of the user's cache; empty for none.
	Cache string
	Now   func() time.Time // default: [time.Now]
}

// Equipment is what agents work with.
type Equipment struct {
	Servers Servers       // that have tools; nil for none
	Project *tool.Project // that is worked on; nil for none
	// Conduct is the files of skills and schedules that the user trusts, below
	// the folder of the host; nil for none.
	Conduct *skill.Trusted
	// Untrusted says that the documents are those of strangers: of a plain folder, or of
	// a workspace that asks for what the user has not trusted.
	Untrusted bool
}

// Prompts say how prompts are composed, besides what profiles say.
type Prompts struct {
	// Mode is that of the prompts; the zero value for a full one. In a smaller one
	// there are few tools.
	Mode prompt.Mode
	// Layout is that of the prompts; empty for what the preferences of a profile
	// say.
	Layout string
	// Budget takes the place of what is configured of prompts, and of the model's
	// window, where it is not 0.
	Budget prompt.Budget
	// Verify has agents answer what samples answer: without the samples in the
	// prompt, and with tools that read alone.
	Verify bool
}

// Builds are what a host asks of those who build profiles.
type Builds struct {
	// Rebuild builds what depends on the files of a profile, when a proposal changed
	// one, and returns the names of what it wrote. Nil builds nothing.
	Rebuild func(ctx context.Context, p *profile.Profile) ([]string, error)
	// Trace says where the sources of a profile have quotes: of the chapters that are
	// known, where there are some. Nil: no place is named.
	Trace func(ctx context.Context, p *profile.Profile, quotes []pipeline.Quote, known []pipeline.Known) ([]pipeline.Origin, error)
}

// Servers have tools for agents, which may come late. Those of agent/mcp are
// some.
type Servers interface {
	// Wait waits for those whose tools are not known, for so long at most since
	// they were started.
	Wait(ctx context.Context, most time.Duration)
	// Tools are the tools as far as they are known, Changes how often they changed.
	Tools() []tool.Tool
	Changes() int
	// Notes are lines for people, each of them once.
	Notes() []string
}

// Host runs the agents of a workspace. Agents in the background call
// [Host.Cast] at the same time; all else is for one goroutine.
type Host struct {
	Settings
	Store   store.Store
	Orgs    *org.Service
	Runner  *runner.Runner
	Tasks   *runner.Tasks // in the background
	Manager *session.Manager
	Desk    *proposal.Desk // for proposals

	membership
	effects   chan struct{} // has something while an effect is composed
	cache     *tokenCache   // the store, of the host that was opened
	libraries libraries
	folder    *state.Folder // of the host that was opened
	kept      kept

	reread atomic.Pointer[profile.Workspace] // with the configuration of the last reload
}

// membership is the organisation of a host, among those of the workspace.
type membership struct {
	org       string // empty of the host that was opened
	first     *Host  // that was opened; nil of itself
	orgs      orgHosts
	standings standings
}

// Scope returns the scope of this machine's user with a profile of the host's
// organisation, or with none.
func (h *Host) Scope(name string) (scope.Scope, error) { return scope.New(h.Org(), user, name) }

// Await waits for the servers of tools that start for the first time, so long at
// most since they were started, and returns lines on them for people.
func (e *Equipment) Await(ctx context.Context, most time.Duration) []string {
	if e.Servers == nil {
		return nil
	}
	e.Servers.Wait(ctx, most)
	return e.Servers.Notes()
}

// Patience is how long servers of tools are waited for where nobody types
// meanwhile, and ShortPatience where somebody does, or waits for an answer.
const (
	Patience      = 3 * time.Second
	ShortPatience = time.Second
)

// StateDir is the folder of what is kept.
func (h *Host) StateDir() string { return h.kept.root.Name() }

// Profiles lists the profiles that there are, in order. A problem of one does
// not keep the others from the list.
func (h *Host) Profiles() ([]profile.Summary, error) {
	if h.Workspace == nil {
		i, err := profile.Load(nil, h.Alone)
		if err != nil {
			return nil, err
		}
		return []profile.Summary{{Name: profile.RoleKey(h.Alone.Name()), Display: i.Display, Changed: Changed(i), Roles: i.SpawnableRoles()}}, nil
	}
	list, problems, err := h.libraries.roster.list(h.current())
	for _, p := range problems {
		h.Tell(errors.New(p.String()))
	}
	if err != nil || h.first == nil {
		return list, err
	}
	called, err := h.Directory().Names(context.Background())
	for i, one := range list {
		if name := called[one.Name]; one.Display == profile.DisplayName(filepath.Base(one.Dir)) && profile.RoleKey(name) != one.Name {
			list[i].Display = cmp.Or(name, one.Display) // as its organisation calls it
		}
	}
	return list, err
}

// Changed says when the soul of a profile was changed.
func Changed(i *profile.Identity) time.Time {
	info, err := os.Stat(filepath.Join(i.Dir, path.Base(i.Soul.File.Path)))
	if err != nil {
		return time.Unix(0, 0)
	}
	return info.ModTime()
}

// stamp is another one when the files of a profile may have changed.
func (h *Host) stamp(sc scope.Scope) string {
	h, err := h.of(sc)
	if err != nil {
		return err.Error()
	}
	p, err := h.Profile(sc.Profile())
	if err != nil {
		return err.Error()
	}
	if p != nil {
		defer p.Close()
	}
	return profile.Stamp(h.Workspace, p)
}

// Identity reads what the files of a profile say now; without a name, those of
// the workspace.
func (h *Host) Identity(name string) (*profile.Identity, error) {
	return h.load(name, h.libraries.load)
}

// Beside is [Host.Identity] of all but the backstory, which is the longest by far:
// for lists, names, models and roles.
func (h *Host) Beside(name string) (*profile.Identity, error) {
	return h.load(name, profile.LoadBeside)
}

func (h *Host) load(name string, load func(*profile.Workspace, *profile.Profile) (*profile.Identity, error)) (*profile.Identity, error) {
	p, err := h.Profile(name)
	if err != nil {
		return nil, err
	}
	if p != nil {
		defer p.Close()
	}
	i, err := load(h.current(), p)
	if err == nil && p != nil && h.first != nil && i.Persona.Name == "" {
		if called := h.Directory().Called(context.Background(), i.Name); profile.RoleKey(called) != i.Name {
			i.Display = called // as its organisation calls it
		}
	}
	return i, err
}

// current is the workspace with its configuration as it was read last.
func (h *Host) current() *profile.Workspace {
	if w := h.reread.Load(); w != nil {
		return w
	}
	return h.Workspace
}

// Reload takes another configuration of models, and what the workspace's says
// now, from the next turn on. What was opened with the host stays as it is: servers
// of tools and budgets.
func (h *Host) Reload(user catalog.Settings, trusted *catalog.Settings) {
	h.Catalog.Replace(user, trusted)
	if h.Workspace != nil {
		h.reread.Store(h.Workspace.Reread())
	}
}

// Org is the organisation whose profiles the host has.
func (h *Host) Org() string {
	if h.org == "" {
		return scope.Local
	}
	return h.org
}

// orgHosts are the hosts of organisations that are open, the one that was used
// last in front.
type orgHosts struct {
	mu    sync.Mutex
	open  map[string]*list.Element
	order list.List // of *Host
}

// standings remember for a moment what users are in organisations: each request
// of a server asks for it.
type standings struct {
	mu    sync.Mutex
	known map[[2]string]standing
}
