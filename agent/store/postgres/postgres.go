// Package postgres keeps a store in a PostgreSQL database, which several
// servers may share.
//
//   - postgres.go: opening and checking it; what it does in its own way
//   - driver.go: connections, and the one place that begins transactions
//   - dialect.go: statements and texts as PostgreSQL has them
//   - guard.go: what has to hold before a server starts
//   - upgrade.go: bringing the tables to this version
//   - migrations: the tables, by version
//
// The statements are those of agent/store/sqlstore. Organisations are kept apart
// twice: each statement names its organisation, and the database shows no other
// one, whatever a statement says (row-level security). It works behind a
// pgbouncer that gives a connection for a transaction: nothing is left on a
// connection when a transaction has ended.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlstore"
)

// Store is a store in a database. Several processes may have it open.
type Store struct {
	*sqlstore.Store
	*database
}

// database is the connections to it.
type database struct{ db *sql.DB }

// Bounds of the connections of a process.
const (
	maxOpen  = 20
	idleTime = 5 * time.Minute
	// writeLimit is how long a write may take, with the wait for its turn.
	writeLimit = 60 * time.Second
)

// Open opens the store in a database, as the role that servers have: it may
// neither own the tables nor see past the border of organisations. Its tables
// are made by [Upgrade]; those of another version are refused.
func Open(ctx context.Context, url string) (*Store, error) { return open(ctx, url, time.Now) }

func open(ctx context.Context, url string, now func() time.Time) (*Store, error) {
	config, err := parse(url)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector{stdlib.GetConnector(*config)})
	db.SetMaxOpenConns(maxOpen)
	db.SetMaxIdleConns(maxOpen)
	db.SetConnMaxIdleTime(idleTime)
	d := &database{db}
	if err := d.guard(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("opening the database %s: %w", name(config), d.Remedy(err)), db.Close())
	}
	return &Store{sqlstore.New(d, now), d}, nil
}

// parse reads the address of a database. Statements are not prepared under a
// name, since the next one may run on another connection.
func parse(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("reading the address of the database: %w", err)
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	config.StatementCacheCapacity, config.DescriptionCacheCapacity = 0, 0
	return config, nil
}

// name says which database is meant, without a password.
func name(config *pgx.ConnConfig) string {
	return fmt.Sprintf("%q of %q on %s", config.Database, config.User, config.Host)
}

// Close implements [store.Store].
func (d *database) Close() error { return d.db.Close() }

// Backup implements [store.Store]. It is done by PostgreSQL's own tools.
func (*database) Backup(context.Context, string) error {
	return fmt.Errorf("backing up: a database is copied by pg_dump, see docs/teams.md: %w", errors.ErrUnsupported)
}

// Check implements [store.Store]. It reads what keeps organisations apart, and
// the rows of each; the pages themselves PostgreSQL checks (pg_amcheck).
func (s *Store) Check(ctx context.Context) error {
	if err := s.guard(ctx); err != nil {
		return fmt.Errorf("checking the store: %w", s.Remedy(err))
	}
	faults, err := s.CheckRows(ctx)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(faults, "; "))
	}
	return err
}

// Transact implements [sqlstore.Database]. A write is short and is not cut off
// by its caller, since that costs a connection.
func (d *database) Transact(ctx context.Context, v sqlstore.View, k sqlstore.Kind, f func(tx sqlstore.Tx) error) error {
	if k == sqlstore.Snapshot {
		tx, err := d.db.BeginTx(context.WithValue(ctx, purposeKey{}, purpose{view: v, snapshot: true}), nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return f(tx)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeLimit)
	defer cancel()
	tx, err := d.db.BeginTx(context.WithValue(ctx, purposeKey{}, purpose{view: v, write: true, quick: k == sqlstore.Note}), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing after a commit
	if err := f(uncut{tx}); err != nil {
		return err
	}
	return tx.Commit()
}

// uncut is a transaction whose statements end with it alone.
type uncut struct{ *sql.Tx }

// ExecContext implements [sqlstore.Tx].
func (t uncut) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return t.Tx.ExecContext(context.WithoutCancel(ctx), query, args...)
}

// QueryContext implements [sqlstore.Tx].
func (t uncut) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.Tx.QueryContext(context.WithoutCancel(ctx), query, args...)
}

