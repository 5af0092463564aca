// Package sqlite keeps a store in one file.
//
//   - sqlite.go: opening, checking and copying the file
//   - statement.go: statements that are prepared once
//   - migrate.go: bringing its tables to this version
//   - migrations: the tables, by version
//
// The statements are those of agent/store/sqlstore.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a store in a file. Several processes may have it open.
type Store struct {
	*sqlstore.Store
	*database
}

// database is the file.
type database struct {
	db    *connection
	quick *connection // for what need not outlive a power cut: who holds a session
}

// settings of every connection: a writer waits for another one, and what is
// removed is overwritten.
var settings = []string{"busy_timeout(30000)", "journal_mode(wal)", "foreign_keys(on)", "secure_delete(on)", "trusted_schema(off)"}

// How far a commit is when it is told. All that people said is on the disk. A
// hold on a session is with the system: it outlives a process that is killed,
// and a power cut ends every holder.
const (
	onDisk     = "synchronous(full)"
	withSystem = "synchronous(normal)"
)

// maxIdle is how many connections stay open for the next request: one costs a
// millisecond to open, and its statements are prepared anew.
const maxIdle = 8

// connect returns connections to a file. Writers of this process take turns by
// a lock: SQLite has those that wait sleep, and whoever comes then is first.
func connect(path, synchronous string, writing *sync.Mutex) (*connection, error) {
	query := url.Values{"_pragma": append(slices.Clone(settings), synchronous), "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+query.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxIdleConns(maxIdle)
	return &connection{DB: db, writing: writing, prepared: map[string]*sql.Stmt{}}, nil
}

// Open opens the store in a file, which is made where there is none. A file
// that is not a store or is damaged is a [store.ErrDamaged], one of a later
// version a [store.ErrNewer]; neither is touched.
func Open(ctx context.Context, path string) (*Store, error) { return open(ctx, path, time.Now) }

func open(ctx context.Context, path string, now func() time.Time) (*Store, error) {
	if err := prepare(path); err != nil {
		return nil, err
	}
	var writing sync.Mutex
	db, err := connect(path, onDisk, &writing)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	quick, err := connect(path, withSystem, &writing)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), db.Close())
	}
	d := &database{db, quick}
	s := &Store{sqlstore.New(d, now), d}
	if err := s.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, s.why(ctx, err)), s.Close())
	}
	return s, nil
}

// Close implements [store.Store].
func (s *Store) Close() error { return errors.Join(s.quick.Close(), s.db.Close()) }

// Backup implements [store.Store].
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backing up to %s: the file is there already", path)
	}
	if _, err := s.db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("backing up to %s: %w", path, remedy(err))
	}
	return os.Chmod(path, 0o600)
}

// Check implements [store.Store]. It reads the pages of the file and then the
// rows.
func (s *Store) Check(ctx context.Context) error {
	var faults []string
	look := func(says, query string) error {
		return s.Read(ctx, sqlstore.View{}, func(scan func(...any) error) error {
			var line string
			err := scan(&line)
			if line != "ok" {
				faults = append(faults, says+line)
			}
			return err
		}, query)
	}
	err := look("", "PRAGMA integrity_check(20)")
	if err == nil && len(faults) == 0 {
		err = look("a row refers to one that is not there: ", `SELECT DISTINCT "table" FROM pragma_foreign_key_check`)
	}
	if err == nil && len(faults) == 0 {
		faults, err = s.CheckRows(ctx)
	}
	switch {
	case err != nil:
		return fmt.Errorf("checking the store: %w", remedy(err))
	case len(faults) > 0:
		return fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(faults, "; "))
	}
	return nil
}

// Transact implements [sqlstore.Database]. Writers take turns over all
// organisations. What they do is short and is not cut off: a context that can end
// costs a goroutine a statement.
func (d *database) Transact(ctx context.Context, _ sqlstore.View, k sqlstore.Kind, f func(tx sqlstore.Tx) error) error {
	c := d.db
	switch k {
	case sqlstore.Note:
		c = d.quick
	case sqlstore.Snapshot:
		tx, err := c.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // which takes no lock
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return f(tx)
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	tx, err := c.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing after a commit
	if err := f(&transaction{tx, c}); err != nil {
		return err
	}
	return tx.Commit()
}

// Read implements [sqlstore.Database].
func (d *database) Read(ctx context.Context, _ sqlstore.View, row func(scan func(...any) error) error, query string, args ...any) error {
	return sqlstore.EachRow(ctx, d.db, row, query, args...)
}

// Index implements [sqlstore.Database]. A trigger does it.
func (*database) Index(context.Context, sqlstore.Tx, string, string, int64, []string) error {
	return nil
}

// Count implements [sqlstore.Database]. What it counts is of all organisations.
func (*database) Count(_ scope.Scope, word string, most int) (query string, args []any) {
	return "SELECT count(*) FROM (SELECT 1 FROM memories_text WHERE memories_text MATCH ? LIMIT ?)", []any{`"` + word + `"`, most}
}

// Match implements [sqlstore.Database]. The words come first in the join, so
// that the newest that have one are read from the end of the index, and no more.
func (*database) Match(_ scope.Scope, words []string) sqlstore.Match {
	return sqlstore.Match{
		From: "memories_text f CROSS JOIN memories m ON m.n = f.rowid", Where: "f.memories_text MATCH ?", Order: "f.rowid",
		Args: []any{`"` + strings.Join(words, `" OR "`) + `"`},
	}
}

// Erased implements [sqlstore.Database]. What is deleted is overwritten in the
// file, but the log still has it.
func (d *database) Erased(ctx context.Context) error {
	_, err := d.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// Remedy implements [sqlstore.Database].
func (*database) Remedy(err error) error { return remedy(err) }

// All does something with all rows in one transaction, in which nobody else
// writes.
func (d *database) All(ctx context.Context, f func(tx *sql.Tx) error) error {
	d.db.writing.Lock()
	defer d.db.writing.Unlock()
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return remedy(err)
	}
	defer tx.Rollback() // nothing after a commit
	if err := f(tx); err != nil {
		return remedy(err)
	}
	return remedy(tx.Commit())
}
