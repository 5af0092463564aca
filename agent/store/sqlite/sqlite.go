// Package sqlite keeps a store in one file.
//
//   - sqlite.go: opening, checking and copying the file
//   - migrate.go: bringing its tables to this version
//   - session.go, branch.go, turn.go, epoch.go: sessions and what is said in them
//   - id.go: ids that sort in the order they were made
//   - lease.go: who may go on with a session
//   - statement.go: statements that are prepared once
//   - memory.go, search.go: what is learned
//   - purge.go: forgetting
//   - server.go: tokens, events, replies and clients of a server
//   - spending.go: what was asked of models
//   - audit.go: what was decided
//   - migrations: the tables, by version
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
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a store in a file. Several processes may have it open.
type Store struct {
	db    *connection
	quick *connection // for what need not outlive a power cut: who holds a session
	now   func() time.Time
	ids   ids
}

// settings of every connection: a writer waits for another one, and what is
// removed is overwritten.
var settings = []string{"busy_timeout(10000)", "journal_mode(wal)", "foreign_keys(on)", "secure_delete(on)", "trusted_schema(off)"}

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
// that is no store or is damaged is a [store.ErrDamaged], one of a later
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
	s := &Store{db: db, quick: quick, now: now}
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

// Check implements [store.Store].
func (s *Store) Check(ctx context.Context) error {
	rows, err := s.db.QueryContext(ctx, "PRAGMA integrity_check(20)")
	if err != nil {
		return fmt.Errorf("checking the store: %w", remedy(err))
	}
	defer rows.Close()
	var faults []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return fmt.Errorf("checking the store: %w", err)
		}
		if line != "ok" {
			faults = append(faults, line)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("checking the store: %w", remedy(err))
	}
	if len(faults) > 0 {
		return fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(faults, "; "))
	}
	return nil
}

// write does something in one transaction, for a scope.
func (s *Store) write(ctx context.Context, sc scope.Scope, what string, f func(tx *transaction) error) error {
	return transact(ctx, s.db, sc, what, f)
}

func transact(ctx context.Context, db *connection, sc scope.Scope, what string, f func(tx *transaction) error) error {
	if err := sc.Valid(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := context.Cause(ctx); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", what, remedy(err))
	}
	defer tx.Rollback() // nothing after a commit
	if err = f(&transaction{tx, db}); err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, remedy(err))
	}
	return nil
}

// query reads rows, for a scope.
func (s *Store) query(ctx context.Context, sc scope.Scope, what string, row func(scan func(...any) error) error, sql string, args ...any) error {
	if err := sc.Valid(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	rows, err := s.db.QueryContext(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", what, remedy(err))
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return fmt.Errorf("%s: %w", what, remedy(err))
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, remedy(err))
	}
	return nil
}

// affected is an [store.ErrNotFound] where a statement changed nothing.
func affected(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return store.ErrNotFound
}

// stamp is the time, as it is kept.
func (s *Store) stamp() int64 { return s.now().UnixMilli() }

func when(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func stampOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
