package state

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

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
)

// ErrKept says that a workspace is kept elsewhere than it was asked for.
var ErrKept = errors.New("the workspace is kept elsewhere")

// Open opens what keeps a workspace, a file in it or the database, and the folder
// beside it. A store that is damaged, is of a newer program or was brought by
// somebody else is an error that says what to do.
func Open(ctx context.Context, s Settings) (*Folder, store.Store, error) {
	f := &Folder{Settings: s}
	kept, err := f.openStore(ctx)
	if err != nil && f.Root != nil {
		f.Close()
	}
	return f, kept, err
}

func (f *Folder) openStore(ctx context.Context) (store.Store, error) {
	if f.Database != "" {
		return f.openDatabase(ctx)
	}
	root, _ := f.Place()
	if _, err := root.Lstat(path.Join(Name, databaseFile)); err == nil {
		return nil, fmt.Errorf("%w: in PostgreSQL: set DATABASE_URL, or run «backstory store migrate --to sqlite»", ErrKept)
	}
	file, err := f.openState()
	if err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, file)
}

// openDatabase opens the database. A workspace with conversations in a file is
// not left behind in silence.
func (f *Folder) openDatabase(ctx context.Context) (store.Store, error) {
	if err := f.openShared(); err != nil {
		return nil, err
	}
	id := idIn(f.Root, databaseFile)
	if id == "" {
		if _, err := f.Lstat(storeFile); err == nil {
			return nil, fmt.Errorf("%w: in %s: run «backstory store migrate --to postgres», or unset DATABASE_URL", ErrKept, filepath.Join(f.Name(), storeFile))
		}
		var err error
		if id, err = f.keepDatabaseID(databaseFile); err != nil {
			return nil, err
		}
	}
	s, err := postgres.Open(ctx, f.Database)
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
func (f *Folder) openShared() error {
	root, dir := f.Place()
	state, _, err := f.openFolder(root, dir)
	f.Root = state
	return err
}

// keepDatabaseID returns the id that a file has, which is made where there is
// none.
func (f *Folder) keepDatabaseID(file string) (string, error) {
	if err := atomicfile.Write(atomicfile.In(f.Root), atomicfile.Bytes(ignoreFile, []byte("*\n"))); err != nil {
		return "", err
	}
	id := rand.Text()
	written, err := f.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if has := idIn(f.Root, file); has != "" {
			return has, nil
		}
		return "", fmt.Errorf("reading %s: it is not an id of a workspace: remove it", filepath.Join(f.Name(), file))
	}
	if err != nil {
		return "", err
	}
	_, err = written.WriteString(id + "\n")
	return id, errors.Join(err, written.Sync(), written.Close())
}

// Migrated says what was carried, and where the workspace was kept before.
type Migrated struct {
	transfer.Report
	Left string `json:"left"` // what keeps it still, and is not used any more
}

// ToDatabase carries what the file of a workspace keeps to a database,
// whose tables an owner has, and has the workspace kept there from then on. What
// was begun and cut off is finished by another call.
func ToDatabase(ctx context.Context, s Settings, owner string) (Migrated, error) {
	f := &Folder{Settings: s}
	file, err := f.openState()
	if err != nil {
		return Migrated{}, err
	}
	defer f.Close()
	if _, _, err := postgres.Upgrade(ctx, owner, s.Database); err != nil {
		return Migrated{}, err
	}
	_, err = f.Lstat(storeFile)
	switch id := idIn(f.Root, databaseFile); {
	case err != nil && id != "":
		return Migrated{}, fmt.Errorf("%w: in PostgreSQL already", ErrKept)
	case err != nil:
		return Migrated{}, fmt.Errorf("the workspace keeps nothing yet: there is no %s", file)
	case id != "": // it was cut off after it had said so
		left := filepath.Join(f.Name(), movedFile)
		return Migrated{transfer.Report{Before: true}, left}, f.Rename(storeFile, movedFile)
	}
	if err := unused(ctx, file); err != nil {
		return Migrated{}, err
	}
	from, err := sqlite.Open(ctx, file)
	if err != nil {
		return Migrated{}, err
	}
	id, err := f.keepDatabaseID(movingFile)
	var report transfer.Report
	if err == nil {
		report, err = transfer.ToPostgres(ctx, from, owner, id)
	}
	if err = errors.Join(err, from.Close()); err != nil {
		return Migrated{}, err
	}
	if err := f.Rename(movingFile, databaseFile); err != nil {
		return Migrated{}, err
	}
	left := filepath.Join(f.Name(), movedFile)
	return Migrated{report, left}, f.Rename(storeFile, movedFile)
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

// ToFile carries what a database keeps to the file of a workspace, and has
// it kept there from then on.
func ToFile(ctx context.Context, s Settings, owner string) (Migrated, error) {
	f := &Folder{Settings: s}
	if err := f.openShared(); err != nil {
		return Migrated{}, err
	}
	defer f.Close()
	id := idIn(f.Root, databaseFile)
	if id == "" {
		return Migrated{}, fmt.Errorf("%w: not in PostgreSQL", ErrKept)
	}
	for _, name := range []string{newFile, newFile + "-wal", newFile + "-shm"} { // of one that was cut off
		if err := f.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Migrated{}, err
		}
	}
	to, err := sqlite.Open(ctx, filepath.Join(f.Name(), newFile))
	if err != nil {
		return Migrated{}, err
	}
	report, err := transfer.ToFile(ctx, owner, id, to)
	if err = errors.Join(err, to.Close()); err != nil {
		return Migrated{}, err
	}
	if err := f.remember(f.Root, f.Name()); err != nil {
		return Migrated{}, err
	}
	if err := f.Rename(newFile, storeFile); err != nil {
		return Migrated{}, err
	}
	return Migrated{report, "the database"}, f.Remove(databaseFile)
}
