package cluster

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// schema is the schema of PostgreSQL that all tables are in, those of River too.
const schema = "backstory_cluster"

// schemaVersion is the version of our own tables in it.
const schemaVersion = 1

//go:embed schema.sql
var tables string

// Init makes the tables, or brings those of an earlier version to this one. It
// changes nothing where they are of this version.
func Init(ctx context.Context, address, password string) error {
	e, err := connect(ctx, address, password)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := e.setUp(ctx); err != nil {
		return fmt.Errorf("setting up the database %s: %w", e.name, err)
	}
	return nil
}

// setUpLock is the number of the lock that the one who sets up has.
const setUpLock = 7_203_641_188

func (e *Engine) setUp(ctx context.Context) error {
	lock, err := e.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer lock.Release()
	if _, err := lock.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(setUpLock)); err != nil {
		return err
	}
	defer lock.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(setUpLock))
	if _, err := lock.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+schema); err != nil {
		return err
	}
	migrator, err := e.migrator()
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	has, err := e.version(ctx)
	switch {
	case err != nil && !isMissing(err):
		return err
	case err == nil && has > schemaVersion:
		return fmt.Errorf("its tables are of version %d, and this program knows %d: use the newer program", has, schemaVersion)
	case err == nil:
		return nil
	}
	return pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, tables)
		return err
	})
}

func (e *Engine) migrator() (*rivermigrate.Migrator[pgx.Tx], error) {
	return rivermigrate.New(riverpgxv5.New(e.pool), &rivermigrate.Config{Schema: schema, Logger: slog.New(slog.DiscardHandler)})
}

func (e *Engine) version(ctx context.Context) (version int, err error) {
	err = e.pool.QueryRow(ctx, "SELECT version FROM "+schema+".version").Scan(&version)
	return version, err
}

// check is an error where the tables are not those of this version.
func (e *Engine) check(ctx context.Context) error {
	has, err := e.version(ctx)
	if err != nil && !isMissing(err) {
		return err
	}
	var why error
	switch {
	case err != nil:
		why = err
	case has > schemaVersion:
		return fmt.Errorf("%w: the database %s has tables of version %d, and this program knows %d: use the newer program", ErrSetUp, e.name, has, schemaVersion)
	case has < schemaVersion:
		why = fmt.Errorf("its tables are of version %d", has)
	default:
		why = e.checkRiver(ctx)
	}
	if why == nil {
		return nil
	}
	return fmt.Errorf("%w: the database %s: %w: let the owner of its tables run «backstory cluster init --engine ADDRESS»", ErrSetUp, e.name, why)
}

// checkRiver is an error where the queue's tables are of an earlier version.
func (e *Engine) checkRiver(ctx context.Context) error {
	migrator, err := e.migrator()
	if err != nil {
		return err
	}
	made, err := migrator.Validate(ctx, nil)
	if err == nil && !made.OK {
		err = errors.New("the tables of its queue are of an earlier version")
	}
	return err
}
