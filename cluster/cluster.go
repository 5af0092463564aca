// Package cluster has the sources of many profiles converted by workers on other
// machines. It joins ingest, a queue (River on PostgreSQL) and a store of objects.
//
//   - worker.go, chunk.go: converting chunks
//   - metrics.go, prometheus.go: what a worker did
//   - wait.go, result.go: waiting for chunks, and taking their results
//   - state.go: what waits and what failed
//   - live.go, poison.go: workers that end, and sources that end workers
//   - submit.go, queue.go: which sources are queued, and in which order
//   - cluster.go, schema.go: the database: opening it, and its tables
//   - bundle.go: the sources of a chunk as one object
//   - scratch.go: folders for what is temporary
//
// A job is a chunk of sources, and its result a pack of chapters by key. No queue
// does a job exactly once; since keys say all that a chapter depends on, it does not
// matter that one is done twice. The build afterwards is the ordinary one: it takes
// the chapters that are there and makes the others itself, so that it writes the same
// bytes and finds the same errors with and without workers.
//
// What is in the store is believed by its digest, and the digest by the database: who
// can write to the store alone cannot change a chapter. Each chapter passes the gate
// as one from a child process does.
package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrSetUp says that the database is not ready for this version of the program.
var ErrSetUp = errors.New("the database is not set up for this version")

// Engine is the database with the queue.
type Engine struct {
	pool *pgxpool.Pool
	name string // without a password
}

// Open opens the engine at an address, whose tables are made by [Init]. The password is for
// where PGPASSWORD and the file of PGPASSFILE have none; it may be empty.
func Open(ctx context.Context, address, password string) (*Engine, error) {
	e, err := connect(ctx, address, password)
	if err != nil {
		return nil, err
	}
	err = e.checkSession(ctx)
	if err == nil {
		err = e.check(ctx)
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// sessionTime is how long checkSession may take: who has a single connection
// would wait for a second one without an end.
const sessionTime = 5 * time.Second

// checkSession is an error where what a connection has is given to others between
// transactions, as by a pgbouncer: workers hold locks, and statements are prepared. A
// setting is left on a connection, and looked for while another transaction is open.
func (e *Engine) checkSession(ctx context.Context) error {
	timed, cancel := context.WithTimeout(ctx, sessionTime)
	defer cancel()
	conn, err := e.pool.Acquire(timed)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(timed, "SELECT set_config('backstory.session', 'own', false)", pgx.QueryExecModeSimpleProtocol); err != nil {
		return err
	}
	other, err := e.pool.Begin(timed)
	if err != nil {
		return ctx.Err()
	}
	defer other.Rollback(context.WithoutCancel(ctx)) // there is nothing in it
	var has string
	err = conn.QueryRow(timed, "SELECT coalesce(current_setting('backstory.session', true), '')", pgx.QueryExecModeSimpleProtocol).Scan(&has)
	switch {
	case err == nil && has == "":
		return fmt.Errorf("the database %s is behind a pgbouncer that gives connections for one transaction: have it give them for a session (pool_mode = session)", e.name)
	case timed.Err() != nil:
		return ctx.Err()
	}
	return err
}

// Close ends its connections.
func (e *Engine) Close() { e.pool.Close() }

// maxConnections bounds the connections of a process.
const maxConnections = 8

// connectTime is how long a connection may take. A server that takes it and says nothing
// would be waited for much longer.
const connectTime = 10 * time.Second

func connect(ctx context.Context, address, password string) (*Engine, error) {
	config, err := configure(address, password)
	if err != nil {
		return nil, fmt.Errorf("--engine: %w", err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("--engine: %w", err)
	}
	c := config.ConnConfig
	e := &Engine{pool, fmt.Sprintf("%q of %q on %s", c.Database, c.User, c.Host)}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening the database %s: %w: see whether PostgreSQL runs and --engine is right", e.name, err)
	}
	return e, nil
}

// configure returns how a database is reached.
func configure(address, password string) (*pgxpool.Config, error) {
	if err := checkAddress(address); err != nil {
		return nil, err
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	config.MaxConns = maxConnections
	config.ConnConfig.Password = cmp.Or(config.ConnConfig.Password, password)
	if !strings.Contains(address, "connect_timeout=") && os.Getenv("PGCONNECT_TIMEOUT") == "" {
		config.ConnConfig.ConnectTimeout = connectTime
	}
	return config, nil
}

// checkAddress refuses an address with a password, which others of the machine would
// see.
func checkAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return errors.New("the address of a database has the form postgres://user@host/database")
	}
	_, has := u.User.Password()
	if q := u.Query(); has || q.Has("password") || q.Has("sslpassword") {
		return errors.New("the address has a password, which others may see: give it in PGPASSWORD, in a file that PGPASSFILE names, or in engine_password of your configuration")
	}
	return nil
}

// within runs statements in a transaction in which the rows of one tenant are seen.
func (e *Engine) within(ctx context.Context, tenant string, f func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT set_config('backstory.org', $1, true)", tenant); err != nil {
			return err
		}
		return f(tx)
	})
}

// How long a database that is away is waited for, and how often it is tried.
const (
	awayTime = 2 * time.Minute
	awayLook = 500 * time.Millisecond
)

// lasting does something with the database, also where that is started again meanwhile.
// It may be done twice.
func lasting(ctx context.Context, f func() error) error {
	for since := time.Now(); ; {
		err := f()
		if err == nil || !isAway(err) || time.Since(since) > awayTime {
			return err
		}
		if pause(ctx, awayLook) != nil {
			return err
		}
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// isAway reports whether an error says that the database is not there now.
func isAway(err error) bool {
	var fault *pgconn.PgError
	if errors.As(err, &fault) {
		class := fault.Code[:min(2, len(fault.Code))] // a connection, means, or that somebody ended it
		return class == "08" || class == "53" || class == "57"
	}
	var unreached *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &unreached) || errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, pgconn.ErrConnClosed) || pgconn.SafeToRetry(err)
}

// isMissing reports whether an error says that a table or schema is not there, or may
// not be used.
func isMissing(err error) bool {
	var fault *pgconn.PgError
	if !errors.As(err, &fault) {
		return false
	}
	switch fault.Code {
	case "42P01", "3F000", "42501", "42703":
		return true
	}
	return false
}

// nobody is the tenant of profiles that are of no organisation.
const nobody = "_"

// maxTenant is how long the name of an organisation may be.
const maxTenant = 100

// tenantOf returns what a namespace is called in tables and in the store.
func tenantOf(namespace string) (string, error) {
	if namespace == "" {
		return nobody, nil
	}
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	if len(namespace) > maxTenant || strings.Trim(namespace[:1], letters) != "" || strings.Trim(namespace, letters+"._-") != "" {
		return "", fmt.Errorf("%q is no name of an organisation", namespace)
	}
	return namespace, nil
}
