package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/tool"
)

// Open opens a host, and the store of its workspace. A store that is damaged,
// is of a newer program or was brought by somebody else is an error that says
// what to do.
func Open(ctx context.Context, s Settings) (*Host, error) {
	h := &Host{Settings: s, effects: make(chan struct{}, 1)}
	if h.Now == nil {
		h.Now = time.Now
	}
	if h.Workspace == nil && h.Alone == nil {
		return nil, errors.New("opening a host: there is neither a workspace nor a profile")
	}
	kept, err := h.openStore(ctx)
	if err != nil {
		if h.state != nil {
			h.state.Close()
		}
		return nil, err
	}
	h.cache = newTokenCache(kept, h.Now)
	h.Store = h.cache
	h.Orgs = &org.Service{Store: h.Store, Now: h.Now, Seed: h.seed}
	h.todos = tool.NewTodoFiles(h.state)
	h.Runner = &runner.Runner{Store: h.Store, Cast: h.Cast, Owner: runner.Owner("backstory"), Learned: h.learned}
	if h.Catalog != nil {
		h.Runner.Budget, h.Runner.Price = h.Catalog.Budget(), h.Catalog.Price
		h.Runner.Unattended = h.Catalog.Unattended().Day
	}
	if h.Database != "" {
		h.Runner.Hold = sharedHold
	}
	h.Desk = h.desk()
	h.knowWindows()
	h.Manager = &session.Manager{
		Store: h.Store, Runner: h.Runner, Memories: h.Store, Pointer: session.File(h.state), Model: h.model, Warn: s.Warn, Stamp: h.stamp, Fresh: h.freshen,
		Called: func(ctx context.Context, sc scope.Scope) string {
			in, err := h.of(sc)
			if err != nil {
				return sc.Profile()
			}
			return in.Called(ctx, sc.Profile())
		},
	}
	return h, nil
}

// patience is how long what runs in the background may take to end.
const patience = 5 * time.Second

// Close ends what runs in the background and closes the store.
func (h *Host) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := errors.Join(h.Runner.Shutdown(ctx), h.orgs.close(), h.closeFolders(), h.Store.Close())
	if h.aside != "" {
		err = errors.Join(err, os.RemoveAll(h.aside))
	}
	return err
}

// closeFolders closes the folders that the host itself opened.
func (h *Host) closeFolders() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := h.state.Close()
	for _, folder := range h.folders {
		err = errors.Join(err, folder.Close())
	}
	return err
}

// Recover has this process work on the tasks that were left by programs that
// ended, and end the changes of files that they began, in all organisations. What
// goes wrong keeps nobody from talking.
func (h *Host) Recover(ctx context.Context) {
	h.eachOrg(ctx, func(name string) {
		h.recoverFiles(ctx, name)
		h.recoverTasks(ctx, name)
	})
}

// recoverTasks leaves those of users who are disabled, who are no members any more
// or may only read.
func (h *Host) recoverTasks(ctx context.Context, name string) {
	may := func(of string) bool {
		by, err := h.Standing(ctx, of, name)
		return of == user || err == nil && by.Role.May(org.Chat)
	}
	sc, err := scope.New(name, user, "")
	if err == nil {
		var n int
		if n, err = h.Runner.Recover(ctx, sc, may); n > 0 {
			h.warn(fmt.Errorf("tasks that were left go on: %d; backstory task list shows them", n))
		}
	}
	if err != nil {
		h.warn(fmt.Errorf("going on with tasks: %w", err))
	}
}
