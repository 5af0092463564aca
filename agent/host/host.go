// Package host joins what agents run with in one workspace: its profiles, the
// store, the models, the tools. An entry point opens one and makes scopes with
// it; nothing else does.
//
//   - host.go: opening a workspace's host
//   - state.go: the folder of what it keeps
//   - cast.go: what a session is played with: the prompt, the model, the tools
//   - head.go: what stands at the head of a turn
package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/profile"
)

// user is the one user of a machine's workspace: whoever can read its files.
const user = "local"

// Settings say what a host is made of.
type Settings struct {
	// Workspace is that of the profiles. It is nil where Alone stands alone.
	Workspace *profile.Workspace
	Alone     *profile.Profile
	Catalog   *catalog.Catalog
	Foreign   []tool.Tool   // of servers
	Project   *tool.Project // that is worked on; nil for none
	// Known is the folder in which the user keeps what workspaces he has talked
	// in; empty where he keeps nothing.
	Known string
	// Adopt takes over conversations that somebody else brought.
	Adopt bool
	Warn  func(error)
	Now   func() time.Time // default: [time.Now]
}

// Host runs the agents of a workspace. Agents in the background call
// [Host.Cast] at the same time; all else is for one goroutine.
type Host struct {
	Settings
	Store   store.Store
	Runner  *runner.Runner
	Manager *session.Manager

	state *os.Root
	todos *tool.TodoFiles

	mu      sync.Mutex
	folders map[string]*os.Root // for what the agents of profiles make
}

// Open opens a host, and the store of its workspace. A store that is damaged,
// is of a newer program or was brought by somebody else is an error that says
// what to do.
func Open(ctx context.Context, s Settings) (*Host, error) {
	h := &Host{Settings: s}
	if h.Now == nil {
		h.Now = time.Now
	}
	if h.Workspace == nil && h.Alone == nil {
		return nil, errors.New("opening a host: there is neither a workspace nor a profile")
	}
	dir, err := h.openState()
	if err != nil {
		return nil, err
	}
	if h.Store, err = sqlite.Open(ctx, dir); err != nil {
		h.state.Close()
		return nil, err
	}
	h.todos = tool.NewTodoFiles(h.state)
	h.Runner = &runner.Runner{Store: h.Store, Cast: h.Cast, Owner: runner.Owner("backstory")}
	h.Manager = &session.Manager{
		Store: h.Store, Runner: h.Runner, Memories: h.Store, Pointer: session.File(h.state), Warn: s.Warn,
	}
	return h, nil
}

// patience is how long what runs in the background may take to end.
const patience = 5 * time.Second

// Close ends what runs in the background and closes the store.
func (h *Host) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := h.Runner.Shutdown(ctx)
	for _, folder := range h.folders {
		folder.Close()
	}
	return errors.Join(err, h.Store.Close(), h.state.Close())
}

// Scope returns the scope of this machine's user with a profile, or with none.
func (h *Host) Scope(name string) (scope.Scope, error) { return scope.New(scope.Local, user, name) }

// root is the folder of the workspace, or of the profile that stands alone.
func (h *Host) root() (*os.Root, string) {
	if h.Workspace != nil {
		return h.Workspace.Root, h.Workspace.Dir
	}
	return h.Alone.Root, h.Alone.Dir
}

// Dir is the folder of the workspace, or of the profile that stands alone.
func (h *Host) Dir() string {
	_, dir := h.root()
	return dir
}

// Profile opens a profile by its name; without one it is nil.
func (h *Host) Profile(name string) (*profile.Profile, error) {
	switch {
	case name == "":
		return nil, nil
	case h.Workspace != nil:
		return h.Workspace.Open(name)
	case profile.RoleKey(h.Alone.Name()) == profile.RoleKey(name):
		return profile.Open(h.Alone.Dir)
	}
	return nil, fmt.Errorf("%w: %q: %s stands alone", profile.ErrUnknown, name, h.Alone.Name())
}

// Identity reads what the files of a profile say now; without a name, those of
// the workspace.
func (h *Host) Identity(name string) (*profile.Identity, error) {
	p, err := h.Profile(name)
	if err != nil {
		return nil, err
	}
	if p != nil {
		defer p.Close()
	}
	return profile.Load(h.Workspace, p)
}
