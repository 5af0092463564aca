//go:build unix

package state_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/profile"
)

func open(t *testing.T, dir string, s state.Settings) (store.Store, error) {
	t.Helper()
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	s.Workspace = w
	folder, kept, err := state.Open(t.Context(), s)
	if err == nil {
		t.Cleanup(func() { folder.Close() })
	}
	return kept, err
}

func workspace(t *testing.T) string {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, profile.ProfilesFolder), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// moved moves what is kept of a workspace.
func moved(t *testing.T, dir string, s state.Settings, to func(s state.Settings) (state.Migrated, error)) (state.Migrated, error) {
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
	here, there := state.Settings{}, state.Settings{Database: db.Role}
	refused := func(dir string, s state.Settings, want error, says string) {
		t.Helper()
		kept, err := open(t, dir, s)
		if err == nil {
			kept.Close()
		}
		if err == nil || want != nil && !errors.Is(err, want) || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want that it says %q", err, says)
		}
	}
	sessions := func(s state.Settings, want int) {
		t.Helper()
		kept, err := open(t, dir, s)
		if err != nil {
			t.Fatal(err)
		}
		defer kept.Close()
		sc, err := scope.New(scope.Local, "local", "")
		if err != nil {
			t.Fatal(err)
		}
		if all, err := kept.ListSessions(ctx, sc, store.Filter{}); err != nil || len(all) != want {
			t.Errorf("%d sessions (%v), want %d", len(all), err, want)
		}
		if _, err := kept.CreateSession(ctx, sc, store.Session{Kind: store.Once}); err != nil {
			t.Error(err)
		}
	}
	move := func(to func(s state.Settings) (state.Migrated, error)) (state.Migrated, error) {
		t.Helper()
		return moved(t, dir, there, to)
	}
	in := func(s state.Settings) (state.Migrated, error) { return state.ToDatabase(ctx, s, db.Owner) }
	out := func(s state.Settings) (state.Migrated, error) { return state.ToFile(ctx, s, db.Owner) }

	sessions(here, 0)
	refused(dir, there, state.ErrKept, "store migrate --to postgres")
	if _, err := move(out); !errors.Is(err, state.ErrKept) {
		t.Error(err)
	}
	if _, err := move(in); err != nil {
		t.Fatal(err)
	}
	// One that was cut off before the folder said so is finished.
	folder := filepath.Join(dir, state.Name)
	if err := errors.Join(os.Rename(filepath.Join(folder, "database"), filepath.Join(folder, "database-new")), os.Rename(filepath.Join(folder, "store-moved.db"), filepath.Join(folder, "store.db"))); err != nil {
		t.Fatal(err)
	}
	if m, err := move(in); err != nil || !m.Before {
		t.Errorf("%+v (%v)", m, err)
	}
	if err := os.Rename(filepath.Join(folder, "store-moved.db"), filepath.Join(folder, "store.db")); err != nil {
		t.Fatal(err)
	}
	if m, err := move(in); err != nil || !m.Before {
		t.Errorf("%+v (%v)", m, err)
	}
	refused(dir, here, state.ErrKept, "DATABASE_URL")
	refused(dir, state.Settings{Look: true}, state.ErrKept, "DATABASE_URL")
	refused(dir, state.Settings{Database: db.Admin}, nil, "superuser")
	refused(workspace(t), there, nil, "start the server in the folder that the others have")
	sessions(there, 1)
	if _, err := move(in); !errors.Is(err, state.ErrKept) {
		t.Error(err)
	}
	if _, err := move(out); err != nil {
		t.Fatal(err)
	}
	sessions(here, 2)
	refused(dir, there, state.ErrKept, "store migrate --to postgres")
	if _, _, err := postgres.Upgrade(ctx, db.Owner, db.Role); err != nil { // which is done
		t.Error(err)
	}
}

// What a running server has open is not moved away from it.
func TestAStoreInUseIsNotMoved(t *testing.T) {
	db := pgtest.Own(t).Database(t)
	dir := workspace(t)
	kept, err := open(t, dir, state.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := state.ToDatabase(t.Context(), state.Settings{Workspace: w, Database: db.Role}, db.Owner); err == nil || !strings.Contains(err.Error(), "another process has") {
		t.Error(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, state.Name, "store.db")); err != nil {
		t.Error(err)
	}
}
