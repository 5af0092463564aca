//go:build unix

package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/profile"
)

// moved moves what is kept of a workspace.
func moved(t *testing.T, dir string, s host.Settings, to func(s host.Settings) (host.Migrated, error)) (host.Migrated, error) {
	t.Helper()
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	s.Workspace = w
	return to(s)
}

// A workspace is kept in one place: asked for in another one it says so, and
// beside a database it is one folder.
func TestAWorkspaceIsKeptInOnePlace(t *testing.T) {
	db := pgtest.Own(t).Database(t)
	ctx, dir := t.Context(), workspace(t)
	here, there := host.Settings{}, host.Settings{Database: db.Role}
	refused := func(dir string, s host.Settings, want error, says string) {
		t.Helper()
		h, err := open(t, dir, s)
		if err == nil {
			h.Close()
		}
		if err == nil || want != nil && !errors.Is(err, want) || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want that it says %q", err, says)
		}
	}
	sessions := func(s host.Settings, want int) {
		t.Helper()
		h, err := open(t, dir, s)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		sc, err := h.Scope("")
		if err != nil {
			t.Fatal(err)
		}
		if all, err := h.Store.ListSessions(ctx, sc, store.Filter{}); err != nil || len(all) != want {
			t.Errorf("%d sessions (%v), want %d", len(all), err, want)
		}
		if _, err := h.Store.CreateSession(ctx, sc, store.Session{Kind: store.Once}); err != nil {
			t.Error(err)
		}
	}
	move := func(to func(s host.Settings) (host.Migrated, error)) (host.Migrated, error) {
		t.Helper()
		return moved(t, dir, there, to)
	}
	in := func(s host.Settings) (host.Migrated, error) { return host.MigrateToDatabase(ctx, s, db.Owner) }
	out := func(s host.Settings) (host.Migrated, error) { return host.MigrateToFile(ctx, s, db.Owner) }

	sessions(here, 0)
	refused(dir, there, host.ErrKept, "store migrate --to postgres")
	if _, err := move(out); !errors.Is(err, host.ErrKept) {
		t.Error(err)
	}
	if _, err := move(in); err != nil {
		t.Fatal(err)
	}
	// One that was cut off before the folder said so is finished.
	state := filepath.Join(dir, host.StateFolder)
	if err := errors.Join(os.Rename(filepath.Join(state, "database"), filepath.Join(state, "database-new")), os.Rename(filepath.Join(state, "store-moved.db"), filepath.Join(state, "store.db"))); err != nil {
		t.Fatal(err)
	}
	if m, err := move(in); err != nil || !m.Before {
		t.Errorf("%+v (%v)", m, err)
	}
	if err := os.Rename(filepath.Join(state, "store-moved.db"), filepath.Join(state, "store.db")); err != nil {
		t.Fatal(err)
	}
	if m, err := move(in); err != nil || !m.Before {
		t.Errorf("%+v (%v)", m, err)
	}
	refused(dir, here, host.ErrKept, "DATABASE_URL")
	refused(dir, host.Settings{Look: true}, host.ErrKept, "DATABASE_URL")
	refused(dir, host.Settings{Database: db.Admin}, nil, "superuser")
	refused(workspace(t), there, nil, "start the server in the folder that the others have")
	sessions(there, 1)
	if _, err := move(in); !errors.Is(err, host.ErrKept) {
		t.Error(err)
	}
	if _, err := move(out); err != nil {
		t.Fatal(err)
	}
	sessions(here, 2)
	refused(dir, there, host.ErrKept, "store migrate --to postgres")
	if _, _, err := postgres.Upgrade(ctx, db.Owner, db.Role); err != nil { // which is done
		t.Error(err)
	}
}

// What a running server has open is not moved away from it.
func TestAStoreInUseIsNotMoved(t *testing.T) {
	db := pgtest.Own(t).Database(t)
	dir := workspace(t)
	h, err := open(t, dir, host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := host.MigrateToDatabase(t.Context(), host.Settings{Workspace: w, Database: db.Role}, db.Owner); err == nil || !strings.Contains(err.Error(), "another process has") {
		t.Error(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, host.StateFolder, "store.db")); err != nil {
		t.Error(err)
	}
}
