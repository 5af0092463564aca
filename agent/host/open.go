package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/tool"
)

// Open opens a host, and the store of its workspace. A store that is damaged,
// is of a newer program or was brought by somebody else is an error that says
// what to do.
func Open(ctx context.Context, s Settings) (*Host, error) {
	h := &Host{Settings: s, effects: make(chan struct{}, 1)}
	if h.Conduct == nil {
		h.Conduct = &skill.Trusted{}
	}
	if h.Now == nil {
		h.Now = time.Now
	}
	if h.Workspace == nil && h.Alone == nil {
		return nil, errors.New("opening a host: there is neither a workspace nor a profile")
	}
	folder, all, err := state.Open(ctx, h.Settings.Settings)
	if err != nil {
		return nil, err
	}
	h.kept.root, h.kept.todos = folder.Root, tool.NewTodoFiles(folder.Root)
	h.folder = folder
	h.cache = newTokenCache(all, h.Now)
	h.Store = h.cache
	h.Orgs = &org.Service{Store: h.Store, Now: h.Now, Seed: h.Directory().seed}
	h.Runner = &runner.Runner{Store: h.Store, Cast: h.Cast, Owner: runner.Owner("backstory"), Learned: func(name string, window int) {
		if err := h.kept.learned(name, window); err != nil {
			h.Tell(err)
		}
	}}
	if h.Catalog != nil {
		user := h.Catalog.User()
		h.Runner.Bounds.Budget, h.Runner.Bounds.Unattended = user.Budget, user.Unattended.Day
		h.Runner.Price = h.Catalog.Price
	}
	if h.Database != "" {
		h.Runner.Hold = sharedHold
	}
	h.Tasks = &runner.Tasks{Runner: h.Runner}
	h.Desk = h.desk()
	for name, window := range h.kept.windows() {
		if window > 0 {
			h.Runner.Know(name, window)
		}
	}
	h.Manager = &session.Manager{
		Store: h.Store, Runner: h.Runner, Memories: h.Store, Pointer: session.File(folder.Root), Model: h.model, Warn: s.Warn, Stamp: h.stamp, Fresh: h.freshen,
		Called: func(ctx context.Context, sc scope.Scope) string {
			in, err := h.of(sc)
			if err != nil {
				return sc.Profile()
			}
			return in.Directory().Called(ctx, sc.Profile())
		},
	}
	return h, nil
}

// sharedHold is how long a hold on a session lasts where several servers share
// a database: what one that was killed held another one takes within 5 s.
const sharedHold = 4 * time.Second

// patience is how long what runs in the background may take to end.
const patience = 5 * time.Second

// Close ends what runs in the background and closes the store.
func (h *Host) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return errors.Join(h.Tasks.Shutdown(ctx), h.orgs.close(), h.kept.close(), h.Store.Close(), h.folder.Close())
}

// Recover has this process work on the tasks that were left by programs that
// ended, and end the changes of files that they began, in all organisations. What
// goes wrong keeps nobody from talking.
func (h *Host) Recover(ctx context.Context) {
	r := recovery{h}
	r.eachOrg(ctx, func(name string) {
		r.files(ctx, name)
		r.tasks(ctx, name)
	})
}

// tasks has this process work on tasks that were left. It leaves those of users who are
// disabled, who are no members any more or may only read.
func (r recovery) tasks(ctx context.Context, name string) {
	may := func(of string) bool {
		by, err := r.h.Standing(ctx, of, name)
		return of == user || err == nil && by.Role.May(org.Chat)
	}
	sc, err := scope.New(name, user, "")
	if err == nil {
		var n int
		if n, err = r.h.Tasks.Recover(ctx, sc, may); n > 0 {
			r.h.Tell(fmt.Errorf("tasks that were left go on: %d; backstory task list shows them", n))
		}
	}
	if err != nil {
		r.h.Tell(fmt.Errorf("going on with tasks: %w", err))
	}
}