// QueryRowContext implements [sqlstore.Tx].
func (t uncut) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return t.Tx.QueryRowContext(context.WithoutCancel(ctx), query, args...)
}

// Read implements [sqlstore.Database].
func (d *database) Read(ctx context.Context, v sqlstore.View, row func(scan func(...any) error) error, query string, args ...any) error {
	tx, err := d.db.BeginTx(context.WithValue(ctx, purposeKey{}, purpose{view: v}), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := sqlstore.EachRow(ctx, tx, row, query, args...); err != nil {
		return err
	}
	return tx.Commit()
}

// Now implements [sqlstore.Clock].
func (*database) Now(ctx context.Context, tx sqlstore.Tx) (time.Time, error) {
	var ms int64
	err := tx.QueryRowContext(ctx, "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)").Scan(&ms)
	return time.UnixMilli(ms).UTC(), err
}

// Index implements [sqlstore.Database].
func (*database) Index(ctx context.Context, tx sqlstore.Tx, org, user string, n int64, words []string) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO memory_words (org, user, word, n) SELECT ?, ?, word, ? FROM unnest(string_to_array(?, ' ')) AS word",
		org, user, n, strings.Join(words, " "))
	return err
}

// Count implements [sqlstore.Database]. What it counts is the user's.
func (*database) Count(sc scope.Scope, word string, most int) (query string, args []any) {
	return "SELECT count(*) FROM (SELECT 1 FROM memory_words WHERE org = ? AND user = ? AND word = ? LIMIT ?) AS found",
		[]any{sc.Org(), sc.User(), word, most}
}

// maxMatch is how many memories of a user are looked at that have a word, the
// newest: more than are weighed, since some may be of another profile.
const maxMatch = 2000

// Match implements [sqlstore.Database]. The newest of each word are read from the
// end of the key, and no more.
func (*database) Match(sc scope.Scope, words []string) sqlstore.Match {
	return sqlstore.Match{
		From: `(SELECT DISTINCT f.n FROM unnest(string_to_array(?, ' ')) AS q (word) CROSS JOIN LATERAL
			(SELECT w.n FROM memory_words w WHERE w.org = ? AND w.user = ? AND w.word = q.word ORDER BY w.n DESC LIMIT ?) f) found
			JOIN memories m ON m.org = ? AND m.n = found.n`,
		Where: "m.org = ?", Order: "m.n",
		Args: []any{strings.Join(words, " "), sc.Org(), sc.User(), maxMatch, sc.Org(), sc.Org()},
	}
}

// Erased implements [sqlstore.Database]. Rows that are gone leave the pages when
// PostgreSQL tidies them, which it does by itself.
func (*database) Erased(context.Context) error { return nil }

// Remedy implements [sqlstore.Database].
func (*database) Remedy(err error) error {
	var fault *pgconn.PgError
	var unreached *pgconn.ConnectError
	switch {
	case errors.As(err, &unreached) && errors.As(err, &fault) && fault.Code == "28P01": // the password is wrong, or there is none
		return fmt.Errorf("%w: give the role's password in ~/.pgpass, in a line HOST:PORT:DATABASE:ROLE:PASSWORD where * is any", err)
	case errors.As(err, &unreached):
		return fmt.Errorf("%w: see whether PostgreSQL runs and DATABASE_URL is right", err)
	case !errors.As(err, &fault):
		return err
	}
	switch fault.Code {
	case "42501": // of a right that is missing
		return fmt.Errorf("%w: let its owner run «backstory store upgrade»", err)
	case "XX001", "XX002":
		return fmt.Errorf("%w: %w: put a backup in its place", store.ErrDamaged, err)
	}
	return err
}
