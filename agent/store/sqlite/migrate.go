package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seed353dc258/backstory/agent/store"
)

// How long a process waits for another one that makes the store. SQLite does not
// wait itself where the kind of the journal is changed.
const (
	beginTries = 200
	beginPause = 50 * time.Millisecond
)

// begin brings the tables to this version. Where another process is at it, too,
// it goes on from there.
func (s *Store) begin(ctx context.Context) error {
	for n := 0; ; n++ {
		at, err := s.migrate(ctx)
		if err == nil || n == beginTries || !s.raced(ctx, at, err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(beginPause):
		}
	}
}

// prepare makes the file for its owner alone, before SQLite makes it for more.
func prepare(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("opening %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("opening %s: %w", path, err)
	}
	return f.Close()
}

// migrate brings the tables to this version, and returns which one they had.
func (s *Store) migrate(ctx context.Context) (at int64, err error) {
	p, err := s.migrator()
	if err != nil {
		return 0, err
	}
	has, err := p.GetDBVersion(ctx)
	if err != nil {
		return 0, err
	}
	if sources := p.ListSources(); has > sources[len(sources)-1].Version {
		return has, fmt.Errorf("%w: version %d, and this program knows %d: use the newer program, or put a copy of .backstory/ from before it back", store.ErrNewer, has, sources[len(sources)-1].Version)
	}
	_, err = p.Up(ctx)
	return has, err
}

func (s *Store) migrator() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, s.db.DB, files)
}

// raced reports whether an error is that another process was quicker: it holds
// the file, or the tables have another version by now.
func (s *Store) raced(ctx context.Context, at int64, err error) bool {
	var e *driver.Error
	if errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
		return true
	}
	p, err := s.migrator()
	if err != nil {
		return false
	}
	has, err := p.GetDBVersion(ctx)
	return err == nil && has > at
}

// why says whether tables that cannot be brought to this version are damaged:
// then the error is of whatever was met first.
func (s *Store) why(ctx context.Context, err error) error {
	err = remedy(err)
	if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNewer) || ctx.Err() != nil {
		return err
	}
	if found := s.Check(ctx); errors.Is(found, store.ErrDamaged) {
		return fmt.Errorf("%w: %s", found, wayOut)
	}
	return err
}

// wayOut is what to do about a store that is damaged.
const wayOut = "put a backup in its place, or move it away to begin a new one"

// remedy says what to do about a file that cannot be read.
func remedy(err error) error {
	var e *driver.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
			return fmt.Errorf("%w: %w: %s", store.ErrDamaged, err, wayOut)
		}
	}
	return err
}
