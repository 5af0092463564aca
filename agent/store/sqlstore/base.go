package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// View says which rows a statement sees where a database itself keeps
// organisations apart: those of one, that one which has a secret, or what one
// user is a member of.
type View struct{ Org, Secret, User string }

// Kind says what a transaction is for.
type Kind int

const (
	// Write is for what outlives a power cut when it is told.
	Write Kind = iota
	// Note is for what need not: who holds a session.
	Note
	// Snapshot reads what there is at one moment. It keeps nobody from writing, and
	// may take long.
	Snapshot
)

// Tx is a transaction, as database/sql has it.
type Tx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Database is what each database does in its own way.
type Database interface {
	// Transact does something in one transaction: all of it is there, or none. Of
	// two that write in one organisation the second begins when the first has
	// ended.
	Transact(ctx context.Context, v View, k Kind, f func(tx Tx) error) error
	// Read passes on the rows of a query.
	Read(ctx context.Context, v View, row func(scan func(...any) error) error, query string, args ...any) error
	// Index notes the words of a memory that was added, whose row is n.
	Index(ctx context.Context, tx Tx, org, user string, n int64, words []string) error
	// Count is a query for how many memories have a word, at most a number: of the
	// scope's user, or of all.
	Count(sc scope.Scope, word string, most int) (query string, args []any)
	// Match finds the memories that have one of some words.
	Match(sc scope.Scope, words []string) Match
	// Erased is called when what was deleted is to be nowhere any more.
	Erased(ctx context.Context) error
	// Remedy says of an error what can be done about it.
	Remedy(err error) error
}

// Clock is what a database has beside whose clock is that of all who use it. By
// it a hold on a session ends; by the clocks of processes, which differ, none
// does.
type Clock interface {
	Now(ctx context.Context, tx Tx) (time.Time, error)
}

// Match is how the memories m are found that have one of some words: what is
// behind FROM and WHERE, the parameters of that, and the column that puts the
// newest last.
type Match struct {
	From, Where, Order string
	Args               []any
}

// base is a database as the parts of a store use it: for a scope, with errors that
// say what was done, and with ids and times.
type base struct {
	Database
	now func() time.Time
	ids ids
}

// write does something in one transaction, for a scope.
func (s *base) write(ctx context.Context, sc scope.Scope, what string, f func(tx Tx) error) error {
	return s.transact(ctx, sc, Write, what, f)
}

// note is write, for what need not outlive a power cut: who holds a session.
func (s *base) note(ctx context.Context, sc scope.Scope, what string, f func(tx Tx) error) error {
	return s.transact(ctx, sc, Note, what, f)
}

// snapshot reads what there is at one moment, for a scope.
func (s *base) snapshot(ctx context.Context, sc scope.Scope, what string, f func(tx Tx) error) error {
	return s.transact(ctx, sc, Snapshot, what, f)
}

func (s *base) transact(ctx context.Context, sc scope.Scope, k Kind, what string, f func(tx Tx) error) error {
	err := sc.Valid()
	if err == nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = s.Database.Remedy(s.Database.Transact(ctx, View{Org: sc.Org()}, k, f))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// query reads rows, for a scope.
func (s *base) query(ctx context.Context, sc scope.Scope, what string, row func(scan func(...any) error) error, sql string, args ...any) error {
	return s.look(ctx, sc, View{Org: sc.Org()}, what, row, sql, args...)
}

// list reads rows, for a scope, and returns what each of them is.
func list[T any](ctx context.Context, s *base, sc scope.Scope, what string, is func(scan func(...any) error) (T, error), sql string, args ...any) (all []T, err error) {
	err = s.query(ctx, sc, what, func(scan func(...any) error) error {
		row, err := is(scan)
		all = append(all, row)
		return err
	}, sql, args...)
	return all, err
}

// one is list for the one row that there is; without it, it is a [store.ErrNotFound].
func one[T any](ctx context.Context, s *base, sc scope.Scope, what string, is func(scan func(...any) error) (T, error), sql string, args ...any) (row T, err error) {
	all, err := list(ctx, s, sc, what, is, sql, args...)
	if err == nil && len(all) == 0 {
		err = notFound(what)
	}
	if len(all) > 0 {
		row = all[len(all)-1]
	}
	return row, err
}

// look is query with a view of its own.
func (s *base) look(ctx context.Context, sc scope.Scope, v View, what string, row func(scan func(...any) error) error, sql string, args ...any) error {
	err := sc.Valid()
	if err == nil {
		err = s.Database.Remedy(s.Database.Read(ctx, v, row, sql, args...))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
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
func (s *base) stamp() int64 { return s.now().UnixMilli() }

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
