package host

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/store/transfer"
	"github.com/seed353dc258/backstory/internal/atomicfile"
)

const (
	// databaseFile says that a workspace is kept in a database, and is its id there.
	databaseFile = "database"
	// movingFile is databaseFile while a move there is not finished.
	movingFile = "database-new"
	// movedFile is the file of a store that is in a database since.
	movedFile = "store-moved.db"
	// newFile is the file of a store that comes out of a database.
	newFile = "store-new.db"
	// sharedHold is how long a hold on a session lasts where several servers share
	// a database: what one that was killed held another one takes within 5 s.
	sharedHold = 4 * time.Second
)

// ErrKept says that a workspace is kept elsewhere than it was asked for.
var ErrKept = errors.New("the workspace is kept elsewhere")

// openStore opens what keeps the workspace: a file in it, or the database.
func (h *Host) openStore(ctx context.Context) (store.Store, error) {
	if h.Database != "" {
		return h.openDatabase(ctx)
	}
	root, _ := h.root()
	if _, err := root.Lstat(path.Join(StateFolder, databaseFile)); err == nil {
		return nil, fmt.Errorf("%w: in PostgreSQL: set DATABASE_URL, or run «backstory store migrate --to sqlite»", ErrKept)
	}
	file, err := h.openState()
	if err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, file)
}

// openDatabase opens the database. A workspace with conversations in a file is
// not left behind in silence.
func (h *Host) openDatabase(ctx context.Context) (store.Store, error) {
	if err := h.openShared(); err != nil {
		return nil, err
	}
	id := h.databaseID(databaseFile)
	if id == "" {
		if _, err := h.state.Lstat(storeFile); err == nil {
			return nil, fmt.Errorf("%w: in %s: run «backstory store migrate --to postgres», or unset DATABASE_URL", ErrKept, filepath.Join(h.state.Name(), storeFile))
		}
		var err error
		if id, err = h.keepDatabaseID(databaseFile); err != nil {
			return nil, err
		}
	}
	s, err := postgres.Open(ctx, h.Database)
	if err != nil {
		return nil, err
	}
	if err := s.Claim(ctx, id); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// openShared opens the folder for what is kept beside a database. Whoever may
// use the database says by that whose it is.
func (h *Host) openShared() error {
	root, dir := h.root()
	state, _, err := h.openFolder(root, dir)
	h.state = state
	return err
}

// databaseID is the id of the workspace in its database that a file has, or "".
func (h *Host) databaseID(file string) string {
	info, err := h.state.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64 {
		return ""
	}
	content, err := h.state.ReadFile(file)
	text := strings.TrimSpace(string(content))
	if err != nil || strings.Trim(text, markLetters) != "" {
		return ""
	}
	return text
}

// keepDatabaseID returns the id that a file has, which is made where there is
// none.
func (h *Host) keepDatabaseID(file string) (string, error) {
	if err := atomicfile.Write(atomicfile.In(h.state), atomicfile.Bytes(ignoreFile, []byte("*\n"))); err != nil {
		return "", err
	}
	id := rand.Text()
	f, err := h.state.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if has := h.databaseID(file); has != "" {
			return has, nil
		}
		return "", fmt.Errorf("reading %s: it is not an id of a workspace: remove it", filepath.Join(h.state.Name(), file))
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(id + "\n")
	return id, errors.Join(err, f.Sync(), f.Close())
}

// Migrated says what was carried, and where the workspace was kept before.
type Migrated struct {
	transfer.Report
	Left string `json:"left"` // what keeps it still, and is not used any more
}

// MigrateToDatabase carries what the file of a workspace keeps to a database,
// whose tables an owner has, and has the workspace kept there from then on. What
// was begun and cut off is finished by another call.
func MigrateToDatabase(ctx context.Context, s Settings, owner string) (Migrated, error) {
	h := &Host{Settings: s}
	file, err := h.openState()
	if err != nil {
		return Migrated{}, err
	}
	defer h.state.Close()
	if _, _, err := postgres.Upgrade(ctx, owner, s.Database); err != nil {
		return Migrated{}, err
	}
	_, err = h.state.Lstat(storeFile)
	switch id := h.databaseID(databaseFile); {
	case err != nil && id != "":
		return Migrated{}, fmt.Errorf("%w: in PostgreSQL already", ErrKept)
	case err != nil:
		return Migrated{}, fmt.Errorf("the workspace keeps nothing yet: there is no %s", file)
	case id != "": // it was cut off after it had said so
		left := filepath.Join(h.state.Name(), movedFile)
		return Migrated{transfer.Report{Before: true}, left}, h.state.Rename(storeFile, movedFile)
	}
	if err := unused(ctx, file); err != nil {
		return Migrated{}, err
	}
	from, err := sqlite.Open(ctx, file)
	if err != nil {
		return Migrated{}, err
	}
	id, err := h.keepDatabaseID(movingFile)
	var report transfer.Report
	if err == nil {
		report, err = transfer.ToPostgres(ctx, from, owner, id)
	}
	if err = errors.Join(err, from.Close()); err != nil {
		return Migrated{}, err
	}
	if err := h.state.Rename(movingFile, databaseFile); err != nil {
		return Migrated{}, err
	}
	left := filepath.Join(h.state.Name(), movedFile)
	return Migrated{report, left}, h.state.Rename(storeFile, movedFile)
}

// unused is an error where another process has the file of a store open. SQLite
// takes its log away with the last one that closes it.
func unused(ctx context.Context, file string) error {
	s, err := sqlite.Open(ctx, file)
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	if _, err := os.Lstat(file + "-wal"); err == nil {
		return fmt.Errorf("another process has %s open: end the server and the chats of the workspace first", file)
	}
	return nil
}

// MigrateToFile carries what a database keeps to the file of a workspace, and has
// it kept there from then on.
func MigrateToFile(ctx context.Context, s Settings, owner string) (Migrated, error) {
	h := &Host{Settings: s}
	if err := h.openShared(); err != nil {
		return Migrated{}, err
	}
	defer h.state.Close()
	id := h.databaseID(databaseFile)
	if id == "" {
		return Migrated{}, fmt.Errorf("%w: not in PostgreSQL", ErrKept)
	}
	for _, name := range []string{newFile, newFile + "-wal", newFile + "-shm"} { // of one that was cut off
		if err := h.state.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Migrated{}, err
		}
	}
	to, err := sqlite.Open(ctx, filepath.Join(h.state.Name(), newFile))
	if err != nil {
		return Migrated{}, err
	}
	report, err := transfer.ToFile(ctx, owner, id, to)
	if err = errors.Join(err, to.Close()); err != nil {
		return Migrated{}, err
	}
	if err := h.remember(h.state, h.state.Name()); err != nil {
		return Migrated{}, err
	}
	if err := h.state.Rename(newFile, storeFile); err != nil {
		return Migrated{}, err
	}
	return Migrated{report, "the database"}, h.state.Remove(databaseFile)
}
